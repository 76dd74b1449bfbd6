"""Card tables seen from the page: what lies face down stays unknown, cards and hands are drawn, steps ask what they need."""

import re
from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta
from html import unescape
from itertools import pairwise
from typing import Any

import msgspec
import pytest
from litestar import Litestar
from litestar.testing import TestClient

from houseway.equipment.cards import CODES, FIFTY_TWO, UNSEEN, cards_in_words
from houseway.floor import Floor
from houseway.floor.demo_people import FLOORPERSON
from houseway.floor.settlement import last_settlement
from houseway.floor.table import TableInService
from houseway.games import game_under, games, submission_for
from houseway.table.card_game import CardGame
from houseway.table.places import DEALER_PLACE
from houseway.table.places import Place as At
from houseway.table.roles import DEALERS
from houseway.table.rules import Lawful
from houseway.table.seated import seated
from houseway.table.veil import Veil, cards_of
from houseway.web.cards import (
    CARD_HEIGHT,
    CARD_WIDTH,
    HandPlace,
    aloud,
    card_name,
    draw_hand,
    draw_hands,
    hand_places,
    named,
    pips_of,
    spots,
    unset_place,
)
from houseway.web.decks import kit_view
from houseway.web.felt import seat_of, stacks
from houseway.web.hints import hints
from houseway.web.printing import LEAST_SIZE, text_width
from houseway.web.setting import every_way, read_hands
from houseway.web.steps import Place, StepForm
from houseway.web.table_page import table_page
from houseway.web.unseen import NOTHING, as_seen, face_down, masked
from houseway.web.view import BetView
from tests.web.house import signed_in_client, told_of
from tests.web.rounds import (
    CARD_TABLES,
    bet_all,
    deal_order,
    forms,
    open_live,
    play_out,
    play_to,
    step,
    take,
)

GAMES = [game_under(submission_for(name)) for name in games()]
CARD_GAMES = [game for game in GAMES if isinstance(game, CardGame)]

HANDS = {
    "3CP-1": {0: "Qh 9d 5c", 1: "Kh Kc 4d", 2: "Js 8h 3s"},
    "HL-1": {0: "Qh Qd 8c 6d 4s", 1: "Kh Kc 9d 5c 3h", 2: "Js Th 7s 6h 4d"},
    "AP-1": {0: "Qh Qd 9c 8c 6d 5s 3d", 1: "Kh Kc Td 9d 5c 4h 3h", 2: "Js Jh 8h 7s 6h 4d 3s"},
}


@pytest.fixture
def client(floor: Floor) -> Iterator[TestClient[Litestar]]:
    with signed_in_client(floor, "http://127.0.0.1:8000") as client:
        yield client


# Face down.


def faces_in(text: str) -> set[str]:
    """Every card that a text names, by its code, in signs or in words."""
    codes = re.findall(rf"(?<![A-Za-z0-9-])((?:{'|'.join(CODES)})+)(?![A-Za-z0-9-])", text)
    named = {code for code in CODES if card_name(code) in text}
    named |= {code for code in FIFTY_TWO if cards_in_words((code,)) in text}
    return {card for run in codes for card in re.findall("|".join(CODES), run)} | named


def seen_of(client: TestClient[Litestar], table: str) -> str:
    """Everything that a page or a program can be told about a table at this moment."""
    return _NO_CARDS.sub("", "\n".join(told_of(client, table).values()))


# What the page and the paytables say of cards in general.
_NO_CARDS = re.compile("As Kd 2c|As they lie|As much again|such as 7c|pair of 7s|four 8s|AsKdQcJh TcTd 2s")


@pytest.mark.parametrize("table", CARD_TABLES)
def test_no_face_down_card_is_told_before_the_table_shows_it(
    floor: Floor, client: TestClient[Litestar], table: str
) -> None:
    bet_all(floor, table, 1, 2)
    dealers = set(HANDS[table][0].split())
    moves = []
    while floor.table(table).state.play.bets:
        moves.append(step(floor, table, HANDS[table]))
        hidden = cards_down(floor.table(table))
        told = faces_in(seen_of(client, table))
        # A list of the cards left in the deck names every card, so none of them stands out.
        assert told.isdisjoint(hidden) or told >= set(FIFTY_TWO), moves
        if moves[-1] == "deal":
            assert hidden == dealt_to(floor, table), "nobody looks at cards before the stub is away"
        if "deal" in moves and not any("turn" in move for move in moves):
            assert dealers <= hidden, moves
    assert dealers <= told, "once the round is over, the dealer's cards have been seen"


