// Standing wagers: what may be done with each, and the way from area to area by arrow keys. Loaded before houseway.js, which calls it.
"use strict";

// The panel shows the wagers of whoever is selected; a part of one is as large as the chosen chip allows.
function describeWagers() {
  every("[data-wagers-of]").forEach((whose) => (whose.textContent = selected.seat || "none"));
  every("[data-holder]").forEach((line) => (line.hidden = Number(line.dataset.holder) !== selected.seat));
  every("button[data-room]").forEach((button) => {
    const title = JSON.parse(button.dataset.act).move.split("-")[0];
    button.textContent = `${sentence(title)} by ${dollars(lawfulAmount(JSON.parse(button.dataset.room), selected.chip))}`;
  });
}

async function actOnWager(button, chip) {
  const move = JSON.parse(button.dataset.act);
  if ("room" in button.dataset) move.amount = lawfulAmount(JSON.parse(button.dataset.room), chip);
  await submit(move, JSON.parse(button.dataset.by));
}

const ARROWS = { ArrowRight: [1, 0], ArrowLeft: [-1, 0], ArrowDown: [0, 1], ArrowUp: [0, -1] };

// The nearest open area in the direction of the arrow: what lies aside counts for more than what lies ahead.
function areaTowards(area, [across, down]) {
  // An area may go round a corner: it is where its printing is.
  const middle = (element) => {
    const box = (find("text", element) ?? element).getBoundingClientRect();
    return [box.x + box.width / 2, box.y + box.height / 2];
  };
  const [x, y] = middle(area);
  const far = (other) => {
    const [ahead, aside] = ((dx, dy) => [dx * across + dy * down, Math.abs(dx * down) + Math.abs(dy * across)])(middle(other)[0] - x, middle(other)[1] - y);
    return ahead > 1 ? ahead + 2 * aside : Infinity;
  };
  const open = every('.area.bet[tabindex="0"]').filter((other) => other !== area && far(other) < Infinity);
  return open.sort((one, other) => far(one) - far(other))[0];
}
