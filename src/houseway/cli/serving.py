"""`houseway serve`: the pages and the API."""

import gc
import logging
import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

from cyclopts import Parameter

from houseway.cli.books import Database, coupon_stamps, enter, open_journal, place_of
from houseway.cli.output import BAD_INPUT, CHECK_FAILED, Failure, Json, print_json

if TYPE_CHECKING:
    import socket

    from houseway.floor import Floor
    from houseway.journal.rounds import Rounds
    from houseway.web.network import Standing

_LOG = logging.getLogger(__name__)

Flag = Parameter(negative=())
_FORKED = "compare with what the witness has seen (its /checkpoint) before anything else is recorded"


def serve(
    *,
    demo: Annotated[bool, Flag] = False,
    new: Annotated[bool, Flag] = False,
    host: Annotated[str, Parameter(env_var="HOUSEWAY_HOST")] = "127.0.0.1",
    port: int | None = None,
    allow_host: Annotated[tuple[str, ...], Parameter(env_var="HOUSEWAY_ALLOW_HOST")] = (),
    trusted_proxy: Annotated[tuple[str, ...], Parameter(env_var="HOUSEWAY_TRUSTED_PROXY")] = (),
    certificate: Annotated[Path | None, Parameter(env_var="HOUSEWAY_CERTIFICATE")] = None,
    key: Annotated[Path | None, Parameter(env_var="HOUSEWAY_KEY")] = None,
    plain_http: Annotated[bool, Flag, Parameter(env_var="HOUSEWAY_PLAIN_HTTP")] = False,
    metrics_from: Annotated[tuple[str, ...], Parameter(env_var="HOUSEWAY_METRICS_FROM")] = (),
    log_level: Annotated[
        Literal["debug", "info", "warning", "error"], Parameter(env_var="HOUSEWAY_LOG_LEVEL")
    ] = "info",
    witness: Annotated[tuple[str, ...], Parameter(env_var="HOUSEWAY_WITNESS")] = (),
    db: Database = None,
    json: Json = False,
) -> None:
    """Serve the pages and the API of a house; docs/serving.md tells how, alone and behind a proxy.

    Live tables go by the back office: they open with what is approved and staffed, and take coupons that carry the
    house's key. The log goes to standard error, one line of JSON for each request.

    Parameters
    ----------
    demo
        Serve the demo property, made first where the journal is new; its sign-in page shows its accounts and their
        password.
    new
        Open a house that does not exist yet: the terminal shows the address of the page on which it is opened, with a code
        that nobody else knows, and once that is done the house itself is served.
    host
        The address to listen at; 0.0.0.0 is all of this machine's.
    port
        The port (default: $PORT, else 8000).
    allow_host
        A host name that the house answers to, as browsers call it; may be given more than once.
    trusted_proxy
        The address or network of a proxy that is believed for whom it asks, and whether over TLS
        (X-Forwarded-For, X-Forwarded-Proto); may be given more than once.
    certificate
        The chain of certificates to serve TLS with, as PEM.
    key
        The key of the certificate, as PEM.
    plain_http
        Serve other machines without TLS and without a trusted proxy: whoever listens in between reads the passwords.
    metrics_from
        An address or network that may read /metrics besides this machine itself; may be given more than once.
    log_level
        How much is logged.
    witness
        A witness to which every checkpoint is shown, as houseway witness prints it: KEY@URL; may be given more than
        once. One that has seen another journal of this house, or a longer one, is a reason not to open.
    """
    from houseway.floor import Floor
    from houseway.floor.coupon_key import enter_stamps
    from houseway.floor.demo import is_demo_due, make_demo_property
    from houseway.journal import BadCheckpoint, recorded_keys
    from houseway.journal.rounds import Rounds, WitnessAt
    from houseway.web import CannotListen, HouseServer, say_open
    from houseway.web.log import keep_log
    from houseway.web.network import BadNetwork, Standing, networks

    try:
        standing = Standing(
            host=host,
            port=port if port is not None else _port_from_environment(),
            names=tuple(allow_host),
            proxies=networks(trusted_proxy),
            watchers=networks(metrics_from),
            certificate=certificate,
            key=key,
        )
    except BadNetwork as refusal:
        raise Failure(BAD_INPUT, refusal.cause, fix=refusal.fix) from None
    if not plain_http:
        _require_tls(standing)
    try:
        witnesses = [WitnessAt.parse(one) for one in witness]
    except BadCheckpoint as bad:
        raise Failure(BAD_INPUT, f"--witness: {bad}", fix="houseway witness prints it") from None
    listener = _open_by_page(db, standing, as_json=json) if new else None
    if new and listener is None:
        return
    with open_journal(db, write=True, create=demo, enter_now=False) as journal:
        stamps = coupon_stamps(db, journal, enter_now=False)
        floor = Floor(journal, stamps=stamps)
        if demo:
            _require_demo(floor, place_of(db))
        else:
            _require_house(floor, place_of(db))
        rounds = Rounds(journal, witnesses)
        # A journal of this house is shown before anything is added to it: what an older copy lacks is not made up for first.
        signed_before = recorded_keys(journal)[-1:] == (journal.signs_with,)
        if signed_before:
            _show(rounds)
        enter(journal)
        enter_stamps(journal, stamps)
        if demo and is_demo_due(floor):
            make_demo_property(floor)
        if not signed_before:
            _show(rounds)
        try:
            announce = _announce_json if json else say_open
            server = HouseServer(floor, standing, announce=announce, listener=listener)
        except CannotListen as refusal:
            raise Failure(BAD_INPUT, refusal.cause, fix=refusal.fix) from None
        keep_log(log_level)
        for aside in floor.set_aside():
            _LOG.warning("%s; the rest of the house is open", aside.cause)
        rounds.go()
        # What the house knows when it opens stays: nobody need look again and again whether it is rubbish.
        gc.collect()
        gc.freeze()
        server.keep_open()
        rounds.end()


