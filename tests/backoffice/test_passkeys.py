"""Passkeys: who gives them, what they open and sign, and that nobody else signs so, whoever has database and key of the house."""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import msgspec
import pytest

from houseway.backoffice.access import Access, Passkeys, WrongPasskey
from houseway.backoffice.marks import untrue_marks
from houseway.backoffice.office import Office
from houseway.backoffice.orders import SIGNATURES, PasskeyNeeded, digest_of, said_by
from houseway.backoffice.passkeys.assertion import PRESENCE, SIGN_IN, Assertion
from houseway.backoffice.passkeys.book import BOOK as PASSKEYS
from houseway.backoffice.passkeys.book import RegisterPasskey, RemovePasskey
from houseway.backoffice.passkeys.once import Asked
from houseway.backoffice.passkeys.schema import passkeys
from houseway.backoffice.passkeys.verify import untrue_passkeys
from houseway.backoffice.people import Position
from houseway.backoffice.policy import NotPermitted
from houseway.backoffice.postings.book import BOOK as STAFF
from houseway.backoffice.records import STREAM, OrderRecord, State, signing_of
from houseway.journal import Journal, Signer, timestamp
from houseway.law import RuleViolation
from tests.backoffice.device import Device
from tests.backoffice.duties_book import BOOK, Give
from tests.backoffice.house import HOUSE, WHO, Clock, staff, who

KEY = Signer("houseway", bytes(range(32)))
MARKETING, IT, AUDITOR = (
    WHO[Position.MARKETING_REPRESENTATIVE],
    WHO[Position.SYSTEMS_ADMINISTRATOR],
    WHO[Position.AUDITOR],
)
PASSWORD = "a long enough word"


def opened(journal: Journal, name: str = HOUSE) -> Access:
    office = Office(journal, Clock(), books=(STAFF, BOOK, PASSKEYS))
    office.open_house(name, staff())
    access = Access(office)
    for credential in (IT, AUDITOR):
        access.open_account(credential, PASSWORD)
    access.open_account(MARKETING, PASSWORD, by=IT, witness=AUDITOR)
    return access


@pytest.fixture
def access(place: str) -> Iterator[Access]:
    with Journal.open(place, signer=KEY) as journal:
        yield opened(journal)


@pytest.fixture
def device(access: Access) -> Device:
    """A passkey that somebody of marketing was given."""
    made = Device()
    give(access.office, made)
    return made


def give(office: Office, made: Device, owner: str = MARKETING) -> OrderRecord:
    order = RegisterPasskey(passkey=made.name, public_key=made.public_key, host=made.host, name="Key ring")
    asked = office.propose(order, who=owner, key=made.name)
    office.approve(asked.digest, who=IT)
    return office.execute(asked.digest, who=AUDITOR)


def asked(access: Access, order: Give, key: str) -> Asked:
    """What the passkey of marketing is asked for an order."""
    with pytest.raises(PasskeyNeeded) as needed:
        access.office.carry_out(order, who=MARKETING, key=key)
    told = needed.value
    return Passkeys(access).ask(told.act, credential=told.credential, digest=told.digest, key=told.key)


def carry_out(access: Access, device: Device, key: str = "k") -> tuple[OrderRecord, Assertion]:
    order = Give(matter=key)
    shown = device.answer(asked(access, order, key))
    return access.office.carry_out(order, who=MARKETING, key=key, assertion=shown), shown


def problems(journal: Journal) -> list[str]:
    return [one.problem for one in untrue_passkeys(journal)]


# Given, and used.


@pytest.mark.clause("603a.20(r)(2)#2")
def test_a_passkey_is_registered_by_its_owner_given_and_witnessed_by_two_departments(access: Access) -> None:
    office, made = access.office, Device()
    order = RegisterPasskey(passkey=made.name, public_key=made.public_key, host=made.host, name="Key ring")
    proposed = office.propose(order, who=MARKETING, key="p")
    assert Passkeys(access).of(MARKETING) == ()
    with pytest.raises(RuleViolation, match="given is missing"):
        office.execute(proposed.digest, who=AUDITOR)
    with pytest.raises(NotPermitted):
        office.approve(proposed.digest, who=MARKETING)
    office.approve(proposed.digest, who=IT)
    with pytest.raises(NotPermitted):
        office.execute(proposed.digest, who=IT)
    office.execute(proposed.digest, who=AUDITOR)
    (key,) = Passkeys(access).of(MARKETING)
    assert (key.passkey, key.public_key, key.host) == (made.name, made.public_key, made.host)
    with pytest.raises(RuleViolation, match="registered already"):
        give(office, made, IT)
    unreadable = RegisterPasskey(passkey="x" * 20, public_key="A" * 32, host=made.host, name="None")
    with pytest.raises(RuleViolation, match="no public key"):
        office.propose(unreadable, who=IT, key="x")


