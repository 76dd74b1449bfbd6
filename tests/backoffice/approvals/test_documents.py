"""The papers for patrons and for the Board, made from submissions and from the games' own data."""

from typing import Any

import pytest

from houseway.backoffice.approvals.complete_rules import complete_rules
from houseway.backoffice.approvals.guide import gaming_guide
from houseway.backoffice.approvals.kinds import FilingKind
from houseway.backoffice.approvals.layout_paper import layout_check_list, places_in_words
from houseway.backoffice.approvals.orders import FileSubmission, PostSign, WithdrawFiling
from houseway.backoffice.approvals.sign import table_sign
from houseway.backoffice.paper import Paper
from houseway.backoffice.people import Position
from houseway.games import game_under, games, submission_for
from houseway.law import RuleViolation, register
from houseway.money import dollars
from houseway.submission import Submission
from tests.backoffice.approvals.board import House, chosen, grid, rows
from tests.backoffice.house import HOUSE, OPENED
from tests.submission.raw import RAW

TODAY = OPENED.date()
LIMITS = "Least and greatest wager"
CHOICES = "What the certificate holder chooses"
_SEATED = {"asia-poker", "five-card-hi-lo", "three-card-poker"}


def submission(game: str, **options: Any) -> Submission:
    seats = {"seats": 6} if game in _SEATED else {}
    return submission_for(game, chosen(seats | options))


# The games that are played against the house.
BANKED = [name for name, game in games().items() if game.submission_type.needs_wagers]


# The sign.


@pytest.mark.clause("125-149:RAF(24)#1", "125-149:RAF(10)#2")
@pytest.mark.parametrize("name", BANKED)
def test_the_sign_tells_the_limits_and_odds_of_every_wager_on_offer(name: str) -> None:
    paper = table_sign(submission(name), TODAY, "T-1")
    game = game_under(submission(name))

    limits = {wager: said for said, wagers in rows(paper, LIMITS).items() for wager in wagers.split(", ")}
    odds = {
        wager: said.split("\n")
        for wagers, said in rows(paper, "Payout odds").items()
        for wager in wagers.split(", ")
    }
    offered = [wager for wager in game.catalogue.values() if wager.name in game.betting.offered]
    assert {*limits} == {wager.title for wager in offered}
    assert {*odds} == {*limits, *game.bonuses}
    for wager in offered:
        posted = game.betting.limits_of(wager.name)
        assert limits[wager.title] == f"{dollars(posted.minimum)} to {dollars(posted.maximum)}"
        told = zip(odds[wager.title], wager.paytable, strict=True)
        # Beside the odds stands what the house takes of a win.
        assert all(said.rpartition(": ")[2].startswith(str(line.odds)) for said, line in told)
        assert all(said.endswith(wager.terms) for said in odds[wager.title])
    assert (paper.clause.id, paper.number) == ("125-149:RAF(24)#1", "T-1")
    assert (paper.title, paper.holder) == (f"{game.title}: wagers, odds and limits", HOUSE)


@pytest.mark.clause("125-149:RAF(24)#1", "125-149:RAF(10)#2")
def test_the_craps_sign_tells_the_options_and_that_no_call_bets_are_taken() -> None:
    craps = submission("craps", odds="10x", fire_paytable="B", vigorish_when="won", vigorish_percent="4")

    paper = table_sign(craps, TODAY, "CR-1")

    options = rows(paper, "Options chosen at this table")
    assert options["Odds behind a bet, at most"] == "10 times the bet"
    assert (options["Fire Bets are paid by"], options["Buy Bets are taken"]) == ("Paytable B", "yes")
    assert options["Vigorish on Buy and Lay Bets"] == "4% of the bet"
    assert options["The vigorish is taken"] == "when the bet wins"
    assert options["Posted limits"] == "$5 to $500 in steps of $1"
    (notice,) = [field for field in paper.fields if field.label == "Notice"]
    assert (notice.value, str(notice.clause)) == ("NO CALL BETS", "623a.2(d)(3)")


@pytest.mark.clause("125-149:RAF(24)#1", "125-149:RAF(10)#2")
def test_other_games_tell_their_own_options() -> None:
    pai_gow = submission("pai-gow", player_bank=True, dealer_wager=2500)
    options = rows(table_sign(pai_gow, TODAY), "Options chosen at this table")
    assert options["Players may bank a round"] == "yes"
    assert options["The dealer wagers against a player who banks"] == "$25"
    assert options["Styles of delivery besides the ordinary one"] == "none"

    poker = rows(table_sign(submission("three-card-poker"), TODAY), "Options chosen at this table")
    assert poker["Progressive meter"] == "14% of wagers, seed $1,000, reset $1,000"


