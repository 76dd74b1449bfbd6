// Houseway's pages are drawn by the server. This script sends moves, and brings the page up to date in place.
"use strict";

const find = (selector, within = document) => within.querySelector(selector);
const every = (selector, within = document) => [...within.querySelectorAll(selector)];
const page = () => find("#page");
const dollars = (cents) =>
  (cents / 100).toLocaleString("en-US", { style: "currency", currency: "USD", minimumFractionDigits: cents % 100 ? 2 : 0 });

// Bringing the page up to date: elements with an id keep their identity, so that pucks glide and menus stay open.

function morph(old, fresh) {
  if (old.nodeType !== Node.ELEMENT_NODE) {
    if (old.data !== fresh.data) old.data = fresh.data;
    return;
  }
  if ("keep" in old.dataset) return;
  for (const { name } of [...old.attributes]) {
    if (!fresh.hasAttribute(name) && name !== "open") old.removeAttribute(name);
  }
  for (const { name, value } of fresh.attributes) {
    if (old.getAttribute(name) !== value && name !== "open") old.setAttribute(name, value);
  }
  if (old.matches("input[type=range]") && document.activeElement !== old) old.value = fresh.getAttribute("value");
  morphChildren(old, fresh);
}

function morphChildren(old, fresh) {
  const named = new Map([...old.children].filter((child) => child.id).map((child) => [child.id, child]));
  let cursor = old.firstChild;
  for (const next of [...fresh.childNodes]) {
    const kept = next.id ? named.get(next.id) : alike(cursor, next);
    if (!kept || kept.nodeName !== next.nodeName) {
      old.insertBefore(next, cursor);
      continue;
    }
    if (kept === cursor) cursor = cursor.nextSibling;
    else old.insertBefore(kept, cursor);
    morph(kept, next);
  }
  while (cursor) {
    const gone = cursor;
    cursor = cursor.nextSibling;
    gone.remove();
  }
}

const alike = (cursor, next) => (cursor && !cursor.id && cursor.nodeName === next.nodeName ? cursor : null);

// The page as the house last drew it, line by line: what changes is told against these lines.
const drawing = { tag: "", lines: [] };

async function refresh() {
  const asked = location.href;
  const answer = await ask(asked, { headers: { Accept: "text/html" }, attended: attended.splice(0).includes(true) });
  if (isLocked()) return;
  const text = await answer.text();
  if (asked !== location.href) return;
  const fresh = new DOMParser().parseFromString(text, "text/html");
  if (!answer.ok) {
    refuse({ detail: find("h1", fresh)?.textContent ?? "the page cannot be read" });
    return;
  }
  document.title = fresh.title;
  drawing.tag = answer.headers.get("X-Drawing") ?? "";
  drawing.lines = text.slice(text.indexOf("<main"), text.lastIndexOf("</main>") + "</main>".length).split("\n");
  draw(find("#page", fresh));
  if (page().dataset.changes) follow();
}

function draw(fresh) {
  const atNextStep = document.activeElement?.closest("#next");
  morph(page(), document.adoptNode(fresh));
  applySelection();
  // A step that is done takes its button away; whoever pressed it by keyboard stays in the same place.
  if (atNextStep && !document.activeElement.closest("#next")) find("#next")?.focus();
  for (const wanted of awaited.splice(0)) wanted.version <= Number(page().dataset.version) ? wanted.done() : awaited.push(wanted);
}

// The house tells what has changed since the drawing that it last sent; of any other the page is asked for whole.
function change({ table, version, old, new: tag, cuts }) {
  if (table !== page().dataset.table || Number(page().dataset.version) >= version) return;
  if (old !== drawing.tag || isReplaying()) {
    soon(true);
    return;
  }
  for (const [start, end, lines] of cuts.reverse()) drawing.lines.splice(start, end - start, ...lines);
  drawing.tag = tag;
  draw(find("#page", new DOMParser().parseFromString(drawing.lines.join("\n"), "text/html")));
}

// The seat that somebody plays at a training table, or that they only look on, as the address tells it on.
const played = () => (page().dataset.asSeen ? `&${page().dataset.asSeen}` : "");
const isReplaying = () => new URLSearchParams(location.search).has("at");

