import pytest

from houseway.floor.dispute import settle_round
from houseway.floor.settlement import lines_of
from houseway.floor.written_round import BadRound, read_round
from houseway.games import UnknownGame, game_under, submission_for
from houseway.law import RuleViolation
from houseway.law.editions import NoEdition
from houseway.table.events import BonusPaid, Settled, VigorishCollected, VigorishRefunded, WagerRaised
from houseway.table.redemption import CouponDropped, CouponPaid
from houseway.table.shoe_play import CardDrawn
from tests.crew import lines

FOOTBALL = """
game = "three-dice-football"

[[wagers]]
seat = 1
wager = "touchdown"
amount = 25

[[wagers]]
seat = 2
wager = "defense"
amount = "$10.00"

[[throws]]
dice = [6, 6, 1]
wagers = [{ seat = 2, wager = "big-play", amount = 7.00 }]

[[throws]]
irregularity = "die-stacked"

[[throws]]
dice = [6, 5, 1]
"""

SIC_BO = """
game = "sic-bo"
gaming_day = 2024-05-04

[[wagers]]
seat = 1
wager = "two-dice-combination"
pick = "2-5"
amount = 5

[[wagers]]
seat = 3
wager = "big"
amount = 20

[[throws]]
dice = [5, 2, 1]
"""


POKER = """
game = "three-card-poker"
gaming_day = 2014-08-01
meter = "12,345.67"

[[wagers]]
seat = 1
wager = "pair-plus"
amount = 5

[[wagers]]
seat = 1
wager = "progressive"
amount = 5

[[hands]]
seat = 1
cards = "As Ks Qs"

[[hands]]
seat = 0
cards = "Qh Js 4c"

[[decisions]]
move = "complete-documents"
seat = 1
reference = "J-1"
"""


def test_a_football_game_is_settled_in_lawful_order() -> None:
    settled = settle_round(read_round(FOOTBALL))
    assert lines(list(settled.lines)) == [
        (2, "big-play", "win", 2800),
        (2, "defense", "lose", 0),
        (1, "touchdown", "win", 2500),
    ]
    assert (settled.chapter, settled.standing) == ("661a", ())


def test_a_sic_bo_round_is_settled_losers_first() -> None:
    settled = settle_round(read_round(SIC_BO))
    assert lines(list(settled.lines)) == [(3, "big", "lose", 0), (1, "two-dice-combination", "win", 2500)]


def test_a_device_that_fails_after_the_dice_show_leaves_the_round_to_be_settled_by_hand() -> None:
    failed = SIC_BO.replace("dice = [5, 2, 1]", 'dice = [5, 2, 1]\nirregularity = "device-failed"')
    settled = settle_round(read_round(failed))
    assert lines(list(settled.lines)) == [(3, "big", "lose", 0), (1, "two-dice-combination", "win", 2500)]
    assert "625a.7(b)#1" in {event.clause for event in settled.events}


def test_a_lost_die_is_replaced_and_the_game_goes_on() -> None:
    settled = settle_round(read_round(FOOTBALL.replace("die-stacked", "die-lost")))
    assert (1, "touchdown", "win", 2500) in lines(list(settled.lines))


def test_a_round_of_2013_is_settled_under_the_temporary_chapter() -> None:
    settled = settle_round(read_round("gaming_day = 2013-03-01\n" + FOOTBALL))
    assert (settled.edition, settled.chapter) == ("577-2012", "577")


def test_a_settled_round_carries_the_choices_it_was_played_under() -> None:
    settled = settle_round(read_round("submission = { smallest_chip = 100 }\n" + FOOTBALL))
    assert settled.options == {"smallest_chip": 100}


def test_wagers_that_nothing_decided_are_still_standing() -> None:
    short = FOOTBALL.rsplit("[[throws]]", 2)[0]
    assert {bet.wager for bet in settle_round(read_round(short)).standing} == {"touchdown", "defense"}


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("game = ", "not TOML"),
        ("game = 'sic-bo'", "a round needs at least one wager"),
        (
            FOOTBALL.replace("seat = 1", "seat = 'one'"),
            "`seat` of wager 1 is a whole number, not words in quotation marks",
        ),
        (FOOTBALL.replace("seat = 1\n", "", 1), "wager 1 does not say its `seat`"),
        ("shooter = 3\n" + FOOTBALL, "the round has no `shooter`"),
        ("[[wagers]]\nseat = 1\nwager = 'small'\namount = 5\n", "the round does not say its `game`"),
        ("game = sic-bo", "line 1 cannot be read at sign 8"),
        (FOOTBALL.replace("amount = 25", "amount = '25 dollars'"), "not an amount of dollars and cents"),
        (FOOTBALL.replace("amount = 25", "amount = 25.001"), "not an amount of dollars and cents"),
        (FOOTBALL.replace("amount = 25", f"amount = '{'9' * 5000}'"), "more digits than any amount"),
        (FOOTBALL + "[[stacks]]\nseat = 1\namount = 200\n", "played against the house"),
        (FOOTBALL.replace("[6, 5, 1]", "[6, 5]"), "a throw shows 3 dice, not 2"),
        (FOOTBALL + "[[throws]]\ndice = [1, 1, 2]\n", "nothing to throw for"),
        (SIC_BO + "[[throws]]\ndice = [1, 1, 2]\n", "nothing to throw for"),
        ("game = 'sic-bo'\nwagers = []\nthrows = [{ dice = [1, 2, 3] }]", "at least one wager"),
        ("throws = []\n" + SIC_BO.split("[[throws]]")[0], "at least one throw"),
        ("submission = { colour = 'red' }\n" + FOOTBALL, "there is no option 'colour'"),
        ("submission = { seats = 20 }\n" + FOOTBALL, "the submission is not lawful: seats"),
    ],
)
def test_a_round_that_cannot_be_read_says_why(text: str, said: str) -> None:
    with pytest.raises(BadRound, match="^(.|\n)*" + said):
        settle_round(read_round(text))


