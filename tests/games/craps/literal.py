"""Craps settled a second time, straight from the words of 58 Pa. Code 623a and the filed readings of them.

Nothing of Houseway is imported here: a blind spot of the game must not also be one of its check. Amounts are cents, a
wager is (seat, wager, number) with "" for no number, and what a roll makes of it is told as the player's gain.
"""

from dataclasses import dataclass, field

Key = tuple[int, str, str]

# 623a.5(a), (g)(1) and (g)(2), as printed.
PLACE_TO_WIN = {4: "9 to 5", 5: "7 to 5", 6: "7 to 6", 8: "7 to 6", 9: "7 to 5", 10: "9 to 5"}
PLACE_TO_LOSE = {4: "5 to 11", 5: "5 to 8", 6: "4 to 5", 8: "4 to 5", 9: "5 to 8", 10: "5 to 11"}
BUY = {4: "2 to 1", 5: "3 to 2", 6: "6 to 5", 8: "6 to 5", 9: "3 to 2", 10: "2 to 1"}
LAY = {4: "1 to 2", 5: "2 to 3", 6: "5 to 6", 8: "5 to 6", 9: "2 to 3", 10: "1 to 2"}
HARDWAYS = {"four": (4, "7 to 1"), "six": (6, "9 to 1"), "eight": (8, "9 to 1"), "ten": (10, "7 to 1")}
# One roll: the totals that win, and what each pays.
ONE_ROLL = {
    "field": {2: "2 to 1", 12: "2 to 1"} | dict.fromkeys((3, 4, 9, 10, 11), "1 to 1"),
    "any-seven": {7: "4 to 1"},
    "any-craps": {2: "7 to 1", 3: "7 to 1", 12: "7 to 1"},
    "craps-two": {2: "30 to 1"},
    "craps-three": {3: "15 to 1"},
    "craps-twelve": {12: "30 to 1"},
    "eleven": {11: "15 to 1"},
}
# 623a.5(b)-(e): as if these were separate wagers, in equal parts.
_HORN = ("craps-two", "craps-three", "eleven", "craps-twelve")
COMBINED = {
    "c-and-e": ("any-craps", "eleven"),
    "horn": _HORN,
    "horn-high-2": (*_HORN, "craps-two"),
    "horn-high-3": (*_HORN, "craps-three"),
    "horn-high-11": (*_HORN, "eleven"),
    "horn-high-12": (*_HORN, "craps-twelve"),
    "whirl": (*_HORN, "any-seven"),
}
# 623a.5(f): four, five and six different points.
FIRE = {
    "A": {4: "24 to 1", 5: "249 to 1", 6: "999 to 1"},
    "B": {4: "39 to 1", 5: "199 to 1", 6: "499 to 1"},
}
# 623a.3(a)(43) and 623a.5(h).
BONUS = {
    "all-small": ({2, 3, 4, 5, 6}, "34 to 1"),
    "all-or-nothing-at-all": ({2, 3, 4, 5, 6, 8, 9, 10, 11, 12}, "175 to 1"),
    "all-tall": ({8, 9, 10, 11, 12}, "34 to 1"),
}
# 623a.6(a)-(d): with the bet that each supports.
SUPPORTS = {
    "pass-odds": "pass",
    "dont-pass-odds": "dont-pass",
    "come-odds": "come",
    "dont-come-odds": "dont-come",
}
POINTS = (4, 5, 6, 8, 9, 10)


