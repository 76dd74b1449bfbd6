"""Generated days at the office: the same person twice, promotions, replays, swapped departments; nothing gets past it.

The verdict comes from a model written here, which shares nothing with the office but the names of positions.
"""

import os
import random
import shutil
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from houseway.backoffice.office import Office
from houseway.backoffice.orders import Order
from houseway.backoffice.people import Position, Posting
from houseway.backoffice.records import BadOrder, Standing
from houseway.backoffice.staff.book import BOOK as STAFF
from houseway.backoffice.staff.book import PostPerson
from houseway.journal import Journal
from houseway.law import RuleViolation
from tests.backoffice.duties_book import BOOK, Audit, Count, Give, Receive
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


@dataclass
class Person:
    """Somebody in the model: what they are now and the credential they carry."""

    name: str
    position: str
    credential: str


@dataclass
class Paper:
    """An order in the model: its signatures as (part, person, credential), and how far it is."""

    kind: str
    matter: str
    signed: list[tuple[str, str, str]] = field(default_factory=list)
    state: str = "proposed"


class Model:
    """What ought to happen, said independently of the office."""

    def __init__(self, people: list[Person]) -> None:
        self.people = people
        self.papers: dict[str, Paper] = {}
        self.done: set[tuple[str, str, str]] = set()

    def holder(self, credential: str) -> Person | None:
        return next((one for one in self.people if one.credential == credential), None)

    def clean(self, kind: str, matter: str, name: str) -> bool:
        return not any((matter, other, name) in self.done for other in EXCLUDES[kind])

    def can_sign(self, paper: Paper, part: str, allowed: set[str], person: Person) -> bool:
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

    def finish(self, paper: Paper) -> bool:
        if not all(self.clean(paper.kind, paper.matter, name) for _, name, _ in paper.signed):
            return False
        paper.state = "executed"
        self.done |= {(paper.matter, paper.kind, name) for _, name, _ in paper.signed}
        return True

    # The five things that people do; each says whether it ought to be allowed.

    def carry_out(self, key: str, kind: str, matter: str, credential: str) -> bool:
        known, person = self.papers.get(key), self.holder(credential)
        if len(MAY_SIGN[kind]) > 1 or (known and (known.kind, known.matter) != (kind, matter)):
            return False
        if known:
            return known.signed[-1][2] == credential
        part, allowed = MAY_SIGN[kind][0]
        paper = Paper(kind, matter)
        if person is None or not self.can_sign(paper, part, allowed, person):
            return False
        paper.signed.append((part, person.name, credential))
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
        paper = Paper(kind, matter)
        part = self.first_for(paper, person)
        if part is None:
            return False
        paper.signed.append((part, person.name, credential))
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
        paper.signed.append((part, person.name, credential))
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
        paper.signed.append((part, person.name, credential))
        if self.finish(paper):
            return True
        paper.signed.pop()
        return False

    def withdraw(self, key: str, credential: str) -> bool:
        paper, person = self.papers[key], self.holder(credential)
        takes_part = set().union(*(allowed for _, allowed in MAY_SIGN[paper.kind]))
        if paper.state != "proposed" or person is None or person.position not in takes_part:
            return False
        paper.state = "withdrawn"
        return True


KINDS: dict[str, type[Order]] = {"Give": Give, "Count": Count, "Receive": Receive, "Audit": Audit}


