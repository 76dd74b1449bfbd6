// What is posted of the wager on a betting area: a card beside it while a mouse rests there, the keyboard has come to it, or
// a finger is held on it. A finger that taps bets at once and gets no card. Loaded after houseway.js.
"use strict";

const REST_MILLISECONDS = 350;
const HOLD_MILLISECONDS = 450;
// So far a finger that is held may stray.
const STRAY = 12;
const APART = 10;
// The area whose card is shown or to come, and one that somebody wants no card of until it is left.
const posted = { area: null, refused: null, timer: 0 };

const postedCard = () => find("#posted");

// What the selected position, or the one whose area it is, may lay there at this moment.
function nowOn(area) {
  const seat = bettor(area);
  const room = roomOf(area, seat, selected.cash);
  if (!room) return "Closed now";
  const [low, high] = room;
  return `Now for position ${seat}: ${low === high ? dollars(low) : `${dollars(low)} to ${dollars(high)}`}`;
}

// What the house keeps of each wager here: asked for with the first card, and again for every card until the lab has counted it.
const ASK_AGAIN_MILLISECONDS = 2000;
const kept = { table: "", edges: {}, counting: "", asked: false, timer: 0 };

async function askEdges() {
  const { table } = page().dataset;
  if (kept.asked || (kept.table === table && !kept.counting)) return;
  kept.asked = true;
  clearTimeout(kept.timer);
  const answer = await fetch(`/tables/${table}/edges`, { headers: { "X-Unattended": "posted" } }).catch(() => null);
  if (answer?.ok) Object.assign(kept, { table }, await answer.json());
  kept.asked = false;
  const card = postedCard();
  if (!card || card.hidden) return;
  showPosted();
  if (kept.counting) kept.timer = setTimeout(askEdges, ASK_AGAIN_MILLISECONDS);
}

function edgeOf(wager) {
  if (kept.table !== page().dataset.table) return "";
  if (kept.counting) return `House edge: ${kept.counting}`;
  return kept.edges[wager] ? `House edge ${kept.edges[wager]}` : "";
}

function fillCard(card, area) {
  const { wager, pick } = area.dataset;
  const { title, pays, limits } = JSON.parse(card.dataset.wagers)[`${wager} ${pick}`];
  const named = pays.length > 1 || pays.some(([label]) => label && label !== title);
  const lines = pays.flatMap(([label, odds]) => [made("dt", { text: named ? label : "Pays" }), made("dd", { text: odds })]);
  card.replaceChildren(made("p", { className: "title", text: title }), made("dl", {}, ...lines), made("p", { text: limits }), made("p", { className: "edge", text: edgeOf(wager) }), made("p", { className: "now", text: nowOn(area) }));
}

// Beside the area, on the cloth rather than off it; where there is no room beside it, in the corner farthest from its printing: never on what is about to be touched.
function placeCard(card, area) {
  const box = find(".ground", area).getBoundingClientRect();
  const printed = (find("text", area) ?? area).getBoundingClientRect();
  const { width, height } = card.getBoundingClientRect();
  const [wide, tall] = [document.documentElement.clientWidth, innerHeight];
  const cloth = find(".layout").getBoundingClientRect();
  const within = (at, size, least, most) => Math.max(APART, Math.min(Math.max(at, least), most - size - APART));
  const across = within(box.x + box.width / 2 - width / 2, width, cloth.x, Math.min(cloth.right, wide));
  const down = within(box.y + box.height / 2 - height / 2, height, cloth.y, Math.min(cloth.bottom, tall));
  const beside = [[across, box.y - height - APART], [across, box.bottom + APART], [box.right + APART, down], [box.x - width - APART, down]];
  const fits = ([x, y]) => x >= 0 && y >= 0 && x + width <= wide && y + height <= tall;
  const corner = [printed.x > wide / 2 ? APART : wide - width - APART, printed.y > tall / 2 ? APART : tall - height - APART];
  const onCloth = ([x, y]) => x >= cloth.x && y >= cloth.y && x + width <= cloth.right && y + height <= cloth.bottom;
  const [x, y] = beside.find((place) => fits(place) && onCloth(place)) ?? beside.find(fits) ?? corner;
  card.style.left = `${x}px`;
  card.style.top = `${y}px`;
}

function showPosted() {
  const card = postedCard();
  const { area } = posted;
  if (!card || !area?.isConnected) return hidePosted();
  fillCard(card, area);
  card.hidden = false;
  placeCard(card, area);
  area.setAttribute("aria-describedby", card.id);
}

function presentCard() {
  showPosted();
  askEdges();
}

function hidePosted() {
  clearTimeout(posted.timer);
  posted.area?.removeAttribute("aria-describedby");
  posted.area = null;
  if (postedCard()) postedCard().hidden = true;
}

function cameTo(area, wait) {
  if (posted.area === area || posted.refused === area) return;
  hidePosted();
  posted.refused = null;
  posted.area = area;
  if (wait) posted.timer = setTimeout(presentCard, wait);
  else presentCard();
}

// Whoever touches an area knows it: the card is out of the way until the area is left.
function putAway() {
  posted.refused = posted.area;
  hidePosted();
}

document.addEventListener("pointerover", (event) => {
  const area = event.pointerType === "mouse" && event.target.closest?.(".area.bet");
  if (area) cameTo(area, REST_MILLISECONDS);
  else if (event.pointerType === "mouse" && !posted.area?.matches(":focus-visible")) {
    hidePosted();
    posted.refused = null;
  }
});
// A finger that is held on an area asks for its card: what lifts from it is no bet, and the next touch puts the card away.
const finger = { timer: 0, x: 0, y: 0, held: false };

function holds(event) {
  const area = event.pointerType !== "mouse" && event.isPrimary && event.target.closest?.(".area.bet");
  finger.held = false;
  if (!area) return;
  Object.assign(finger, { x: event.clientX, y: event.clientY });
  finger.timer = setTimeout(() => {
    finger.held = true;
    posted.refused = null;
    cameTo(area, 0);
  }, HOLD_MILLISECONDS);
}

const strays = (event) => Math.hypot(event.clientX - finger.x, event.clientY - finger.y) > STRAY;
const letsGo = () => clearTimeout(finger.timer);

document.addEventListener("pointerdown", (event) => {
  putAway();
  letsGo();
  holds(event);
});
document.addEventListener("pointermove", (event) => strays(event) && letsGo());
for (const end of ["pointerup", "pointercancel"]) document.addEventListener(end, letsGo);
document.addEventListener("contextmenu", (event) => finger.held && event.preventDefault());
document.addEventListener("click", (event) => {
  if (!finger.held || !event.target.closest?.(".area.bet")) return;
  finger.held = false;
  event.preventDefault();
  event.stopPropagation();
}, { capture: true });
document.addEventListener("focusin", (event) => {
  if (event.target.matches(".area.bet:focus-visible")) cameTo(event.target, 0);
});
document.addEventListener("focusout", (event) => event.target === posted.area && hidePosted());
document.addEventListener("keydown", (event) => event.key === "Escape" && putAway());
document.addEventListener("drawn", () => postedCard() && !postedCard().hidden && showPosted());
addEventListener("scroll", () => postedCard() && !postedCard().hidden && placeCard(postedCard(), posted.area), { passive: true, capture: true });
