"""`houseway people token`: tokens with which programs act for people."""

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from datetime import date
from typing import TYPE_CHECKING, Annotated, Any

from cyclopts import App, Parameter

from houseway.cli.books import Database
from houseway.cli.output import BAD_INPUT, Failure, Json, print_json, told_plainly
from houseway.cli.passwords import As, admitted, asked, open_access
from houseway.cli.tables import print_table

if TYPE_CHECKING:
    from houseway.backoffice.access import Access, TokenStanding
    from houseway.backoffice.orders import Order
    from houseway.backoffice.people import Position

app = App(
    name="token", help="Tokens with which programs act for people: asked for, collected, listed, revoked."
)

Name = Annotated[str, Parameter(help="The token's name: letters, digits, dots, hyphens; each is used once.")]
Several = Parameter(negative=(), consume_multiple=True)


@app.command
def ask(
    name: Name,
    *,
    by: As,
    until: str,
    service: str = "",
    reads_as: str | None = None,
    order: Annotated[tuple[str, ...], Several] = (),
    table: Annotated[tuple[str, ...], Several] = (),
    metrics: Annotated[bool, Parameter(negative=())] = False,
    given_by: str | None = None,
    witness: str | None = None,
    db: Database = None,
    json: Json = False,
) -> None:
    """Ask for a token with which a program acts for whoever asks.

    It takes information technology, who gives it, and internal audit, who witnesses it: with --given-by and --witness
    they do so at once, their passwords are asked next, in this order, and the secret is printed. Without, they sign it
    later (houseway office sign), and houseway people token collect prints the secret. Where no terminal is there, the
    passwords are the lines of standard input. For instance: houseway people token ask drop-counter --as FS-1 --until
    2026-12-31 --service "drop counter" --reads-as "finance clerk" --order count-drop --given-by SA-1 --witness IA-1.

    Parameters
    ----------
    until
        Its last day, such as 2026-12-31; 366 days away at most.
    service
        The name of the program; it has only the duties named next. Without one, the token does all that its owner may.
    reads_as
        The position as which the service reads the back office: one's own, or one below it.
    order
        An order that the service may give and sign; houseway office books lists them.
    table
        A table at which the service may move.
    metrics
        Whether the service may read the figures of the running server.
    given_by
        Who of information technology gives it.
    witness
        Who of internal audit witnesses it.
    """
    if (given_by is None) != (witness is None):
        raise Failure(BAD_INPUT, "this takes two people", fix="name them with --given-by and --witness")
    given = _order(name, until, service, reads_as, order, table, metrics=metrics)
    key = f"token {name}"
    with _open(db) as access:
        office = access.office
        with admitted(access, by) as opened:
            proposed = office.propose(given, who=by, key=key)
            if given_by is None or witness is None:
                told = {"token": name, "hash": proposed.digest, "awaits": ["given", "witnessed"]}
                return _say(told, _awaits(name, proposed.digest), as_json=json)
            with _asked_for(access, given_by):
                office.approve(proposed.digest, who=given_by)
            with _asked_for(access, witness):
                office.execute(proposed.digest, who=witness)
            secret = access.collect(opened.token, name)
    return _say({"token": name, "secret": secret}, _shown(name, secret), as_json=json)


@app.command
def collect(name: Name, *, by: As, db: Database = None, json: Json = False) -> None:
    """Print the secret of a token that one was given, this once."""
    with _open(db) as access, admitted(access, by) as opened:
        secret = access.collect(opened.token, name)
    _say({"token": name, "secret": secret}, _shown(name, secret), as_json=json)