def test_orders_of_whoever_has_a_passkey_are_signed_with_it_and_checked_from_the_record_alone(
    access: Access, device: Device
) -> None:
    journal = access.office.journal
    standing, shown = carry_out(access, device)
    assert standing.state is State.EXECUTED
    assert standing.signatures[0].passkey == shown
    assert problems(journal) == []
    assert list(untrue_marks(journal, [KEY])) == []
    # Whoever has none signs as before.
    access.office.carry_out(Give(matter="e"), who=who(Position.MARKETING_REPRESENTATIVE, 2), key="e")
    assert problems(journal) == []


def test_a_passkey_opens_a_session_and_proves_presence(access: Access, device: Device) -> None:
    mine = Passkeys(access)
    session = mine.sign_in(device.answer(mine.ask(SIGN_IN)), host="here")
    assert session.session.posting.credential == MARKETING
    clock = access.office.clock
    assert isinstance(clock, Clock)
    clock.forward(minutes=10)
    mine.prove(session.token, device.answer(mine.ask(PRESENCE, credential=MARKETING)))
    found = access.session(session.token)
    assert found is not None
    assert found.proved_at == clock()
    with pytest.raises(WrongPasskey, match="did not ask for it"):
        mine.prove(session.token, device.answer(mine.ask(SIGN_IN)))


def test_a_removed_passkey_signs_nothing_and_its_owner_signs_as_before_it(
    access: Access, device: Device
) -> None:
    office = access.office
    removing = office.propose(RemovePasskey(passkey=device.name, reason="lost"), who=IT, key="r")
    office.execute(removing.digest, who=AUDITOR)
    mine = Passkeys(access)
    with pytest.raises(WrongPasskey):
        mine.sign_in(device.answer(mine.ask(SIGN_IN)), host="here")
    assert office.carry_out(Give(matter="d"), who=MARKETING, key="k").state is State.EXECUTED
    assert problems(office.journal) == []


def test_with_its_account_a_passkey_is_closed_for_good(access: Access, device: Device) -> None:
    access.close_account(MARKETING, by=IT)
    access.open_account(MARKETING, PASSWORD, by=IT, witness=AUDITOR)
    mine = Passkeys(access)
    assert mine.of(MARKETING) == ()
    with pytest.raises(WrongPasskey, match="opens anything"):
        mine.sign_in(device.answer(mine.ask(SIGN_IN)), host="here")
    order = Give(matter="d")
    shown = device.answer(asked(access, order, "k"))
    with pytest.raises(NotPermitted, match="is none of"):
        access.office.carry_out(order, who=MARKETING, key="k", assertion=shown)


# What is not taken.


def test_an_answer_signs_one_order_once(access: Access, device: Device) -> None:
    _, shown = carry_out(access, device)
    office = access.office
    with pytest.raises(NotPermitted, match="shown before"):
        office.carry_out(Give(matter="other"), who=MARKETING, key="other", assertion=shown)
    fresh = device.answer(asked(access, Give(matter="one"), "one"))
    with pytest.raises(NotPermitted, match="another challenge"):
        office.carry_out(Give(matter="two"), who=MARKETING, key="two", assertion=fresh)
    clock = office.clock
    assert isinstance(clock, Clock)
    late = device.answer(asked(access, Give(matter="late"), "late"))
    clock.forward(minutes=6)
    with pytest.raises(NotPermitted, match="too long ago"):
        office.carry_out(Give(matter="late"), who=MARKETING, key="late", assertion=late)


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"secret": None}, "did not sign this"),
        ({"used": -1}, "goes back"),
        ({"host": "evil.example"}, "not made for"),
        ({"origin": "https://evil.example"}, "was used at"),
        ({"origin": "http://house.example"}, "was used at"),
        ({"flags": 0x01}, "who is there"),
    ],
)
def test_what_another_device_or_another_page_answered_signs_nothing(
    access: Access, device: Device, change: dict[str, Any], said: str
) -> None:
    carry_out(access, device)
    changed = replace(device, **({"secret": Device().secret} if "secret" in change else change))
    order = Give(matter="d2")
    shown = changed.answer(asked(access, order, "k2"))
    with pytest.raises(NotPermitted, match=said):
        access.office.carry_out(order, who=MARKETING, key="k2", assertion=shown)
    mine = Passkeys(access)
    if "used" in change:
        changed.used = -1
    with pytest.raises(WrongPasskey, match=said):
        mine.sign_in(changed.answer(mine.ask(SIGN_IN)), host="here")


