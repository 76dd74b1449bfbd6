// Keys of the table page, and the list of them. Loaded after houseway.js.
"use strict";

const CHIP_KEYS = "123456789";
const KEYS = {
  " ": () => nextButton()?.click(),
  r: () => find("#rebet")?.click(),
  d: () => find("#double")?.click(),
  u: () => find("#undo")?.click(),
  x: () => find("#clear")?.click(),
  b: () => find("#brisk")?.click(),
  s: () => skipSettling(),
  0: () => find("[data-own-chip]")?.select(),
  "/": () => find("[data-search]")?.focus(),
  "?": () => find("#keys")?.showModal(),
};

// The gold button: the first of the next steps that is shown and may be taken; a hand that lies foul holds up the others.
const nextButton = () => every("#next .step.main button.go:not(.small)").find((button) => button.checkVisibility() && (!button.disabled || button.closest("[data-setting]")));

// A key belongs to what has the focus, where that does something with it.
function isTaken(event) {
  if (event.ctrlKey || event.metaKey || event.altKey || find("dialog[open]")) return true;
  if (event.target.closest("input, select, textarea")) return !(event.target.type === "checkbox" && event.key !== " ");
  return [" ", "Enter"].includes(event.key) && Boolean(event.target.closest("button, a, summary, [role=button]"));
}

document.addEventListener("keydown", (event) => {
  if (!find("#page.table") || event.defaultPrevented || isTaken(event)) return;
  const chip = CHIP_KEYS.indexOf(event.key);
  const act = chip >= 0 ? () => every("[data-chip]")[chip]?.click() : KEYS[event.key.toLowerCase()];
  if (!act) return;
  event.preventDefault();
  act();
});

// A pointer leaves the focus where it was, so that the space bar goes on with the game and lays no second chip.
document.addEventListener("mousedown", (event) => {
  if (!event.target.closest(".area.bet, .bank button, .rail button, .eyes a")) return;
  event.preventDefault();
  find("[data-own-chip]:focus")?.blur();
});
document.addEventListener("keydown", (event) => event.key === "Enter" && event.target.matches("[data-own-chip]") && event.target.blur());

// Whether the table goes on by itself is this screen's choice, and stays so.
const BRISK = "houseway-brisk";

function showBrisk() {
  const brisk = find("#brisk");
  if (!brisk) return;
  brisk.checked = localStorage.getItem(BRISK) === "on";
  // Who plays a seat has the others play theirs in one go.
  document.documentElement.classList.toggle("brisk", brisk.checked || "playing" in page().dataset);
}

document.addEventListener("change", (event) => {
  if (event.target.id !== "brisk") return;
  localStorage.setItem(BRISK, event.target.checked ? "on" : "off");
  showBrisk();
});
document.addEventListener("drawn", showBrisk);
document.addEventListener("click", (event) => event.target.closest("[data-keys]") && KEYS["?"]());
showBrisk();
if (find("#motion")) find("#motion").value = localStorage.getItem(MOTION) ?? "steady";