FIELD = """
game = "craps"

[[wagers]]
seat = 1
wager = "field"
amount = 20

[[throws]]
dice = [1, 1]
"""


def test_dice_that_a_player_may_not_throw_go_on_to_one_who_may() -> None:
    """Written down is who wagered: a shooter has bet the line, so that whoever has not was not the shooter."""
    line = '[[wagers]]\nseat = 2\nwager = "pass"\namount = 20\n'
    settled = settle_round(read_round(FIELD + line))
    assert [(each.seat, each.paid) for each in settled.lines if isinstance(each, Settled)] == [
        (1, 4000),
        (2, 0),
    ]


def test_a_throw_that_nobody_at_the_table_may_make_is_refused_by_its_clause() -> None:
    with pytest.raises(RuleViolation, match="neither a Pass nor a Don't Pass Bet") as refusal:
        settle_round(read_round(FIELD))
    assert refusal.value.clause.id == "623a.8(a)#1"


def test_a_pick_that_is_the_only_one_need_not_be_written() -> None:
    line = FIELD.replace("field", "pass").replace("[1, 1]", "[2, 2]")
    odds = 'wagers = [{ seat = 1, wager = "pass-odds", amount = 40 }]\n'
    settled = settle_round(read_round(f"{line}\n[[throws]]\n{odds}dice = [1, 3]\n"))
    assert [(each.wager, each.pick, each.paid) for each in settled.lines if isinstance(each, Settled)] == [
        ("pass", "", 2000),
        ("pass-odds", "4", 8000),
    ]
    with pytest.raises(RuleViolation, match="no Pass Bet under a point of 4"):
        settle_round(read_round(line.replace("[[throws]]", f"[[throws]]\n{odds}")))


def test_a_round_of_mini_craps_needs_not_say_how_many_it_seats() -> None:
    line = FIELD.replace("field", "pass")
    assert settle_round(read_round('submission = { form = "mini-craps" }\n' + line)).options["seats"] == 9


def test_a_move_that_the_game_does_not_have_is_told_with_what_may_come() -> None:
    hands = '[[hands]]\nseat = 2\ncards = "Ks Qd 8c 4h 2d"\n[[hands]]\nseat = 0\ncards = "Jh Tc 9d 6h 3c"\n'
    wager = 'game = "five-card-hi-lo"\n[[wagers]]\nseat = 2\nwager = "ante"\namount = 10\n'
    said = "has no move 'forfeit'; what may come here: .*move = 'fold', seat = 2"
    with pytest.raises(BadRound, match=said):
        settle_round(read_round(f'{wager}{hands}[[decisions]]\nmove = "forfeit"\nseat = 2\n'))
    with pytest.raises(BadRound, match="has no move"):
        settle_round(read_round(f"{wager}{hands}[[decisions]]\nmove = []\n"))


def test_a_game_that_is_not_there_is_named() -> None:
    with pytest.raises(UnknownGame, match="roulette"):
        settle_round(read_round(FOOTBALL.replace("three-dice-football", "roulette")))


def test_a_day_no_text_covers_is_refused() -> None:
    with pytest.raises(NoEdition):
        settle_round(read_round("gaming_day = 2001-01-01\n" + FOOTBALL))


@pytest.mark.parametrize(
    ("old", "new", "clause"),
    [
        ("[6, 6, 1]", "[7, 6, 1]", "661a.5(e)#2"),
        ('"touchdown"', '"field-goal"', "661a.3(b)"),
        ("amount = 25", "amount = 1", "125-149:RAF(10)#2"),
        ("die-stacked", "touched-other-chips", "661a.5(d)"),
    ],
)
def test_what_the_law_does_not_allow_is_refused_with_its_clause(old: str, new: str, clause: str) -> None:
    with pytest.raises(RuleViolation) as refusal:
        settle_round(read_round(FOOTBALL.replace(old, new)))
    assert refusal.value.clause.id == clause


# The meter of a progressive.


