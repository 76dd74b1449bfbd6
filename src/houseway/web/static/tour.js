// The tour of the table page: what each part of it is for, told from the parts that are there. Loaded after keys.js.
"use strict";

const TOUR = "houseway-tour";
const APART_FROM_PART = 12;
const tour = { at: 0 };

const parts = () => every("[data-tour]").filter((part) => part.checkVisibility());
const shownPart = () => parts()[tour.at];
// A part is called what it calls itself.
const partTitle = (part) => part.getAttribute("aria-label") ?? find(`#${part.getAttribute("aria-labelledby")}`).firstChild.textContent.trim();

function markPart() {
  every(".toured").forEach((part) => part.classList.remove("toured"));
  if (find("#tour").open) shownPart()?.classList.add("toured");
}

// Below its part or above it, and where neither has room at the foot of the window.
function placeTour() {
  const card = find("#tour");
  const box = shownPart().getBoundingClientRect();
  const { width, height } = card.getBoundingClientRect();
  const [wide, tall] = [document.documentElement.clientWidth, innerHeight];
  const fits = (y) => y >= APART_FROM_PART && y + height <= tall - APART_FROM_PART;
  const y = [box.bottom + APART_FROM_PART, box.top - height - APART_FROM_PART].find(fits) ?? tall - height - APART_FROM_PART;
  card.style.left = `${Math.max(APART_FROM_PART, Math.min(box.left, wide - width - APART_FROM_PART))}px`;
  card.style.top = `${y}px`;
}

function showPart(at) {
  const all = parts();
  tour.at = Math.max(0, Math.min(at, all.length - 1));
  const part = shownPart();
  find("#tour-title").textContent = partTitle(part);
  find("[data-tour-words]").textContent = part.dataset.tour;
  find("[data-tour-at]").textContent = `${tour.at + 1} of ${all.length}`;
  find("[data-tour-back]").disabled = tour.at === 0;
  find("[data-tour-next]").textContent = tour.at === all.length - 1 ? "Done" : "Next";
  part.scrollIntoView({ block: "nearest", behavior: calm() ? "auto" : "smooth" });
  markPart();
  placeTour();
}

function beginTour() {
  find("#keys").close();
  endOffer();
  find("#tour").showModal();
  showPart(0);
  find("[data-tour-next]").focus();
}

// Whoever took it, or wants none, is not offered it again in this browser.
function endOffer() {
  localStorage.setItem(TOUR, "seen");
  find("#tour-offer").hidden = true;
}

function stepTour(by) {
  if (by > 0 && tour.at === parts().length - 1) find("#tour").close();
  else showPart(tour.at + by);
}

if (find("#tour")) {
  find("#tour-offer").hidden = !("offersTour" in page().dataset) || localStorage.getItem(TOUR) !== null;
  find("#tour").addEventListener("close", markPart);
  find("#tour").addEventListener("keydown", (event) => {
    const by = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!by) return;
    event.preventDefault();
    stepTour(by);
  });
  document.addEventListener("click", ({ target }) => {
    if (target.closest("[data-tour-begin]")) beginTour();
    else if (target.closest("[data-tour-none]")) endOffer();
    else if (target.closest("[data-tour-next]")) stepTour(1);
    else if (target.closest("[data-tour-back]")) stepTour(-1);
    else if (target.closest("[data-tour-end]")) find("#tour").close();
  });
  // What is drawn anew stays marked, and a window of another size shows the part again.
  document.addEventListener("drawn", markPart);
  addEventListener("resize", () => find("#tour").open && showPart(tour.at));
  addEventListener("scroll", () => find("#tour").open && placeTour(), { passive: true, capture: true });
}