// Who has moved waits until the page shows it; without a stream the page is asked for.
const awaited = [];
const OVERDUE_MILLISECONDS = 2000;

function shows(version) {
  if (Number(page().dataset.version) >= version) return Promise.resolve();
  if (source?.readyState !== EventSource.OPEN || !drawing.tag || isReplaying()) return soon();
  return new Promise((done) => {
    awaited.push({ version, done });
    setTimeout(() => Number(page().dataset.version) < version && soon(), OVERDUE_MILLISECONDS);
  });
}

let refreshing = Promise.resolve();
let waiting = false;
// Whether somebody has asked for the refresh that comes next, or only the house.
const attended = [];

function soon(byItself = false) {
  attended.push(!byItself);
  if (waiting) return refreshing;
  waiting = true;
  refreshing = refreshing.then(() => {
    waiting = false;
    return refresh();
  }).catch(() => refuse({ detail: "the house cannot be reached", fix: "the page catches up by itself once it can" }));
  return refreshing;
}

const REOPEN_MILLISECONDS = 3000;
let source = null;

function follow() {
  source?.close();
  const { changes, events } = page().dataset;
  source = new EventSource(changes ? `${changes}?shown=${isReplaying() ? "" : drawing.tag}${played()}` : events);
  source.addEventListener("change", (event) => change(JSON.parse(event.data)));
  source.addEventListener("version", (event) => {
    const { table, version } = JSON.parse(event.data);
    const shown = find(`[data-table="${CSS.escape(table)}"]`);
    if (!shown || Number(shown.dataset.version) < version) soon(true);
  });
  source.addEventListener("locked", () => {
    source.close();
    lock();
  });
  source.onopen = connected;
  source.onerror = disconnected;
}

function connected() {
  const connection = find("#connection");
  connection.dataset.open = "";
  if (!connection.textContent) return;
  connection.textContent = "";
  soon(true);
}

function disconnected(event) {
  find("#connection").textContent = "Not connected";
  delete find("#connection").dataset.open;
  // The browser tries again by itself when the line breaks, but never after an answer that is no stream.
  if (event.target.readyState !== EventSource.CLOSED) return;
  look();
  setTimeout(() => isLocked() || follow(), REOPEN_MILLISECONDS);
}

// Saying things.

function notice(text) {
  find("#notice").textContent = text;
}

function refuse({ title, detail, fix, clause }) {
  const region = find("#refusal");
  if (!region) return;
  const said = document.createElement("p");
  said.textContent = `${sentence(detail ?? title)}.`;
  region.replaceChildren(said);
  if (fix) {
    const remedy = document.createElement("p");
    remedy.textContent = `${sentence(fix)}.`;
    region.append(remedy);
  }
  if (clause) {
    const tag = document.createElement("button");
    tag.type = "button";
    tag.className = "tag";
    tag.dataset.clause = clause;
    tag.textContent = cite(clause);
    region.append(tag);
  }
}