@pytest.mark.clause("36.05.14.12E(4)")
@pytest.mark.parametrize(
    ("meter", "paid"),
    [
        ('"12,345.67"', 1_234_637),
        ('"$12345.67"', 1_234_637),
        ("12345.67", 1_234_637),
        ('"12,345.6799"', 1_234_637),
        ('"12,345.670001"', 1_234_637),
        ("12345", 1_234_570),
    ],
)
def test_a_share_of_the_meter_is_paid_on_what_it_stood_at_before_the_round(meter: str, paid: int) -> None:
    """With 70 cents of this round on top."""
    settled = settle_round(read_round(POKER.replace('"12,345.67"', meter)))
    assert (1, "progressive", "win", paid) in lines(list(settled.lines))


@pytest.mark.parametrize(("meter", "paid"), [("12,345.67", 1_234_638), ("12,345.6735", 1_234_639)])
def test_parts_of_a_cent_on_the_meter_are_not_lost(meter: str, paid: int) -> None:
    """At 14.33% the wager of $5 adds 71.65 cents."""
    submission = 'submission = { meter = { rate = 1433 } }\nmeter = "' + meter
    settled = settle_round(read_round(POKER.replace('meter = "12,345.67', submission)))
    assert (1, "progressive", "win", paid) in lines(list(settled.lines))


def test_a_share_of_a_meter_that_nobody_wrote_down_is_not_settled() -> None:
    with pytest.raises(BadRound, match="write what the meter stood at before it, for instance meter = "):
        settle_round(read_round(POKER.replace('meter = "12,345.67"\n', "")))


def test_a_round_that_pays_no_share_of_the_meter_needs_none() -> None:
    lost = (
        POKER.replace("As Ks Qs", "2c 5d 7h").split("[[decisions]]")[0].replace('meter = "12,345.67"\n', "")
    )
    assert (1, "progressive", "lose", 0) in lines(list(settle_round(read_round(lost)).lines))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (POKER.replace("12,345.67", "plenty"), "meter: 'plenty' is not an amount"),
        (POKER.replace("12,345.67", "-5"), "meter: '-5' is not an amount"),
        (POKER.replace("12,345.67", "1.2345678"), "is not an amount"),
        (SIC_BO.replace("gaming_day", "meter = 1000\ngaming_day"), "there is no meter at this Sic Bo table"),
        (
            POKER.replace("gaming_day", "submission = { not_offered = ['progressive'] }\ngaming_day"),
            "there is no meter at this Three Card Poker table",
        ),
    ],
)
def test_a_meter_that_cannot_be_read_says_why(text: str, said: str) -> None:
    with pytest.raises(BadRound, match=said):
        settle_round(read_round(text))


THREE_CARD = """
game = "three-card-poker"
wagers = [{ seat = 2, wager = "ante", amount = 25 }]
hands = [{ seat = 2, cards = "Qs Qd Qh" }, { seat = 0, cards = "Ks 9d 2c" }]
"""
PLAYED = """
[[decisions]]
move = "place-wager"
seat = 2
wager = "play"
amount = 25
"""


def test_a_card_round_is_settled_with_its_bonus() -> None:
    settled = settle_round(read_round(THREE_CARD + PLAYED))
    assert [
        (type(line).__name__, line.paid) for line in settled.lines if isinstance(line, Settled | BonusPaid)
    ] == [
        ("Settled", 2500),
        ("Settled", 2500),
        ("BonusPaid", 10000),
    ]
    assert settled.edition == "md-2014"


def test_a_decision_of_a_wrong_amount_is_refused_for_its_amount() -> None:
    with pytest.raises(RuleViolation, match="equals the Ante") as refused:
        settle_round(read_round(THREE_CARD + PLAYED.replace("amount = 25", "amount = 30")))
    assert refused.value.clause.id == "36.05.14.07E(1)"


@pytest.mark.parametrize(
    ("day", "edition"), [("2013-08-01", "md-2013"), ("2014-05-21", "md-2013"), ("2020-01-01", "md-2014")]
)
def test_a_card_round_is_settled_by_the_text_of_its_day(day: str, edition: str) -> None:
    assert settle_round(read_round(f"gaming_day = {day}\n{THREE_CARD}{PLAYED}")).edition == edition


def test_a_card_round_without_an_end_says_what_could_have_come_next() -> None:
    with pytest.raises(BadRound, match="the round is not over") as refusal:
        settle_round(read_round(THREE_CARD))
    assert "move = 'place-wager', seat = 2, wager = 'play', amount" in str(refusal.value)
    assert "move = 'fold', seat = 2" in str(refusal.value)


def test_a_second_area_is_played_by_its_owner() -> None:
    text = """
    game = "five-card-hi-lo"
    submission = { adjacent_areas = 2 }
    wagers = [
        { seat = 2, wager = "ante", amount = 10 },
        { seat = 3, wager = "ante", amount = 25, player = 2 },
    ]
    hands = [
        { seat = 2, cards = "Ks Qd 8c 4h 2d" },
        { seat = 3, cards = "Js Td 9c 5h 3d" },
        { seat = 0, cards = "Jh Tc 9d 6h 3c" },
    ]
    decisions = [
        { move = "place-wager", seat = 2, wager = "play", amount = 10 },
        { move = "place-wager", seat = 3, wager = "play", amount = 25 },
        { move = "set-hand", seat = 2, low = ["4h", "2d"] },
    ]
    """
    with pytest.raises(RuleViolation) as refusal:
        settle_round(read_round(text))
    assert refusal.value.clause.id == "663a.7(f)#3"


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        (('cards = "Qs Qd Qh"', 'cards = "Qs Qd"'), "needs 3 cards, not 2"),
        (
            ('{ seat = 0, cards = "Ks 9d 2c" }', '{ seat = 2, cards = "Ks 9d 2c" }'),
            "two are written for the same",
        ),
        ((', { seat = 0, cards = "Ks 9d 2c" }', ""), "the hand of the dealer is missing"),
        (("seat = 0", "seat = 7"), "position 7 was not dealt in"),
    ],
)
def test_a_badly_written_hand_is_named(change: tuple[str, str], problem: str) -> None:
    with pytest.raises(BadRound, match=problem):
        settle_round(read_round(THREE_CARD.replace(*change) + PLAYED))