def _show(rounds: "Rounds") -> None:
    """Show the journal to its witnesses as it is now, and do not open a house of which one has seen another."""
    from houseway.journal.witness import Forked

    try:
        rounds.show()
    except Forked as forked:
        raise Failure(CHECK_FAILED, str(forked), fix=_FORKED) from None


def _open_by_page(db: str | None, standing: "Standing", *, as_json: bool) -> "socket.socket | None":
    """Serve the page on which a new house is opened; what listens there, for the house itself, once it is open."""
    from houseway.backoffice.office import Office
    from houseway.web import CannotListen, OpeningServer, say_opening

    # Before a house is opened nobody knows whose key would sign its checkpoints.
    with open_journal(db, write=True, create=True, signed=False) as journal:
        office = Office(journal)
        if office.house:
            raise Failure(BAD_INPUT, f"{office.house} is open already", fix="serve it without --new")
        try:
            server = OpeningServer(office, standing, announce=_announce_json if as_json else say_opening)
        except CannotListen as refusal:
            raise Failure(BAD_INPUT, refusal.cause, fix=refusal.fix) from None
        server.keep_open()
    return server.listener if server.opened else None


def _require_demo(floor: "Floor", place: str) -> None:
    """Refuse to make a real house into the demo property."""
    from houseway.floor.demo import is_demo_due

    if not is_demo_due(floor) and not floor.demo_completed:
        whose = f"is the journal of {floor.office.house}" if floor.office.house else "is in use already"
        raise Failure(
            BAD_INPUT,
            f"{place} {whose}, not of the demo property",
            fix="serve it without --demo, or name another --db for the demo",
        )


def _require_house(floor: "Floor", place: str) -> None:
    """Refuse to serve what is no house yet, and the demo, whose passwords everybody knows, unless it is asked for."""
    from houseway.floor.demo import is_demo_due

    if not floor.office.house:
        raise Failure(
            BAD_INPUT,
            f"there is no house in {place} yet",
            fix="open one with houseway serve --new on a page, or houseway people open FILE; or see the demo property "
            "with houseway serve --demo",
        )
    if floor.demo_completed or is_demo_due(floor):
        raise Failure(
            BAD_INPUT,
            f"{place} is the demo property, whose password is published",
            fix="name the right --db, or serve the demo with --demo",
        )


def _require_tls(standing: "Standing") -> None:
    """Refuse to let passwords cross the network for all to read."""
    if standing.is_local or standing.over_tls or standing.proxies:
        return
    raise Failure(
        BAD_INPUT,
        f"at {standing.host} other machines would send their passwords without TLS",
        fix="give --certificate and --key, or --trusted-proxy for a proxy that speaks TLS, or --plain-http to do so anyway",
    )


def _announce_json(address: str) -> None:
    print_json({"address": address})
    sys.stdout.flush()


def _port_from_environment() -> int:
    text = os.environ.get("PORT", "8000")
    if not text.isdecimal() or not 0 < int(text) < 65536:
        raise Failure(BAD_INPUT, f"PORT={text} is not a port", fix="choose a number from 1 to 65535")
    return int(text)
