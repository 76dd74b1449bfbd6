"""Generated days at the office: the same person twice, promotions, replays, swapped departments; nothing gets past it.

The verdict comes from a model written here, which shares nothing with the office but the names of positions. Every
attempt is classed by what is suspicious about it, and the walk must have met each class often: where the law allows
some of them, both let through and refused.
"""

import os
import random
import shutil
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import date
from functools import partial
from pathlib import Path

import pytest
import sqlalchemy as sa

from houseway.backoffice.office import Office
from houseway.backoffice.orders import Order
from houseway.backoffice.people import Position, Posting
from houseway.backoffice.postings.book import BOOK as STAFF
from houseway.backoffice.postings.book import EndPosting, PostPerson
from houseway.backoffice.records import OrderRecord
from houseway.journal import Journal
from houseway.law import RuleViolation
from tests.backoffice.duties_book import BOOK, Audit, Count, Give, Receive, done
from tests.backoffice.house import HOUSE, SINCE, Clock

SEQUENCES = int(os.environ.get("HOUSEWAY_POLICY_SEQUENCES", "400"))
STEPS = 7
# A new house every so often keeps its books small.
SEQUENCES_IN_A_HOUSE = 50

FINANCE = {"finance clerk", "finance supervisor", "director of finance"}
FINANCE_SUPERVISORS = FINANCE - {"finance clerk"}
MARKETING = {"marketing representative", "marketing supervisor", "director of marketing"}
AUDIT = {"internal auditor", "director of internal audit"}
# Who may sign the parts of each order, first to last, as the test's own reading of the book.
MAY_SIGN = {
    "Give": (("given", MARKETING),),
    "Count": (("counted", FINANCE),),
    "Receive": (
        ("checked by finance", FINANCE),
        ("checked by marketing", MARKETING),
        ("recorded", FINANCE_SUPERVISORS),
    ),
    "Audit": (("asked", FINANCE), ("audited", AUDIT)),
}
EXCLUDES = {"Give": {"Count", "Audit"}, "Count": {"Give"}, "Audit": {"Give"}, "Receive": set[str]()}
POSITIONS = [position for position in Position if position in FINANCE | MARKETING | AUDIT]
DEPARTMENT = {name: number for number, names in enumerate((FINANCE, MARKETING, AUDIT)) for name in names}


# What is suspicious about an attempt, and how often 1,000 sequences are expected to see it let through and refused;
# None where it never may be. A replay is let through by getting the same answer again. A quarter of it will do.
CLASSES: dict[str, tuple[int | None, int | None]] = {
    "nothing": (1500, 2000),
    "signed this before": (140, 550),
    "signed this before with another credential": (4, 40),
    "promoted since it was proposed": (20, 80),
    "in another department since it was proposed": (15, 70),
    "a signer moved since": (40, 100),
    "a signer left since": (10, 20),
    "proposed on an earlier day": (100, 350),
    "replayed": (150, None),
    "the key of another order": (None, 100),
    "the key of another person": (None, 80),
    "signed though withdrawn": (None, 220),
    "signed though executed": (50, 500),
    "nobody's credential": (15, 500),
    "had a duty that excludes this": (None, 55),
    "a signer had a duty that excludes this": (None, 5),
    "with the clock set back": (10, 200),
}


@dataclass
class Person:
    """Somebody in the model: what they are now, the credential they carry, and whether they work here."""

    name: str
    position: str
    credential: str
    employed: bool = True


@dataclass
class Paper:
    """An order in the model: its signatures as (part, person, credential), how far it is, and how the house stood then."""

    kind: str
    matter: str
    day: int = 0
    held: dict[str, str] = field(default_factory=dict)
    signed: list[tuple[str, str, str]] = field(default_factory=list)
    state: str = "proposed"