CRAPS = """
game = "craps"

[[wagers]]
seat = 1
wager = "pass"
amount = 10

[[throws]]
dice = [4, 4]

[[throws]]
wagers = [{ seat = 2, wager = "buy-4", amount = 40 }]
decisions = [{ move = "reduce-wager", seat = 2, wager = "buy-4", amount = 20 }]
dice = [3, 5]
"""


def test_wagers_that_still_stand_after_the_last_throw_are_told() -> None:
    settled = settle_round(read_round(CRAPS))
    assert [(bet.seat, bet.wager, bet.amount) for bet in settled.standing] == [(2, "buy-4", 2_000)]


def test_vigorish_taken_and_given_back_is_part_of_the_settlement() -> None:
    lines = settle_round(read_round(CRAPS)).lines
    assert [line.amount for line in lines if isinstance(line, VigorishCollected)] == [200]
    assert [line.amount for line in lines if isinstance(line, VigorishRefunded)] == [100]


PAI_GOW = """
game = "pai-gow"

[[wagers]]
seat = 2
wager = "pai-gow"
amount = 100

[[hands]]
seat = 0
tiles = "5-6 1-6 4-6 2-3"

[[hands]]
seat = 2
tiles = "{}"
"""


def test_hands_of_tiles_are_settled_as_they_were_set() -> None:
    lines = settle_round(read_round(PAI_GOW.format("2-4 1-2 / 6-6 4-5"))).lines
    assert [(line.result, line.paid) for line in lines if isinstance(line, Settled)] == [("win", 10_000)]
    assert [line.amount for line in lines if isinstance(line, VigorishCollected)] == [500]


@pytest.mark.parametrize(
    ("tiles", "said"),
    [
        ("2-4 1-2 6-6 4-5", "high hand first"),
        ("2-4 / 1-2 6-6 4-5", "high hand first"),
        ("2-4 1-2 / 6-6", "needs 4 tiles"),
    ],
)
def test_a_hand_not_written_as_it_was_set_is_refused(tiles: str, said: str) -> None:
    with pytest.raises(BadRound, match=said):
        settle_round(read_round(PAI_GOW.format(tiles)))


def test_hands_that_were_relabelled_are_told_as_they_count() -> None:
    (result,) = settle_round(read_round(PAI_GOW.format("6-6 4-5 / 2-4 1-2"))).results
    assert "high supreme pair, low wong" in result.told


def test_a_wager_whose_vigorish_chips_cannot_make_is_refused_for_that() -> None:
    with pytest.raises(RuleViolation, match=r"\$7 on Pai Gow bears a vigorish that \$0.25 chips cannot make"):
        settle_round(read_round(PAI_GOW.format("2-4 1-2 / 6-6 4-5").replace("amount = 100", "amount = 7")))


def test_every_hand_in_play_must_be_written_and_no_other() -> None:
    without = PAI_GOW.format("2-4 1-2 / 6-6 4-5").replace("seat = 0", "seat = 3")
    with pytest.raises(BadRound, match="position 3 has no wager"):
        settle_round(read_round(without))
    twice = PAI_GOW.format("2-4 1-2 / 6-6 4-5").replace("seat = 0", "seat = 2", 1)
    with pytest.raises(BadRound, match="one hand"):
        settle_round(read_round(twice))
    missing = PAI_GOW.split("[[hands]]")[0] + "[[hands]]" + PAI_GOW.split("[[hands]]")[1]
    with pytest.raises(BadRound, match="position 2 is missing"):
        settle_round(read_round(missing))


def test_tiles_that_the_set_does_not_have_are_refused() -> None:
    with pytest.raises(RuleViolation):
        settle_round(read_round(PAI_GOW.format("5-6 5-6 / 6-6 4-5")))


# Match Play Coupons.


def with_coupon(text: str, wager: str, coupon: str) -> str:
    """A written round with a coupon under a wager."""
    return text.replace(f'wager = "{wager}"', f'wager = "{wager}"\ncoupon = {coupon}', 1)


