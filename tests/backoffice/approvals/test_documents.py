"""The papers for patrons and for the Board, made from submissions and from the games' own data."""

from typing import Any

import pytest

from houseway.backoffice.approvals.complete_rules import complete_rules
from houseway.backoffice.approvals.guide import gaming_guide
from houseway.backoffice.approvals.orders import FileSubmission, PostSign
from houseway.backoffice.approvals.sign import table_sign
from houseway.games import game_under, games, submission_for
from houseway.law import RuleViolation, register
from houseway.money import dollars
from houseway.submission import Submission
from tests.backoffice.approvals.board import House, chosen, grid, rows
from tests.backoffice.house import HOUSE, OPENED

TODAY = OPENED.date()
CHOICES = "What the certificate holder chooses"
_SEATED = {"asia-poker", "five-card-hi-lo", "three-card-poker"}


def submission(game: str, **options: Any) -> Submission:
    seats = {"seats": 6} if game in _SEATED else {}
    return submission_for(game, chosen(seats | options))


# The sign.


@pytest.mark.clause("125-149:RAF(24)#1", "125-149:RAF(10)#2")
@pytest.mark.parametrize("name", games())
def test_the_sign_tells_the_limits_and_odds_of_every_wager_on_offer(name: str) -> None:
    paper = table_sign(submission(name), TODAY, "T-1")
    game = game_under(submission(name))

    limits = {
        wager: said
        for said, wagers in rows(paper, "Least and greatest wager").items()
        for wager in wagers.split(", ")
    }
    odds = rows(paper, "Payout odds")
    offered = [wager for wager in game.catalogue.values() if wager.name in game.betting.offered]
    assert {*limits} == {*odds} == {wager.title for wager in offered}
    for wager in offered:
        posted = game.betting.limits_of(wager.name)
        assert limits[wager.title] == f"{dollars(posted.minimum)} to {dollars(posted.maximum)}"
        for line in wager.paytable:
            assert str(line.odds) in odds[wager.title]
    assert (paper.clause.id, paper.number) == ("125-149:RAF(24)#1", "T-1")
    assert (paper.title, paper.holder) == (f"{game.title}: wagers, odds and limits", HOUSE)


@pytest.mark.clause("125-149:RAF(24)#1", "125-149:RAF(10)#2")
def test_the_craps_sign_tells_the_options_and_that_no_call_bets_are_taken() -> None:
    craps = submission("craps", odds="10x", fire_paytable="B", vigorish_when="won", vigorish_percent="4")

    paper = table_sign(craps, TODAY, "CR-1")

    options = rows(paper, "Options chosen at this table")
    assert (options["odds"], options["fire paytable"], options["buy bets"]) == ("10x", "B", "yes")
    assert (options["vigorish percent"], options["vigorish when"]) == ("4", "won")
    assert options["posted limits"] == "$5 to $500 in steps of $1"
    (notice,) = [field for field in paper.fields if field.label == "Notice"]
    assert (notice.value, str(notice.clause)) == ("NO CALL BETS", "623a.2(d)(3)")


@pytest.mark.clause("125-149:RAF(24)#1", "125-149:RAF(10)#2")
def test_other_games_tell_their_own_options() -> None:
    pai_gow = submission("pai-gow", player_bank=True, dealer_wager=2500)
    options = rows(table_sign(pai_gow, TODAY), "Options chosen at this table")
    assert (options["player bank"], options["dealer wager"], options["delivery styles"]) == (
        "yes",
        "$25",
        "none",
    )

    poker = rows(table_sign(submission("three-card-poker"), TODAY), "Options chosen at this table")
    assert poker["meter"] == "14% of wagers, seed $1,000, reset $1,000"


@pytest.mark.clause("125-149:RAF(24)#1")
def test_every_table_has_the_sign_of_the_rules_that_it_plays_by(house: House) -> None:
    dear = chosen({"limits": {"minimum": 2500, "maximum": 100_000}})
    low, high = house.have_submission("sic-bo"), submission_for("sic-bo", dear)
    house.have(FileSubmission(game="sic-bo", variant="high", options=dear))
    house.give(PostSign(table="SB-1", submission=low.digest()))
    house.give(PostSign(table="SB-2", submission=high.digest()))

    signs = house.subjects("table-sign")
    assert signs == ("table SB-1", "table SB-2", "submission sic-bo", "submission sic-bo, high")
    limits = [
        grid(house.paper("table-sign", subject), "Least and greatest wager").rows[0][0] for subject in signs
    ]
    assert limits == ["$5 to $500", "$25 to $1,000", "$5 to $500", "$25 to $1,000"]
    for unknown in ("table SB-9", "submission faro", ""):
        with pytest.raises(RuleViolation, match="there is no sign"):
            house.paper("table-sign", unknown)


