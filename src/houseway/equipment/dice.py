"""Dice: the set a game needs, its inspection, and how long it may be used."""

from collections import Counter
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

import msgspec

from houseway.equipment.life import Life
from houseway.law import Clause, RuleViolation, implements, pa

NOT_INSPECTED = pa("603a.13(f)(1)(iii)")
ALL_INSTRUMENTS = pa("603a.13(f)(1)(ii)#5")


class Instrument(StrEnum):
    """What dice are inspected with."""

    MICROMETER = "micrometer"
    BALANCING_CALIPER = "balancing-caliper"
    STEEL_SET_SQUARE = "steel-set-square"
    MAGNET = "magnet"


class DiceGame(StrEnum):
    """A game as 603a.13 tells games apart; Sic Bo by its shaker, because the two are treated differently."""

    CRAPS = "craps"
    MINI_CRAPS = "mini-craps"
    THREE_DICE_FOOTBALL = "three-dice-football"
    SIC_BO = "sic-bo"
    SIC_BO_AUTOMATED = "sic-bo-automated"
    PAI_GOW = "pai-gow"
    PAI_GOW_POKER = "pai-gow-poker"
    ASIA_POKER = "asia-poker"

    @property
    def words(self) -> str:
        """The game as people name it."""
        return _TITLES.get(self, str(self).replace("-", " ").title())


_TITLES = {
    DiceGame.MINI_CRAPS: "Mini-Craps",
    DiceGame.SIC_BO: "Sic Bo (manual shaker)",
    DiceGame.SIC_BO_AUTOMATED: "Sic Bo (automated shaker)",
}


class DiceSet(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A set of dice as issued to a table; `for_locked_shaker` marks dice made for locked automated shakers."""

    serial: str
    colours: tuple[str, ...]
    for_locked_shaker: bool = False


class DiceInUse(msgspec.Struct, frozen=True, kw_only=True):
    """The set at a table: when it was put to use, and whether it stands inspected."""

    set: DiceSet
    since: datetime
    inspected: bool = False
    locked: bool = False


@dataclass(frozen=True, slots=True)
class DiceRules:
    """A game's demands on its dice: the set, its life, and whether a reopened table needs a new one."""

    colours: tuple[str, ...]
    composition_clause: Clause
    life: Life
    locked_life: Life | None = None
    new_set_on_reopening: Clause | None = None
    # By which a die that left the table in play and was lost calls for a new set.
    new_set_if_lost: Clause | None = None
    any_colour: bool = False

    def check_set(self, dice: DiceSet) -> None:
        """Refuse a set that is not what the game plays with."""
        fits = (
            len(dice.colours) == len(self.colours)
            if self.any_colour
            else Counter(dice.colours) == Counter(self.colours)
        )
        if not fits:
            raise RuleViolation(
                self.composition_clause,
                f"set {dice.serial} holds {_count(dice.colours)}; the game needs {self._needs()}",
            )

    def _needs(self) -> str:
        return f"{len(self.colours)} dice of any colour" if self.any_colour else _count(self.colours)

    def life_of(self, dice: DiceInUse) -> Life:
        """The life of this set: the longer one only for dice made for it and locked in an automated shaker."""
        if self.locked_life is not None and dice.locked and dice.set.for_locked_shaker:
            return self.locked_life
        return self.life

    def check_use(self, dice: DiceInUse | None, at: datetime) -> None:
        """Refuse a throw without an inspected set, or with one past its life."""
        if dice is None:
            raise RuleViolation(
                self.composition_clause, "there is no set of dice in use", fix="issue a set of dice"
            )
        if not dice.inspected:
            raise RuleViolation(
                NOT_INSPECTED, f"dice {dice.set.serial} have not been inspected", fix="inspect the dice"
            )
        life = self.life_of(dice)
        if at < dice.since:
            raise RuleViolation(
                life.clause, f"the clock stands before the moment dice {dice.set.serial} were issued"
            )
        if at >= life.ends(dice.since):
            raise RuleViolation(
                life.clause,
                f"dice {dice.set.serial} have been in use for {life}",
                fix="change the set of dice",
            )


FACES = range(1, 7)


def known_by(serial: str) -> str:
    """A serial number as it is compared: however it was typed, it is the same set of dice."""
    return "".join(serial.split()).casefold()


def check_faces(faces: tuple[int, ...], clause: Clause) -> None:
    """Refuse a face that no die has."""
    for face in faces:
        if face not in FACES:
            raise RuleViolation(clause, f"no die shows {face}", fix="give each die's top face, 1 to 6")


@implements("603a.13(f)(1)(ii)#5")
def check_instruments(used: tuple[Instrument, ...]) -> None:
    """Refuse an inspection that did not use all four instruments."""
    missing = [instrument for instrument in Instrument if instrument not in used]
    if missing:
        raise RuleViolation(
            ALL_INSTRUMENTS,
            f"dice were inspected without the {', '.join(missing)}",
            fix="use all four instruments",
        )


def _count(colours: tuple[str, ...]) -> str:
    return " and ".join(f"{number} {colour}" for colour, number in sorted(Counter(colours).items()))
