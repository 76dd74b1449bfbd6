"""Who reads the record itself: its entries, which tell what lay face down as well, and their hashes."""

from houseway.backoffice.people import Department, Posting
from houseway.backoffice.policy import anyone_of

# A rule of the house: a hash could be tried against every card there is, so that it is for whoever watches or audits.
RECORD_READERS = (
    *anyone_of(Department.SURVEILLANCE),
    *anyone_of(Department.INTERNAL_AUDIT),
    *anyone_of(Department.CASINO_COMPLIANCE),
)


def reads_the_record(person: Posting | None) -> bool:
    """Whether hashes of the record are shown to somebody; nobody is kept from them where the house has no accounts yet."""
    return person is None or any(permit.admits(person.position) for permit in RECORD_READERS)