@pytest.mark.clause("603a.21(b)#4", "603a.21(e)#1")
def test_a_coupon_under_a_written_wager_is_paid_and_dropped() -> None:
    settled = settle_round(read_round(with_coupon(FOOTBALL, "touchdown", "{ value = 10, serial = 77 }")))
    (paid,) = [line for line in settled.lines if isinstance(line, CouponPaid)]
    assert (paid.seat, paid.serial, paid.paid) == (1, 77, 1000)
    (dropped,) = [event for event in settled.events if isinstance(event, CouponDropped)]
    assert dropped.serial == 77
    two = with_coupon(with_coupon(SIC_BO, "big", "{ value = 20 }"), "two-dice-combination", terms("5"))
    dropped_both = [
        event for event in settle_round(read_round(two)).events if isinstance(event, CouponDropped)
    ]
    assert sorted((event.seat, event.value) for event in dropped_both) == [(1, 500), (3, 2000)]


def terms(value: str) -> str:
    return f'{{ value = {value}, terms = {{ wagers = ["two-dice-combination"], pays = "even-money" }} }}'


@pytest.mark.parametrize(
    ("wager", "coupon", "clause"),
    [
        ("two-dice-combination", "{ value = 5 }", "603a.21(c)(1)"),
        ("big", "{ value = 25 }", "603a.1[match_play_coupon]#2"),
        ("big", "{ value = 20, expires = 2024-05-03 }", "603a.20(q)(5)"),
    ],
)
def test_a_written_coupon_that_could_not_be_played_is_refused(wager: str, coupon: str, clause: str) -> None:
    with pytest.raises(RuleViolation) as refusal:
        settle_round(read_round(with_coupon(SIC_BO, wager, coupon)))
    assert refusal.value.clause.id == clause


def test_a_badly_written_coupon_is_named() -> None:
    with pytest.raises(BadRound, match="not an amount"):
        settle_round(read_round(with_coupon(SIC_BO, "big", '{ value = "ten" }')))
    with pytest.raises(BadRound, match="value"):
        read_round(with_coupon(SIC_BO, "big", "{ serial = 7 }"))


# Cards out of a shoe.


TWENTY_ONE = """
game = "double-attack-blackjack"
shoe = "{shoe}"
wagers = [{{ seat = 1, wager = "bet", amount = 20 }}]
"""


def written(shoe: str, *decisions: str, wagers: str = "", head: str = "") -> str:
    """A round of Double Attack Blackjack: its cards in shoe order, then what was decided."""
    said = "".join(f"\n[[decisions]]\n{decision}" for decision in decisions)
    return head + TWENTY_ONE.format(shoe=shoe).replace(" }]", f" }}{wagers}]") + said


def decided(decision: str, seat: int = 1, **more: object) -> str:
    """A player's decision as it is written."""
    fields = "".join(f"{name} = {value}\n" for name, value in more.items())
    return f'move = "decide"\nseat = {seat}\ndecision = "{decision}"\n{fields}'


@pytest.mark.parametrize(
    ("shoe", "decision", "said"),
    [
        ("6d 8c", "stand", r"for position 1, who is due one by 665a\.7\(f\)\(2\), before 'stand'"),
        (
            "6d 8c 3d Kh",
            "draw",
            r"the round is not over, no card .* position 1, who is due one by 665a\.7\(i\)",
        ),
        ("6d 8c Kd Kh", "stand", r"not over, no card .* the dealer, who is due one by 665a\.7\(m\)\(2\)"),
        ("6d 8c Kd Kh 2c 9c 9d", "stand", "these cards were not dealt: 9c 9d"),
        ("6d 10c Kd Kh 2c", "stand", "no card is called '10c': write rank and suit"),
    ],
)
def test_cards_that_a_shoe_lacks_or_has_too_many_of_are_named(shoe: str, decision: str, said: str) -> None:
    with pytest.raises(BadRound, match=said):
        settle_round(read_round(written(shoe, decided(decision))))


def test_cards_that_a_dealer_drew_for_nobody_may_be_left_out() -> None:
    past_21 = written("6d 8c 4c Kh Kd", decided("draw"))
    settled = settle_round(read_round(past_21))
    assert settled.lines == settle_round(read_round(past_21.replace("Kh Kd", "Kh Kd 5c"))).lines
    assert lines(list(settled.events)) == [(1, "bet", "lose", 0)]
    # A Bust It Wager hangs on them.
    with pytest.raises(BadRound, match=r"no card .* for the dealer, who is due one by 665a\.7\(m\)\(2\)"):
        settle_round(
            read_round(
                written(
                    "6d 8c 4c Kh Kd", decided("draw"), wagers=', { seat = 1, wager = "bust-it", amount = 5 }'
                )
            )
        )


def test_a_double_down_of_nothing_is_none() -> None:
    with pytest.raises(BadRound, match=r"\$0 is no amount to put up"):
        settle_round(read_round(written("6d 5c 6c Kh", decided("double-down", amount=0))))


def test_a_game_dealt_from_a_shoe_is_not_written_hand_by_hand() -> None:
    hands = written("", head="hands = [{ seat = 1, cards = 'As Kd' }, { seat = 0, cards = '9s Kd' }]\n")
    with pytest.raises(
        BadRound, match="cards of Double Attack Blackjack are written in their order, as a shoe"
    ):
        settle_round(read_round(hands))


INSURED = 'move = "place-wager"\nseat = 1\nwager = "insurance"\namount = 5\n'


