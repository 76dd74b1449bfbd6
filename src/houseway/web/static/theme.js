// How the page looks: in the colours of the system, or in those that somebody chose for this screen. Loaded before anything
// is drawn, so that no page shows in the other colours first.
"use strict";

const THEMES = ["system", "dark", "light"];

// A browser that keeps nothing follows the system.
function rememberedTheme() {
  try {
    return THEMES.find((theme) => theme === localStorage.getItem("theme")) ?? "system";
  } catch {
    return "system";
  }
}

function rememberTheme(theme) {
  try {
    localStorage.setItem("theme", theme);
  } catch {
    // The page shows it until it is left.
  }
}

function showTheme(theme) {
  if (theme === "system") delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = theme;
  const button = document.querySelector("[data-themes]");
  if (!button) return;
  button.dataset.themes = theme;
  button.querySelector("[data-shown]").textContent = theme;
}

showTheme(rememberedTheme());
document.addEventListener("DOMContentLoaded", () => showTheme(rememberedTheme()));
addEventListener("storage", (event) => event.key === "theme" && showTheme(rememberedTheme()));
document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-themes]");
  if (!button) return;
  const theme = THEMES[(THEMES.indexOf(button.dataset.themes) + 1) % THEMES.length];
  rememberTheme(theme);
  showTheme(theme);
});

// Nothing moves on load: what a page came with has its place, and only what changes afterwards goes there.
let drawings = 0;
document.addEventListener("drawn", () => {
  drawings += 1;
  if (drawings > 1) document.documentElement.dataset.moving = "";
});