# The complete rules.


@pytest.mark.clause("125-149:RAF(24)#2")
@pytest.mark.parametrize("name", games())
def test_the_complete_rules_leave_out_no_clause_of_the_chapter(name: str) -> None:
    paper = complete_rules(submission(name), TODAY)

    told = {text for made in paper.grids if made.headings == ("Clause", "Rule") for _, text in made.rows}
    chapter = game_under(submission(name)).opening_clause.chapter
    assert {clause.summary for clause in register().values() if clause.chapter == chapter} <= told
    assert grid(paper, "Payout odds").rows
    assert grid(paper, "What this house chose").rows[0][0] == "wagers offered"
    assert paper.clause.id == "125-149:RAF(24)#2"


@pytest.mark.clause("125-149:RAF(24)#2")
def test_the_text_before_bonus_craps_does_not_tell_of_it() -> None:
    def cited(edition: str) -> set[str]:
        paper = complete_rules(submission("craps", edition=edition), TODAY)
        return {clause for made in paper.grids for clause, *_ in made.rows}

    assert "623a.12" in cited("623a-2013")
    assert "623a.12" not in cited("623a-2011")
    assert "623a.11(a)" in cited("623a-2011")


@pytest.mark.clause("125-149:RAF(24)#2")
def test_the_rules_of_every_game_offered_today_may_be_inspected(house: House) -> None:
    house.have_submission("craps")
    house.have_submission("sic-bo")
    house.file(FileSubmission(game="pai-gow", options=chosen({})))

    assert house.subjects("complete-rules") == ("craps", "sic-bo")
    assert house.paper("complete-rules", "sic-bo").title == "Complete rules of Sic Bo"
    with pytest.raises(RuleViolation, match="'pai-gow' is not offered today"):
        house.paper("complete-rules", "pai-gow")


# The guide.


@pytest.mark.clause("125-149:RAF(24)#3", "125-149:RAF(13)#2", "125-166:Preamble/Paperwork#1")
def test_the_guide_summarises_every_game_that_it_is_made_for() -> None:
    paper = gaming_guide(HOUSE, [submission(name) for name in games()], TODAY)

    titles = [game_under(submission(name)).title for name in games()]
    assert paper.fields[0].value == ", ".join(titles)
    for title in titles:
        assert grid(paper, f"{title}: how it is played").rows
        assert grid(paper, f"{title}: what wagers pay").rows
        assert grid(paper, f"{title}: wagers from $5 to $500").rows
    assert paper.clause.id == "125-149:RAF(24)#3"


@pytest.mark.clause("125-149:RAF(24)#3", "125-149:RAF(13)#2", "125-166:Preamble/Paperwork#1")
def test_the_guide_changes_with_the_options(house: House) -> None:
    house.have_submission("sic-bo")
    house.have_papers(submission("sic-bo"))
    house.have_submission("sic-bo", not_offered=["big"])

    def wagers(subject: str) -> list[str]:
        made = grid(house.paper("gaming-guide", subject), "Sic Bo: wagers from $5 to $500")
        return [wager for wager, _ in made.rows]

    assert "Big" in wagers("4")
    assert "Big" not in wagers("today")
    assert house.subjects("gaming-guide") == ("today", "4")
    with pytest.raises(RuleViolation, match="no gaming guide"):
        house.paper("gaming-guide", "1")


# What exists of all this.


@pytest.mark.clause("125-149:Preamble/Paperwork#1")
def test_the_house_knows_which_papers_each_game_has(house: House) -> None:
    football = house.have_submission("three-dice-football")
    house.have_papers(football)
    house.give(PostSign(table="FB-1", submission=football.digest()))
    house.give(PostSign(table="FB-2", submission=football.digest()))
    house.have_submission("sic-bo")

    paper = house.paper("required-papers", "today")

    assert grid(paper, "Every game offered").rows == (
        ("three-dice-football", "number 1, letter 1", "FB-1, FB-2", "661a-2014", "number 4"),
        ("sic-bo", "number 5, letter 5", "none", "625a-2011", "not in the guide"),
    )
    assert paper.clause.id == "125-149:Preamble/Paperwork#1"


