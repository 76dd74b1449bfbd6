"""A house that has coupons printed and mailed: on a bare database, or through the office with everybody's signature."""

from datetime import UTC, date, datetime, time
from typing import Any

import msgspec
import sqlalchemy as sa

from houseway.backoffice.book import Book, Desk
from houseway.backoffice.coupons.barcode import Scanned, Stamp, payload, read
from houseway.backoffice.coupons.book import BOOK as COUPONS
from houseway.backoffice.coupons.count import CountCoupons
from houseway.backoffice.coupons.design import Design
from houseway.backoffice.coupons.mailed import reserved
from houseway.backoffice.coupons.quantities import Quantity
from houseway.backoffice.coupons.reconciliation import ReconcileCoupons
from houseway.backoffice.coupons.runs import Run
from houseway.backoffice.mailing.book import BOOK as MAILING
from houseway.backoffice.mailing.delivery import SendMailingList, provider_file
from houseway.backoffice.mailing.entries import coupon_for, entries_of
from houseway.backoffice.mailing.exclusion import EnterExclusionList, ExclusionList, ListedPerson
from houseway.backoffice.mailing.ledger import EnterMailedCoupons, ReserveMailingSerials
from houseway.backoffice.mailing.mailing_list import MailingEntry, PrepareMailingList, seal_entry
from houseway.backoffice.mailing.matching import Identity
from houseway.backoffice.mailing.screening import MailingScreened, ScreenMailing
from houseway.backoffice.office import Office
from houseway.backoffice.orders import Fact, Order, Signed
from houseway.backoffice.policy import rule_for
from houseway.backoffice.postings.book import BOOK as STAFF
from houseway.backoffice.records import OrderRecord
from houseway.backoffice.vault import seal
from tests.backoffice.coupons import crew as coupons
from tests.backoffice.coupons.crew import (
    BY_SUMMERS_END,
    CONTROLS,
    MAY_DAY,
    TEN,
    BareHouse,
    OfficeHouse,
    Steps,
)
from tests.backoffice.house import Clock, make_office, who

BOOKS = {book.name: book for book in (COUPONS, MAILING)}
BY_MAIL = msgspec.structs.replace(CONTROLS, direct_mail="IC-2014-09: lists through the provider's portal")
MAIL_DAY = date(2014, 5, 5)
STAMP = Stamp(id="K1", secret=bytes(range(32)))

IDA = Identity(name="Ida Tarbell", address="12 Oil Street, Titusville PA 16354", born=date(1957, 11, 5))
JOHN = Identity(
    name="John Brashear", address="1954 Perrysville Avenue, Pittsburgh PA", born=date(1940, 11, 24)
)
RACHEL = Identity(name="Rachel Carson", address="613 Marion Avenue, Springdale PA", born=date(1967, 5, 27))
PATRONS = (IDA, JOHN, RACHEL)
NOBODY = Identity(name="Simon Girty", address="nowhere", born=date(1941, 11, 14))


class PostRoom(BareHouse):
    """Both books over a database in memory, everybody signing as they should."""

    def __init__(self, copied: "PostRoom | None" = None) -> None:
        super().__init__(copied.day if copied else MAY_DAY, copied)
        MAILING.tables.create_all(self.connection)

    def desk(self, order: Order | None = None) -> Desk:
        now = datetime.combine(self.day, time(16), UTC)
        parts = rule_for((*COUPONS.rules, *MAILING.rules), order).parts if order else ()
        signatures = tuple(
            Signed(
                part=part.name,
                person=part.name,
                credential=who(part.permits[0].least),
                name=f"{part.permits[0].least.title()} 1",
                position=part.permits[0].least,
                at=now,
            )
            for part in parts
        )
        return Desk(self.connection, now, self.day, signatures)

    def give(self, order: Order) -> tuple[Fact, ...]:
        desk, book = self.desk(order), book_of(order)
        facts = book.decide(order, desk)
        for fact in facts:
            book.keepers(BOOKS)[type(fact)].post(fact, desk)
        return facts


def book_of(order: Order) -> Book:
    """The book that an order is for."""
    return MAILING if type(order) in MAILING.orders else COUPONS


class PostOffice(OfficeHouse):
    """Both books behind the office."""

    def give(self, order: Order) -> tuple[Fact, ...]:
        self.close()
        self.keys += 1
        done = sign(self.office, order, f"{type(order).__name__} {self.keys}")
        return tuple(msgspec.convert(fact, book_of(order).facts) for fact in done.facts)

    def sealing(self) -> Any:
        """A transaction in which personal data is sealed."""
        self.close()
        return self.office.journal.transaction()


def open_post_office(place: str) -> PostOffice:
    """An office with the books that a mailing needs."""
    clock = Clock()
    return PostOffice(make_office(place, clock, books=(STAFF, COUPONS, MAILING)), clock)