class Model:
    """What ought to happen, said independently of the office."""

    def __init__(self, people: list[Person]) -> None:
        self.people = people
        self.papers: dict[str, Paper] = {}
        self.done: set[tuple[str, str, str]] = set()
        self.happened: list[str] = []
        self.today = self.latest = 0

    def holder(self, credential: str) -> Person | None:
        return next((one for one in self.people if one.credential == credential and one.employed), None)

    def clean(self, kind: str, matter: str, name: str) -> bool:
        return not any((matter, other, name) in self.done for other in EXCLUDES[kind])

    def can_sign(self, paper: Paper, part: str, allowed: set[str], person: Person) -> bool:
        if self.today < self.latest:
            return False
        if person.position not in allowed or not self.clean(paper.kind, paper.matter, person.name):
            return False
        mine = {signed for signed, name, _ in paper.signed if name == person.name}
        return mine <= ({"checked by finance"} if part == "recorded" else set())

    def left(self, paper: Paper) -> list[tuple[str, set[str]]]:
        signed = {part for part, _, _ in paper.signed}
        return [(part, allowed) for part, allowed in MAY_SIGN[paper.kind] if part not in signed]

    def first_for(self, paper: Paper, person: Person) -> str | None:
        """The part that a proposer or approver signs: the first, but for the last, that the position permits."""
        for part, allowed in self.left(paper)[:-1]:
            if person.position in allowed:
                return part if self.can_sign(paper, part, allowed, person) else None
        return None

    def begin(self, kind: str, matter: str) -> Paper:
        return Paper(kind, matter, self.today, {one.name: one.position for one in self.people})

    def sign(self, paper: Paper, part: str, person: Person) -> None:
        paper.signed.append((part, person.name, person.credential))
        self.latest = self.today

    def finish(self, paper: Paper) -> bool:
        if not all(self.clean(paper.kind, paper.matter, name) for _, name, _ in paper.signed):
            return False
        paper.state = "executed"
        self.done |= {(paper.matter, paper.kind, name) for _, name, _ in paper.signed}
        self.happened.append(f"{paper.kind} {paper.matter}")
        return True

    # The five things that people do; each says whether it ought to be allowed.

    def carry_out(self, key: str, kind: str, matter: str, credential: str) -> bool:
        known, person = self.papers.get(key), self.holder(credential)
        if len(MAY_SIGN[kind]) > 1 or (known and (known.kind, known.matter) != (kind, matter)):
            return False
        if known:
            return known.signed[-1][2] == credential
        part, allowed = MAY_SIGN[kind][0]
        paper = self.begin(kind, matter)
        if person is None or not self.can_sign(paper, part, allowed, person):
            return False
        self.sign(paper, part, person)
        self.papers[key] = paper
        return self.finish(paper)

    def propose(self, key: str, kind: str, matter: str, credential: str) -> bool:
        known, person = self.papers.get(key), self.holder(credential)
        if known and (known.kind, known.matter) != (kind, matter):
            return False
        if known:
            giver = known.signed[-1 if known.state == "executed" else 0]
            return giver[2] == credential
        if len(MAY_SIGN[kind]) == 1 or person is None:
            return False
        paper = self.begin(kind, matter)
        part = self.first_for(paper, person)
        if part is None:
            return False
        self.sign(paper, part, person)
        self.papers[key] = paper
        return True

    def approve(self, key: str, credential: str) -> bool:
        paper, person = self.papers[key], self.holder(credential)
        if paper.state != "proposed":
            return False
        if any(signed == credential for _, _, signed in paper.signed[1:]):
            return True
        part = self.first_for(paper, person) if person else None
        if part is None or person is None:
            return False
        self.sign(paper, part, person)
        return True

    def execute(self, key: str, credential: str) -> bool:
        paper, person = self.papers[key], self.holder(credential)
        if paper.state == "executed":
            return paper.signed[-1][2] == credential
        left = self.left(paper)
        if paper.state != "proposed" or person is None or len(left) != 1:
            return False
        part, allowed = left[0]
        if not self.can_sign(paper, part, allowed, person):
            return False
        self.sign(paper, part, person)
        if self.finish(paper):
            return True
        paper.signed.pop()
        return False

    def withdraw(self, key: str, credential: str) -> bool:
        paper, person = self.papers[key], self.holder(credential)
        takes_part = set().union(*(allowed for _, allowed in MAY_SIGN[paper.kind]))
        if paper.state != "proposed" or person is None or person.position not in takes_part:
            return False
        if self.today < self.latest:
            return False
        self.latest = self.today
        paper.state = "withdrawn"
        return True

    # What is suspicious about an attempt.

    def classes(self, deed: str, key: str, kind: str, matter: str, credential: str) -> Iterator[str]:
        paper, person = self.papers.get(key), self.holder(credential)
        if person is None:
            yield "nobody's credential"
        if self.today < self.latest:
            yield "with the clock set back"
        signs = paper is None or (paper.state == "proposed" and deed in ("approve", "execute"))
        if person and signs and not self.clean(kind, matter, person.name):
            yield "had a duty that excludes this"
        if paper is None:
            return
        if deed in ("carry_out", "propose"):
            giver = paper.signed[-1 if paper.state == "executed" else 0][2]
            if (paper.kind, paper.matter) != (kind, matter):
                yield "the key of another order"
            elif giver != credential:
                yield "the key of another person"
            elif deed == "propose" or len(MAY_SIGN[kind]) == 1:
                yield "replayed"
            return
        if paper.state != "proposed":
            yield f"signed though {paper.state}"
        if person:
            yield from self._about(paper, person)
        if deed == "execute" and not all(self.clean(kind, matter, name) for _, name, _ in paper.signed):
            yield "a signer had a duty that excludes this"

    def _about(self, paper: Paper, person: Person) -> Iterator[str]:
        """What the person who signs, and those who signed before, have done since."""
        mine = [credential for _, name, credential in paper.signed if name == person.name]
        if mine:
            yield "signed this before"
        if mine and person.credential not in mine:
            yield "signed this before with another credential"
        if paper.held[person.name] != person.position:
            yield "promoted since it was proposed"
        if DEPARTMENT[paper.held[person.name]] != DEPARTMENT[person.position]:
            yield "in another department since it was proposed"
        if paper.day != self.today:
            yield "proposed on an earlier day"
        others = [
            one for one in self.people if one is not person and one.name in {n for _, n, _ in paper.signed}
        ]
        if any(not one.employed for one in others):
            yield "a signer left since"
        if any(one.position != paper.held[one.name] for one in others):
            yield "a signer moved since"