# The Rules Submission is the place where the house chooses.


@pytest.mark.clause("125-149:RAF(13)#3", "125-149:RAF(24)#4")
def test_the_form_lists_every_clause_that_leaves_a_choice(house: House) -> None:
    house.have_submission("pai-gow", player_bank=True)

    paper = house.paper("rules-submission", "1")

    asked = grid(paper, "Clauses that leave a choice").rows
    configured = [
        clause.summary
        for clause in register().values()
        if clause.chapter == "621a" and clause.duty == "configure"
    ]
    assert [text for _, text in asked] == configured
    assert rows(paper, CHOICES)["player bank"] == "yes"
    assert (paper.title, paper.number, paper.clause.id) == (
        "Rules Submission: Pai Gow",
        "1",
        "125-149:RAF(13)#3",
    )
    assert house.subjects("rules-submission") == ("1",)


@pytest.mark.clause("125-149:Preamble/623a#1")
def test_the_house_chooses_in_its_submission_which_craps_wagers_it_offers(house: House) -> None:
    craps = house.have_submission("craps", not_offered=["field", "fire-bet"])

    choices = rows(house.paper("rules-submission", "1"), CHOICES)
    assert choices["wagers not offered"] == "Field, Fire Bet"
    offered = choices["wagers offered"].split(", ")
    assert "Pass" in offered
    assert "Field" not in offered
    # The table under it takes no such wager, and the same table with it would be under no approved submission.
    with pytest.raises(RuleViolation, match="does not offer the Field"):
        game_under(craps).betting.wager("field")
    assert house.missing("CR-1", submission("craps"))[0].clause.id == "125-166:Preamble/Paperwork#2"


@pytest.mark.clause("125-149:Preamble/625a#1")
def test_the_house_chooses_in_its_submission_where_sic_bo_odds_are_shown(house: House) -> None:
    felt = house.have_submission("sic-bo")
    signed = house.have_submission("sic-bo", odds_shown_on="sign")

    shown = [rows(house.paper("rules-submission", number), CHOICES) for number in ("1", "2")]
    assert [choices["payout odds are shown on"] for choices in shown] == [
        "the layout and the table sign",
        "the table sign",
    ]

    def inscription(sic_bo: Submission) -> str:
        return game_under(sic_bo).layout.area("any-three-of-a-kind").inscription

    assert "24 to 1" in inscription(felt)
    assert "24 to 1" not in inscription(signed)
    assert rows(table_sign(signed, TODAY), "Payout odds")["Any Three of a Kind"] == "24 to 1"


@pytest.mark.clause("125-149:Preamble/625a#2")
def test_the_house_chooses_in_its_submission_the_shaker_that_lets_dice_stay_a_month(house: House) -> None:
    house.have_submission("sic-bo")
    house.have_submission("sic-bo", shaker="automated")

    def lives(number: str) -> list[str]:
        choices = grid(house.paper("rules-submission", number), CHOICES).rows
        return [chosen for option, chosen in choices if option == "dice are changed after"]

    assert lives("1") == ["24 hours"]
    assert lives("2") == ["24 hours", "1 month when made for a locked automated shaker and locked in it"]
    house.have_submission("three-card-poker", house.today.replace(day=30), seats=6)
    assert lives("3") == []


def test_a_paper_of_another_kind_is_not_found_under_a_number(house: House) -> None:
    house.have_papers(house.have_submission("sic-bo"))

    with pytest.raises(RuleViolation, match="no Rules Submission"):
        house.paper("rules-submission", "2")
    with pytest.raises(RuleViolation, match="nothing was filed under number 9"):
        house.paper("rules-submission", "9")


def test_every_paper_that_is_listed_can_be_made(house: House) -> None:
    sic_bo = house.have_submission("sic-bo")
    house.have_papers(sic_bo)
    house.give(PostSign(table="SB-1", submission=sic_bo.digest()))
    made = 0
    for form in house.office.books["approvals"].forms:
        for subject in house.subjects(form.name):
            paper = house.paper(form.name, subject)
            assert paper.clause == form.clause
            for sheet in paper.grids:
                assert {len(row) for row in sheet.rows} <= {len(sheet.headings)}
            made += 1
    assert made == 1 + 4 + 2 + 1 + 2 + 1