@pytest.mark.parametrize(
    ("shoe", "decisions", "said", "clause"),
    [
        ("Ad 8c Kd 9h", (INSURED, INSURED), "the Insurance Wager stands as it was made", "665a.6(c)"),
        ("6d 8c Kd Kh 2c", (INSURED,), "an Insurance Wager is made when an ace is up", "665a.8(b)#3"),
        ("6d 8c Kd Kh 2c", (decided("stand"), decided("surrender")), "no player is asked", "665a.9(a)#3"),
        ("Kd 8c 3d Ah", (decided("surrender"),), "no player is asked", "665a.7(g)#4"),
        ("6d 5c 6c Kh", (decided("double-down", amount=21),), r"\$21 may not be put up", "665a.10(a)#2"),
        ("6d 8c 8d Kh", (decided("split", amount=10),), r"\$10 may not be put up", "665a.11(a)#2"),
        ("6d 8c 8d Kh", (decided("draw", seat=2),), "position 1 is to decide", "665a.7(h)(2)"),
        ("6d Tc", (), "10♣ is not among the cards left", "665a.3(a)#1"),
        # Why a hand has no decision any more: past 21, given up, doubled down on, one of split aces.
        ("9d 8c 4c Kh Kd", (decided("draw"), decided("draw")), "no player is asked", "665a.7(j)"),
        ("9d 8c 4c Kh", (decided("surrender"), decided("draw")), "no player is asked", "665a.9(a)#1"),
        (
            "9d 8c 2c Kh 3d",
            (decided("double-down"), decided("stand"), decided("draw")),
            "no player is asked",
            "665a.7(j)(2)",
        ),
        (
            "9d Ac Ad Kh 3d 4c",
            (decided("split"), decided("stand"), decided("draw")),
            "position 1, hand 2 is to decide",
            "665a.11(e)#1",
        ),
        (" ".join(["8c"] * 9), (decided("split"),) * 3, "8♣ is not among the cards left", "665a.3(a)#1"),
    ],
)
def test_what_is_wrong_with_a_decision_is_told_and_not_that_the_round_went_on(
    shoe: str, decisions: tuple[str, ...], said: str, clause: str
) -> None:
    wagers = ', { seat = 2, wager = "bet", amount = 20 }' * (shoe.count("8c") > 8)
    with pytest.raises(RuleViolation, match=said) as refused:
        settle_round(read_round(written(shoe, *decisions, wagers=wagers)))
    assert refused.value.clause.id == clause


AT_SPANISH_21 = """
game = "spanish-21"
shoe = "{shoe}"
wagers = [{{ seat = 1, wager = "spanish-21", amount = 20 }}]
"""
AT_BLACKJACK = AT_SPANISH_21.replace("spanish-21", "blackjack")
EVEN_MONEY = 'move = "take-even-money"\nseat = 1\n'


@pytest.mark.parametrize(
    ("head", "shoe", "decisions", "said", "clause"),
    [
        (AT_BLACKJACK, "9h Ac Kd 8s", (EVEN_MONEY,), "position 1 has no Blackjack", "633a.8[even_money]"),
        (AT_BLACKJACK, "Ah Kc Kd 8s", (EVEN_MONEY,), "with an ace up", "633a.8[even_money]"),
        (AT_BLACKJACK, "Ah 9c Ad 8s 2s 3c", ("split", "draw"), "no player", "common:blackjack/aces"),
        (AT_BLACKJACK, "9h 9c 2d 8s 4c", ("double-down", "draw"), "no player", "633a.10[double]"),
        (
            AT_BLACKJACK,
            "9h 9c 8d 8s",
            ("add-house-money",),
            "no choice here",
            "633a.7(g)(10)(ii)#2",
        ),
        (
            AT_BLACKJACK.replace("}}]", '}}, {{ seat = 1, wager = "house-money", amount = 5 }}]'),
            "9h Kc 9d As",
            ("add-house-money",),
            "no player",
            "633a.7(g)(10)(i)(A)",
        ),
        (
            AT_SPANISH_21,
            "9s 9h 6c 5h Kh 8d",
            ("double-down", "rescue"),
            "no player",
            "common:spanish-21/rescue",
        ),
        (AT_SPANISH_21, "9s 9h 2c 5h 3h Kd", ("rescue",), "no choice here", "common:spanish-21/rescue"),
        (
            AT_SPANISH_21,
            "9s 9h 2c 5h 3h Kd",
            ("double-down", "rescue", "stand"),
            "no player",
            "common:spanish-21/rescue",
        ),
    ],
)
def test_a_decision_that_a_hand_does_not_have_is_refused_by_its_own_clause(
    head: str, shoe: str, decisions: tuple[str, ...], said: str, clause: str
) -> None:
    moves = (move if "\n" in move else decided(move) for move in decisions)
    text = head.format(shoe=shoe) + "".join(f"\n[[decisions]]\n{move}" for move in moves)
    with pytest.raises(RuleViolation, match=said) as refused:
        settle_round(read_round(text))
    assert refused.value.clause.id == clause