@dataclass
class Table:
    """A layout with its markers, under what the casino filed."""

    chip: int = 100
    fire_table: str = "A"
    # Per cent of a Buy or Lay Bet, and when it is taken: "placed" or "won".
    vigorish: int = 0
    vigorish_when: str = "placed"
    # Whether Come odds rest on a come out roll unless called on (reading B-CR-11).
    come_odds_rest: bool = False

    point: int = 0
    points_made: set[int] = field(default_factory=set)
    thrown: set[int] = field(default_factory=set)
    bets: dict[Key, int] = field(default_factory=dict)
    buttons: set[Key] = field(default_factory=set)

    def put(self, key: Key, amount: int) -> int:
        """Set what stands on an area; the vigorish that the player owes for it now, less what was owed before."""
        owed = self.vigorish_on(key, self.bets.pop(key, 0))
        if amount:
            self.bets[key] = amount
        else:
            self.buttons.discard(key)
        return self.vigorish_on(key, amount) - owed if self.vigorish_when == "placed" else 0

    def vigorish_on(self, key: Key, amount: int) -> int:
        """623a.5(g)(3): a part of the amount wagered, never more, so down to whole chips (reading B-CR-16)."""
        if not key[1].startswith(("buy-", "lay-")):
            return 0
        return amount * self.vigorish // 100 // self.chip * self.chip

    def roll(
        self, die_1: int, die_2: int, *, come_bets_only: bool = False
    ) -> tuple[dict[Key, int], dict[Key, int]]:
        """What a valid roll gains the player of each wager that it decides, and the vigorish taken from winners."""
        total = die_1 + die_2
        gains: dict[Key, int] = {}
        taken: dict[Key, int] = {}
        stay: dict[Key, int] = {}
        for key, amount in self.bets.items():
            gain = self._gain(key, amount, (die_1, die_2)) if self._acts(key) else None
            if gain is None and self._base_is_decided(key, total):
                gain = 0  # Odds at rest go back when the bet they support is decided.
            if gain is None:
                stay[self._moved(key, total)] = amount
                continue
            gains[key] = gain
            if gain > 0 and self.vigorish_when == "won":
                taken[key] = self.vigorish_on(key, amount)
        self.bets = stay
        self._mark(total, come_bets_only=come_bets_only)
        self.buttons &= set(stay)
        return gains, taken

    def _acts(self, key: Key) -> bool:
        """623a.3(a)(5)-(10), (41): not on a come out roll unless called on; (42): a Lay Bet unless called off."""
        wager = key[1]
        if self.point:
            return True
        if wager.startswith("lay-"):
            return key not in self.buttons
        rests = wager.startswith(("place-to-", "buy-")) or wager.endswith("-the-hardway")
        if wager == "come-odds":
            rests = self.come_odds_rest
        return key in self.buttons or not rests

    def _base_is_decided(self, key: Key, total: int) -> bool:
        return key[1] in SUPPORTS and total in (7, int(key[2]))

    def _moved(self, key: Key, total: int) -> Key:
        """623a.3(a)(3), (4): a Come or Don't Come Bet goes to the number thrown."""
        seat, wager, number = key
        if wager in ("come", "dont-come") and not number:
            return seat, wager, str(total)
        return key

    def _mark(self, total: int, *, come_bets_only: bool) -> None:
        live = {wager for _, wager, _ in self.bets}
        self.thrown = self.thrown | {total} if live & set(BONUS) else set()
        if come_bets_only:
            return  # Reading B-CR-28: no point comes of it.
        if self.point == 0:
            if total in POINTS:
                self.point = total
                self.buttons = set()  # Reading B-CR-14: calls last until a point is set.
        elif total == self.point:
            self.points_made = self.points_made | {total} if "fire-bet" in live else set()
            self.point = 0
        elif total == 7:
            self.points_made = set()
            self.point = 0

    def _gain(self, key: Key, amount: int, dice: tuple[int, int]) -> int | None:
        """What the player gains by a wager that acts, 0 where it is returned, or None where the roll decides nothing."""
        _, wager, number = key
        total = sum(dice)
        if wager in COMBINED:
            parts = COMBINED[wager]
            share = amount // len(parts)
            assert share * len(parts) == amount
            each = [self._one_roll(ONE_ROLL[part], share, total) for part in parts]
            return sum(each)
        if wager in ONE_ROLL:
            return self._one_roll(ONE_ROLL[wager], amount, total)
        if wager == "six-seven-eight":
            hard = dice in ((3, 3), (4, 4))
            return self._paid("2 to 1" if hard else "1 to 1", amount) if total in (6, 7, 8) else -amount
        if wager.endswith("-on-the-hop"):
            return self._hop(wager.removesuffix("-on-the-hop"), amount, dice)
        if wager.endswith("-the-hardway"):
            return self._hardway(*HARDWAYS[wager.removesuffix("-the-hardway")], amount, dice)
        if wager.startswith(("place-to-win-", "buy-")):
            on = int(wager.rpartition("-")[2])
            return self._before_seven(
                on, (BUY if wager.startswith("buy") else PLACE_TO_WIN)[on], amount, total
            )
        if wager.startswith(("place-to-lose-", "lay-")):
            on = int(wager.rpartition("-")[2])
            return self._seven_before(
                on, (LAY if wager.startswith("lay") else PLACE_TO_LOSE)[on], amount, total
            )
        if wager in ("pass", "come"):
            return self._right_way(self.point if wager == "pass" else int(number or 0), amount, total)
        if wager in ("dont-pass", "dont-come"):
            return self._wrong_way(self.point if wager == "dont-pass" else int(number or 0), amount, total)
        if wager in ("pass-odds", "come-odds"):
            odds = {4: "2 to 1", 10: "2 to 1", 5: "3 to 2", 9: "3 to 2", 6: "6 to 5", 8: "6 to 5"}
            return self._before_seven(int(number), odds[int(number)], amount, total)
        if wager in ("dont-pass-odds", "dont-come-odds"):
            odds = {4: "1 to 2", 10: "1 to 2", 5: "2 to 3", 9: "2 to 3", 6: "5 to 6", 8: "5 to 6"}
            return self._seven_before(int(number), odds[int(number)], amount, total)
        if wager == "fire-bet":
            if not (self.point and total == 7):
                return None
            made = len(self.points_made)
            return self._paid(FIRE[self.fire_table][made], amount) if made >= 4 else -amount
        needed, odds_of_all = BONUS[wager]
        if total == 7:
            return -amount
        return self._paid(odds_of_all, amount) if needed <= self.thrown | {total} else None

    def _one_roll(self, winning: dict[int, str], amount: int, total: int) -> int:
        return self._paid(winning[total], amount) if total in winning else -amount

    def _hop(self, faces: str, amount: int, dice: tuple[int, int]) -> int:
        """623a.3(a)(22)-(38)."""
        if faces.endswith("-the-hardway"):
            half = HARDWAYS[faces.removesuffix("-the-hardway")][0] // 2
            return self._paid("30 to 1", amount) if dice == (half, half) else -amount
        wanted = sorted(int(face) for face in faces.split("-"))
        return self._paid("15 to 1", amount) if sorted(dice) == wanted else -amount

    def _hardway(self, number: int, odds: str, amount: int, dice: tuple[int, int]) -> int | None:
        """623a.3(a)(7)-(10); before both the easy number and a 7 (reading B-CR-22)."""
        if dice == (number // 2, number // 2):
            return self._paid(odds, amount)
        return -amount if sum(dice) in (number, 7) else None

    def _before_seven(self, number: int, odds: str, amount: int, total: int) -> int | None:
        if total == number:
            return self._paid(odds, amount)
        return -amount if total == 7 else None

    def _seven_before(self, number: int, odds: str, amount: int, total: int) -> int | None:
        if total == 7:
            return self._paid(odds, amount)
        return -amount if total == number else None

    def _right_way(self, point: int, amount: int, total: int) -> int | None:
        """623a.3(a)(1), (3)."""
        if point:
            return self._before_seven(point, "1 to 1", amount, total)
        if total in (7, 11):
            return amount
        return -amount if total in (2, 3, 12) else None

    def _wrong_way(self, point: int, amount: int, total: int) -> int | None:
        """623a.3(a)(2), (4)."""
        if point:
            return self._seven_before(point, "1 to 1", amount, total)
        if total in (2, 3):
            return amount
        if total == 12:
            return 0
        return -amount if total in (7, 11) else None

    def _paid(self, odds: str, amount: int) -> int:
        """At the odds, up to the next whole chip where they do not divide (reading B-CR-15)."""
        win, stake = odds.split(" to ")
        exact, left = divmod(amount * int(win), int(stake) * self.chip)
        return (exact + (left > 0)) * self.chip
