"""`houseway serve`: the pages and the API."""

import os
import sys

from houseway.cli.books import Database, coupon_stamps, open_journal
from houseway.cli.output import BAD_INPUT, Failure, Json, print_json


def serve(*, port: int | None = None, db: Database = None, json: Json = False) -> None:
    """Serve the pages and the API on 127.0.0.1; an empty journal is filled with the demo property.

    The sign-in page of the demo property shows its accounts and their password. Live tables go by the back office:
    they open with what is approved and staffed, and take coupons that carry the house's key.

    Parameters
    ----------
    port
        The port (default: $PORT, else 8000).
    """
    from houseway.floor import Floor
    from houseway.floor.demo import is_demo_due, make_demo_property
    from houseway.web import CannotListen, say_open
    from houseway.web import serve as open_doors

    chosen = port if port is not None else _port_from_environment()
    with open_journal(db, write=True, create=True) as journal:
        floor = Floor(journal, stamps=coupon_stamps(db))
        if is_demo_due(floor):
            make_demo_property(floor)
        try:
            open_doors(floor, port=chosen, announce=_announce_json if json else say_open)
        except CannotListen as refusal:
            raise Failure(BAD_INPUT, refusal.cause, fix=refusal.fix) from None
        journal.checkpoint()


def _announce_json(address: str) -> None:
    print_json({"address": address})
    sys.stdout.flush()


def _port_from_environment() -> int:
    text = os.environ.get("PORT", "8000")
    if not text.isdecimal() or not 0 < int(text) < 65536:
        raise Failure(BAD_INPUT, f"PORT={text} is not a port", fix="choose a number from 1 to 65535")
    return int(text)
