"""House Money: settled before any third card, paid or added to a wager on a hand, and what that does to the vigorish."""

from houseway.games.baccarat.forms import Form
from houseway.table.card_play import Deal
from houseway.table.events import Settled, WagerRaised
from houseway.table.moves import PlaceWager
from houseway.table.shoe_play import Decide
from tests.games.baccarat.dealing import bet, deal, dealt, each_form, lines, say, table, turn

# The clauses of each chapter on House Money, by what they say.
LAW = {
    Form.MINIBACCARAT: {
        "before": "627a.8(d)",
        "order": "627a.8(d)(1)#1",
        "add": "627a.8(d)(1)#3",
        "moved": "627a.8(d)(1)(ii)#2",
        "pays": "627a.12(g)",
    },
    Form.MIDIBACCARAT: {
        "before": "629a.8(c)(3)",
        "order": "629a.8(c)(3)(i)#2",
        "add": "629a.8(c)(3)(i)#4",
        "moved": "629a.8(c)(3)(i)(B)#2",
        "pays": "629a.12(h)",
    },
    Form.BACCARAT: {
        "before": "631a.9(e)",
        "order": "631a.9(e)(1)#1",
        "add": "631a.9(e)(1)#3",
        "moved": "631a.9(e)(1)(ii)#2",
        "pays": "631a.13(h)",
    },
}


@each_form(
    "{wagers}(a)(7)",
    of_627a=(
        "627a.8(d)",
        "627a.8(d)(1)#1",
        "627a.8(d)(1)#2",
        "627a.8(d)(2)",
        "627a.7(a)(7)(ii)",
        "627a.12(g)#2",
        "627a.12(g)",
    ),
    of_629a=(
        *("629a.8(c)(3)", "629a.8(c)(3)(i)#1", "629a.8(c)(3)(i)#2", "629a.8(c)(3)(i)#3", "629a.8(c)(3)(ii)"),
        *("629a.7(a)(7)(ii)", "629a.12(h)#2", "629a.12(h)"),
    ),
    of_631a=(
        *("631a.9(e)", "631a.9(e)(1)#1", "631a.9(e)(1)#2", "631a.9(e)(2)", "631a.8(a)(7)(ii)"),
        *("631a.13(h)#2", "631a.13(h)"),
    ),
)
def test_house_money_is_settled_from_the_dealers_right_before_any_third_card(form: Form) -> None:
    service = table(form, 1, 2, 5)
    for seat in (1, 2, 5):
        bet(service, seat, house_money=500, tie=500)
    events = dealt(service, "2c 3d 2h 4s")
    # No wager lies on a hand, so that nobody has a choice.
    won = [event for event in events if isinstance(event, Settled)]
    assert lines(events) == [(seat, "house-money", "win", 1_500) for seat in (5, 2, 1)]
    law = LAW[form]
    assert {(line.order, line.pays) for line in won} == {(law["order"], f"{law['pays']}#2")}
    assert service.state.play.phase == "drawing"
    events = deal(service, "3c")
    assert [event.wager for event in events if isinstance(event, Settled)] in ([], ["tie"] * 3)
    without = bet(table(form), house_money=500, player=500)
    assert lines(dealt(without, "2c 3d 7h 4s"))[0] == (1, "house-money", "lose", -500)