def cards_down(place: TableInService) -> frozenset[str]:
    """The cards on the table that nobody is shown."""
    hidden = face_down(place)
    lying = {card for hand in place.state.play.hands for card in hand.cards if card != UNSEEN}
    return frozenset(card for card in lying if hidden is not None and hidden.over(card) == UNSEEN)


def dealt_to(floor: Floor, table: str) -> set[str]:
    """Every card before a position, whether anybody sits there or not."""
    return {card for hand in floor.table(table).state.play.hands for card in hand.cards}


@pytest.mark.parametrize("table", CARD_TABLES)
def test_the_answer_to_a_deal_names_no_card_that_lies_face_down(
    floor: Floor, client: TestClient[Litestar], table: str
) -> None:
    bet_all(floor, table, 1, 2)
    play_to(floor, table, "deal")
    answer = client.post(f"/api/tables/{table}/throw", json={"who": "PA-1001"})
    assert answer.status_code == 201
    assert len(answer.json()["events"]) >= 9
    hidden = cards_down(floor.table(table))
    assert hidden
    assert faces_in(answer.text).isdisjoint(hidden)


def test_a_laid_hand_is_face_down_again_and_its_record_as_well(floor: Floor) -> None:
    bet_all(floor, "HL-1", 1, 2)
    play_to(floor, "HL-1", "set-hand", HANDS["HL-1"])
    assert cards_down(floor.table("HL-1")) == set(HANDS["HL-1"][0].split())
    step(floor, "HL-1")
    assert cards_down(floor.table("HL-1")) == {*HANDS["HL-1"][0].split(), *HANDS["HL-1"][1].split()}


def test_the_cards_of_an_earlier_round_stay_in_the_record_while_they_are_hidden_again(
    floor: Floor, client: TestClient[Litestar]
) -> None:
    """A card masked in an old round would tell that it lies face down now."""
    bet_all(floor, "3CP-1", 1)
    play_out(floor, "3CP-1", HANDS["3CP-1"])
    while forms(floor, "3CP-1"):
        step(floor, "3CP-1")
    bet_all(floor, "3CP-1", 1)
    play_to(floor, "3CP-1", "discard-stub", HANDS["3CP-1"])
    record = client.get("/api/tables/3CP-1/record?limit=500").json()
    dealt = [
        event["words"] for act in record for event in act["events"] if "The dealer gets" in event["words"]
    ]
    assert (
        dealt
        == ["The dealer gets Q♥", "The dealer gets 9♦", "The dealer gets 5♣"]
        + ["The dealer gets a card face down"] * 3
    )


# Cards that nobody was shown stay unknown when the round is over.


def act_on(floor: Floor, table: str, move: str, **fields: Any) -> None:
    """A lawful move that the page need not offer first."""
    who = floor.assigned(floor.table(table)).get("dealer", "tester")
    floor.submit(table, {"move": move, **fields}, who=who)


def fold_second_player(floor: Floor) -> int:
    """A round in which the second player looks at the cards and folds; returns the version of that look."""
    bet_all(floor, "3CP-1", 1, 2)
    play_to(floor, "3CP-1", "place-wager", HANDS["3CP-1"])
    looked = floor.table("3CP-1").version
    step(floor, "3CP-1")
    act_on(floor, "3CP-1", "fold", seat=2)
    play_out(floor, "3CP-1")
    return looked


def test_a_folded_hand_is_never_told(floor: Floor, client: TestClient[Litestar]) -> None:
    looked = fold_second_player(floor)
    folded, shown = set(HANDS["3CP-1"][2].split()), set(HANDS["3CP-1"][1].split())
    told = faces_in(seen_of(client, "3CP-1"))
    assert told.isdisjoint(folded)
    assert told >= shown
    for address in (f"/tables/3CP-1?at={looked}", f"/api/tables/3CP-1/at/{looked}"):
        then = faces_in(_NO_CARDS.sub("", client.get(address).text))
        assert then.isdisjoint(folded), address
        assert then >= shown, address
    # The journal keeps every card: it is the sealed record.
    assert folded <= {card for dealt in recorded_deal(floor, "3CP-1") for card in dealt}


def recorded_deal(floor: Floor, table: str) -> list[tuple[str, ...]]:
    moves = (recorded.act.move for recorded in floor.replay(table).record)
    return [move.cards for move in moves if move.__struct_config__.tag == "deal"]