def test_a_passkey_that_somebody_wrote_into_the_books_opens_and_signs_nothing(access: Access) -> None:
    forged, office = Device(), access.office
    row = {
        "passkey": forged.name, "person": "p", "credential": AUDITOR, "public_key": forged.public_key,
        "host": forged.host, "name": "n", "given_on": office.days.day_of(office.clock()), "reason": "",
    }  # fmt: skip
    with office.journal.transaction() as transaction:
        transaction.connection.execute(passkeys.insert(), row)
    mine = Passkeys(access)
    with pytest.raises(WrongPasskey, match="opens anything"):
        mine.sign_in(forged.answer(mine.ask(SIGN_IN)), host="here")


def test_a_passkey_whose_giving_somebody_recorded_without_the_houses_key_opens_nothing(
    access: Access,
) -> None:
    """The journal's chain fits, as whoever owns the database can make it; the marks of those who would have signed do not."""
    forged, office = Device(), access.office
    order = RegisterPasskey(passkey=forged.name, public_key=forged.public_key, host=forged.host, name="n")
    digest = digest_of(order, "p")
    with office.journal.transaction() as transaction:
        for state, credential in ((State.PROPOSED, IT), (State.PROPOSED, IT), (State.EXECUTED, AUDITOR)):
            body = {"key": "p", "digest": digest, "order": msgspec.to_builtins(order), "matters": []}
            body |= {"signature": _forged(credential), "facts": []}
            if state is State.EXECUTED:
                fact = {"fact": "passkey-given", "clause": "603a.20(r)(2)#2", "person": "p", "name": "n"}
                given = {"credential": AUDITOR, "passkey": forged.name, "host": forged.host}
                body["facts"] = [fact | given | {"public_key": forged.public_key}]
            transaction.append(STREAM + PASSKEYS.name, state, body, timestamp(office.clock()))
    mine = Passkeys(access)
    with pytest.raises(WrongPasskey, match="opens anything"):
        mine.sign_in(forged.answer(mine.ask(SIGN_IN)), host="here")
    assert list(untrue_marks(office.journal, [KEY]))


def _forged(credential: str) -> dict[str, Any]:
    told = {"part": "given", "person": "p", "credential": credential, "name": "n", "tag": "0" * 64}
    return told | {"position": Position.AUDITOR, "at": "2014-05-01T12:00:00Z"}


def record_with_the_houses_key(access: Access, key: str, **more: Any) -> None:
    """An order that nobody gave, recorded by somebody who has the database and the key that marks signatures."""
    office, order = access.office, Give(matter=key)
    genuine = list(office.journal.read(STREAM + BOOK.name))[-1]
    signed = signing_of(genuine).signature
    assert signed is not None
    digest = digest_of(order, key)
    forged = msgspec.structs.replace(signed, **more)
    forged = msgspec.structs.replace(forged, tag=KEY.tag(SIGNATURES, said_by(forged, digest)))
    body = {"key": key, "digest": digest, "order": {"order": "give", "matter": key}, "matters": []}
    with office.journal.transaction() as transaction:
        told = msgspec.to_builtins(forged) | {"at": signed.at}
        transaction.append(
            genuine.stream, State.EXECUTED, body | {"signature": told, "facts": []}, timestamp(office.clock())
        )


def test_the_key_of_the_house_forges_no_signature_of_whoever_has_a_passkey(
    access: Access, device: Device, tmp_path: Path
) -> None:
    journal = access.office.journal
    carry_out(access, device)
    second = device.answer(asked(access, Give(matter="k2"), "k2"))
    stale = replace(device, used=0).answer(asked(access, Give(matter="k3"), "k3"))
    other = Device()
    others = other.answer(asked(access, Give(matter="k4"), "k4"))
    with Journal.open(tmp_path / "other.db", signer=KEY) as elsewhere:
        there = opened(elsewhere, "Another house")
        give(there.office, device)
        foreign = device.answer(asked(there, Give(matter="k5"), "k5"))
    for key, forged in (
        ("k1", None), ("k2x", second), ("k3", stale), ("k4", others), ("k5", foreign),
    ):  # fmt: skip
        record_with_the_houses_key(access, key, passkey=forged)
    assert list(untrue_marks(journal, [KEY])) == []
    assert [problem.split(": ")[1] for problem in problems(journal)] == [
        "the passkey is missing",
        "the passkey answered another challenge than this one",
        "the passkey's count of uses goes back",
        "the passkey did not sign this",
        "the passkey answered another challenge than this one",
    ]
    # Nor does a word of a program, or of a table, stand for it.
    record_with_the_houses_key(access, "k6", passkey=None, through="no-token-of-theirs")
    record_with_the_houses_key(access, "table/k7", passkey=None)
    assert [problem.split(": ")[1] for problem in problems(journal)[5:]] == ["the passkey is missing"] * 2