@each_form(
    of_627a=("627a.7(a)(7)(i)#1", "627a.12(g)#1", "627a.8(d)(1)#3", "627a.8(d)(1)(ii)#2"),
    of_629a=("629a.7(a)(7)(i)#1", "629a.12(h)#1", "629a.8(c)(3)(i)#4", "629a.8(c)(3)(i)(B)#2"),
    of_631a=("631a.8(a)(7)(i)#1", "631a.13(h)#1", "631a.9(e)(1)#3", "631a.9(e)(1)(ii)#2"),
)
def test_a_winner_with_a_wager_on_a_hand_takes_the_payout_or_adds_it(form: Form) -> None:
    service, law = table(form, 1, 2, 5), LAW[form]
    bet(service, 1, house_money=500, player=1_000)
    bet(service, 2, house_money=500, player=1_000, banker=2_000)
    bet(service, 5, house_money=500, tie=500)
    events = dealt(service, "2c 9d 2h 9s")
    # Position 5 has nothing on a hand and is paid; position 2 is asked next.
    assert lines(events) == [(5, "house-money", "win", 7_500)]
    assert service.refused(Deal(cards=("3c",))).message == "position 2 is to decide"
    asked = service.refused(Decide(seat=1, decision="take-payout"))
    assert asked.clause.id == law["add"]
    events = say(service, "add-to-banker", 2)
    raised = next(event for event in events if isinstance(event, WagerRaised))
    assert (raised.amount, raised.total, raised.clause) == (7_500, 9_500, law["moved"])
    assert lines(events) == [(2, "house-money", "win", 0), (2, "banker", "raised", 7_500)]
    unlisted = service.refused(Decide(seat=1, decision="add-to-banker"))
    assert unlisted.fix == "one of: take-payout, add-to-player"
    events = say(service, "take-payout", 1)
    assert lines(events)[0] == (1, "house-money", "win", 7_500)
    # Four against eight: nobody draws, and vigorish is due on all that the Banker's Hand won.
    assert lines(events)[1:] == [
        (5, "tie", "lose", -500),
        (2, "player", "lose", -1_000),
        (1, "player", "lose", -1_000),
        (2, "banker", "win", 9_500),
        (2, "banker", "vigorish", -475),
    ]


@each_form(
    of_627a=("627a.8(d)(1)(i)#1", "627a.8(d)(1)(i)#2"),
    of_629a=("629a.8(c)(3)(i)(A)#1", "629a.8(c)(3)(i)(A)#2"),
    of_631a=("631a.9(e)(1)(i)#1", "631a.9(e)(1)(i)#2"),
)
def test_the_operators_share_is_added_the_rest_handed_over_and_both_settle_together(form: Form) -> None:
    service = bet(table(form, house_money_share=50), house_money=500, player=1_000)
    dealt(service, "Kc 3d Kh 4s")
    assert lines(say(service, "add-to-player")) == [
        (1, "house-money", "win", 750),
        (1, "player", "raised", 750),
    ]
    # The Player draws a nine against seven: the wager and what was added are paid as one.
    events = deal(service, "9c")
    events = turn(service) if form is Form.MIDIBACCARAT else events
    assert lines(events) == [(1, "player", "win", 1_750)]
    # What chips cannot divide is handed over.
    whole = table(form, house_money_share=33)
    bet(whole, house_money=500, player=1_000)
    dealt(whole, "Kc 3d Kh 4s")
    assert lines(say(whole, "add-to-player")) == [
        (1, "house-money", "win", 1_025),
        (1, "player", "raised", 475),
    ]


@each_form("{wagers}(a)(7)")
def test_the_maximum_does_not_stop_what_is_added_and_a_tie_returns_it_whole(form: Form) -> None:
    service = bet(table(form), house_money=50_000, banker=50_000)
    dealt(service, "Kc 3d Kh 4s")
    say(service, "add-to-banker")
    assert service.state.play.bets[0].amount == 200_000
    events = deal(service, "7c")
    events = turn(service) if form is Form.MIDIBACCARAT else events
    assert lines(events) == [(1, "banker", "push", 0)]
    assert service.state.chips["patron:1"] == 1_000_000 + 150_000
    refused = table(form, not_offered=("house-money",)).refused(
        PlaceWager(seat=1, wager="house-money", amount=500)
    )
    assert refused.clause.id == {"minibaccarat": "627a.7(a)(7)", "midibaccarat": "629a.7(a)(7)"}.get(
        form, "631a.8(a)(7)"
    )