def test_a_folded_hand_stays_unknown_while_later_rounds_are_played(
    floor: Floor, client: TestClient[Litestar]
) -> None:
    fold_second_player(floor)
    while forms(floor, "3CP-1"):
        step(floor, "3CP-1")
    bet_all(floor, "3CP-1", 1)
    # Now the dealer shows what the second player folded before: the old round must not tell it.
    play_out(floor, "3CP-1", {0: HANDS["3CP-1"][2], 1: HANDS["3CP-1"][1]})
    record = client.get("/api/tables/3CP-1/record?limit=500").json()
    words = [event["words"] for act in record for event in act["events"]]
    assert words.count("Position 2 gets a card face down") == 3
    assert "The dealer gets J♠" in words


def test_a_surrendered_hand_and_stacks_without_a_wager_are_never_told(
    floor: Floor, client: TestClient[Litestar]
) -> None:
    for seat in (1, 2):
        act_on(floor, "AP-1", "place-wager", seat=seat, wager="asia-poker", amount=2500)
    play_to(floor, "AP-1", "reveal-hands", HANDS["AP-1"])
    act_on(floor, "AP-1", "surrender", seat=2)
    play_out(floor, "AP-1")
    unseen = set(recorded_deal(floor, "AP-1")[0]) - {
        card for seat in (0, 1) for card in HANDS["AP-1"][seat].split()
    }
    assert unseen >= set(HANDS["AP-1"][2].split())
    assert len(unseen) == 35
    assert faces_in(seen_of(client, "AP-1")).isdisjoint(unseen)


def test_an_exposed_card_has_been_seen_for_good(floor: Floor, client: TestClient[Litestar]) -> None:
    bet_all(floor, "AP-1", 1)
    play_to(floor, "AP-1", "count-stub", HANDS["AP-1"])
    act_on(floor, "AP-1", "expose-card", seat=1, card="Td")
    step(floor, "AP-1")
    while "play-on" not in offered(floor, "AP-1"):
        step(floor, "AP-1")
    act_on(floor, "AP-1", "play-on", seat=1)
    play_to(floor, "AP-1", "place-hands")
    step(floor, "AP-1")
    hidden = cards_down(floor.table("AP-1"))
    assert hidden >= set(HANDS["AP-1"][1].split()) - {"Td"}
    assert "Td" not in hidden
    record = client.get("/api/tables/AP-1/record?limit=500").json()
    exposed = [
        event for act in record for event in act["events"] if event["event"]["event"] == "card-exposed"
    ]
    assert [event["event"]["card"] for event in exposed] == ["Td"]


def offered(floor: Floor, table: str) -> set[str]:
    return {act.move for act in floor.table(table).legal(floor.clock())}


def lawful(move: str, **fields: tuple[Any, ...]) -> Lawful:
    return Lawful(move=move, by=DEALERS, clause="661a.3(a)", label="", fields=fields)


def test_what_may_happen_next_gives_no_hidden_card_away() -> None:
    hidden = Veil(cards_of(FIFTY_TWO), {DEALER_PLACE: ("As", UNSEEN, UNSEEN)})
    left = tuple(code for code in FIFTY_TWO if code not in {"As", "Ks", "7d"})
    unknown = tuple(code for code in FIFTY_TWO if code != "As")
    turn, deal, aside, reveal = as_seen(
        (
            lawful("turn-dealer", low=((), ("Ks", "7d"), ("As", "7d"))),
            lawful("deal", cards=tuple((code,) for code in left)),
            lawful("find-face-up", card=left),
            lawful("reveal", seat=(1,), low=(("Ks", "7d"),)),
        ),
        hidden,
    )
    assert turn.fields == {"low": ((),)}
    assert deal.fields == {"cards": tuple((code,) for code in unknown)}
    assert aside.fields == {"card": unknown}
    assert (reveal.fields, reveal.text) == ({"seat": (1,)}, ("low",))
    assert as_seen((turn,), NOTHING) == (turn,)


def test_hidden_cards_are_masked_wherever_they_stand_but_words_are_left_alone() -> None:
    told = {"cards": ["Ks", "2c"], "hands": "KsQd 7d", "who": "Ks is no card here", "deep": ({"card": "7d"},)}
    assert masked(told, Veil(cards_of(FIFTY_TWO), {At(1): ("2c",), At(2): (UNSEEN, "Qd")})) == {
        "cards": [UNSEEN, "2c"],
        "hands": "??Qd ??",
        "who": "Ks is no card here",
        "deep": ({"card": UNSEEN},),
    }


