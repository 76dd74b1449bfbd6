"""The progressive as a service: exact to the fraction of a cent, locked, verified, and never short of its account."""

from dataclasses import replace
from fractions import Fraction

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from houseway.equipment.decks import Dealing
from houseway.games.three_card_poker.progressive import METER_MINIMUMS, RULES
from houseway.law import RuleViolation, md, pa
from houseway.money import MeterShare, for_, to
from houseway.table.events import Event, Result
from houseway.table.meter import PARTS, Amount, Meter, MeterSettings, of_cents
from houseway.table.progressive import Award, Check, Moved, Progressive, ProgressiveService
from houseway.table.progressive_events import (
    CompleteDocuments,
    MeterContributed,
    MeterReset,
    MeterReversed,
    ProgressiveSettled,
    ValidateAward,
    VerifyAward,
)
from houseway.table.wagers import Bet, Bets, PayLine, Verdict, pay_line, wins

SHOE = Dealing.MANUAL_SHOE
WON = md(".11D(6)")
VOID = md(".13E")
JACKPOT = wins(WON, PayLine("the meter", MeterShare(100), md(".12E(1)(a)(i)")))
TENTH = wins(WON, PayLine("a tenth", MeterShare(10), md(".12E(1)(a)(i)")))
FIVE_HUNDRED = wins(WON, PayLine("five hundred", for_(500), md(".12E(1)(a)(ii)")))

settings_of = st.builds(
    MeterSettings,
    rate=st.integers(1_400, PARTS),
    seed=st.integers(100_000, 500_000),
    reset=st.integers(100_000, 500_000),
)
stakes = st.lists(st.sampled_from([100, 500]), min_size=1, max_size=7)


def bets(*amounts: int) -> Bets:
    return tuple(Bet(seat, "progressive", "", amount) for seat, amount in enumerate(amounts, start=1))


def service(**settings: int) -> ProgressiveService:
    return ProgressiveService(RULES, MeterSettings(**settings))


def collected(table: ProgressiveService, state: Progressive, *amounts: int) -> Progressive:
    """The bets closed, and the chips of these wagers in the tray."""
    locked = table.lock(state, SHOE).state
    return table.collect(locked, bets(*amounts), len(amounts), SHOE).state


def checked(table: ProgressiveService, award: Award) -> Award:
    verified, _ = table.verify(award, VerifyAward(seat=award.seat))
    validated, _ = table.validate(verified, ValidateAward(seat=award.seat))
    return validated


# Amounts.


