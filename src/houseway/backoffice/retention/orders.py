"""What may be ordered in the retention book, and what follows from it."""

from datetime import date
from typing import Annotated

import msgspec

from houseway.backoffice.orders import Fact, Order, Remark, Words
from houseway.backoffice.retention.classes import CouponState, CouponType, RecordKind

# A form or a batch by the name under which it is found again, such as `count sheet 2014-05-01 BJ-1`.
Reference = Annotated[str, msgspec.Meta(min_length=1, max_length=120, pattern=r"^\S(.*\S)?$")]
References = Annotated[tuple[Reference, ...], msgspec.Meta(min_length=1, max_length=1000)]
# Whom sealed personal data belongs to, by number and never by name.
Subject = Annotated[str, msgspec.Meta(min_length=1, max_length=120, pattern=r"^\S+$")]


def _record_matters(references: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(f"record/{reference}" for reference in references)


class Record(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Something that is kept: what it is, since when, where, and whose personal data it needs."""

    kind: RecordKind
    reference: Reference
    since: date
    where: Words
    subjects: tuple[Subject, ...] = ()
    coupon: CouponType | None = None
    state: CouponState | None = None


class RegisterRecords(Order, frozen=True, kw_only=True):
    """Records are entered in the register of what is kept."""

    records: Annotated[tuple[Record, ...], msgspec.Meta(min_length=1, max_length=1000)]

    def matters(self) -> tuple[str, ...]:
        """The records."""
        return _record_matters(tuple(record.reference for record in self.records))


class ChangeCouponState(Order, frozen=True, kw_only=True):
    """Kept coupons were redeemed, voided, returned or have expired: their time counts from then."""

    reference: Reference
    state: CouponState
    on: date

    def matters(self) -> tuple[str, ...]:
        """The coupons."""
        return _record_matters((self.reference,))


class PlaceHold(Order, frozen=True, kw_only=True):
    """Records are held, for a dispute or an inquiry: none of them may go, however old."""

    hold: Words
    references: References
    reason: Words

    def matters(self) -> tuple[str, ...]:
        """The records."""
        return _record_matters(self.references)


class LiftHold(Order, frozen=True, kw_only=True):
    """Records are held no longer under this hold."""

    hold: Words
    references: References
    reason: Words

    def matters(self) -> tuple[str, ...]:
        """The records."""
        return _record_matters(self.references)


class KeepOn(Order, frozen=True, kw_only=True):
    """Records that may go are kept on until a day."""

    references: References
    until: date
    reason: Words

    def matters(self) -> tuple[str, ...]:
        """The records."""
        return _record_matters(self.references)


class DestroyRecords(Order, frozen=True, kw_only=True):
    """Records whose time is over are destroyed."""

    references: References
    method: Words
    remark: Remark = ""

    def matters(self) -> tuple[str, ...]:
        """The records."""
        return _record_matters(self.references)


class ErasePersonalData(Order, frozen=True, kw_only=True):
    """The sealed personal data of a patron is made unreadable for ever."""

    subject: Subject
    reason: Words

    def matters(self) -> tuple[str, ...]:
        """The patron."""
        return (f"subject/{self.subject}",)


class RecordRegistered(Fact, frozen=True, kw_only=True):
    """A record is kept."""

    record: Record


class CouponStateChanged(Fact, frozen=True, kw_only=True):
    """Kept coupons changed their state."""

    reference: str
    state: CouponState
    on: date


class HoldPlaced(Fact, frozen=True, kw_only=True):
    """A record is held."""

    hold: str
    reference: str
    reason: str


class HoldLifted(Fact, frozen=True, kw_only=True):
    """A record is held no longer under a hold."""

    hold: str
    reference: str
    reason: str


class RecordKeptOn(Fact, frozen=True, kw_only=True):
    """A record that might go is kept until a day."""

    reference: str
    until: date
    reason: str


class RecordsDestroyed(Fact, frozen=True, kw_only=True):
    """Records were destroyed, under a numbered certificate."""

    number: int
    references: tuple[str, ...]
    method: str
    remark: str
    # The hashes of the letters that belonged to these papers, whose files went with them.
    letters: tuple[str, ...] = ()


class PersonalDataErased(Fact, frozen=True, kw_only=True):
    """The keys of a patron's personal data were destroyed, under a numbered certificate.

    It names the keys and not only the patron: a patron who comes back has new ones, which a rebuild must leave alone.
    """

    number: int
    subject: str
    keys: tuple[str, ...]
    reason: str