# The drawing.


@pytest.mark.parametrize("game", CARD_GAMES, ids=lambda game: game.name)
def test_cards_stay_within_their_places_and_show_their_corners(game: CardGame[Any]) -> None:
    for places in hand_places(game.layout).values():
        unset = unset_place(game.layout, places)
        # Nor does a hand that is not set yet cover what may be wagered.
        assert not any(
            area.wager
            and unset.x < area.x + area.width
            and area.x < unset.x + unset.width
            and unset.y < area.y + area.height
            and area.y < unset.y + unset.height
            for area in game.layout.areas
        )
        for place in (*places, unset):
            for count in range(1, game.hand_size + 1):
                lying = spots(place, count)
                assert len(lying) == count
                for spot in lying:
                    assert place.x <= spot.x
                    assert spot.x + spot.scale * CARD_WIDTH <= place.x + place.width + 0.2
                    assert place.y <= spot.y
                    assert spot.y + spot.scale * CARD_HEIGHT <= place.y + place.height + 0.2
                for left, right in pairwise(lying):
                    if left.y == right.y:
                        assert right.x - left.x >= 0.38 * left.scale * CARD_WIDTH


@pytest.mark.parametrize("game", CARD_GAMES, ids=lambda game: game.name)
def test_every_position_and_the_dealer_have_places_for_cards(game: CardGame[Any]) -> None:
    places = hand_places(game.layout)
    assert places.keys() == {"dealer", *(str(seat) for seat in range(1, game.seats + 1))}
    assert len({tuple(place.part for place in whose) for whose in places.values()}) == 1


def test_the_sign_of_a_card_has_a_name_for_whoever_cannot_see_it() -> None:
    assert aloud("Position 1 gets 10♥ & K♦") == (
        'Position 1 gets <span role="img" aria-label="10 of hearts">10♥</span> &amp; '
        '<span role="img" aria-label="king of diamonds">K♦</span>'
    )
    assert aloud("<b> 5 ♣") == "&lt;b&gt; 5 ♣"


def test_a_hand_is_read_out_and_a_card_face_down_is_not_named() -> None:
    game = next(game for game in CARD_GAMES if game.name == "five-card-hi-lo")
    cards = {"high-1": ("As", "Td", "2c"), "low-1": ("Jo", UNSEEN), "hand-dealer": (UNSEEN,) * 5}
    drawn = {hand.key: hand for hand in draw_hands(game.layout, cards)}
    assert drawn["high-1"].words == "Position 1, high: ace of spades, 10 of diamonds, 2 of clubs"
    assert drawn["low-1"].words == "Position 1, low: joker, one card face down"
    assert drawn["hand-dealer"].words == "Dealer: 5 cards face down"
    assert [card.code for card in drawn["low-1"].cards] == ["Jo", ""]
    assert (drawn["high-1"].name.part, drawn["high-1"].name.called) == ("high", "")
    assert (drawn["hand-dealer"].name.part, drawn["hand-dealer"].name.called) == ("", "")


def test_what_a_hand_is_called_stands_at_the_foot_of_its_place_below_the_cards() -> None:
    game = next(game for game in CARD_GAMES if game.name == "five-card-hi-lo")
    layout = seated(game.layout, {1})
    cards = {"high-1": ("As", "Ad", "2c"), "low-1": ("Jo", "3c")}
    drawn = {
        hand.key: hand for hand in draw_hands(layout, cards, {"high-1": "Pair of aces", "low-1": "9 points"})
    }
    assert drawn["high-1"].words.endswith("2 of clubs; pair of aces")
    assert (drawn["high-1"].name.part, drawn["high-1"].name.called) == ("high", "Pair of aces")
    for hand in drawn.values():
        foot = max(card.spot.y + card.spot.scale * CARD_HEIGHT for card in hand.cards)
        assert foot <= hand.name.y - LEAST_SIZE * 0.8
        place = layout.area(hand.key)
        assert hand.name.y <= place.y + place.height
        assert place.x < hand.name.x < place.x + place.width