def sign(office: Office, order: Order, key: str) -> OrderRecord:
    """An order signed by people who have had no other part in the matter."""
    number = 2 if isinstance(order, ReconcileCoupons | CountCoupons) else 1
    rule = rule_for((*COUPONS.rules, *MAILING.rules), order)
    people = [who(part.permits[0].least, number) for part in rule.parts]
    if len(people) == 1:
        return office.carry_out(order, who=people[0], key=key, at_table=rule.at_table)
    digest = office.propose(order, who=people[0], key=key).digest
    return office.execute(digest, who=people[-1])


# The usual steps.


def launch(room: Steps) -> None:
    """A house with a coupon programme whose controls let a provider mail, and both lists with nobody who matters."""
    coupons.launch(room, BY_MAIL)
    for kind in ExclusionList:
        room.give(listing(room, kind, NOBODY))


def seal_identity(connection: sa.Connection, person: str, identity: Identity) -> ListedPerson:
    """A listed person for an order, sealed first."""
    return ListedPerson(
        person=person, identity=seal(connection, person, msgspec.json.encode(identity).decode())
    )


def listing(room: Any, kind: ExclusionList, *people: Identity, **changes: Any) -> EnterExclusionList:
    """A list from the Board with these people on it, good for a month."""
    order = EnterExclusionList(
        list=kind,
        as_of=room.day,
        good_through=date(2014, 5, 31),
        reference=f"Board's letter of {room.day}",
        stated=len(people),
        people=tuple(
            sealing(room, seal_identity, f"excluded/{kind}-{number}", one)
            for number, one in enumerate(people, 1)
        ),
    )
    return msgspec.structs.replace(order, **changes)


def sealing(room: Any, act: Any, *values: Any) -> Any:
    """Seal something before the order is given."""
    if isinstance(room, PostOffice):
        with room.sealing() as transaction:
            return act(transaction.connection, *values)
    return act(room.connection, *values)


def reserve(room: Steps, count: int, mailing: str = "M-1") -> int:
    """Numbers for a mailing; the first of them."""
    room.give(ReserveMailingSerials(mailing=mailing, coupons=count))
    found = reserved(room.connection, mailing)
    assert found is not None
    return found.first


def entry(
    room: Any,
    number: int,
    identity: Identity,
    serial: int,
    design: Design = TEN,
    expires: date = BY_SUMMERS_END,
) -> MailingEntry:
    """The entry of a patron."""
    made: MailingEntry = sealing(room, seal_entry, f"patron/{number}", identity, design, expires, serial)
    return made


def the_list(room: Any, *people: Identity, mailing: str = "M-1", **changes: Any) -> PrepareMailingList:
    """A list of these people, for whom numbers were reserved."""
    run = reserved(room.connection, mailing)
    first = run.first if run else 1
    order = PrepareMailingList(
        mailing=mailing,
        provider="Valley Ticket",
        mail_on=MAIL_DAY,
        entries=tuple(entry(room, 4711 + at, one, first + at) for at, one in enumerate(people)),
    )
    return msgspec.structs.replace(order, **changes)


def prepare(room: Steps, *people: Identity, mailing: str = "M-1") -> tuple[Fact, ...]:
    """Numbers are reserved, and a list of these people is prepared and received."""
    reserve(room, len(people), mailing)
    return room.give(the_list(room, *people, mailing=mailing))


def sending(room: Steps, mailing: str = "M-1") -> SendMailingList:
    """The list goes to the provider as it stands."""
    file = provider_file(room.connection, mailing)
    return SendMailingList(mailing=mailing, sha256=file.sha256, channel="provider's portal")


def screen(room: Steps, mailing: str = "M-1") -> MailingScreened:
    """The mailing is screened before the print."""
    (screened,) = room.give(ScreenMailing(mailing=mailing))
    assert isinstance(screened, MailingScreened)
    return screened


def entering(room: Steps, mailing: str = "M-1", **changes: Any) -> EnterMailedCoupons:
    """The provider confirms what is on the list."""
    listed = entries_of(room.connection, mailing)
    order = EnterMailedCoupons(
        mailing=mailing,
        day=room.day,
        mailed_on=room.day,
        reference="confirmation 77",
        serials=tuple(Run(one.serial, one.serial) for one in listed),
        quantities=tuple(Quantity(one.denomination, 1) for one in listed),
    )
    return msgspec.structs.replace(order, **changes)


def mail(room: Steps, *people: Identity, mailing: str = "M-1") -> None:
    """A mailing from the reserved numbers to the entry in the coupon book, on the day that it goes out."""
    prepare(room, *people, mailing=mailing)
    room.at(MAIL_DAY)
    room.give(sending(room, mailing))
    screen(room, mailing)
    room.give(entering(room, mailing))


def scan(room: Steps, serial: int, mailing: str = "M-1", **changes: Any) -> Scanned:
    """What the barcode of a mailed coupon says."""
    listed = next(one for one in entries_of(room.connection, mailing) if one.serial == serial)
    scanned = read(payload(coupon_for(room.connection, listed), listed.design, STAMP), [STAMP])
    return msgspec.structs.replace(scanned, **changes)