def test_what_a_card_reader_said_of_a_card_nobody_saw_is_asked_for_before_a_decision() -> None:
    text = AT_BLACKJACK.format(shoe="9h Ac Kd ??") + f"\n[[decisions]]\n{decided('stand')}"
    with pytest.raises(
        BadRound, match=r"write first: Check the hole card .* 'check-hole', blackjack\), before 'stand'"
    ):
        settle_round(read_round(text))


BAD_BEAT = """
game = "blackjack"
submission = { bad_beat = true }
shoe = "Kh 9d Jc 9c"
wagers = [{ seat = 1, wager = "blackjack", amount = 20 }, { seat = 1, wager = "bad-beat", amount = 5 }]

[[decisions]]
move = "decide"
seat = 1
decision = "stand"
"""


def test_what_a_system_told_is_written_and_never_made_up() -> None:
    with pytest.raises(BadRound, match="The system tells Bad Beat of position 1") as refusal:
        settle_round(read_round(BAD_BEAT))
    assert "'tell-bad-beat', seat = 1, amount" in str(refusal.value)
    told = BAD_BEAT + '[[decisions]]\nmove = "tell-bad-beat"\nseat = 1\namount = "1,000.50"\n'
    assert lines(list(settle_round(read_round(told)).events)) == [
        (1, "bad-beat", "win", 100_050),
        (1, "blackjack", "win", 2_000),
    ]


HOUSE_MONEY = """
game = "blackjack"
shoe = "Th 9c Td 9h"
wagers = [{ seat = 1, wager = "blackjack", amount = 20 }, { seat = 1, wager = "house-money", amount = 5 }]

[[decisions]]
move = "decide"
seat = 1
decision = "add-house-money"

[[decisions]]
move = "decide"
seat = 1
decision = "stand"
"""


@pytest.mark.clause("633a.7(g)(10)(ii)(C)#1")
def test_a_payout_put_on_a_wager_is_a_line_of_the_settlement() -> None:
    settled = settle_round(read_round(HOUSE_MONEY))
    won, put_on, played = settled.lines
    assert isinstance(put_on, WagerRaised)
    assert (put_on.wager, put_on.amount, put_on.total) == ("blackjack", 1_500, 3_500)
    # The position is up by the payout that lies on the wager, and by what the whole of it wins.
    (result,) = settled.results
    assert [one.net for one in result.net] == [1_500 + 3_500]
    assert lines([won, played]) == [(1, "house-money", "win", 0), (1, "blackjack", "win", 3_500)]


@pytest.mark.clause("665a.13(f)#2")
def test_what_happened_in_the_middle_of_a_deal_comes_after_the_cards_dealt_until_then() -> None:
    deal = 'move = "deal"\ncards = [{}]\n'.format
    two = written(
        "5d Kd 9h",
        deal('"6c"'),
        deal('"8c", "9c", "6h"'),
        'move = "pass-by"\nseat = 2\n',
        decided("dead-hand", seat=2),
        decided("stand"),
        wagers=', { seat = 2, wager = "bet", amount = 20 }',
    )
    with pytest.raises(BadRound, match="these cards were not dealt: 9h"):
        settle_round(read_round(two))
    settled = settle_round(read_round(two.replace(" 9h", "", 1)))
    assert [(line.seat, line.result) for line in settled.lines if isinstance(line, Settled)] == [
        (2, "returned"),
        (1, "lose"),
    ]


@pytest.mark.clause("665a.7(e)#2", "665a.13(a)")
def test_cards_told_as_a_decision_come_before_the_shoe_whatever_the_crew_does_between_them() -> None:
    # The first of them is the up card, after which the crew closes Double Attack.
    first = 'move = "deal"\ncards = ["6c", "9h"]\n'
    face_up = 'move = "find-face-up"\ncard = "Kd"\n'
    text = written("8h Ks Kc", first, face_up, decided("stand"))
    drawn = [event.card for event in settle_round(read_round(text)).events if isinstance(event, CardDrawn)]
    assert drawn == ["6c", "9h", "8h", "Ks", "Kc"]
    # All of them may be told so, and none that nobody is due.
    rest = 'move = "deal"\ncards = ["8h", "Ks"]\n'
    at_last = 'move = "deal"\ncards = ["Kc"]\n'
    alone = written("", first, face_up, rest, decided("stand"), at_last)
    assert settle_round(read_round(alone)).lines == settle_round(read_round(text)).lines
    with pytest.raises(RuleViolation, match=r"^decision 3 of 3: position 1 is to decide"):
        settle_round(read_round(written("", first, rest, at_last)))
    with pytest.raises(RuleViolation, match=r"^no card is named"):
        settle_round(read_round(written("8h Ks Kc", 'move = "deal"\ncards = []\n')))


BACCARAT = """
game = "baccarat"
submission = { form = "minibaccarat" }
shoe = "Kd 9c 5h 8d 2s"

[[wagers]]
seat = 1
wager = "banker"
amount = 20
"""
HOLDEM = """
game = "poker"
submission = { variant = "holdem", structure = "no-limit" }
shoe = "As Ks Ah Kh 2c 7d 9h Ts 3s"

[[stacks]]
seat = 1
amount = 100

[[stacks]]
seat = 10
amount = 100

[[decisions]]
move = "raise-to"
seat = 1
amount = 100

[[decisions]]
move = "call"
seat = 10

[[decisions]]
move = "show-hand"
seat = 1

[[decisions]]
move = "show-hand"
seat = 10
"""