def test_a_name_of_several_parts_is_broken_behind_them_as_long_as_the_cards_keep_their_room() -> None:
    called = "Two pair, kings and sevens, seven-five low"
    tall = HandPlace("cards-1", "cards", "1", 0, 0, 176, 120)
    said = named(tall, "", called)
    assert (*said.above, said.called) == ("Two pair,", "kings and sevens,", "seven-five low")
    assert said.whole == ""
    drawn = draw_hand(tall, ("4c", "Kh", "5s", "3d", "7c"), called)
    assert max(card.spot.y + card.spot.scale * CARD_HEIGHT for card in drawn.cards) <= said.y - 17 * 2
    assert named(replace(tall, height=104), "", called).whole == called
    assert named(tall, "", "Pair of fours, seven-six low").above == ("Pair of fours,",)


def test_a_name_that_does_not_fit_gives_up_the_part_and_then_its_end() -> None:
    place = HandPlace("low-1", "low", "1", 0, 0, 100, 140)
    assert named(place, "low", "Gong").part == "low"
    assert (named(place, "low", "19 points").part, named(place, "low", "19 points").called) == (
        "",
        "19 points",
    )
    cut = named(place, "low", "Natural straight flush")
    assert cut.called.endswith("\N{HORIZONTAL ELLIPSIS}")
    assert cut.whole == "Natural straight flush"
    assert text_width(cut.called, LEAST_SIZE) <= 100


@pytest.mark.parametrize("code", FIFTY_TWO)
def test_a_card_bears_as_many_suit_marks_as_its_rank_says(code: str) -> None:
    court = {"J": 0, "Q": 0, "K": 0, "A": 1, "T": 10}
    marks = pips_of(code)
    assert len({(mark.x, mark.y) for mark in marks}) == court.get(code[0], 0) or int(code[0])


@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.name)
def test_positions_of_card_tables_have_areas_of_their_own(game: Any) -> None:
    whose = {seat_of(area) for area in game.layout.areas if area.wager}
    if isinstance(game, CardGame):
        assert whose == set(range(1, game.seats + 1))
    # Where one position has an area of its own, all have.
    assert whose - {0} in (set(), set(range(1, game.seats + 1)))


def test_chips_lie_on_the_area_of_whoever_bet_them() -> None:
    game = next(game for game in CARD_GAMES if game.name == "three-card-poker")
    bets = [BetView(seat=seat, wager="ante", pick="", title="", amount=500, button="") for seat in (1, 4)]
    assert [(stack.area, stack.seat) for stack in stacks(game.layout, bets)] == [("ante-1", 1), ("ante-4", 4)]


# The steps.


def test_the_deck_is_prepared_step_by_step_and_rare_steps_are_put_away(floor: Floor) -> None:
    bet_all(floor, "3CP-1", 1)
    play_out(floor, "3CP-1", HANDS["3CP-1"])
    taken = []
    while forms(floor, "3CP-1"):
        assert forms(floor, "3CP-1")[0].prepares
        taken.append(step(floor, "3CP-1"))
    assert taken == ["shuffle-deck", "cut-deck", "load-deck"]
    put_away = {form.move for form in forms(floor, "3CP-1", Place.MENU)}
    assert put_away >= {"order-recut", "order-shuffle", "remove-deck"}


def test_a_new_deck_comes_before_a_preshuffled_one(floor: Floor) -> None:
    floor.submit("HL-1", {"move": "remove-deck", "deck": "HL-1-A"}, who="PA-1003")
    assert [form.label for form in forms(floor, "HL-1")] == ["Bring a deck"]
    assert "Bring a preshuffled deck" in [form.label for form in forms(floor, "HL-1", Place.MENU)]


def asked(form: StepForm) -> dict[str, str]:
    return {field.name: field.kind for field in form.fields if field.kind != "fixed"}


def test_counts_and_cards_are_typed_and_the_expected_count_is_suggested(floor: Floor) -> None:
    bet_all(floor, "AP-1", 1, 2)
    play_to(floor, "AP-1", "deal")
    deal = forms(floor, "AP-1")[0]
    assert asked(deal) == {"cards": "cards"}
    assert deal.fields[0].most == 49
    assert deal.fields[0].note.startswith("49 cards are due, one at a time: ")
    face_up = next(form for form in forms(floor, "AP-1", Place.MENU) if form.move == "find-face-up")
    assert asked(face_up) == {"card": "card"}
    step(floor, "AP-1", HANDS["AP-1"])
    count = forms(floor, "AP-1")[0]
    assert asked(count) == {"stub": "number", "in_hands": "number"}
    assert [field.suggestion for field in count.fields] == ["4", "0"]
    assert count.fields[1].label == "Cards counted in the hands (0 = every hand has its number)"
    assert "The stub must be counted in this round: 4 cards are expected" in waits_for(floor, "AP-1")