@pytest.mark.parametrize(
    ("parts", "said"),
    [
        (0, "$0"),
        (1_400, "$0.0014"),
        (10_000, "$0.01"),
        (1_000_000_000, "$1,000"),
        (1_000_840_000, "$1,000.84"),
        (1_000_008_598, "$1,000.008598"),
        (1_000_100_000, "$1,000.10"),
    ],
)
def test_an_amount_on_a_meter_reads_to_the_last_fraction_of_a_cent(parts: int, said: str) -> None:
    amount = Amount(parts)
    assert (str(amount), amount.cents) == (said, parts // PARTS)
    assert Fraction(said.replace("$", "").replace(",", "")) == Fraction(parts, PARTS * 100)


@given(settings_of, st.integers(1, 10_000))
def test_a_contribution_is_exactly_the_rate_of_what_was_wagered(
    settings: MeterSettings, wagered: int
) -> None:
    exact = Fraction(settings.rate, PARTS) * wagered
    assert Fraction(settings.contribution(wagered).parts, PARTS) == exact


def test_a_meter_whose_account_does_not_come_to_what_it_shows_cannot_be_made() -> None:
    with pytest.raises(ValueError, match="its account does not come to"):
        Meter(amount=of_cents(100_001), seed=of_cents(100_000))


def test_settings_below_their_minimum_are_all_named() -> None:
    short = METER_MINIMUMS["B"].shortfalls(MeterSettings(rate=1_999, seed=1, reset=2))
    assert [(one.where, one.problem) for one in short] == [
        ("rate", "the meter grows by at least 20% of each wager, not 19.99%"),
        ("seed", "the seed is at least $1,000, not $0.01"),
        ("reset", "the reset is at least $1,000, not $0.02"),
    ]


# Locking and collecting.


@pytest.mark.clause("36.05.14.12E(5)")
@pytest.mark.parametrize("amount", [99, 200, 400, 501, 1_000])
def test_a_wager_has_one_of_the_sizes_that_the_schedule_knows(amount: int) -> None:
    table = service()
    for size in RULES.sizes:
        table.check_size(Bet(1, "progressive", "", size))
    with pytest.raises(RuleViolation) as refusal:
        table.check_size(Bet(1, "progressive", "", amount))
    assert refusal.value.clause.id == "36.05.14.12E(5)"


@pytest.mark.clause("36.05.14.08C(2)(b)")
@given(stakes, st.integers(0, 10))
def test_chips_that_are_not_as_many_as_the_accepted_wagers_are_refused(
    amounts: list[int], chips: int
) -> None:
    table = service()
    state = table.lock(table.start(), SHOE).state
    if chips == len(amounts):
        assert table.collect(state, bets(*amounts), chips, SHOE).state.wagers == bets(*amounts)
        return
    with pytest.raises(RuleViolation) as refusal:
        table.collect(state, bets(*amounts), chips, SHOE)
    assert refusal.value.clause.id == "36.05.14.08C(2)(b)"


# Void rounds.


@given(settings_of, stakes)
def test_a_void_round_gives_the_wagers_back_and_leaves_the_meter_as_it_was(
    settings: MeterSettings, amounts: list[int]
) -> None:
    table = ProgressiveService(RULES, settings)
    before = table.start()
    back = table.give_back(collected(table, before, *amounts), VOID)
    assert back.state == before
    returned = [event for event in back.events if isinstance(event, ProgressiveSettled)]
    assert [(line.seat, line.stake, line.result) for line in returned] == [
        (bet.seat, bet.amount, Result.RETURNED) for bet in bets(*amounts)
    ]
    assert [transfer.source for line in returned for transfer in line.transfers()] == ["tray"] * len(amounts)


def test_a_share_of_the_meter_that_was_paid_stands_in_a_void_round_and_so_does_the_meter() -> None:
    """The other wagers come back from the tray; what they had added went with the share."""
    table = service(reset=150_000)
    state = collected(table, table.start(), 100, 500)
    state = table.pay(state, checked(table, table.award(state, bets(100)[0], JACKPOT))).state
    back = table.give_back(state, VOID)
    returned = [event for event in back.events if isinstance(event, ProgressiveSettled)]
    assert [(line.seat, line.stake, line.result) for line in returned] == [(2, 500, Result.RETURNED)]
    assert len(back.events) == 1, "the meter is not touched"
    assert back.state.meter == state.meter
    assert back.state == table.unlocked(state)
    assert back.state.paid == ()


# Paying.


def test_a_share_of_the_meter_is_read_at_each_players_turn() -> None:
    """Two players with the top hand: the first takes the meter, the second what it was reset to."""
    table = service(seed=500_000, reset=150_000)
    state = collected(table, table.start(), 500, 500)
    for seat, amount in ((2, 500_140), (1, 150_000)):
        award = table.award(state, Bet(seat, "progressive", "", 500), JACKPOT)
        assert (award.amount, award.from_tray) == (amount, False)
        state = table.pay(state, checked(table, award)).state
    assert str(state.meter.amount) == "$1,500"


def test_a_tenth_of_the_meter_leaves_nine_tenths_without_a_reset() -> None:
    table = service()
    state = collected(table, table.start(), 100)
    paid = table.pay(state, checked(table, table.award(state, bets(100)[0], TENTH)))
    assert str(paid.state.meter.amount) == "$900.13"
    assert paid.state.meter.resets == Amount(0)


def test_odds_for_one_count_the_chip_in_and_do_not_touch_the_meter() -> None:
    table = service()
    state = collected(table, table.start(), 500)
    award = table.award(state, bets(500)[0], FIVE_HUNDRED)
    assert (award.amount, award.from_tray) == (250_000, True)
    paid = table.pay(state, checked(table, award))
    assert paid.state == state
    (line,) = paid.events
    assert [(t.source, t.target, t.cents) for t in line.transfers()] == [("tray", "patron:1", 250_000)]


@pytest.mark.clause(
    "36.05.14.11D(7)(b)", "36.05.14.11D(7)(c)", "36.05.14.11D(7)(a)", "36.05.14.11D(7)(d)(ii)"
)
def test_a_payout_is_verified_then_validated_then_documented() -> None:
    table = service()
    state = collected(table, table.start(), 100)
    award = table.award(state, bets(100)[0], JACKPOT)
    papers = CompleteDocuments(seat=1, reference="J-1")
    assert _refused(table.validate, award, ValidateAward(seat=1)) == "36.05.14.11D(7)(b)"
    assert _refused(table.check_documents, award, papers) == "36.05.14.11D(7)(c)"
    verified, _ = table.verify(award, VerifyAward(seat=1))
    assert _refused(table.verify, verified, VerifyAward(seat=1)) == "36.05.14.11D(7)(a)"
    validated, _ = table.validate(verified, ValidateAward(seat=1))
    assert _refused(table.validate, validated, ValidateAward(seat=1)) == "36.05.14.11D(7)(c)"
    for blank in ("", "  "):
        unfiled = CompleteDocuments(seat=1, reference=blank)
        assert _refused(table.check_documents, validated, unfiled) == "36.05.14.11D(7)(d)(ii)"
    assert table.check_documents(validated, papers).reference == "J-1"


def _refused(step: object, *arguments: object) -> str:
    with pytest.raises(RuleViolation) as refusal:
        step(*arguments)  # type: ignore[operator]
    return refusal.value.clause.id


# Where a chapter has the winners of a round share the meter, as 633a does.

STRAIGHT_JACK = replace(
    RULES,
    wager="straight-jack",
    shares_equally=pa("633a.7(o)(3)(ii)(C)#4"),
    validated_from=pa("633a.7(o)(3)(ii)(B)").integer("verify_threshold"),
    not_from_tray_from=10,
    payout=replace(
        RULES.payout, not_from_tray=pa("633a.7(o)(3)(ii)(C)#2"), validated=pa("633a.7(o)(3)(ii)(B)")
    ),
)
WHOLE_AND_ODDS = wins(WON, pay_line("six cards with the ace of spades", pa("633a.13(m)(1)#1")))
TENTH_AND_ODDS = wins(WON, pay_line("six cards with another ace", pa("633a.13(m)(1)#2")))
FIVE_CARDS = wins(WON, pay_line("five cards", pa("633a.13(m)(1)#3")))
FOUR_CARDS = wins(WON, pay_line("four cards", pa("633a.13(m)(1)#4")))


def sharing(**settings: int) -> ProgressiveService:
    return ProgressiveService(STRAIGHT_JACK, MeterSettings(**settings))


def test_a_share_with_odds_pays_both_and_takes_only_the_share_off_the_meter() -> None:
    table = sharing(rate=0, seed=500_000, reset=500_000)
    state = collected(table, table.start(), 500)
    award = table.award(state, bets(500)[0], WHOLE_AND_ODDS)
    # The chip in the tray, 200 for it, and the meter.
    assert (award.amount, award.off_meter) == (500 + 100_000 + 500_000, 500_000)
    paid = table.pay(state, checked(table, award))
    assert paid.state.meter.paid == of_cents(500_000)
    assert str(paid.state.meter.amount) == "$5,000"
    settled = paid.events[0]
    assert [(t.source, t.cents) for t in settled.transfers()] == [("outside", 600_500)]


@pytest.mark.parametrize("winners", [2, 3, 7])
def test_all_who_win_the_whole_meter_in_one_round_share_it_equally_and_it_resets_after_the_last(
    winners: int,
) -> None:
    table = sharing(rate=0, seed=500_001, reset=600_000)
    state = collected(table, table.start(), *winners * (100,))
    each = 500_001 // winners
    for number, bet in enumerate(state.wagers, start=1):
        state = table.shared(state, winners)
        award = table.award(state, bet, WHOLE_AND_ODDS)
        assert award.off_meter == each
        paid = table.pay(state, checked(table, award))
        assert "633a.7(o)(3)(ii)(C)#4" in paid.events[0].also
        state = paid.state
        # The cents that do not come out even stay on the meter.
        left = 500_001 - number * each + (600_000 if number == winners else 0)
        assert state.meter.amount == of_cents(left)
    assert state.paid == tuple(range(1, winners + 1))
    assert table.unlocked(state).split is None


def test_a_single_winner_takes_the_whole_meter() -> None:
    table = sharing(rate=0, seed=500_000)
    state = table.shared(collected(table, table.start(), 100), 1)
    assert state.split is None
    assert table.award(state, bets(100)[0], WHOLE_AND_ODDS).off_meter == 500_000


def test_where_no_clause_has_them_share_each_winner_takes_the_meter_as_it_stands() -> None:
    table = service(rate=0, seed=500_000)
    state = collected(table, table.start(), 100, 100)
    assert table.shared(state, 2) == state


def test_a_tenth_is_read_at_its_turn_also_between_two_who_share_the_rest() -> None:
    """The order of C-70: a half, then a tenth of the meter as it stands, then the other half as it was read."""
    table = sharing(rate=0, seed=500_000, reset=500_000)
    state = collected(table, table.start(), 100, 100, 100)
    taken = []
    for bet, verdict in zip(state.wagers, (WHOLE_AND_ODDS, TENTH_AND_ODDS, WHOLE_AND_ODDS), strict=True):
        state = table.shared(state, 2) if verdict is WHOLE_AND_ODDS else state
        award = table.award(state, bet, verdict)
        taken.append(award.off_meter)
        state = table.pay(state, checked(table, award)).state
    assert taken == [250_000, 25_000, 250_000]
    assert str(state.meter.amount) == "$5,000", "it starts again from its reset amount"


@pytest.mark.parametrize(
    ("verdict", "validated"), [(FOUR_CARDS, False), (FIVE_CARDS, True), (TENTH_AND_ODDS, True)]
)
def test_a_floorperson_validates_from_a_hundred_for_one(verdict: Verdict, validated: bool) -> None:
    """50 to 1 is 51 for 1 and needs nobody; 200 to 1 is 201 for 1 (C-55)."""
    table = sharing(seed=500_000)
    state = collected(table, table.start(), 100)
    award, _ = table.verify(table.award(state, bets(100)[0], verdict), VerifyAward(seat=1))
    assert award.waits_for is (Check.VALIDATION if validated else Check.DOCUMENTS)
    assert award.checked is not validated


@pytest.mark.parametrize(("to_one", "validated"), [(98, False), (99, True)])
def test_the_line_of_validation_counts_the_stake_in(to_one: int, validated: bool) -> None:
    table = sharing()
    state = collected(table, table.start(), 100)
    line = PayLine("at the line", to(to_one), pa("633a.13(m)(1)#3"))
    assert table.award(state, bets(100)[0], wins(WON, line)).unvalidated is not validated


def test_where_every_win_is_validated_the_smallest_is() -> None:
    table = service()
    state = collected(table, table.start(), 100)
    push_like = wins(WON, PayLine("one for one", for_(1), md(".12E(1)(a)(ii)")))
    assert not table.award(state, bets(100)[0], push_like).unvalidated


@pytest.mark.parametrize(("percent", "from_tray"), [(9, True), (10, False), (100, False)])
def test_the_tray_pays_no_share_from_a_tenth_up(percent: int, from_tray: bool) -> None:
    table = sharing(rate=0, seed=500_000)
    state = collected(table, table.start(), 100)
    line = PayLine("a share", MeterShare(percent), pa("633a.13(m)(1)#2"))
    award = table.award(state, bets(100)[0], wins(WON, line))
    assert award.from_tray is from_tray
    paid = table.pay(state, checked(table, award))
    assert ("633a.7(o)(3)(ii)(C)#2" in paid.events[0].also) is not from_tray
    assert [t.source for t in paid.events[0].transfers()] == ["tray" if from_tray else "outside"]
    assert paid.state.meter.paid == of_cents(5_000 * percent), "the meter pays whoever hands it over"


# The identity, after every event of any history.


@given(
    settings_of,
    st.lists(
        st.tuples(
            stakes,
            st.sampled_from(["lost", "void", "jackpot", "two jackpots", "tenth", "odds", "void jackpot"]),
        ),
        max_size=12,
    ),
)
def test_seed_and_contributions_less_payments_with_resets_come_to_the_meter_after_every_event(
    settings: MeterSettings, rounds: list[tuple[list[int], str]]
) -> None:
    table = ProgressiveService(RULES, settings)
    state = table.start()
    told = of_cents(settings.seed)
    for amounts, outcome in rounds:
        locked = table.lock(state, SHOE)
        moved = table.collect(locked.state, bets(*amounts), len(amounts), SHOE)
        told = _agree(told, moved, settings)
        winners = {"lost": 0, "void": 0, "two jackpots": min(2, len(amounts))}.get(outcome, 1)
        verdict = {"tenth": TENTH, "odds": FIVE_HUNDRED}.get(outcome, JACKPOT)
        for bet in moved.state.wagers[:winners]:
            award = checked(table, table.award(moved.state, bet, verdict))
            moved = table.pay(moved.state, award)
            told = _agree(told, moved, settings)
        if outcome.startswith("void"):
            moved = table.give_back(moved.state, VOID)
            told = _agree(told, moved, settings)
        state = table.unlocked(moved.state)
    assert msgspec.json.decode(msgspec.json.encode(state), type=Progressive) == state


def _agree(told: Amount, moved: Moved, settings: MeterSettings) -> Amount:
    """What the events alone say the meter shows, which must be what it shows."""
    for event in moved.events:
        told = _after(told, event, settings)
    meter = moved.state.meter
    assert told == meter.amount == meter.seed + meter.contributed - meter.paid + meter.resets
    assert meter.amount.parts >= 0
    return told


def _after(told: Amount, event: Event, settings: MeterSettings) -> Amount:
    match event:
        case MeterContributed():
            told = told + event.added
        case MeterReversed():
            told = told - event.taken
        case MeterReset():
            emptied = (told - event.paid).parts < PARTS
            told = told - event.paid + of_cents(settings.reset if emptied else 0)
        case _:
            return told
    assert event.meter == told
    return told