@pytest.mark.parametrize(("form", "seat"), [("minibaccarat", 7), ("midibaccarat", 9), ("baccarat", 14)])
def test_what_a_form_of_baccarat_implies_need_not_be_written(form: str, seat: int) -> None:
    text = BACCARAT.replace("minibaccarat", form).replace("seat = 1", f"seat = {seat}")
    settled = settle_round(read_round(text))
    assert [(line.seat, line.result) for line in settled.lines if isinstance(line, Settled)] == [
        (seat, "push")
    ]
    assert settled.options["seats"] == seat
    fewer = settle_round(read_round(BACCARAT.replace('"minibaccarat"', '"baccarat", seats = 3')))
    assert fewer.options["seats"] == 3


def test_vigorish_that_is_marked_is_a_line_of_the_settlement_that_brings_nobody_anything() -> None:
    marked = BACCARAT.replace("form =", 'vigorish_when = "marked", form =').replace("2s", "Ks")
    settled = settle_round(read_round(marked))
    won, owed = lines_of(game_under(submission_for("baccarat", settled.options)), settled.events)
    assert (won.title, won.brought) == ("Banker", "+$20")
    assert (owed.seat, owed.title, owed.brought) == (1, "$1 vigorish is marked for position 1", "")
    assert [type(line).__name__ for line in settled.lines] == ["Settled", "VigorishMarked"]


def test_a_hand_of_poker_is_written_at_any_position_that_the_variant_seats() -> None:
    assert settle_round(read_round(HOLDEM)).options["seats"] == 10
    with pytest.raises(RuleViolation) as refused:
        settle_round(read_round(HOLDEM.replace("seat = 10", "seat = 11")))
    assert refused.value.clause.id == "common:poker/cards"


def test_cards_may_have_commas_between_them() -> None:
    with_commas = BACCARAT.replace("Kd 9c 5h 8d 2s", "Kd, 9c, 5h, 8d, 2s")
    assert settle_round(read_round(with_commas)).lines == settle_round(read_round(BACCARAT)).lines


@pytest.mark.parametrize(
    ("written", "change", "said"),
    [
        (BACCARAT, ("Kd 9c", "Kd9c"), "no card is called 'Kd9c'"),
        (BACCARAT, ('shoe = "Kd 9c 5h 8d 2s"', ""), "hands or cards that were dealt"),
        (
            BACCARAT + '[[hands]]\nseat = 1\ncards = "Kd 9c"\n',
            ('shoe = "Kd 9c 5h 8d 2s"', ""),
            "as a shoe, not as hands",
        ),
        (BACCARAT, ("amount = 20", f"amount = 2{'0' * 5000}"), "more digits than any amount"),
        (BACCARAT, ('"minibaccarat"', '"minibaccarat", seats = 0'), "1 to 14 positions, not 0"),
        (
            BACCARAT,
            ('"minibaccarat"', '"craps"'),
            "form: 'craps' is none of minibaccarat, midibaccarat, baccarat",
        ),
        (HOLDEM, ("amount = 100", "amount = -100"), "position 1 has no chips"),
        (HOLDEM, ("amount = 100", "amount = 0"), "position 1 has no chips"),
        (HOLDEM, ('"holdem"', '"omahaha"'), "'omahaha' is none of"),
        (HOLDEM, ("[[stacks]]\nseat = 10\namount = 100\n", ""), "write a stack for each of them"),
        (HOLDEM, ('"call"', '"calls"'), "has no move 'calls'; what may come here: .*'call'"),
        (HOLDEM, (" Ah Kh 2c 7d 9h Ts 3s", ""), "in the shoe: 2 cards are due: position 1, position 10"),
        (HOLDEM.split("[[decisions]]", 1)[0], ("", ""), "is not over, write what came next: .* folds"),
    ],
)
def test_a_round_of_cards_in_their_order_that_is_amiss_says_why(
    written: str, change: tuple[str, str], said: str
) -> None:
    with pytest.raises(BadRound, match=said):
        settle_round(read_round(written.replace(*change, 1)))


@pytest.mark.parametrize("percent", ["nan", "inf", "-1", "100", "1e-30", "1e999999"])
def test_a_vigorish_that_is_no_share_of_a_win_is_named(percent: str) -> None:
    with pytest.raises(BadRound, match="vigorish is a share of what is won"):
        settle_round(read_round(BACCARAT.replace("form =", f'vigorish_percent = "{percent}", form =')))


def test_a_raise_that_chips_cannot_make_is_refused_with_their_steps() -> None:
    with pytest.raises(RuleViolation, match=r"in steps of \$1, not to \$50.50"):
        settle_round(
            read_round(
                HOLDEM.replace('raise-to"\nseat = 1\namount = 100', 'raise-to"\nseat = 1\namount = "50.50"')
            )
        )