KINDS: dict[str, type[Order]] = {"Give": Give, "Count": Count, "Receive": Receive, "Audit": Audit}
IT, CLERK_OF_STAFF = "C-it", "C-audit"


class House:
    """One house in the hands of a model and an office at once."""

    def __init__(self, folder: Path, chance: random.Random, seen: "Counter[tuple[str, bool]]") -> None:
        self.chance = chance
        self.seen = seen
        self.clock = Clock()
        self.office = Office(Journal.open(folder / "journal.db"), self.clock, books=(STAFF, BOOK))
        people = [Person(f"p{number}", chance.choice(POSITIONS), f"C-{number}.0") for number in range(6)]
        self.model = Model(people)
        crew = (
            Person("it", Position.SYSTEMS_ADMINISTRATOR, IT),
            Person("audit", Position.AUDITOR, CLERK_OF_STAFF),
        )
        self.office.open_house(HOUSE, [_posting(one) for one in (*people, *crew)])
        self.digests: dict[str, str] = {}
        self.old_credentials: list[str] = []
        self.moves = self.refused = 0

    # People come, move and go, always overnight.

    def promote(self, sequence: int) -> None:
        """Somebody gets another position, perhaps in another department, perhaps with a new credential."""
        one = self._involved(sequence)
        rival = [
            position
            for paper in self._papers(sequence)
            if one.name in {name for _, name, _ in paper.signed}
            for other in sorted(EXCLUDES[paper.kind])
            for position in POSITIONS
            if position in MAY_SIGN[other][0][1]
        ]
        self._sleep()
        self._post(one, self.chance.choice(rival if rival and self.chance.random() < 0.6 else POSITIONS))

    def swap(self, sequence: int) -> None:
        """Two people take each other's place."""
        one = self._involved(sequence)
        other = self.chance.choice([person for person in self.model.people if person is not one])
        self._sleep()
        first, second = Position(other.position), Position(one.position)
        self._post(one, first)
        self._post(other, second)

    def dismiss(self, sequence: int) -> None:
        """Somebody leaves; whoever had left before comes back, perhaps as something else."""
        for one in self.model.people:
            if not one.employed:
                self._sleep()
                self._post(one, self.chance.choice(POSITIONS))
                return
        one = self._involved(sequence)
        self._sleep()
        one.employed = False
        self._in_two(EndPosting(person=one.name, until=self._day(), reason="dismissed"))

    def _involved(self, sequence: int) -> Person:
        """Mostly somebody who has signed something in this sequence."""
        signed = {name for paper in self._papers(sequence) for _, name, _ in paper.signed}
        involved = [one for one in self.model.people if one.name in signed and one.employed]
        if involved and self.chance.random() < 0.8:
            return self.chance.choice(involved)
        return self.chance.choice(self.model.people)

    def _papers(self, sequence: int) -> list[Paper]:
        """What was given in a sequence and not withdrawn."""
        papers = (self.model.papers[key] for key in self.digests if key.startswith(f"{sequence}/"))
        return [paper for paper in papers if paper.state != "withdrawn"]

    def _sleep(self) -> None:
        self.clock.forward(days=1)
        self.model.today += 1

    def _day(self) -> date:
        return self.office.days.day_of(self.clock())

    def _post(self, one: Person, position: Position) -> None:
        if self.chance.random() < 0.5:
            self.old_credentials.append(one.credential)
            one.credential = f"C-{one.name}.{self.moves + 1}"
        one.position, one.employed = position, True
        self._in_two(
            PostPerson(
                person=one.name,
                credential=one.credential,
                name=one.name,
                position=position,
                since=self._day(),
            )
        )

    def _in_two(self, order: Order) -> None:
        self.moves += 1
        proposed = self.office.propose(order, who=IT, key=f"staff {self.moves}")
        self.office.execute(proposed.digest, who=CLERK_OF_STAFF)
        self.model.latest = self.model.today

    # What people try.

    def act_in_the_past(self, sequence: int) -> None:
        """Somebody sets the clock back by a day, and tries something."""
        self.clock.forward(days=-1)
        self.model.today -= 1
        self.act(sequence)
        self.clock.forward(days=1)
        self.model.today += 1

    def act(self, sequence: int) -> None:
        """Somebody tries something; office and model must agree on whether it happens, and on what it leaves."""
        chance, model = self.chance, self.model
        # Now and then at an order of earlier days.
        about = sequence if chance.random() < 0.9 else sequence - 1
        keys = [key for key in self.digests if key.startswith(f"{about}/")]
        deed = chance.choice(
            ("carry_out", "propose", "propose", "approve", "approve", "execute", "execute", "withdraw")
        )
        torn = list(self._torn(about))
        if torn and chance.random() < 0.4:
            deed = "carry_out" if len(MAY_SIGN[torn[0][0]]) == 1 else "propose"
        attempt: Callable[[], OrderRecord]
        if deed in ("carry_out", "propose") or not keys:
            deed = deed if deed in ("carry_out", "propose") else "propose"
            key = chance.choice(keys) if keys and chance.random() < 0.3 else f"{about}/{len(keys)}"
            kind, matter, credential = self._content(deed, key, about, torn)
            order = KINDS[kind](matter=matter)
            give = self.office.carry_out if deed == "carry_out" else self.office.propose
            attempt = partial(give, order, who=credential, key=key)
            found = tuple(model.classes(deed, key, kind, matter, credential))
            ought = getattr(model, deed)(key, kind, matter, credential)
        else:
            open_ = [key for key in keys if model.papers[key].state == "proposed"]
            key = chance.choice(open_ if open_ and chance.random() < 0.7 else keys)
            paper = model.papers[key]
            left = model.left(paper)
            credential = self._somebody(left[-1 if deed == "execute" else 0][1] if left else set(), paper)
            attempt = partial(getattr(self.office, deed), self.digests[key], who=credential)
            found = tuple(model.classes(deed, key, paper.kind, paper.matter, credential))
            ought = getattr(model, deed)(key, credential)
        stands = self._try(attempt)
        assert (stands is not None) == ought, (deed, key, credential, found)
        self.seen.update((one, ought) for one in found or ("nothing",))
        if stands is not None:
            self.digests[key] = stands.digest
            paper = model.papers[key]
            assert stands.state == paper.state
            parts = [(one.part, one.person) for one in stands.signatures if one.part != "withdrawn"]
            assert parts == [(part, name) for part, name, _ in paper.signed]

    def _content(
        self, deed: str, key: str, about: int, torn: list[tuple[str, str, str]]
    ) -> tuple[str, str, str]:
        """What is given under a key and by whom: where the key is known, mostly the same again, often by the same."""
        chance, known = self.chance, self.model.papers.get(key)
        if known and chance.random() < 0.7:
            kind, matter = known.kind, known.matter
            if chance.random() < 0.5:
                return kind, matter, known.signed[-1 if known.state == "executed" else 0][2]
        else:
            if torn and not known and chance.random() < 0.7:
                return torn[0]
            kind, matter = chance.choice(list(KINDS)), f"day {about}/{chance.randrange(2)}"
            if deed == "carry_out" and chance.random() < 0.7:
                kind = chance.choice(("Give", "Count"))
        return kind, matter, self._somebody(MAY_SIGN[kind][0][1], known)

    def _torn(self, about: int) -> Iterator[tuple[str, str, str]]:
        """What people could do now who have signed, or done, what excludes it in the same matter."""
        for paper in self._papers(about):
            for one in self.model.people:
                if one.name in {name for _, name, _ in paper.signed}:
                    for kind in sorted(EXCLUDES[paper.kind]):
                        if one.position in MAY_SIGN[kind][0][1]:
                            yield kind, paper.matter, one.credential

    def _somebody(self, suited: set[str], paper: Paper | None = None) -> str:
        """Mostly somebody whose position suits, so that orders get somewhere; often a signer; else anybody at all."""
        chance, people = self.chance, self.model.people
        if paper and chance.random() < 0.25:
            _, name, _ = chance.choice(paper.signed)
            return next(one.credential for one in people if one.name == name)
        fit = [one.credential for one in people if one.position in suited and one.employed]
        if fit and chance.random() < 0.7:
            return chance.choice(fit)
        if self.old_credentials and chance.random() < 0.15:
            return chance.choice(self.old_credentials)
        return chance.choice(people).credential

    def _try(self, deed: Callable[[], OrderRecord]) -> OrderRecord | None:
        try:
            return deed()
        except RuleViolation:
            self.refused += 1
            return None

    def close(self) -> None:
        """What happened is what ought to have, every refusal is recorded once, and the record is whole."""
        with self.office.desk() as desk:
            happened = desk.connection.execute(sa.select(done.c.what).order_by(done.c.number)).scalars().all()
        assert happened == self.model.happened
        assert len(self.office.refusals()) == self.refused
        assert self.office.journal.verify().ok
        self.office.journal.close()


