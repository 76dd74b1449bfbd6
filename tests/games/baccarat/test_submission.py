"""What an operator may choose at the three forms, and what their layouts and check-lists show."""

from decimal import Decimal

import msgspec
import pytest

from houseway.games.baccarat.forms import Form, Style
from houseway.games.baccarat.submission import BaccaratSubmission, Text
from houseway.table.checklist import Stage
from houseway.table.documents import layout_check, odds_sign
from houseway.table.kinds import TableKind
from houseway.table.moves import PlaceWager, TakeSeat
from houseway.table.procedure import Attested
from tests.games.baccarat.dealing import CHAPTERS, SEATS, USUAL, WAGERS, each_form, game, table
from tests.service import Service


def found(form: Form, **options: object) -> list[tuple[str, str]]:
    raw = msgspec.to_builtins({"game": "baccarat", **USUAL[form], **options})
    return sorted((one.where, one.clause) for one in msgspec.convert(raw, BaccaratSubmission).findings())


@each_form(
    of_627a=("common:baccarat/seats-minibaccarat",),
    of_629a=("629a.2(a)",),
    of_631a=("common:baccarat/seats-baccarat",),
)
def test_a_form_seats_so_many_and_no_more(form: Form) -> None:
    seats = {
        Form.MINIBACCARAT: "common:baccarat/seats-minibaccarat",
        Form.MIDIBACCARAT: "629a.2(a)",
        Form.BACCARAT: "common:baccarat/seats-baccarat",
    }
    assert SEATS[form] == {"627a": 7, "629a": 9, "631a": 14}[CHAPTERS[form]]
    assert found(form) == []
    assert found(form, seats=SEATS[form] + 1) == [("seats", seats[form])]
    service = table(form)
    assert service.refused(TakeSeat(seat=SEATS[form] + 1)).clause.id == seats[form]


@pytest.mark.clause("629a.8(c)#2", "631a.9(d)")
def test_each_form_has_its_ways_of_dealing() -> None:
    lawful = {(form, style) for form in Form for style in Style if not found(form, style=style)}
    assert lawful == {
        (Form.MINIBACCARAT, Style.FACE_UP),
        (Form.MINIBACCARAT, Style.UNDER_THE_SHOE),
        (Form.MIDIBACCARAT, Style.HANDED),
        (Form.BACCARAT, Style.FACE_UP),
        (Form.BACCARAT, Style.HANDED),
    }
    assert found(Form.MIDIBACCARAT, style=Style.FACE_UP) == [("style", "629a.8(c)#2")]


@each_form(
    "{wagers}(a)",
    "common:baccarat/vigorish",
    "common:baccarat/decks",
    of_627a=("627a.8(d)(1)(i)#1",),
    of_629a=("629a.8(c)(3)(i)(A)#1",),
    of_631a=("631a.9(e)(1)(i)#1",),
)
def test_all_findings_are_told_at_once_each_with_its_clause(form: Form) -> None:
    share = {"627a": "627a.8(d)(1)(i)#1", "629a": "629a.8(c)(3)(i)(A)#1", "631a": "631a.9(e)(1)(i)#1"}
    section, chapter = WAGERS[form], CHAPTERS[form]
    assert found(
        form,
        batch=5,
        adjacent_areas=2,
        mid_shoe_entry=False,
        not_offered=("player", "banker", "field"),
        vigorish_percent=Decimal(100),
        house_money_share=0,
        certificate_holder=" ",
    ) == sorted(
        [
            ("batch", "common:baccarat/decks"),
            ("adjacent_areas", "common:baccarat/decks"),
            ("mid_shoe_entry", f"{section}(a)"),
            ("not_offered", f"{section}(a)"),
            ("not_offered", f"{section}(a)"),
            ("field", f"{section}(a)"),
            ("vigorish_percent", "common:baccarat/vigorish"),
            ("house_money_share", share[chapter]),
            ("certificate_holder", f"{chapter}.2(b)"),
        ]
    )
    assert found(form, house_money_share=100, batch=6, vigorish_percent=Decimal(0)) == []
    assert found(form, house_money_share=101)
    assert found(form, vigorish_percent=Decimal(-1))


@pytest.mark.clause("627a.7(a)(6)", "common:baccarat/panda-8-offered")
def test_panda_8_is_a_wager_of_its_own_text_only() -> None:
    for form, chapter in CHAPTERS.items():
        before = game(form, ez=True, text=Text.PROPOSED_2013)
        assert "panda-8" not in before.catalogue
        assert (before.edition, game(form).edition) == (f"{chapter}-2013", f"{chapter}-2014")
        assert found(form, ez=True, text=Text.PROPOSED_2013, not_offered=("panda-8",)) == [
            ("panda-8", f"{WAGERS[form]}(a)")
        ]
        assert "panda-8" in game(form, ez=True).betting.offered
        assert "panda-8" not in game(form).betting.offered