@pytest.mark.clause("125-149:RAF(24)#1", "125-149:RAF(10)#2")
def test_wagers_that_pay_the_same_stand_together_and_outcomes_do_not_repeat_their_wager() -> None:
    craps = rows(table_sign(submission("craps"), TODAY), "Payout odds")
    assert craps["Place to Win on 6, Place to Win on 8"] == "7 to 6"
    assert craps["Pass Odds, Come Odds"].split("\n")[0] == "Point of 4 or 10: 2 to 1"
    assert craps["Horn"].split("\n")[0] == "1/4 of it on Craps Two: 30 to 1"

    football = rows(table_sign(submission("three-dice-football"), TODAY), "Payout odds")
    assert football["Over Four Yards"] == "Over Four Yards Wager: 1 to 1\nWith a Trips TD: 7 to 1"

    hi_lo = rows(table_sign(submission("five-card-hi-lo"), TODAY), "Payout odds")
    assert hi_lo["Ante"].startswith("Ante Wager: 1 to 1\nAnte Bonus, four aces and a 2: 1000 for 1")


@pytest.mark.clause("36.05.14.02B(5)#1", "36.05.14.02B(5)#3")
def test_the_sign_tells_what_bonuses_pay_that_take_no_wager() -> None:
    """With the odds off the layout nobody could read them elsewhere."""
    poker = submission("three-card-poker", odds_shown_on="sign")
    odds = rows(table_sign(poker, TODAY), "Payout odds")
    assert odds["Ante Bonus"] == "Straight flush: 5 to 1\nThree of a kind: 4 to 1\nStraight: 1 to 1"
    assert odds["Envy Bonus for a $5 Progressive"] == "A-K-Q of spades: $500\nA-K-Q of another suit: $125"
    assert not any("Bonus for" in wagers for wagers in rows(table_sign(poker, TODAY), LIMITS).values())

    plain = submission("three-card-poker", ante_bonus="C", not_offered=["progressive"])
    odds = rows(table_sign(plain, TODAY), "Payout odds")
    assert odds["Ante Bonus"] == "Straight flush: 4 to 1\nThree of a kind: 3 to 1\nStraight: 1 to 1"
    assert not any("Envy" in wagers for wagers in odds)


@pytest.mark.parametrize("name", games())
def test_nothing_on_a_sign_or_in_the_rules_is_written_as_files_write_it(name: str) -> None:
    chosen = submission(name)
    for paper in (table_sign(chosen, TODAY, "T-1"), complete_rules(chosen, TODAY)):
        for made in paper.grids:
            if made.headings[0] != "Clause":
                assert not [cell for row in made.rows for cell in row if RAW.search(cell)]


def test_a_house_way_that_is_written_out_is_told_in_words() -> None:
    way = [
        {
            "when": [{"holding": "best-high", "at_least": "two-pair"}],
            "prefer": [
                {"hand": "high", "at_least": "two-pair"},
                *({"hand": hand} for hand in ("medium", "low", "high")),
            ],
        },
        {"prefer": [{"hand": hand} for hand in ("medium", "low", "high")]},
    ]
    options = rows(table_sign(submission("asia-poker", house_way=way), TODAY), "Options chosen at this table")
    assert options["House way: the dealer's hands are set to have"] == (
        "with best high at least two pair: a high hand of at least two pair, then the highest medium hand, "
        "then the highest low hand, then the highest high hand; "
        "the highest medium hand, then the highest low hand, then the highest high hand"
    )


@pytest.mark.clause("125-149:RAF(24)#1")
def test_every_table_has_the_sign_of_the_rules_that_it_plays_by(house: House) -> None:
    dear = chosen({"limits": {"minimum": 2500, "maximum": 100_000}})
    low, high = house.have_submission("sic-bo"), submission_for("sic-bo", dear)
    house.have(FileSubmission(game="sic-bo", variant="high", options=dear))
    house.give(PostSign(table="SB-1", submission=low.digest()))
    house.give(PostSign(table="SB-2", submission=high.digest()))

    signs = house.subjects("table-sign")
    assert signs == ("table SB-1", "table SB-2", "submission sic-bo", "submission sic-bo, high")
    limits = [grid(house.paper("table-sign", subject), LIMITS).rows[0][0] for subject in signs]
    assert limits == ["$5 to $500", "$25 to $1,000", "$5 to $500", "$25 to $1,000"]
    for unknown in ("table SB-9", "submission faro", ""):
        with pytest.raises(RuleViolation, match="there is no sign"):
            house.paper("table-sign", unknown)


@pytest.mark.clause("125-149:RAF(24)#1")
def test_no_sign_is_printed_for_rules_that_the_house_took_back(house: House) -> None:
    house.file(FileSubmission(game="sic-bo", options=chosen({})))
    assert house.subjects("table-sign") == ("submission sic-bo",)
    taken_back = WithdrawFiling(filing=1, kind=FilingKind.SUBMISSION, reason="the seats were miscounted")
    house.give(taken_back, Position.SHIFT_MANAGER, Position.AUDITOR, Position.DIRECTOR_OF_TABLE_GAMES)

    assert house.subjects("table-sign") == ()
    with pytest.raises(RuleViolation, match="there is no sign"):
        house.paper("table-sign", "submission sic-bo")


# The layout.


