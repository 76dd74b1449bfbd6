// The selected player's wagers once more, twice as high, or back in the rack: each a move of its own, in betting order.
"use strict";

const laidOn = (which) => JSON.parse(find("[data-laid]")?.dataset.laid ?? "{}")[which]?.[selected.seat] ?? [];
const areaNumber = (number) => find(`.area.bet[data-n="${number}"]`);

// What each button would do now: the areas, and how much goes on each; less than nothing is taken down.
const AGAIN = {
  rebet: () => laidOn("last").filter(([number, amount]) => takesAmount(number, amount) && !laidOn("now").some(([other]) => other === number)),
  double: () => laidOn("now").filter(([number, amount]) => takesAmount(number, amount)),
  undo: () => laidOn("added").filter(([number]) => mayTakeDown(areaNumber(number), selected.seat)).map(([number, amount]) => [number, -amount]),
  clear: () => laidOn("now").filter(([number]) => mayTakeDown(areaNumber(number), selected.seat)).map(([number, amount]) => [number, -amount]),
};

function takesAmount(number, amount) {
  const area = areaNumber(number);
  const room = area && roomOf(area, selected.seat, false);
  return Boolean(room) && room[0] <= amount && amount <= room[1] && (amount - room[0]) % room[2] === 0;
}

// One wager after the other; a refusal ends it, and says why.
async function layAgain(which) {
  const seat = selected.seat;
  for (const [number, amount] of AGAIN[which]()) {
    const { wager, pick } = areaNumber(number).dataset;
    if (amount > 0) {
      if (!(await submit({ move: "place-wager", seat, wager, pick, amount }, ["player", "dealer"]))) return;
      continue;
    }
    const lay = laidOn("now").find(([other]) => other === number)?.[1] ?? 0;
    if (!(await submit({ move: "take-down-wager", seat, wager, pick }, ["player", "dealer"]))) return;
    // Chips that had been added go, those that lay there before stay.
    if (lay + amount > 0 && !(await submit({ move: "place-wager", seat, wager, pick, amount: lay + amount }, ["player", "dealer"]))) return;
  }
}

function describeAgain() {
  every("[data-again]").forEach((button) => (button.disabled = AGAIN[button.dataset.again]().length === 0));
}