def test_a_stub_that_need_not_be_counted_is_discarded_first(floor: Floor) -> None:
    bet_all(floor, "HL-1", 1)
    play_to(floor, "HL-1", "discard-stub", HANDS["HL-1"])
    assert [form.move for form in forms(floor, "HL-1")] == ["discard-stub"]
    assert "count-stub" in {form.move for form in forms(floor, "HL-1", Place.MENU)}


def test_a_player_who_must_answer_has_a_button_for_either_answer(floor: Floor) -> None:
    bet_all(floor, "3CP-1", 1, 2)
    play_to(floor, "3CP-1", "place-wager", HANDS["3CP-1"])
    assert [form.label for form in forms(floor, "3CP-1")] == ["Position 1 wagers $25 on Play"]
    fold = next(form for form in forms(floor, "3CP-1", Place.OTHER) if form.move == "fold")
    assert asked(fold) == {}
    assert "Wagers are open" not in waits_for(floor, "3CP-1")


def waits_for(floor: Floor, table: str, **later: float) -> str:
    """What the table says so much later, counted from when its deck came."""
    place = floor.table(table)
    now = next(iter(place.state.decks.values())) + timedelta(**later) if later else floor.clock()
    return " ".join(hint.words for hint in hints(place, place.legal(now), now))


def test_a_table_says_that_its_deck_is_not_ready_or_soon_past_its_time(floor: Floor) -> None:
    assert "deck" not in waits_for(floor, "HL-1")
    soon = waits_for(floor, "HL-1", hours=7, minutes=50)
    assert "Deck HL-1-A may be used for 10 minutes more" in soon
    assert "Deck HL-1-A is past its time" in waits_for(floor, "HL-1", hours=8, minutes=5)
    floor.submit("HL-1", {"move": "order-shuffle", "deck": "HL-1-A"}, who="PA-1003")
    assert "No deck stands ready to be dealt" in waits_for(floor, "HL-1")


def test_decks_and_devices_are_told_in_words(floor: Floor) -> None:
    training, live = kit_view(floor.table("3CP-1")), kit_view(floor.table("3CP-2"))
    assert training is not None
    assert live is not None
    deck = training.decks[0]
    assert (deck.back, deck.words) == ("red", "ready to be dealt")
    assert deck.use_before - deck.since == timedelta(hours=8)
    assert (live.dealing, live.shuffler, live.decks) == ("dealt from the hand", "in service", ())
    assert kit_view(floor.table("TDF-1")) is None


# What a table waits for when a device has failed.


def labels(floor: Floor, table: str, place: Place = Place.MAIN) -> list[str]:
    return [form.label for form in forms(floor, table, place)]


def fail(floor: Floor, table: str, device: str) -> None:
    act_on(floor, table, "report", irregularity=f"{device}-unusable", by="dealer")


def test_a_failed_shuffler_leads_to_its_mark_another_way_of_dealing_and_one_deck(floor: Floor) -> None:
    open_live(floor, "3CP-2", 1)
    assert "next round" not in waits_for(floor, "3CP-2")
    fail(floor, "3CP-2", "shuffler")
    assert "The shuffler has failed and is neither covered nor signed out of order: cover it or" in waits_for(
        floor, "3CP-2"
    )
    assert labels(floor, "3CP-2") == ["Mark the shuffler out of order"]
    step(floor, "3CP-2")
    assert "Two decks are at the table without a shuffler in service: remove one" in waits_for(floor, "3CP-2")
    assert labels(floor, "3CP-2") == ["Deal from a manual shoe from now on", "Remove the deck 3CP-2-D2"]
    step(floor, "3CP-2")
    assert labels(floor, "3CP-2") == ["Remove the deck 3CP-2-D1", "Remove the deck 3CP-2-D2"]
    step(floor, "3CP-2")
    assert "remove-deck" not in [form.move for form in forms(floor, "3CP-2")]
    assert "The next round waits" in waits_for(floor, "3CP-2"), "the manual shoe is to be attested"
    for form in forms(floor, "3CP-2", Place.CHECKLIST):
        take(floor, "3CP-2", form)
    while forms(floor, "3CP-2"):
        step(floor, "3CP-2")
    act_on(floor, "3CP-2", "place-wager", seat=1, wager="ante", amount=2500)
    assert [form.move for form in forms(floor, "3CP-2")] == ["call-no-more-bets"]
    assert "deck" not in waits_for(floor, "3CP-2")


