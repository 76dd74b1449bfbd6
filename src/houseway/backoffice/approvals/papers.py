"""The papers of approvals: the Rules Submission form, letters, signs, rules, the guide, and which of them exist."""

from houseway.backoffice.approvals.choices import every_choice
from houseway.backoffice.approvals.complete_rules import PUBLIC_INSPECTION, complete_rules, number_of_rules
from houseway.backoffice.approvals.filing import CHECKLIST
from houseway.backoffice.approvals.filings import (
    LAID_DOWN,
    Filing,
    State,
    every_filing,
    filed_submission,
    filings,
    find_filing,
    latest_letters,
    letters_on,
    signed_tables,
)
from houseway.backoffice.approvals.gates import approvals_for, approvals_in_force
from houseway.backoffice.approvals.guide import SUMMARISED, gaming_guide
from houseway.backoffice.approvals.kinds import FILED_PER_GAME, LAYOUTS_SUBMITTED, FilingKind
from houseway.backoffice.approvals.layout_paper import layout_check_list
from houseway.backoffice.approvals.letters import LETTER
from houseway.backoffice.approvals.offered import offered, tables_under
from houseway.backoffice.approvals.sign import POSTED, table_sign
from houseway.backoffice.approvals.texts import clauses_of, edition_of
from houseway.backoffice.book import Desk, Form, Sheet
from houseway.backoffice.paper import Field, Grid, Paper
from houseway.backoffice.postings.postings import house_name
from houseway.games import game_under
from houseway.law import Clause, Duty, RuleViolation, implements, pa
from houseway.submission import Submission

REQUIRED_PAPERS = pa("125-149:Preamble/Paperwork#1")

# Under what a sign is asked for: a table where one stands, or a submission for which one is to be printed.
_AT_TABLE, _FOR_SUBMISSION = "table ", "submission "
# So much of a letter's hash tells it from every other on a sheet.
LETTER_SHOWN = 12
# Of a number that every database can look for.
_DIGITS = 18


# The Rules Submission form.


@implements("125-149:RAF(13)#3", "125-149:RAF(24)#4", readings=("B-PW-05",))
def rules_submission_form(desk: Desk, subject: str) -> Paper:
    """The form of a filed submission: what was chosen, and every clause of the chapter that leaves a choice."""
    filing = _filing(desk, subject, FilingKind.SUBMISSION, CHECKLIST)
    submission = filing.submission()
    game = game_under(submission)
    edition = edition_of(game, filing.in_force_from or filing.filed_on)
    open_clauses = [clause for clause in clauses_of(game, edition) if clause.duty is Duty.CONFIGURE]
    return Paper(
        title=f"Rules Submission: {game.title}",
        number=str(filing.number),
        holder=submission.certificate_holder,
        day=filing.filed_on,
        clause=CHECKLIST,
        fields=(*_filing_fields(filing), Field(label="Text", value=edition.title, clause=CHECKLIST)),
        grids=(
            Grid(
                title="What the certificate holder chooses",
                headings=("Option", "Chosen"),
                rows=every_choice(submission, game),
                clause=FILED_PER_GAME,
            ),
            Grid(
                title="Clauses that leave a choice",
                headings=("Clause", "What is chosen"),
                rows=tuple((edition.cite(clause), clause.told) for clause in open_clauses),
                clause=CHECKLIST,
            ),
        ),
    )


# Letters.


@implements("125-149:Preamble/General#4")
def approval_letter(desk: Desk, subject: str) -> Paper:
    """What the record says of an approval letter: its reference, date, approver and from when it holds."""
    filing = find_filing(desk.connection, _number(subject, LETTER), LETTER)
    if filing.state is not State.APPROVED or filing.dated is None:
        raise RuleViolation(LETTER, f"{filing.title} is {filing.state}: there is no approval letter")
    said = (
        ("Reference of the letter", filing.reference),
        ("Dated", str(filing.dated)),
        ("Approved by", filing.approver),
        ("In force from", str(filing.in_force_from)),
        ("In force until", str(filing.until or "")),
        *(
            (f"Letter of the {about}", digest)
            for about, digest in letters_on(desk.connection, filing.number).items()
        ),
    )
    return Paper(
        title="Record of approval",
        number=str(filing.number),
        holder=house_name(desk.connection),
        day=filing.dated,
        clause=LETTER,
        fields=(
            *_filing_fields(filing),
            *(Field(label=label, value=value, clause=LETTER) for label, value in said),
        ),
        notes=(filing.words,) if filing.words else (),
    )


# Signs, rules, guide.