function cite(clause) {
  const { register, chapter } = page().dataset;
  const paragraph = clause.split(/[#[]/)[0];
  return paragraph.startsWith(`${register}.`) ? chapter + paragraph.slice(register.length) : paragraph;
}

const sentence = (text) => text.charAt(0).toUpperCase() + text.slice(1);

function hush() {
  find("#refusal")?.replaceChildren();
  notice("");
}

// Moves: one after the other, each on the version that the mover saw.

let queue = Promise.resolve();

function inTurn(work) {
  queue = queue.then(work, work);
  return queue;
}

async function post(what, body) {
  const path = `/api/tables/${encodeURIComponent(page().dataset.table)}/${what}`;
  const answer = await ask(path, { json: body }).catch(() => null);
  if (isLocked()) return null;
  if (!answer) {
    refuse({ detail: "the house cannot be reached; nothing is known to be done", fix: "look at the table once it can" });
    return null;
  }
  const said = await answer.json();
  if (answer.ok) return said;
  refuse(said);
  if (answer.status === 409) await soon();
  return null;
}

const spoken = (role) => role.replaceAll("-", " ");
const oneOf = (words) => [words.slice(0, -1).join(", "), ...words.slice(-1)].filter(Boolean).join(" or ");

// Who makes a move; nobody, if whoever was chosen may not: the record must never name another person instead.
function identity(by, seat) {
  const acting = find("#acting")?.selectedOptions[0];
  const role = acting?.dataset.role;
  if (role && by.includes(role)) return { by: role, who: acting.value };
  // What a patron does is the patron's own, whoever of the crew is at the screen.
  if (by.includes("player")) return { by: "player", who: `patron-${seat}` };
  if (role) {
    const article = /^[aeiou]/.test(role) ? "an" : "a";
    const others = oneOf(by.map((other) => `the ${spoken(other)}`));
    refuse({
      detail: `${article} ${spoken(role)} may not do this; it falls to ${others}`,
      fix: "choose one of them, or whoever it falls to, under Acting as",
    });
    return null;
  }
  const staff = JSON.parse(page().dataset.staff);
  const own = JSON.parse(page().dataset.own);
  // At a live table whoever is signed in acts in a part of their own first, and else for the crew as far as they may.
  const part = own.length ? by.find((one) => own.includes(one)) ?? by.find((one) => one in staff) : by[0];
  if (part) return { by: part, who: staff[part] ?? part };
  refuse({ detail: `this falls to ${oneOf(by.map((other) => `the ${spoken(other)}`))}`, fix: "have them enter it, on a device of their own or signed in here with Somebody else" });
  return null;
}

// `player` is whose move it is, where the move names no position; else the selected one makes it.
async function submit(move, by, { careful = false, player = selected.seat, witness = null } = {}) {
  const mover = identity(by, move.seat ?? player);
  if (!mover) return null;
  const seen = careful ? Number(page().dataset.version) : null;
  const done = await post("moves", { move: { ...move, by: mover.by }, who: mover.who, witness, seen });
  if (done) await shows(done.version);
  return done;
}

// Whoever has to sign for a step besides, asked for in a dialogue; null where somebody has to and does not.
const NO_WITNESS = {};

function signatureFor(form) {
  const part = form.dataset.witness;
  if (!part) return NO_WITNESS;
  const dialog = find("#witness");
  const signing = find("form", dialog);
  signing.reset();
  find("[data-part]", dialog).textContent = spoken(part);
  dialog.returnValue = "";
  dialog.showModal();
  return new Promise((signed) => {
    dialog.addEventListener("close", () => {
      const { credential, password } = signing.elements;
      const given = { credential: credential.value.trim(), password: password.value };
      signing.reset();
      signed(dialog.returnValue === "sign" ? { witness: given } : null);
    }, { once: true });
  });
}

async function throwDice() {
  const form = find("form[data-chance]");
  if (!form) return;
  const mover = identity(JSON.parse(form.dataset.by), selected.seat);
  if (!mover) return;
  const tray = find(".faces", form) ? find(".dice") : null;
  tray?.classList.add("rolling");
  if (tray) await new Promise((done) => setTimeout(done, calm() ? 0 : 450));
  const done = await post("throw", { who: mover.who, seen: Number(page().dataset.version) });
  tray?.classList.remove("rolling");
  if (done) await shows(done.version);
  return done;
}

const calm = () => matchMedia("(prefers-reduced-motion: reduce)").matches;

function told(form) {
  const move = { move: form.dataset.move };
  for (const control of form.elements) {
    if (!control.name || control.name === "wait") continue;
    if (control.type === "radio" && !control.checked) continue;
    // Of several cards those that are ticked are told together.
    if ("pick" in control.dataset) {
      move[control.name] = [...(move[control.name] ?? []), ...(control.checked ? JSON.parse(control.value) : [])];
      continue;
    }
    // The hands of a position are written one by one and told together.
    if ("part" in control.dataset) move[control.name] = [move[control.name], readCards(control.value).join("")].filter(Boolean).join(" ");
    else move[control.name] = toldBy(control);
  }
  return "setting" in form.dataset ? { ...move, ...toldByFelt(form) } : move;
}

function toldBy(control) {
  if ("text" in control.dataset) return control.value.trim();
  if ("tick" in control.dataset) return control.checked;
  if ("tiles" in control.dataset) return readTiles(control.value);
  if ("dollars" in control.dataset) return Math.round(Number(control.value) * 100);
  if (!("cards" in control.dataset)) return JSON.parse(control.value);
  const cards = readCards(control.value);
  return "single" in control.dataset ? cards[0] ?? "" : cards;
}

async function step(form, button) {
  if (!fits(form)) return;
  const move = told(form);
  const faces = new Set(every(".faces input", form).map((face) => face.name));
  if ([...faces].some((name) => !(name in move))) {
    refuse({ detail: "not every die has been entered", fix: "click the face that each die shows" });
    return;
  }
  const signed = await signatureFor(form);
  if (!signed) return;
  const player = form.dataset.mover ?? selected.seat;
  const isAwaited = !find("#go-on");
  const done = await submit(move, JSON.parse(form.dataset.by), { careful: true, player, ...signed });
  if (done && "throws" in form.dataset && button?.name !== "wait") await throwDice();
  // Where the table waited for this choice alone, it goes on by itself again, up to the end of the round.
  else if (done && isAwaited && !("resting" in page().dataset) && document.documentElement.classList.contains("brisk")) await goOn();
}

// A deal whose cards or tiles nobody has seen yet: all that are due lie face down.
async function dealUnseen(form) {
  const control = find("input[data-cards], input[data-tiles]", form);
  const due = Array(Number(control.dataset.cards ?? control.dataset.tiles)).fill("??");
  await submit({ ...told(form), [control.name]: due }, JSON.parse(form.dataset.by), { careful: true });
}

// A scanner types the barcode and presses Enter; what is typed stays where the house refuses it.
async function takeCoupon(form) {
  if (!selected.seat) return refuse({ detail: "no position is selected", fix: "select the patron's position first" });
  const mover = identity(JSON.parse(form.dataset.by), selected.seat);
  if (!mover) return;
  const { code, place, amount } = form.elements;
  const [wager, pick] = JSON.parse(place.value);
  const cents = Math.round(Number(amount.value) * 100);
  const seen = Number(page().dataset.version);
  const done = await post("coupons", { code: code.value.trim(), seat: selected.seat, wager, pick, amount: cents, who: mover.who, seen });
  if (!done) return;
  code.value = "";
  notice(done.events.map((event) => event.words).join(". "));
  await shows(done.version);
}

// What a coupon shows that bears no barcode, before somebody who signs for it; what is typed stays where it is refused.
async function takeCouponBySerial(form) {
  if (!selected.seat) return refuse({ detail: "no position is selected", fix: "select the patron's position first" });
  const mover = identity(JSON.parse(form.dataset.by), selected.seat);
  const signed = mover && (await signatureFor(form));
  if (!signed) return;
  const { serial, value, expires, place, amount } = form.elements;
  const [wager, pick] = JSON.parse(place.value);
  const cents = (control) => Math.round(Number(control.value) * 100);
  const shown = { serial: Number(serial.value), value: cents(value), expires: expires.value };
  const laid = { seat: selected.seat, wager, pick, amount: cents(amount) };
  const done = await post("coupons/by-serial", { ...shown, ...laid, who: mover.who, ...signed, seen: Number(page().dataset.version) });
  if (!done) return;
  form.reset();
  notice(done.events.map((event) => event.words).join(". "));
  await shows(done.version);
}

// Everything that nobody has to choose, in one request; each step is recorded.
async function goOn() {
  if (!find("#go-on")) return;
  const done = await post("brisk", { seen: Number(page().dataset.version), seat: Number(page().dataset.playing) || null });
  if (done) await shows(done.version);
}

const MOST_PREPARING_STEPS = 40;

// One step after the other as long as the next one prepares a deck or a set of tiles; a refusal ends it.
async function prepare() {
  for (let taken = 0; taken < MOST_PREPARING_STEPS; taken += 1) {
    const form = find("#next form.main");
    if (!form || !("prepares" in form.dataset)) return;
    if ("chance" in form.dataset) {
      if (!(await throwDice())) return;
    } else if (!(await submit(told(form), JSON.parse(form.dataset.by), { careful: true }))) return;
  }
}

async function attestAll(group) {
  // Whoever signs for several lines signs once.
  const signatures = {};
  for (const id of every("form.attest", group).map((form) => form.id)) {
    const form = document.getElementById(id);
    if (!form?.reportValidity()) return;
    const signed = (signatures[form.dataset.witness] ??= await signatureFor(form));
    if (!signed || !(await submit(told(form), JSON.parse(form.dataset.by), signed))) return;
  }
}

// Who bets what: the only other things that this page knows and the house does not.

const selected = { seat: 0, playing: 0, chip: 500, takeDown: false, cash: false };

function applySelection() {
  readOffers();
  const seats = every("[data-seat]").map((seat) => Number(seat.dataset.seat));
  // Whoever begins to play a seat has it selected.
  const playing = Number(page()?.dataset.playing) || 0;
  if (playing && playing !== selected.playing) selected.seat = playing;
  selected.playing = playing;
  if (!seats.includes(selected.seat)) selected.seat = seats.length ? Math.min(...seats) : 0;
  const chips = every("[data-chip]").map((chip) => Number(chip.dataset.chip));
  const own = ownChip();
  if (chips.length && !chips.includes(selected.chip) && (!own || selected.chip !== own)) selected.chip = chips[0];
  press("[data-seat]", (seat) => Number(seat.dataset.seat) === selected.seat);
  press("[data-chip]", (chip) => !selected.takeDown && Number(chip.dataset.chip) === selected.chip);
  find("[data-own-chip]")?.classList.toggle("chosen", !selected.takeDown && own === selected.chip);
  press("[data-take-down]", () => selected.takeDown);
  press("[data-cash]", () => selected.cash);
  every(".area.bet").forEach(describe);
  every("form[data-setting]").forEach(layOut);
  restoreDelivery();
  describeWagers();
  describeAgain();
  describePlayer();
  settle();
  document.dispatchEvent(new Event("drawn"));
}

// An amount that is told in figures: many a wager stands as it was made and cannot grow chip by chip.
const ownChip = () => Math.round(Number(find("[data-own-chip]")?.value) * 100) || 0;

function describePlayer() {
  const player = find(".player");
  if (!player) return;
  find("[data-selected]", player).textContent = selected.seat || "none";
  const may = (list) => JSON.parse(player.dataset[list]).includes(selected.seat);
  every("[data-buy]", player).forEach((button) => (button.disabled = !may("buys")));
  find("[data-leave]", player).disabled = !may("leaves");
}

function press(selector, pressed) {
  every(selector).forEach((button) => button.setAttribute("aria-pressed", pressed(button)));
}

// The position that an area belongs to, or whoever is selected to bet where all may.
const bettor = (area) => Number(area.dataset.own) || selected.seat;

// What may be put on an area: with chips, or with cash where a spoken wager is taken.
const roomOf = (area, seat, cash) => offers[cash ? "cash" : "rooms"][seat]?.get(Number(area.dataset.n));
const mayTakeDown = (area, seat) => Boolean(offers.takes[seat]?.includes(Number(area.dataset.n)));

// What may be done on which area by whom, as the house has told it with the page.
let offers = { rooms: {}, cash: {}, takes: {} };

function readOffers() {
  const told = JSON.parse(find("[data-offers]")?.dataset.offers ?? "null");
  if (!told) return;
  const byArea = (rooms) => new Map(rooms.flatMap(([room, areas]) => areas.map((area) => [area, room])));
  const ofAll = (seats) => Object.fromEntries(Object.entries(seats).map(([seat, rooms]) => [seat, byArea(rooms)]));
  offers = { rooms: ofAll(told.rooms), cash: ofAll(told.cash), takes: told.takes };
}

function describe(area) {
  const seat = bettor(area);
  const room = roomOf(area, seat, selected.cash);
  const takes = mayTakeDown(area, seat);
  const open = selected.takeDown ? takes : Boolean(room);
  area.classList.toggle("shut", !open);
  area.setAttribute("tabindex", room || takes ? 0 : -1);
  const act = selected.takeDown ? "take down the wager of" : `wager ${dollars(lawfulAmount(room, selected.chip))} for`;
  const what = open ? `${act} position ${seat}` : "closed";
  const whose = Number(area.dataset.own) && !open ? `Position ${seat}, ` : "";
  area.setAttribute("aria-label", `${whose}${area.dataset.title}, pays ${area.dataset.pays}, ${what}`);
}

function lawfulAmount(room, chip) {
  if (!room) return chip;
  const [low, high, apart] = room;
  const amount = Math.max(low, low + Math.ceil((chip - low) / apart) * apart);
  return Math.min(amount, high);
}

// What was chosen when the area was touched holds, whatever is chosen before its turn comes.
async function touchArea(area, chosen) {
  // Whoever only looks on bets nothing.
  if ("handsOff" in page().dataset) return;
  const { wager, pick, title } = area.dataset;
  const { chip, takeDown, cash } = chosen;
  const seat = chosen.seat || bettor(area);
  if (seat !== selected.seat && find(`[data-seat="${seat}"]`)) select({ seat });
  if (!seat) {
    refuse({ detail: "nobody is selected to bet", fix: "click a free position to take a seat" });
    return;
  }
  if (takeDown) {
    await submit({ move: "take-down-wager", seat, wager, pick }, ["player", "dealer"]);
    return;
  }
  const room = roomOf(area, seat, cash);
  const amount = lawfulAmount(room, chip);
  const free = !room || room[0] !== room[1];
  const bet = { move: "place-wager", seat, wager, pick, amount };
  const done = await (cash ? submit({ ...bet, instrument: "verbal-with-cash" }, ["dealer"]) : submit(bet, ["player", "dealer"]));
  if (done && free && amount !== chip) {
    notice(`${dollars(chip)} is not a lawful wager on ${title} here: ${dollars(amount)} went down.`);
  }
}

// Clauses.

async function showClause(id) {
  const table = page().dataset.table;
  const dialog = find("#clause");
  const where = table ? `?table=${encodeURIComponent(table)}` : "";
  const answer = await ask(`/api/law/${encodeURIComponent(id)}${where}`);
  if (isLocked()) return;
  const law = await answer.json();
  find("#clause-title").textContent = law.citation ?? law.title;
  const known = [law.id, law.actor || law.kind, `software: ${law.duty}`, law.origin_caution];
  find(".duty", dialog).textContent = law.id ? known.filter(Boolean).join(" · ") : "";
  find(".summary", dialog).textContent = law.summary ?? law.detail;
  const readings = (law.readings ?? []).map((reading) => readingBlock(reading, law.caution));
  find(".readings", dialog).replaceChildren(...readings);
  const further = find(".further", dialog);
  further.hidden = !law.id;
  further.href = law.id ? `/law/${encodeURIComponent(law.id)}` : "";
  if (!dialog.open) dialog.showModal();
}

function readingBlock(reading, caution) {
  const block = document.createElement("section");
  const parts = [
    ["h3", `Reading ${reading.id}: ${reading.title}`],
    ["p", reading.problem],
    ["p", `Read as: ${reading.reading}`],
    ["p", caution],
  ];
  for (const [name, text] of parts) {
    const part = document.createElement(name);
    part.textContent = text;
    block.append(part);
  }
  block.lastElementChild.className = "caution";
  return block;
}

// Replay: the same page, as it stood.

// A link is a step that Back undoes; the slider passes too many versions for that.
function swap(address, { link = false } = {}) {
  if (link) history.pushState(null, "", address);
  else history.replaceState(null, "", address);
  hush();
  return soon();
}

// What people do.

// The second half of a double click must not take the step that has moved under the pointer meanwhile.
function onSecondClick(event) {
  if (event.detail > 1 && event.target.closest("form.step button")) event.preventDefault();
}

function onClick(event) {
  const at = (selector) => event.target.closest(selector);
  const button = at("[data-clause], [data-seat], [data-take], [data-chip], [data-take-down], [data-buy], [data-leave], [data-throw], [data-attest-all], [data-swap], [data-prepare], [data-unseen], [data-cash], [data-act], [data-again], [data-go-on], .movable, .area.bet");
  if (!button || justDragged) return;
  const { dataset } = button;
  if ("clause" in dataset) showClause(dataset.clause);
  else if ("card" in dataset) touchCard(button);
  else if ("seat" in dataset) select({ seat: Number(dataset.seat) });
  else if ("chip" in dataset) select({ chip: Number(dataset.chip), takeDown: false });
  else if ("takeDown" in dataset) select({ takeDown: !selected.takeDown });
  else if ("cash" in dataset) select({ cash: !selected.cash });
  else if ("swap" in dataset) {
    event.preventDefault();
    swap(button.getAttribute("href"), { link: true });
  } else act(button, event.shiftKey);
}

function act(button, shift) {
  const { dataset } = button;
  hush();
  if ("take" in dataset) takeSeat(Number(dataset.take));
  else if ("buy" in dataset) inTurn(() => submit({ move: "buy-in", seat: selected.seat, amount: Number(dataset.buy) }, ["dealer"]));
  else if ("leave" in dataset) inTurn(() => submit({ move: "leave-seat", seat: selected.seat }, ["player"]));
  else if ("throw" in dataset) inTurn(throwDice);
  else if ("prepare" in dataset) inTurn(prepare);
  else if ("again" in dataset) inTurn(() => layAgain(dataset.again));
  else if ("goOn" in dataset) inTurn(goOn);
  else if ("unseen" in dataset) inTurn(() => dealUnseen(button.closest("form")));
  else if ("act" in dataset) inTurn(((chip) => () => actOnWager(button, chip))(selected.chip));
  else if ("attestAll" in dataset) inTurn(() => attestAll(button.closest("[data-group]")));
  else {
    const chosen = { seat: bettor(button), chip: selected.chip, takeDown: shift || selected.takeDown, cash: selected.cash };
    inTurn(() => touchArea(button, chosen));
  }
}

// The seats that are being taken: a second click on one of them asks for nothing more.
const taking = new Set();

function takeSeat(seat) {
  if (taking.has(seat)) return;
  taking.add(seat);
  inTurn(async () => {
    const done = await submit({ move: "take-seat", seat }, ["player"]);
    taking.delete(seat);
    if (done) select({ seat });
  });
}

function select(choice) {
  Object.assign(selected, choice);
  applySelection();
}

function onKey(event) {
  const card = event.target.closest(".movable");
  if (card && onCardKey(card, event.key)) {
    event.preventDefault();
    return;
  }
  const area = event.target.closest(".area.bet");
  if (area && event.key in ARROWS) {
    event.preventDefault();
    areaTowards(area, ARROWS[event.key])?.focus();
    return;
  }
  if (!area || !["Enter", " ", "Delete"].includes(event.key)) return;
  event.preventDefault();
  act(area, event.shiftKey || event.key === "Delete");
}

function onSubmit(event) {
  const form = event.target.closest("form.step");
  if (!form) return;
  event.preventDefault();
  hush();
  const take = "coupon" in form.dataset ? takeCoupon : "couponBySerial" in form.dataset ? takeCouponBySerial : null;
  inTurn(() => (take ? take(form) : step(form, event.submitter)));
}

function onSlide(event) {
  if (event.target.matches("[data-own-chip]")) select({ chip: ownChip(), takeDown: false });
  if (event.target.matches(".replay input")) swap(`?at=${event.target.value}${played()}`);
}

document.addEventListener("click", onSecondClick, { capture: true });
document.addEventListener("click", onClick);
document.addEventListener("keydown", onKey);
document.addEventListener("pointerdown", onPointerDown);
document.addEventListener("pointermove", onPointerMove);
document.addEventListener("pointerup", onPointerUp);
document.addEventListener("pointercancel", onPointerUp);
document.addEventListener("submit", onSubmit);
document.addEventListener("input", onSlide);
addEventListener("popstate", () => soon());
applySelection();
if (page()?.dataset.events || page()?.dataset.changes) {
  // What was drawn first is asked for once more, since a script cannot read it as it came.
  if (page().dataset.changes) soon(true).then(() => source ?? follow());
  else follow();
  addEventListener("pagehide", () => source?.close());
  // A page that the browser kept and shows again has closed its stream when it went.
  addEventListener("pageshow", (event) => event.persisted && follow());
  document.addEventListener("unlocked", () => {
    follow();
    soon();
  });
}
