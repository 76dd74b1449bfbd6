"""The record says which version of Houseway wrote it, and an older one does not write after a newer."""

import pytest

from houseway.journal import Journal, JournalUnavailable, enter_program, programs


def test_a_version_enters_once_and_from_then_on_the_record_is_its_own(place: str) -> None:
    with Journal.open(place) as journal:
        enter_program(journal, "0.2.0")
        enter_program(journal, "0.2.0")
        journal.append("table/1", 0, "act", {})
        enter_program(journal, "0.10.0")
        assert programs(journal) == {1: "0.2.0", 3: "0.10.0"}
        with pytest.raises(JournalUnavailable, match=r"this is Houseway 0\.9\.1, and Houseway 0\.10\.0"):
            enter_program(journal, "0.9.1")
        enter_program(journal, "0.10.0")
        assert journal.head().position == 3
