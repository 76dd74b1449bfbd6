"""Keeping the facts of the revenue book in its tables."""

from typing import Any

import msgspec
import sqlalchemy as sa

from houseway.backoffice.book import Desk
from houseway.backoffice.revenue import schema
from houseway.backoffice.revenue.orders import (
    ChipsMoved,
    DayCertified,
    DenominationsRegistered,
    DropCounted,
    ExpectedRecorded,
    FigureCorrected,
    MeterRead,
    PaidFromCage,
    ReturnFiled,
    RevenueTermsSet,
    TrayClosed,
    TrayOpened,
    VarianceFound,
)


def post(fact: Any, desk: Desk) -> None:
    """Keep a fact."""
    signatures = msgspec.json.encode(desk.signatures)
    match fact:
        case RevenueTermsSet():
            _replace(desk, schema.terms, {"since": fact.since}, _plain(fact, "since"))
        case DenominationsRegistered():
            values = {
                "chips": msgspec.json.encode(fact.chips),
                "plaques": msgspec.json.encode(fact.plaques),
                "authority": fact.authority,
                "signatures": signatures,
            }
            _replace(desk, schema.denominations, {"since": fact.since}, values)
        case TrayOpened():
            _add(
                desk,
                schema.trays,
                day=fact.day,
                gaming_table=fact.table,
                session=fact.session,
                game=fact.game,
                opener=msgspec.json.encode(fact.chips),
                opener_cents=fact.cents,
                opener_signatures=signatures,
            )
        case TrayClosed():
            key = {"day": fact.day, "gaming_table": fact.table, "session": fact.session}
            closer = {
                "closer": msgspec.json.encode(fact.chips),
                "closer_cents": fact.cents,
                "closer_signatures": signatures,
            }
            desk.connection.execute(schema.trays.update().where(*_is(schema.trays, key)).values(**closer))
        case ChipsMoved():
            _add(
                desk,
                schema.slips,
                kind=fact.kind.value,
                number=fact.number,
                day=fact.day,
                gaming_table=fact.table,
                chips=msgspec.json.encode(fact.chips),
                cents=fact.cents,
                session=_session(desk, fact),
                tray=msgspec.json.encode(fact.tray),
                signatures=signatures,
            )
        case PaidFromCage():
            _add(
                desk, schema.payouts, gaming_table=fact.table, signatures=signatures, **_plain(fact, "table")
            )
        case DropCounted():
            _add(
                desk,
                schema.counts,
                day=fact.day,
                gaming_table=fact.table,
                contents=msgspec.json.encode(fact.contents),
                checks=msgspec.json.encode(fact.checks),
                drop_cents=fact.drop,
                coupons=msgspec.json.encode(fact.coupons),
                coupon_face=fact.coupon_face,
                remark=fact.remark,
                signatures=signatures,
            )
        case FigureCorrected():
            _add(
                desk,
                schema.corrections,
                gaming_table=fact.table,
                signatures=signatures,
                **_plain(fact, "table"),
            )
        case ExpectedRecorded():
            key = {"day": fact.day, "gaming_table": fact.table}
            figures = _plain(fact, "day", "table", "drop") | {"drop_cents": fact.drop}
            _replace(desk, schema.expectations, key, figures)
        case VarianceFound():
            _add(desk, schema.variances, gaming_table=fact.table, **_plain(fact, "table"))
        case MeterRead():
            _add(
                desk,
                schema.meters,
                meter=fact.meter,
                day=fact.day,
                game=fact.game,
                account=msgspec.json.encode(fact.account),
                parts=fact.account.amount.parts,
            )
        case DayCertified():
            _add(desk, schema.days, signatures=signatures, **_plain(fact, "games"))
            for game in fact.games:
                _add(desk, schema.game_days, day=fact.day, **msgspec.structs.asdict(game))
        case ReturnFiled():
            _add(desk, schema.returns, signatures=signatures, **_plain(fact))


def _session(desk: Desk, fact: ChipsMoved) -> int:
    """The opening of its table that a slip belongs to: chips move only while the last one lasts."""
    kept = schema.trays.c
    last = sa.select(sa.func.max(kept.session)).where(kept.day == fact.day, kept.gaming_table == fact.table)
    return desk.connection.execute(last).scalar() or 1


def _plain(fact: Any, *but: str) -> dict[str, Any]:
    """The fact's own values, without its clause and what else is named."""
    values = msgspec.structs.asdict(fact)
    return {name: value for name, value in values.items() if name not in ("clause", *but)}


def _is(table: sa.Table, key: dict[str, Any]) -> list[sa.ColumnElement[bool]]:
    return [table.c[name] == value for name, value in key.items()]


def _add(desk: Desk, table: sa.Table, **values: Any) -> None:
    desk.connection.execute(table.insert(), values)


def _replace(desk: Desk, table: sa.Table, key: dict[str, Any], values: dict[str, Any]) -> None:
    desk.connection.execute(table.delete().where(*_is(table, key)))
    _add(desk, table, **key, **values)