def test_a_live_table_waits_for_a_choice_when_a_player_has_one_and_not_while_the_crew_goes_on(
    floor: Floor,
) -> None:
    """Then the other choices stand in reach of whoever has a tablet or a telephone."""
    somebody = floor.office.people().get(FLOORPERSON)

    def choosing() -> bool:
        return table_page(floor, "3CP-2", None, somebody).choosing

    open_live(floor, "3CP-2", 1)
    act_on(floor, "3CP-2", "place-wager", seat=1, wager="ante", amount=2500)
    while (coming := forms(floor, "3CP-2")[0]).move != "place-wager":
        assert not choosing()
        told = {"cards": deal_order(floor, "3CP-2", {})} if coming.move == "deal" else {}
        take(floor, "3CP-2", coming, **told)
    assert choosing()
    assert labels(floor, "3CP-2", Place.OTHER) == ["Position 1 folds"]


def test_nobody_is_led_to_shuffle_by_hand_beside_a_shuffler_in_service(floor: Floor) -> None:
    """While the shoe that the shuffler feeds has failed, the device cannot shuffle into it."""
    open_live(floor, "HL-2", 1)
    act_on(floor, "HL-2", "order-shuffle", deck="HL-2-D1")
    assert labels(floor, "HL-2") == ["Shuffle the deck with the device"]
    assert "Shuffle the deck by hand" in labels(floor, "HL-2", Place.MENU)
    fail(floor, "HL-2", "automated-shoe")
    assert labels(floor, "HL-2") == ["Mark the automated shoe out of order"]
    step(floor, "HL-2")
    assert "Shuffle the deck by hand" not in labels(floor, "HL-2")
    assert forms(floor, "HL-2")[0].move == "change-dealing"


# Setting the hands.


def test_a_player_sets_the_hands_in_any_lawful_way(floor: Floor) -> None:
    bet_all(floor, "HL-1", 1, 2)
    play_to(floor, "HL-1", "set-hand", HANDS["HL-1"])
    settings = [form.setting for form in forms(floor, "HL-1")]
    assert [setting.whose for setting in settings if setting] == ["1", "2"]
    first = settings[0]
    assert first is not None
    assert first.parts == ("low",)
    assert first.start in first.lawful
    assert {len(hand) for hands in first.lawful for hand in hands} == {3, 2}
    assert first.laid().keys() == {"high-1", "low-1"}


def test_the_house_way_is_shown_to_a_player_who_asks(floor: Floor) -> None:
    bet_all(floor, "AP-1", 1, 2)
    play_to(floor, "AP-1", "place-hands", HANDS["AP-1"])
    game = floor.table("AP-1").game
    house_way = read_hands(str(game.house_way(tuple(HANDS["AP-1"][1].split()))))  # type: ignore[attr-defined]
    assert start_at(floor, "1") != house_way
    floor.submit("AP-1", {"move": "ask-house-way", "seat": 1}, who="patron-1")
    assert start_at(floor, "1") == house_way
    assert start_at(floor, "2") != read_hands(str(game.house_way(tuple(HANDS["AP-1"][2].split()))))  # type: ignore[attr-defined]


def test_the_dealer_begins_with_the_house_way(floor: Floor) -> None:
    bet_all(floor, "AP-1", 1)
    play_to(floor, "AP-1", "set-dealer-hands", HANDS["AP-1"])
    game = floor.table("AP-1").game
    house_way = read_hands(str(game.house_way(tuple(HANDS["AP-1"][0].split()))))  # type: ignore[attr-defined]
    assert start_at(floor, "dealer") == house_way


def start_at(floor: Floor, whose: str) -> tuple[tuple[str, ...], ...]:
    settings = (form.setting for form in forms(floor, "AP-1"))
    return next(setting.start for setting in settings if setting and setting.whose == whose)


MOST_BYTES_OF_A_SETTING = 4000


