// Settled chips: told one after the other in the lawful order, then swept or paid, at a speed that this screen chooses.
"use strict";

const MOTION = "houseway-motion";
const PACES = { slow: 700, steady: 300, quick: 120, off: 0 };
const AT_REST_MILLISECONDS = 900;
const settling = { version: null, cleared: "", timer: 0 };

const pace = () => (calm() ? 0 : PACES[localStorage.getItem(MOTION)] ?? PACES.steady);

// After every drawing: a settlement that is new since the last one plays; nothing does on load or in a replay.
function settle() {
  const group = find("#settled");
  if (!group) return;
  const { version } = group.dataset;
  const fresh = settling.version !== null && version && version !== settling.version;
  settling.version = version;
  if (fresh && pace() && !isReplaying()) playSettlement(version, 0);
  else if (settling.cleared === version) group.classList.add("cleared");
}

function playSettlement(version, told) {
  clearTimeout(settling.timer);
  const group = find("#settled");
  if (group?.dataset.version !== version) return;
  const chips = every(".settled", group);
  chips.forEach((one, index) => one.classList.toggle("untold", index >= told));
  if (told < chips.length) settling.timer = setTimeout(() => playSettlement(version, told + 1), pace());
  else settling.timer = setTimeout(() => clearSettled(version), AT_REST_MILLISECONDS);
}

// Lost chips go to the dealer, the others to their player.
function clearSettled(version) {
  const group = find("#settled");
  if (group?.dataset.version !== version) return;
  settling.cleared = version;
  group.classList.add("cleared");
}

function skipSettling() {
  clearTimeout(settling.timer);
  every("#settled .untold").forEach((one) => one.classList.remove("untold"));
  if (settling.version) clearSettled(settling.version);
}

document.addEventListener("change", (event) => event.target.id === "motion" && localStorage.setItem(MOTION, event.target.value));
