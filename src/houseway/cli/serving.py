"""`houseway serve`: the pages and the API."""

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

from cyclopts import Parameter

from houseway.cli.books import Database, coupon_stamps, open_journal, place_of
from houseway.cli.output import BAD_INPUT, Failure, Json, print_json

if TYPE_CHECKING:
    from houseway.floor import Floor
    from houseway.web.network import Standing

Flag = Parameter(negative=())


def serve(
    *,
    demo: Annotated[bool, Flag] = False,
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
    """
    from houseway.floor import Floor
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
    with open_journal(db, write=True, create=demo) as journal:
        floor = Floor(journal, stamps=coupon_stamps(db))
        if demo:
            _make_demo(floor, place_of(db))
        else:
            _require_house(floor, place_of(db))
        try:
            server = HouseServer(floor, standing, announce=_announce_json if json else say_open)
        except CannotListen as refusal:
            raise Failure(BAD_INPUT, refusal.cause, fix=refusal.fix) from None
        keep_log(log_level)
        server.keep_open()
        journal.checkpoint()


def _make_demo(floor: "Floor", place: str) -> None:
    """Make what is missing of the demo property; a real house is never made into one."""
    from houseway.floor.demo import is_demo_due, make_demo_property

    if is_demo_due(floor):
        make_demo_property(floor)
    elif not floor.demo_completed:
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
            fix="open one with houseway people open FILE, or see the demo property with houseway serve --demo",
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