@pytest.mark.parametrize("name", games())
def test_the_check_list_of_a_layout_has_every_line_of_the_chapter_in_words(name: str) -> None:
    paper = layout_check_list(submission(name), TODAY)
    required = game_under(submission(name)).layout.requirements
    (lines,) = paper.grids
    assert [what for _, what, _, _ in lines.rows] == [each.text for each in required]
    assert not [where for _, _, where, _ in lines.rows if not where or RAW.search(where)]


def test_places_that_only_a_number_tells_apart_are_counted_together(house: House) -> None:
    areas = ["bonus-1", "bonus-2", "place-to-win-4", "logo"]
    assert places_in_words(areas, {"bonus": "Bonus"}) == "Bonus (2 places), place to win 4, logo"
    with pytest.raises(RuleViolation, match="no submission"):
        house.paper("layout-check-list", "sic-bo")


# The complete rules.


@pytest.mark.clause("125-149:RAF(24)#2")
@pytest.mark.parametrize("name", games())
def test_the_complete_rules_leave_out_no_clause_of_the_chapter(name: str) -> None:
    paper = complete_rules(submission(name), TODAY)

    told = {text for made in paper.grids if made.headings == ("Clause", "Rule") for _, text in made.rows}
    game = game_under(submission(name))
    texts = [edition.register_chapter for edition in game.editions]
    # What a chapter does not print of opening a table is cited by its sister; its own clauses are told all the same.
    chapter = game.opening_clause.chapter if game.opening_clause.chapter in texts else texts[-1]
    assert {clause.told for clause in register().values() if clause.chapter == chapter} <= told
    banked = submission(name).needs_wagers
    assert banked == any(made.title == "Payout odds" and made.rows for made in paper.grids)
    assert (grid(paper, "What this house chose").rows[0][0] == "Wagers offered") == banked
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
    for title in titles:
        if title == "Poker":
            assert ("Blinds", "$2, $4") in grid(paper, "Poker: terms of the game").rows
            continue
        assert grid(paper, f"{title}: what wagers pay").rows
        assert grid(paper, f"{title}: wagers from $5 to $500").rows
    assert paper.clause.id == "125-149:RAF(24)#3"


def test_the_guide_tells_each_rule_once_and_those_of_the_variant_that_is_played() -> None:
    for variant, section in (("five-card-omaha-high-low", "637a.19"), ("badugi", "637a.21")):
        played = grid(guide(submission("poker", variant=variant)), "Poker: how it is played").rows
        assert {citation.partition("(")[0] for citation, _ in played} == {"637a.7", section}
    baccarat = guide(submission("baccarat", form="baccarat", seats=14))
    rules = [rule.partition(" (")[0] for _, rule in grid(baccarat, "Baccarat: how it is played").rows]
    assert len(rules) == len(set(rules))


def test_complete_rules_have_common_practice_in_one_place() -> None:
    titles = [one.title for one in complete_rules(submission("baccarat"), TODAY).grids]
    assert titles.count("Common practice") == 1
    assert not [title for title in titles if title.startswith("common:")]


def guide(*submissions: Submission) -> Paper:
    return gaming_guide(HOUSE, list(submissions), TODAY)


def test_a_game_stands_in_the_guide_once_and_says_where_its_tables_differ() -> None:
    low, high = submission("three-dice-football"), submission("three-dice-football", limits={"minimum": 1000})
    same = gaming_guide(HOUSE, [low, low], TODAY)
    assert [one.title for one in same.grids] == [one.title for one in gaming_guide(HOUSE, [low], TODAY).grids]
    tables = {low.digest(): ("TDF-1", "TDF-3"), high.digest(): ("TDF-2",)}
    made = gaming_guide(HOUSE, [low, high, submission("three-dice-football", seats=4)], TODAY, tables)
    assert [one.title for one in made.grids] == [
        "Three Dice Football: wagers",
        "Three Dice Football: what wagers pay",
        "Three Dice Football: what this house chose",
        "Three Dice Football: where its tables differ",
        "Three Dice Football: how it is played",
    ]
    chosen = grid(made, "Three Dice Football: what this house chose").rows
    assert "Posted limits" not in [option for option, _ in chosen]
    differing = grid(made, "Three Dice Football: where its tables differ").rows
    assert ("Posted limits", "$5 to $500 in steps of $1", "TDF-1, TDF-3") in differing
    assert ("Posted limits", "$10 to $500 in steps of $1", "TDF-2") in differing
    assert ("Betting positions", "4", "no table yet") in differing
    assert len(differing) == 4


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
        ("Three Dice Football", "number 1, letter 1", "FB-1, FB-2", "661a-2014", "number 4"),
        ("Sic Bo", "number 5, letter 5", "none", "625a-2011", "not in the guide"),
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
    assert rows(paper, CHOICES)["Players may bank a round"] == "yes"
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
    assert choices["Wagers not offered"] == "Field, Fire Bet"
    offered = choices["Wagers offered"].split(", ")
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
    assert [choices["Payout odds are shown on"] for choices in shown] == [
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
        return [chosen for option, chosen in choices if option == "Dice are changed after"]

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
    assert made == 1 + 4 + 2 + 1 + 1 + 2 + 1