def sign_for(desk: Desk, subject: str) -> Paper:
    """The sign that stands at a table, or is to be printed for a submission."""
    if subject.startswith(_AT_TABLE):
        table = subject.removeprefix(_AT_TABLE)
        digest = signed_tables(desk.connection).get(table, "")
    else:
        table, digest = "", _digest_of(desk, subject.removeprefix(_FOR_SUBMISSION))
    filing = filed_submission(desk.connection, digest)
    if filing is None:
        raise RuleViolation(POSTED, f"there is no sign for {subject!r}")
    return table_sign(filing.submission(), desk.day, table)


def layout_for(desk: Desk, subject: str) -> Paper:
    """The check-list of the layout that a submission calls for."""
    filing = filed_submission(desk.connection, _digest_of(desk, subject))
    if filing is None:
        raise RuleViolation(LAYOUTS_SUBMITTED, f"no submission for {subject!r} is filed")
    return layout_check_list(filing.submission(), desk.day)


def rules_for(desk: Desk, subject: str) -> Paper:
    """The complete rules of a game that the house offers."""
    for filing in approvals_for(desk.connection, FilingKind.SUBMISSION, subject, desk.day):
        return complete_rules(filing.submission(), desk.day)
    raise RuleViolation(PUBLIC_INSPECTION, f"{subject!r} is not offered today")


def guide_for(desk: Desk, subject: str) -> Paper:
    """A filed guide, or the guide to the games that are offered today."""
    if subject == "today":
        played = [filing.submission() for filing in offered(desk.connection, desk.day)]
        return gaming_guide(house_name(desk.connection), played, desk.day, tables_under(desk.connection))
    filing = _filing(desk, subject, FilingKind.GUIDE, SUMMARISED)
    found = (filed_submission(desk.connection, digest) for digest in filing.content["submissions"])
    submissions = [submission.submission() for submission in found if submission]
    return gaming_guide(
        house_name(desk.connection), submissions, filing.filed_on, tables_under(desk.connection)
    )


@implements("125-149:Preamble/Paperwork#1")
def required_papers(desk: Desk, subject: str) -> Paper:
    """Which of the papers that a game must have exist: its submission, signs, public rules and guide."""
    told: dict[str, int] = {}
    for guide in approvals_in_force(desk.connection, FilingKind.GUIDE, desk.day):
        for digest in guide.content["submissions"]:
            told.setdefault(digest, guide.number)
    signed: dict[str, list[str]] = {}
    for table, digest in signed_tables(desk.connection).items():
        signed.setdefault(digest, []).append(table)
    rows = []
    for filing in approvals_in_force(desk.connection, FilingKind.SUBMISSION, desk.day):
        game = game_under(filing.submission())
        rows.append(
            (
                filing.subject.replace(game.name, game.title, 1),
                f"number {filing.number}, {filing.reference}",
                ", ".join(signed.get(filing.digest, ())) or "none",
                number_of_rules(game, desk.day),
                f"number {told[filing.digest]}" if filing.digest in told else "not in the guide",
            )
        )
    return Paper(
        title="Papers of the games offered",
        number=desk.day.isoformat(),
        holder=house_name(desk.connection),
        day=desk.day,
        clause=REQUIRED_PAPERS,
        grids=(
            Grid(
                title="Every game offered",
                headings=("Game", "Rules Submission", "Signs at tables", "Public rules", "Gaming guide"),
                rows=tuple(rows),
                clause=REQUIRED_PAPERS,
            ),
        ),
    )


def _today(desk: Desk) -> tuple[str, ...]:
    return ("today",)


FORMS = (
    Form(
        "rules-submission",
        "Rules Submission",
        CHECKLIST,
        lambda desk: _numbers(desk, FilingKind.SUBMISSION),
        rules_submission_form,
        told=lambda desk: _by_version(desk),
    ),
    Form(
        "approval-letter",
        "Record of approval",
        LETTER,
        lambda desk: tuple(
            str(filing.number) for filing in every_filing(desk.connection, filings.c.state == State.APPROVED)
        ),
        approval_letter,
        told=lambda desk: _by_number(desk),
    ),
    Form(
        "table-sign",
        "Table sign",
        POSTED,
        lambda desk: (
            *(_AT_TABLE + table for table in signed_tables(desk.connection)),
            *(_FOR_SUBMISSION + subject for subject in _subjects(desk)),
        ),
        sign_for,
        told=lambda desk: _signs(desk),
    ),
    Form(
        "layout-check-list",
        "Layout check-list",
        LAYOUTS_SUBMITTED,
        lambda desk: _subjects(desk),
        layout_for,
        told=lambda desk: _by_subject(desk),
    ),
    Form(
        "complete-rules",
        "Complete rules",
        PUBLIC_INSPECTION,
        lambda desk: tuple(_offered(desk)),
        rules_for,
        told=lambda desk: _by_subject(desk),
    ),
    Form(
        "gaming-guide",
        "Gaming guide",
        SUMMARISED,
        lambda desk: ("today", *_numbers(desk, FilingKind.GUIDE)),
        guide_for,
        told=lambda desk: _guides(desk),
    ),
    Form("required-papers", "Papers of the games offered", REQUIRED_PAPERS, _today, required_papers),
)


