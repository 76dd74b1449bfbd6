"""Spans: how many tables one floorperson may supervise, and of which games (465a.35(c)-(d), 577.9(c))."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import date
from fractions import Fraction

from houseway.backoffice.rosters.choices import StaffingChoices
from houseway.backoffice.rosters.tables import BANKING_KINDS, OpenTable, stand_side_by_side
from houseway.law import FINAL_CHAPTERS, Clause, RuleViolation, implements, pa
from houseway.table.kinds import TableKind

ONE_SPAN = pa("465a.35(c)#2")
FOUR_TABLES = pa("465a.35(c)(1)")
BACCARAT = pa("465a.35(c)(2)")
POKER_WITHOUT_SEATING = pa("465a.35(c)(12)")
TWO_FOOTBALL = pa("465a.35(c)(13)#1")
FOOTBALL_AND_ANOTHER = pa("465a.35(c)(13)#2")
FOOTBALL_2012 = pa("577.9(c)")
HALF_AS_MANY_AGAIN = pa("465a.35(d)#1")
NOT_FULLY_AUTOMATED = pa("465a.35(d)#2")
_EXCLUSIONS = tuple(pa(f"465a.35(c)(1)({part})") for part in ("i", "ii", "iii", "iv", "v", "vi"))


@dataclass(frozen=True, slots=True)
class Span:
    """Tables that one floorperson may supervise: so many of these kinds, or exactly one `lead` and the rest of them."""

    paragraph: str
    clause: Clause
    tables: int
    kinds: frozenset[TableKind]
    lead: TableKind | None = None
    side_by_side: bool = False
    without_seating: bool = False
    # Whether electronic tables enlarge it (465a.35(d)); the temporary chapter had a ceiling without an increase.
    grows: bool = True
    # Why a span that stands in no source is in force here.
    assumption: str = ""

    def __str__(self) -> str:
        kinds = " or ".join(sorted(self.kinds))
        words = (
            f"one {self.lead} and {self.tables - 1} of {kinds}" if self.lead else f"{self.tables} of {kinds}"
        )
        condition = ", side by side" if self.side_by_side else ""
        condition += ", without seating duties" if self.without_seating else ""
        return f"{words}{condition} [{self.paragraph}]"


_NOT_REPRINTED = "not in the sources; taken from the codified section"


def _assumed(paragraph: str, tables: int, kind: TableKind, *, side_by_side: bool = False) -> Span:
    return Span(
        paragraph=paragraph,
        clause=ONE_SPAN,
        tables=tables,
        kinds=frozenset({kind}),
        side_by_side=side_by_side,
        assumption=_NOT_REPRINTED,
    )


def _assumed_with_others(
    paragraph: str, lead: TableKind, others: int, excluded: frozenset[TableKind]
) -> Span:
    # (13) alone says with what a Three Dice Football table may go, as 577.9(c) did: it is nobody else's other table.
    kinds = BANKING_KINDS - excluded - {lead, TableKind.THREE_DICE_FOOTBALL}
    return Span(
        paragraph=paragraph,
        clause=ONE_SPAN,
        tables=1 + others,
        kinds=kinds,
        lead=lead,
        assumption=_NOT_REPRINTED,
    )


_ANY_MINI_CRAPS = frozenset({TableKind.MINI_CRAPS, TableKind.MINI_CRAPS_WITH_STICKPERSON})
_BACCARAT_AND_CRAPS = frozenset({TableKind.BACCARAT, TableKind.CRAPS}) | _ANY_MINI_CRAPS

# Paragraphs (3) to (11) are left out of the sources; the property may replace each or take it away.
ASSUMED = (
    _assumed("465a.35(c)(3)", 2, TableKind.MIDIBACCARAT),
    _assumed_with_others("465a.35(c)(4)", TableKind.MIDIBACCARAT, 1, _BACCARAT_AND_CRAPS),
    _assumed("465a.35(c)(5)", 3, TableKind.CRAPS),
    _assumed_with_others(
        "465a.35(c)(6)",
        TableKind.CRAPS,
        2,
        _ANY_MINI_CRAPS | {TableKind.BACCARAT, TableKind.MIDIBACCARAT, TableKind.PAI_GOW},
    ),
    _assumed("465a.35(c)(7)", 1, TableKind.MINI_CRAPS),
    _assumed("465a.35(c)(8)", 2, TableKind.MINI_CRAPS_WITH_STICKPERSON),
    _assumed("465a.35(c)(9)", 2, TableKind.PAI_GOW, side_by_side=True),
    _assumed_with_others("465a.35(c)(10)", TableKind.PAI_GOW, 1, _BACCARAT_AND_CRAPS),
    _assumed("465a.35(c)(11)", 8, TableKind.POKER),
)


def spans_on(gaming_day: date, choices: StaffingChoices) -> tuple[Span, ...]:
    """Every span in force on a gaming day: those of the text, and those the property takes for the missing ones."""
    chosen = {choice.paragraph: choice.tables for choice in choices.spans}
    assumed = (
        replace(span, tables=chosen.get(span.paragraph, span.tables), assumption=_reason(span, choices))
        for span in ASSUMED
    )
    in_the_text = (
        Span("465a.35(c)(1)", FOUR_TABLES, FOUR_TABLES.integer("max_tables"), four_table_kinds(gaming_day)),
        Span("465a.35(c)(2)", BACCARAT, BACCARAT.integer("max_tables"), frozenset({TableKind.BACCARAT})),
        Span(
            "465a.35(c)(12)",
            POKER_WITHOUT_SEATING,
            POKER_WITHOUT_SEATING.integer("max_tables"),
            frozenset({TableKind.POKER}),
            without_seating=True,
        ),
    )
    return (
        *in_the_text,
        *(span for span in assumed if span.tables),
        *football_spans(gaming_day),
    )


def _reason(span: Span, choices: StaffingChoices) -> str:
    said = (choice.reason for choice in choices.spans if choice.paragraph == span.paragraph)
    return next((f"chosen by the property: {reason}" for reason in said), span.assumption)


def is_temporary(gaming_day: date) -> bool:
    """Whether Three Dice Football is still under its temporary chapter, which held its own staffing rules."""
    return gaming_day < FINAL_CHAPTERS


@implements(*(row.id for row in _EXCLUSIONS), "577.9(c)", readings=("661-18",))
def exclusions(gaming_day: date) -> Mapping[TableKind, Clause]:
    """The kinds of table that cannot be among the four of 465a.35(c)(1), each with the clause that keeps it out."""
    found: dict[TableKind, Clause] = {}
    for row in _EXCLUSIONS:
        kind = TableKind(row.parameters["excluded_from_span_1"].replace("_", "-"))
        # Until the final chapter 577.9(c) alone confined Three Dice Football, and to spans of its own.
        temporary = kind is TableKind.THREE_DICE_FOOTBALL and is_temporary(gaming_day)
        found[kind] = FOOTBALL_2012 if temporary else row
    found[TableKind.MINI_CRAPS_WITH_STICKPERSON] = found[TableKind.MINI_CRAPS]
    return found


@implements("465a.35(c)(1)")
def four_table_kinds(gaming_day: date) -> frozenset[TableKind]:
    """The kinds that the span of four mixes: banking games, but for the excluded ones."""
    return BANKING_KINDS.difference(exclusions(gaming_day))


@implements("465a.35(c)(13)#1", "465a.35(c)(13)#2", "577.9(c)", readings=("661-18",))
def football_spans(gaming_day: date) -> tuple[Span, Span]:
    """Two Three Dice Football tables, or one and one other banking table: the same under either text."""
    football = frozenset({TableKind.THREE_DICE_FOOTBALL})
    if is_temporary(gaming_day):
        two = FOOTBALL_2012.integer("max_tables")
        others = BANKING_KINDS - football - _named(FOOTBALL_2012, "excluded")
        return (
            Span("577.9(c)", FOOTBALL_2012, two, football, grows=False),
            Span("577.9(c)", FOOTBALL_2012, two, others, lead=TableKind.THREE_DICE_FOOTBALL, grows=False),
        )
    one, another = (FOOTBALL_AND_ANOTHER.integer(name) for name in ("three_dice_football", "other_banking"))
    others = BANKING_KINDS - football - _named(FOOTBALL_AND_ANOTHER, "other_excluded")
    return (
        Span("465a.35(c)(13)", TWO_FOOTBALL, TWO_FOOTBALL.integer("max_tables"), football),
        Span(
            "465a.35(c)(13)", FOOTBALL_AND_ANOTHER, one + another, others, lead=TableKind.THREE_DICE_FOOTBALL
        ),
    )


def _named(clause: Clause, parameter: str) -> frozenset[TableKind]:
    names = clause.parameters[parameter].replace(",", "|").replace("_", "-").split("|")
    # Kinds of tables, whether or not a game of theirs is dealt in this house.
    kinds = frozenset(TableKind(name) for name in names)
    return kinds | _ANY_MINI_CRAPS if kinds & _ANY_MINI_CRAPS else kinds


@implements("465a.35(d)#2", readings=("C-05",))
def earns_enlarged_span(tables: Sequence[OpenTable]) -> bool:
    """Whether every table is electronic and none fully automated, so that the floorperson may have half as many again."""
    return all(table.electronic for table in tables)


@implements("465a.35(d)#1", readings=("C-05", "C-06"))
def most_tables(span: Span, *, enlarged: bool) -> int:
    """How many tables the span holds, half as many again and rounded down where it is enlarged."""
    if not enlarged or not span.grows:
        return span.tables
    return int(span.tables * Fraction(HALF_AS_MANY_AGAIN.parameters["span_multiplier"]))


@implements(
    "465a.35(c)#2",
    "465a.35(c)(1)",
    "465a.35(c)(2)",
    "465a.35(c)(12)",
    "465a.35(c)(13)#1",
    "465a.35(c)(13)#2",
    "577.9(c)",
    readings=("C-06", "661-18"),
)
def fits(span: Span, tables: Sequence[OpenTable], *, seats_players: bool = False) -> bool:
    """Whether these tables of one floorperson fit inside the span, which enlarged keeps its single lead table."""
    kinds = [table.kind for table in tables]
    if len(tables) > most_tables(span, enlarged=earns_enlarged_span(tables)):
        return False
    if span.without_seating and seats_players:
        return False
    if span.side_by_side and not stand_side_by_side(tables):
        return False
    if span.lead is not None:
        return kinds.count(span.lead) == 1 and {*kinds} <= span.kinds | {span.lead}
    return {*kinds} <= span.kinds


def check_choices(choices: StaffingChoices) -> None:
    """Refuse a choice about a span that the text states, or that there is not."""
    known = {span.paragraph for span in ASSUMED}
    for choice in choices.spans:
        if choice.paragraph not in known:
            raise RuleViolation(
                ONE_SPAN,
                f"{choice.paragraph} is not among the spans that the property may settle",
                fix=f"choose one of: {', '.join(sorted(known))}",
            )
    if len({choice.paragraph for choice in choices.spans}) < len(choices.spans):
        raise RuleViolation(ONE_SPAN, "a span is settled twice", fix="settle each span once")