class House:
    """One house in the hands of a model and an office at once."""

    def __init__(self, folder: Path, chance: random.Random) -> None:
        self.chance = chance
        self.clock = Clock()
        self.office = Office(Journal.open(folder / "journal.db"), self.clock, books=(STAFF, BOOK))
        people = [Person(f"p{number}", chance.choice(POSITIONS), f"C-{number}.0") for number in range(6)]
        self.model = Model(people)
        crew = (
            Person("it", Position.SYSTEMS_ADMINISTRATOR, "C-it"),
            Person("audit", Position.AUDITOR, "C-audit"),
        )
        self.office.open_house(HOUSE, [_posting(one) for one in (*people, *crew)])
        self.digests: dict[str, str] = {}
        self.old_credentials: list[str] = []
        self.moves = 0

    def promote(self) -> None:
        """Somebody gets another position, perhaps in another department, perhaps with a new credential."""
        one = self.chance.choice(self.model.people)
        self.clock.forward(days=1)
        self._post(one, self.chance.choice(POSITIONS))

    def swap(self) -> None:
        """Two people take each other's place overnight."""
        one, other = self.chance.sample(self.model.people, 2)
        self.clock.forward(days=1)
        first, second = Position(other.position), Position(one.position)
        self._post(one, first)
        self._post(other, second)

    def _post(self, one: Person, position: Position) -> None:
        self.moves += 1
        if self.chance.random() < 0.5:
            self.old_credentials.append(one.credential)
            one.credential = f"C-{one.name}.{self.moves}"
        one.position = position
        order = PostPerson(
            person=one.name,
            credential=one.credential,
            name=one.name,
            position=position,
            since=self.office.days.day_of(self.clock()),
        )
        proposed = self.office.propose(order, who="C-it", key=f"posting {self.moves}")
        self.office.execute(proposed.digest, who="C-audit")

    def act(self, sequence: int) -> None:
        """Somebody tries something; office and model must agree on whether it happens, and on what it leaves."""
        chance = self.chance
        keys = [key for key in self.digests if key.startswith(f"{sequence}/")]
        deed = chance.choice(
            ("carry_out", "propose", "propose", "approve", "approve", "execute", "execute", "withdraw")
        )
        if deed in ("carry_out", "propose") or not keys:
            deed = deed if deed in ("carry_out", "propose") else "propose"
            again = bool(keys) and chance.random() < 0.25
            key = chance.choice(keys) if again else f"{sequence}/{len(keys)}"
            known = self.model.papers.get(key)
            kind, matter = chance.choice(list(KINDS)), f"day {sequence}/{chance.randrange(2)}"
            if known and chance.random() < 0.7:
                kind, matter = known.kind, known.matter
            credential = self._somebody(MAY_SIGN[kind][0][1])
            order = KINDS[kind](matter=matter)
            ought = getattr(self.model, deed)(key, kind, matter, credential)
            give = self.office.carry_out if deed == "carry_out" else self.office.propose
            stands = self._try(lambda: give(order, who=credential, key=key))
        else:
            key = chance.choice(keys)
            left = self.model.left(self.model.papers[key])
            credential = self._somebody(left[-1 if deed == "execute" else 0][1] if left else set())
            ought = getattr(self.model, deed)(key, credential)
            step = getattr(self.office, deed)
            stands = self._try(lambda: step(self.digests[key], who=credential))
        assert (stands is not None) == ought, (deed, key, credential)
        if stands is not None:
            self.digests[key] = stands.digest
            paper = self.model.papers[key]
            assert stands.state == paper.state
            parts = [(one.part, one.person) for one in stands.signatures if one.part != "withdrawn"]
            assert parts == [(part, name) for part, name, _ in paper.signed]

    def _somebody(self, suited: set[str]) -> str:
        """Mostly somebody whose position suits, so that orders get somewhere; else anybody at all."""
        fit = [one.credential for one in self.model.people if one.position in suited]
        if fit and self.chance.random() < 0.6:
            return self.chance.choice(fit)
        if self.old_credentials and self.chance.random() < 0.1:
            return self.chance.choice(self.old_credentials)
        return self.chance.choice(self.model.people).credential

    def _try(self, deed: Callable[[], Standing]) -> Standing | None:
        try:
            return deed()
        except (RuleViolation, BadOrder):
            return None


def _posting(one: Person) -> Posting:
    return Posting(
        person=one.name,
        credential=one.credential,
        name=one.name,
        position=Position(one.position),
        since=SINCE,
    )


# @pytest.mark.clause("603a.20(r)(2)#1", "603a.20(r)(2)#2")
@pytest.mark.parametrize("quarter", range(4))
def test_no_sequence_of_orders_promotions_and_replays_gets_past_the_policy(
    memory_path: Path, quarter: int
) -> None:
    chance = random.Random(quarter)
    executed = refused = 0
    sequences = SEQUENCES // 4
    for sequence in range(sequences):
        if sequence % SEQUENCES_IN_A_HOUSE == 0:
            folder = memory_path / str(sequence)
            folder.mkdir()
            house = House(folder, chance)
        for _ in range(STEPS):
            tried = chance.random()
            if tried < 0.08:
                house.promote()
            elif tried < 0.12:
                house.swap()
            else:
                house.act(sequence)
        if (sequence + 1) % SEQUENCES_IN_A_HOUSE == 0 or sequence + 1 == sequences:
            executed += sum(paper.state == "executed" for paper in house.model.papers.values())
            refused += len(house.office.refusals())
            assert house.office.journal.verify().ok
            house.office.journal.close()
            shutil.rmtree(folder)
    # The walk must have met both often enough to mean something.
    assert executed > sequences / 4
    assert refused > sequences