# What the pages show.


def _register(desk: Desk) -> tuple[Grid, ...]:
    """Every filing with where it stands, the latest first."""
    headings = (
        "Number",
        "What",
        "Filed",
        "State",
        "Reference",
        "Letter",
        "In force from",
        "Until",
        "Remarks",
    )
    attached = latest_letters(desk.connection)
    rows = tuple(
        (
            str(filing.number),
            filing.title,
            str(filing.filed_on),
            str(filing.state),
            filing.reference or filing.review_reference,
            attached.get(filing.number, "")[:LETTER_SHOWN],
            str(filing.in_force_from or ""),
            str(filing.until or ""),
            filing.words,
        )
        for filing in reversed(every_filing(desk.connection))
    )
    return (Grid(title="Filings and approvals", headings=headings, rows=rows, clause=LETTER),)


SHEETS = (
    Sheet(
        "register",
        "Filings and approvals",
        _register,
        ("Nothing is filed yet. A game begins with its rules: [file-submission].",),
    ),
)


# Finding what a paper is about.


def _by_number(desk: Desk) -> dict[str, str]:
    """Filings by their numbers, each with its title."""
    return {
        str(filing.number): f"{filing.number}: {filing.title}" for filing in every_filing(desk.connection)
    }


def _by_version(desk: Desk) -> dict[str, str]:
    """Submissions by their numbers, each with what it is for: all of them are of one kind."""
    filed = every_filing(desk.connection, filings.c.kind == FilingKind.SUBMISSION)
    return {str(one.number): f"{one.number}: {one.about}, version {one.version}" for one in filed}


def _guides(desk: Desk) -> dict[str, str]:
    return {**_by_number(desk), "today": "the games that are offered today"}


def _by_subject(desk: Desk) -> dict[str, str]:
    """What submissions are filed for, with the titles of the games."""
    filed = every_filing(desk.connection, filings.c.kind == FilingKind.SUBMISSION)
    return {filing.subject: filing.about for filing in filed}


def _signs(desk: Desk) -> dict[str, str]:
    filed = _by_subject(desk).items()
    return {f"{_FOR_SUBMISSION}{subject}": f"any table of {about}" for subject, about in filed}


def _offered(desk: Desk) -> dict[str, Submission]:
    in_force = approvals_in_force(desk.connection, FilingKind.SUBMISSION, desk.day)
    return {filing.subject: filing.submission() for filing in in_force}


def _subjects(desk: Desk) -> tuple[str, ...]:
    filed = every_filing(desk.connection, filings.c.kind == FilingKind.SUBMISSION)
    return tuple(dict.fromkeys(filing.subject for filing in filed if filing.state not in LAID_DOWN))


def _digest_of(desk: Desk, subject: str) -> str:
    """The submission for a subject: the one in force, else the latest that stands filed."""
    in_force = approvals_for(desk.connection, FilingKind.SUBMISSION, subject, desk.day)
    filed = every_filing(
        desk.connection, filings.c.kind == FilingKind.SUBMISSION, filings.c.subject == subject
    )
    found = in_force or tuple(f for f in filed if f.state not in LAID_DOWN)
    return found[-1].digest if found else ""


def _numbers(desk: Desk, kind: FilingKind) -> tuple[str, ...]:
    return tuple(str(filing.number) for filing in every_filing(desk.connection, filings.c.kind == kind))


def _number(subject: str, clause: Clause) -> int:
    if not subject.isascii() or not subject.isdigit() or len(subject) > _DIGITS:
        raise RuleViolation(clause, f"{subject!r} is no number of a filing")
    return int(subject)


def _filing(desk: Desk, subject: str, kind: FilingKind, clause: Clause) -> Filing:
    filing = find_filing(desk.connection, _number(subject, clause), clause)
    if filing.kind is not kind:
        raise RuleViolation(clause, f"number {subject} is {filing.title}, no {kind}")
    return filing


def _filing_fields(filing: Filing) -> tuple[Field, ...]:
    said = (
        ("Filed as", filing.title),
        ("Content hash", filing.digest),
        ("Filed on", str(filing.filed_on)),
        ("Reviewed by", f"{filing.reviewer or ''}"),
        ("Review", filing.review_reference),
        ("State", str(filing.state)),
    )
    return tuple(Field(label=label, value=value) for label, value in said)