@pytest.mark.parametrize(("table", "move"), [("HL-1", "set-hand"), ("AP-1", "place-hands")])
def test_a_page_knows_what_every_way_to_set_a_hand_is_called_and_what_makes_it_foul(
    floor: Floor, table: str, move: str
) -> None:
    bet_all(floor, table, 1)
    play_to(floor, table, move, HANDS[table])
    (setting,) = (form.setting for form in forms(floor, table) if form.setting)
    told = setting.for_page()
    assert len(msgspec.json.encode(told)) < MOST_BYTES_OF_A_SETTING
    lies = [card for hand in setting.start for card in hand]
    lawful = {tuple(frozenset(hand) for hand in hands) for hands in setting.lawful}
    ways = list(every_way(tuple(len(hand) for hand in setting.start)))
    assert len(ways) == len(told["ways"])
    chosen = [sorted({way[part] for way in ways}) for part in range(len(setting.places))]
    for way, found in zip(ways, told["ways"], strict=True):
        hands = tuple(tuple(lies[number] for number in numbers) for numbers in way)
        said = setting.game.hands_in_words(hands)
        named = tuple(
            told["names"][told["called"][part][chosen[part].index(numbers)]]
            for part, numbers in enumerate(way)
        )
        assert named == said.names
        assert (found == 0) is (tuple(map(frozenset, hands)) in lawful)
        assert not found or told["wrong"][found - 1] == said.foul


def test_what_the_dealer_sets_wrongly_is_said_and_may_be_recorded(floor: Floor) -> None:
    bet_all(floor, "AP-1", 1)
    play_to(floor, "AP-1", "set-dealer-hands", HANDS["AP-1"])
    (setting,) = (form.setting for form in forms(floor, "AP-1") if form.setting)
    ways = setting.for_page()["ways"]
    assert min(ways) < 0
    assert max(ways) == 0


@pytest.mark.parametrize("table", CARD_TABLES)
def test_a_page_says_the_result_of_a_round_and_what_its_hands_are_called(
    floor: Floor, client: TestClient[Litestar], table: str
) -> None:
    bet_all(floor, table, 1, 2)
    while floor.table(table).state.play.bets:
        result = client.get(f"/api/tables/{table}").json()["standing"]["result"]
        turned = floor.table(table).game.display(floor.table(table).state.play).names
        dealers = any(area.endswith("-dealer") for area in turned)
        assert bool(result and result["words"]) is dealers, (
            "said as soon as the dealer has shown, and not before"
        )
        step(floor, table, HANDS[table])
    standing = client.get(f"/api/tables/{table}").json()["standing"]
    assert standing["result"]["words"].startswith("Dealer")
    assert standing["result"]["words"] in unescape(client.get(f"/tables/{table}").text)
    lying = standing["display"]["cards"]
    assert standing["display"]["names"].keys() == {
        area for area, held in lying.items() if UNSEEN not in held
    }, "every hand that lies open has a name"


def test_words_that_are_no_hands_are_not_read_as_any() -> None:
    assert read_hands("AsKd Jo") == (("As", "Kd"), ("Jo",))
    assert read_hands("As you like") == ()
    assert read_hands("") == ()
    assert read_hands(7) == ()


# The settlement.


def test_a_round_is_settled_in_one_list_until_the_next_begins(floor: Floor) -> None:
    bet_all(floor, "3CP-1", 1, 2)
    play_out(floor, "3CP-1", HANDS["3CP-1"])
    place = floor.table("3CP-1")
    settlement = last_settlement(place)
    assert settlement is not None
    assert {line.seat for line in settlement.lines} == {1, 2}
    assert [line.wager for line in settlement.lines if line.seat == 1] == ["ante", "play", "pair-plus"]


def test_a_void_round_shows_what_was_undone(floor: Floor, client: TestClient[Litestar]) -> None:
    bet_all(floor, "3CP-1", 1, 2)
    play_to(floor, "3CP-1", "reveal-hand", HANDS["3CP-1"])
    step(floor, "3CP-1")
    place = floor.table("3CP-1")
    before = last_settlement(place)
    assert before is not None
    act_on(floor, "3CP-1", "report", irregularity="wrong-number-of-cards", by="dealer")
    settlement = last_settlement(place)
    assert settlement is not None
    assert settlement.version == place.version
    undone = [line for line in settlement.lines if line.result == "reversed"]
    assert [(line.seat, line.title, line.stake, line.paid) for line in undone] == [
        (line.seat, line.title, line.stake if line.result == "lose" else 0, line.paid)
        for line in reversed(before.lines)
        if line.result in ("win", "lose")
    ]
    assert undone
    page = client.get("/tables/3CP-1").text
    assert page.count('<span class="how">undone</span>') == len(undone)
    assert "$25 returned" in page