@each_form("{chapter}.2(b)", "{chapter}.2(b)(7)", "{chapter}.2(b)(8)#1", "{chapter}.2(b)(8)#2")
def test_the_layout_has_an_area_for_house_money_and_for_vigorish_where_it_is_marked(form: Form) -> None:
    chapter, seats = CHAPTERS[form], range(1, SEATS[form] + 1)

    def shown(**options: object) -> dict[str, list[str]]:
        return {
            line.clause.id: line.detail.split(", ")
            for line in layout_check(game(form, **options))
            if line.clause.id.startswith(f"{chapter}.2(b)")
        }

    marked = shown(vigorish_when="marked")
    assert marked[f"{chapter}.2(b)(7)"] == [f"house-money-{seat}" for seat in seats]
    assert marked[f"{chapter}.2(b)(8)#1"] == [f"vigorish-{seat}" for seat in seats]
    assert f"{chapter}.2(b)(8)#2" not in marked
    labels = [
        area.label
        for area in game(form, vigorish_when="marked").layout.areas
        if area.id.startswith("vigorish-")
    ]
    assert labels == [str(seat) for seat in seats]
    for without in (
        {},
        {"vigorish_when": "marked", "ez": True},
        {"vigorish_when": "marked", "vigorish_percent": 0},
    ):
        assert f"{chapter}.2(b)(8)#1" not in shown(**without)
        assert f"{chapter}.2(b)(8)#2" in shown(**without)
    assert f"{chapter}.2(b)(7)" not in shown(not_offered=("house-money",))
    assert marked[f"{chapter}.2(b)"] == ["logo"]
    printed = {area: game(form).layout.area(area).inscription for area in ("house-rules", "side-odds")}
    assert printed["house-rules"] == "Player 1 to 1 · Banker 1 to 1 less 5% · Tie 8 to 1"
    assert printed["side-odds"] == "House Money 15 to 1 or 3 to 1"
    assert not {area.id for area in game(form, odds_shown_on="sign").layout.areas} & printed.keys()


@pytest.mark.parametrize(
    ("options", "pays"),
    [
        ({}, "1 to 1, less 5% vigorish"),
        ({"vigorish_percent": "4.5"}, "1 to 1, less 4.5% vigorish"),
        ({"vigorish_percent": "0"}, "1 to 1"),
        ({"ez": True}, "1 to 1, and returned on a Dragon 7"),
    ],
)
@pytest.mark.parametrize("form", Form)
def test_a_sign_tells_the_vigorish_with_what_a_banker_wager_pays(
    form: Form, options: dict[str, object], pays: str
) -> None:
    sign = {line.text: line.detail for line in odds_sign(game(form, **options))}
    assert (sign["Banker Wager"], sign["Player Wager"]) == (pays, "1 to 1")


@each_form(
    "{wagers}(b)#2",
    of_627a=("627a.2(b)", "627a.8(d)(1)(ii)#1", "627a.8(e)"),
    of_629a=("629a.2(b)", "629a.8(c)(3)(i)(B)#1"),
    of_631a=("631a.2(b)", "631a.9(e)(1)(ii)#1", "631a.9(f)#1"),
)
def test_everything_that_people_do_is_attested_before_the_table_opens(form: Form) -> None:
    options = {"style": Style.HANDED} if form is Form.BACCARAT else {}
    service = Service(game(form, **options)).opened()
    attested = {event.clause for event in service.events if isinstance(event, Attested)}
    untouched = {"627a": "627a.8(d)(1)(ii)#1", "629a": "629a.8(c)(3)(i)(B)#1", "631a": "631a.9(e)(1)(ii)#1"}
    chapter = CHAPTERS[form]
    own = {"627a": {"627a.8(e)"}, "629a": set(), "631a": {"631a.9(f)#1"}}
    assert attested == {f"{chapter}.2(b)", f"{WAGERS[form]}(b)#2", untouched[chapter], *own[chapter]}
    fewer = {step.clause.id for step in game(form, not_offered=("house-money",)).checklist}
    assert untouched[chapter] not in fewer
    assert "631a.9(f)#1" not in fewer
    assert {step.stage for step in game(form).checklist} == {Stage.APPROVAL, Stage.OPENING}


def test_each_form_is_its_own_kind_of_table_and_has_its_title() -> None:
    kinds = game().kinds
    assert {form: kinds[form] for form in Form} == {
        Form.MINIBACCARAT: TableKind.BANKING,
        Form.MIDIBACCARAT: TableKind.MIDIBACCARAT,
        Form.BACCARAT: TableKind.BACCARAT,
    }
    assert [game(form).title for form in Form] == ["Minibaccarat", "Midibaccarat", "Baccarat"]
    refused = table(Form.BACCARAT).refused(PlaceWager(seat=1, wager="player", amount=100))
    assert "minimum" in refused.message