@app.command(name="list")
def list_tokens(*, by: As, db: Database = None, json: Json = False) -> None:
    """List one's own tokens; those who give, witness and look into tokens see all of them."""
    from houseway.backoffice.programs.schema import duties_of

    with _open(db) as access, admitted(access, by) as opened:
        found = access.tokens_for(opened.session.posting)
    if json:
        print_json([_told(one) for one in found])
        return
    rows = [
        (
            one.given.token,
            one.given.for_what,
            one.given.credential,
            duties_of(one.given.grant),
            one.given.last_day,
            one.ended or ("in force" if one.collected_at else "not collected yet"),
        )
        for one in found
    ]
    print_table(
        "Tokens", ("token", "for", "acts as", "duties", "last day", "state"), rows, empty="there are none"
    )


@app.command
def revoke(name: Name, *, by: As, reason: str, db: Database = None, json: Json = False) -> None:
    """Revoke a token at once: its owner may, and so may information technology and internal audit.

    Parameters
    ----------
    reason
        Why, in a few words.
    """
    from houseway.backoffice.programs.book import RevokeToken

    with _open(db) as access, admitted(access, by):
        order = RevokeToken(token=name, reason=reason)
        access.office.carry_out(order, who=by, key=f"revocation of token {name}")
    _say({"token": name, "revoked": True}, f"the token {name} opens nothing any more", as_json=json)


@contextmanager
def _open(database: str | None) -> "Iterator[Access]":
    """Who may come in; what is no token, or no order for one, is told plainly."""
    from houseway.backoffice.access import NoToken
    from houseway.backoffice.records import BadOrder

    try:
        with open_access(database) as access, told_plainly():
            yield access
    except NoToken as none:
        raise Failure(BAD_INPUT, str(none), fix="houseway people token list shows yours") from None
    except BadOrder as bad:
        raise Failure(BAD_INPUT, str(bad), fix="houseway people token ask --help shows an example") from None


def _order(
    name: str,
    until: str,
    service: str,
    reads_as: str | None,
    orders: tuple[str, ...],
    tables: tuple[str, ...],
    *,
    metrics: bool,
) -> "Order":
    from houseway.backoffice.programs.book import AskServiceToken, AskToken

    last_day = _day(until)
    if service:
        return AskServiceToken(
            token=name,
            service=service,
            last_day=last_day,
            reads_as=_position(reads_as),
            orders=orders,
            tables=tables,
            metrics=metrics,
        )
    if reads_as or orders or tables or metrics:
        raise Failure(
            BAD_INPUT,
            "a token for oneself does all that one may",
            fix="name the program with --service, and it has only these duties",
        )
    return AskToken(token=name, last_day=last_day)


def _day(text: str) -> date:
    try:
        return date.fromisoformat(text)
    except ValueError:
        raise Failure(BAD_INPUT, f"{text!r} is no day", fix="write it as 2026-12-31") from None


def _position(text: str | None) -> "Position | None":
    from houseway.backoffice.people import Position

    try:
        return Position(text) if text else None
    except ValueError:
        fix = "houseway people positions lists them"
        raise Failure(BAD_INPUT, f"there is no position {text!r}", fix=fix) from None


def _asked_for(access: "Access", credential: str) -> Any:
    return admitted(access, credential, password=asked(f"password of {credential}: "))


def _told(one: "TokenStanding") -> dict[str, object]:
    from houseway.backoffice.programs.schema import duties_of

    return {
        "token": one.given.token,
        "service": one.given.grant.service,
        "credential": one.given.credential,
        "duties": duties_of(one.given.grant),
        "given_on": one.given.given_on,
        "last_day": one.given.last_day,
        "ended": one.ended,
        "collected_at": one.collected_at,
        "used_at": one.used_at,
    }


def _awaits(name: str, digest: str) -> str:
    return (
        f"the token {name} is asked for; information technology gives it, then internal audit witnesses it:\n"
        f"  houseway office sign {digest}\n"
        f"then houseway people token collect {name} prints its secret, once"
    )


def _shown(name: str, secret: str) -> str:
    return f"the secret of the token {name}, shown this once:\n{secret}"


def _say(told: Mapping[str, object], words: str, *, as_json: bool) -> None:
    if as_json:
        print_json(told)
    else:
        print(words)
