// Tiles on the page: written ones are read, and a delivery is stepped through on the felt. Loaded before houseway.js.
"use strict";

// Tiles as people write them: "66, 4-2" is 6-6 and 2-4; what cannot be read is left for the house to refuse.
function readTiles(text) {
  return text.replaceAll(/[,;]/g, " ").trim().split(/\s+/).filter(Boolean).map((word) => {
    const ends = /^([1-6])[-/]?([1-6])$/.exec(word);
    return ends ? ends.slice(1).sort().join("-") : word;
  });
}

function tilesFit(form) {
  for (const control of every("input[data-tiles]", form)) {
    const told = readTiles(control.value);
    const wrong = told.find((code) => !/^([1-6]-[1-6]|\?\?)$/.test(code));
    const most = Number(control.dataset.tiles);
    if (wrong !== undefined) refuse({ detail: `no tile is called ${wrong}`, fix: "write the two ends, such as 2-4 or 66; ?? is a tile that nobody has seen" });
    else if (told.length && told.length !== most) refuse({ detail: `${told.length} ${told.length === 1 ? "tile is" : "tiles are"} written and ${most} are needed`, fix: "write every tile" });
    else continue;
    control.focus();
    return false;
  }
  return true;
}

// The delivery: the tiles lie in their stacks again, and hand after hand goes to its position.

const STEP_MILLISECONDS = 900;
// Which delivery is shown and how many positions are served; nothing while none is.
let stepping = null;
let ticking = null;
let lastDelivered = null;

const deliveryPanel = () => find("#delivery-steps");

function servicesOf(panel, style) {
  return style ? JSON.parse(panel.dataset.styles)[style] ?? [] : JSON.parse(panel.dataset.services);
}

function openDelivery() {
  const panel = deliveryPanel();
  const style = find("[data-preview]", panel)?.value ?? "";
  stepping = { style, version: panel.dataset.version, at: 0 };
}

function goTo(at) {
  if (!stepping) openDelivery();
  const services = servicesOf(deliveryPanel(), stepping.style);
  stepping.at = Math.max(0, Math.min(at, services.length));
  showDelivery(services);
}

function showDelivery(services) {
  const panel = deliveryPanel();
  find(".felt").classList.add("stepping");
  const lies = new Map();
  services.slice(0, stepping.at).forEach(({ tiles }, number) => tiles.forEach(([key, to]) => lies.set(key, { to, number })));
  for (const tile of every("[data-delivered]")) {
    const now = lies.get(tile.dataset.delivered);
    const served = now?.number === stepping.at - 1;
    tile.setAttribute("transform", now?.to || tile.dataset.stacked);
    tile.classList.toggle("served", served);
    // Where a hand is bound for is not known before the dice are: what was taken is just gone.
    tile.classList.toggle("gone", Boolean(now) && !now.to && !served);
  }
  const said = stepping.at ? `${stepping.at} of ${services.length}: ${services[stepping.at - 1].words}.` : "The eight stacks before the first hand goes out, counted from the dealer's left.";
  find("[data-service]", panel).textContent = said;
  find("[data-delivery=back]", panel).disabled = stepping.at === 0;
  find("[data-delivery=on]", panel).disabled = stepping.at === services.length;
}

function closeDelivery() {
  stopTicking();
  stepping = null;
  find(".felt")?.classList.remove("stepping");
  const panel = deliveryPanel();
  if (!panel) return;
  find("[data-service]", panel).textContent = "";
  every("[data-delivery]", panel).forEach((button) => (button.disabled = false));
}

function stopTicking() {
  clearInterval(ticking);
  ticking = null;
}

// Hand after hand by itself; whoever wants no motion goes on step by step.
function playDelivery() {
  stopTicking();
  openDelivery();
  goTo(calm() ? 1 : 0);
  if (calm()) return;
  ticking = setInterval(() => {
    const total = servicesOf(deliveryPanel(), stepping.style).length;
    if (stepping.at < total) goTo(stepping.at + 1);
    else closeDelivery();
  }, STEP_MILLISECONDS);
}

// The page was brought up to date: what was shown is shown again, and a new delivery plays by itself once, until the
// game goes on.
function restoreDelivery() {
  const panel = deliveryPanel();
  const version = panel?.dataset.version ?? "0";
  const fresh = lastDelivered !== null && Number(version) > Number(lastDelivered);
  lastDelivered = version;
  if (stepping && (!panel || stepping.version !== version || !servicesOf(panel, stepping.style).length)) closeDelivery();
  if (fresh && !calm()) playDelivery();
  else if (ticking) closeDelivery();
  else if (stepping) showDelivery(servicesOf(panel, stepping.style));
}

function onDelivery(event) {
  const button = event.target.closest("[data-delivery]");
  if (!button) return;
  const act = button.dataset.delivery;
  if (act === "play") playDelivery();
  else if (act === "close") closeDelivery();
  else {
    stopTicking();
    goTo((stepping?.at ?? 0) + (act === "on" ? 1 : -1));
  }
}

document.addEventListener("click", onDelivery);
document.addEventListener("change", (event) => event.target.matches("[data-preview]") && closeDelivery());
