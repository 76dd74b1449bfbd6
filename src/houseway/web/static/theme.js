// How the page looks, as somebody chose it for this screen: in the colours of the system or others, with suits in two colours
// or in four. Loaded before anything is drawn, so that no page shows in other colours first.
"use strict";

// What can be chosen of each; the first is what a screen shows that has chosen nothing.
const LOOKS = { theme: ["system", "dark", "light"], suits: ["two", "four"] };

// A browser that keeps nothing shows what nobody chose.
function rememberedLook(look) {
  try {
    return LOOKS[look].find((choice) => choice === localStorage.getItem(look)) ?? LOOKS[look][0];
  } catch {
    return LOOKS[look][0];
  }
}

function rememberLook(look, choice) {
  try {
    localStorage.setItem(look, choice);
  } catch {
    // The page shows it until it is left.
  }
}

function showLook(look, choice) {
  if (choice === LOOKS[look][0]) delete document.documentElement.dataset[look];
  else document.documentElement.dataset[look] = choice;
  const button = document.querySelector(`[data-look="${look}"]`);
  if (!button) return;
  button.dataset.chosen = choice;
  button.querySelector("[data-shown]").textContent = choice;
}

const showLooks = () => Object.keys(LOOKS).forEach((look) => showLook(look, rememberedLook(look)));

showLooks();
document.addEventListener("DOMContentLoaded", showLooks);
addEventListener("storage", showLooks);
document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-look]");
  if (!button) return;
  const { look, chosen } = button.dataset;
  const choice = LOOKS[look][(LOOKS[look].indexOf(chosen) + 1) % LOOKS[look].length];
  rememberLook(look, choice);
  showLook(look, choice);
});

// Nothing moves on load: what a page came with has its place, and only what changes afterwards goes there.
let drawings = 0;
document.addEventListener("drawn", () => {
  drawings += 1;
  if (drawings > 1) document.documentElement.dataset.moving = "";
});
