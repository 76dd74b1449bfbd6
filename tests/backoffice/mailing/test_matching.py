"""Who may be a person on an exclusion list (603a.20(q)(7)): a doubt is a match."""

from datetime import date

import pytest

from houseway.backoffice.mailing.matching import Identity, Likeness, Match, Screen, compare
from tests.backoffice.mailing.post_room import IDA

SAME, POSSIBLE = Likeness.SAME, Likeness.POSSIBLE
BORN = date(1957, 11, 5)
OIL_STREET = "12 Oil Street, Titusville PA 16354"


def known(name: str, address: str = "", born: date | None = None) -> Identity:
    return Identity(name=name, address=address, born=born)


@pytest.mark.clause("603a.20(q)(7)")
@pytest.mark.parametrize(
    "name",
    [
        "Ida Tarbell",
        "IDA TARBELL",
        "Tarbell, Ida",
        "Tarbell, Ida M.",
        "Ms. Ida Minerva Tarbell",
        "Ida Tarbell Jr.",
        "Tarbell, Ida, Jr.",
        "Ída Tärbell",
        "Ida Tarbell, Esq.",
        "Ida 'Tarbell",
    ],
)
def test_a_name_is_the_same_however_it_is_written(name: str) -> None:
    assert compare(known(name, born=BORN), IDA) == Match(SAME, ("name", "birth date"))


@pytest.mark.clause("603a.20(q)(7)")
@pytest.mark.parametrize(
    ("name", "plain"),
    [
        ("Łukasz Wiśniewski", "Lukasz Wisniewski"),
        ("Bjørn Sæther", "BJORN SAETHER"),
        ("Đorđe Weiß", "Dorde Weiss"),
    ],
)
def test_a_name_is_the_same_without_the_letters_that_a_clerk_does_not_have(name: str, plain: str) -> None:
    assert compare(known(name), known(plain)) == Match(POSSIBLE, ("name",))


@pytest.mark.clause("603a.20(q)(7)")
@pytest.mark.parametrize(
    "address",
    [
        OIL_STREET,
        "12 OIL ST, TITUSVILLE, PENNSYLVANIA 16354-1234",
        "12 Oil St. Titusville, PA 16354",
        "12 Oil Street Titusville Pa. 16354",
    ],
)
def test_an_address_is_the_same_however_it_is_written(address: str) -> None:
    assert compare(known("Ida Tarbell", address), IDA) == Match(SAME, ("name", "address"))


@pytest.mark.clause("603a.20(q)(7)")
@pytest.mark.parametrize(
    ("patron", "verdict"),
    [
        # Of one name: told apart by the birth date alone, and not under one roof.
        (known("Ida Tarbell", OIL_STREET, BORN), SAME),
        (known("Ida Tarbell", "elsewhere", BORN), SAME),
        (known("Ida Tarbell", OIL_STREET), SAME),
        (known("Ida Tarbell", "elsewhere"), POSSIBLE),
        (known("Ida Tarbell"), POSSIBLE),
        (known("Ida Tarbell", OIL_STREET, date(1990, 1, 1)), POSSIBLE),
        (known("Ida Tarbell", "elsewhere", date(1990, 1, 1)), None),
        (known("Ida Tarbell", "", date(1990, 1, 1)), None),
        # Of names that are alike.
        (known("Ida Tarbel", "elsewhere", BORN), POSSIBLE),
        (known("Ida Tarbelll", "elsewhere", BORN), POSSIBLE),
        (known("Ida Tarbekl", "elsewhere", BORN), POSSIBLE),
        (known("Ida Tabrell", "elsewhere", BORN), POSSIBLE),
        (known("Idabelle Tarbell", "elsewhere", BORN), POSSIBLE),
        (known("Ida McCullough", "elsewhere", BORN), POSSIBLE),
        (known("Will Tarbell", OIL_STREET), POSSIBLE),
        (known("Will Tarbell", OIL_STREET, date(1960, 1, 1)), None),
        (known("Will Tarbell", "elsewhere"), None),
        (known("Ida Tarbel", "elsewhere"), None),
        (known("Ida Tbrall", "elsewhere", date(1960, 1, 1)), None),
        # Of other names.
        (known("Minerva McCullough", OIL_STREET, BORN), POSSIBLE),
        (known("Minerva McCullough", OIL_STREET), None),
        (known("Minerva McCullough", "elsewhere", BORN), None),
        (known("Idt Tarbeal", "elsewhere", BORN), None),
    ],
    ids=lambda value: (
        f"{value.name} {value.address[:5]} {value.born}" if isinstance(value, Identity) else str(value)
    ),
)
def test_a_doubt_is_a_match(patron: Identity, verdict: Likeness | None) -> None:
    match = compare(patron, IDA)
    assert (match.likeness if match else None) == verdict
    assert (compare(IDA, patron) is None) == (match is None)
    # A whole list finds what comparing one by one finds.
    assert Screen([known("Simon Girty", "nowhere", date(1941, 11, 14)), IDA]).find(patron) == match


@pytest.mark.clause("603a.20(q)(7)")
def test_what_is_unknown_of_the_listed_person_tells_nobody_apart() -> None:
    assert compare(IDA, known("Ida Tarbell")) == Match(POSSIBLE, ("name",))
    assert compare(known("Cher", "1 Sunset Road"), known("CHER", "1 Sunset Rd")) == Match(
        SAME, ("name", "address")
    )
    assert compare(known("Cher", "1 Sunset Road"), known("Cher Bono", "2 Sunset Road")) is None


@pytest.mark.clause("603a.20(q)(7)")
def test_the_surest_match_of_a_list_counts() -> None:
    namesake = known("Ida Tarbell")
    assert Screen([namesake, IDA]).find(IDA) == Match(SAME, ("name", "birth date", "address"))
    assert Screen([IDA, namesake]).find(known("Ida Tarbell", born=date(1990, 1, 1))) == Match(
        POSSIBLE, ("name",)
    )
    assert Screen([]).find(IDA) is None