def _posting(one: Person) -> Posting:
    return Posting(
        person=one.name,
        credential=one.credential,
        name=one.name,
        position=Position(one.position),
        since=SINCE,
    )


@pytest.mark.parametrize("quarter", range(4))
def test_no_sequence_of_orders_promotions_and_replays_gets_past_the_policy(
    memory_path: Path, quarter: int
) -> None:
    chance, seen = random.Random(quarter), Counter[tuple[str, bool]]()
    sequences = SEQUENCES // 4
    for first in range(0, sequences, SEQUENCES_IN_A_HOUSE):
        folder = memory_path / str(first)
        folder.mkdir()
        house = House(folder, chance, seen)
        for sequence in range(first, min(first + SEQUENCES_IN_A_HOUSE, sequences)):
            for _ in range(STEPS):
                _live(house, chance.random(), sequence)
        house.close()
        shutil.rmtree(folder)
    # The walk must have met everything often enough to mean something.
    for name, bounds in CLASSES.items():
        for let_through, least in zip((True, False), bounds, strict=True):
            met = seen.pop((name, let_through), 0)
            if least is None:
                assert met == 0, (name, let_through)
            else:
                assert met >= least * sequences // 4000, (name, let_through, met)
    assert not seen


def _live(house: House, tried: float, sequence: int) -> None:
    if tried < 0.07:
        house.promote(sequence)
    elif tried < 0.09:
        house.swap(sequence)
    elif tried < 0.11:
        house.dismiss(sequence)
    elif tried < 0.14:
        house.act_in_the_past(sequence)
    else:
        house.act(sequence)
