// Cards on the page: written ones are read, and hands are arranged on the felt. Loaded before houseway.js, which calls it.
"use strict";

// Cards as people write them: "as, 10d" is As and Td; what cannot be read is left for the house to refuse.
function readCards(text) {
  const written = text.replaceAll(/10/g, "T").replaceAll(/[,;]/g, " ").trim();
  const codes = written.split(/\s+/).flatMap((word) => (/^([2-9TJQKA][cdhs]|jo|\?\?)+$/i.test(word) ? word.match(/../g) : [word]));
  return codes.filter(Boolean).map((code) => code.charAt(0).toUpperCase() + code.slice(1).toLowerCase());
}

function fits(form) {
  if (!tilesFit(form)) return false;
  for (const control of every("input[data-cards]", form)) {
    const told = readCards(control.value);
    const wrong = told.find((code) => !/^([2-9TJQKA][cdhs]|Jo|\?\?)$/.test(code));
    const twice = told.find((code, index) => code !== "??" && told.indexOf(code) !== index);
    const most = Number(control.dataset.cards);
    if (wrong !== undefined) refuse({ detail: `no card is called ${wrong}`, fix: "write rank and suit, such as As, 10d or 2c; Jo is the joker, ?? a card that nobody has seen" });
    else if (twice !== undefined) refuse({ detail: `${twice} is written twice`, fix: "write every card once" });
    else if (told.length > most) refuse({ detail: `${told.length} cards are written and ${most} ${most === 1 ? "is" : "are"} due`, fix: "leave out what was not dealt" });
    else continue;
    control.focus();
    return false;
  }
  return true;
}

// How small a name is written at the least, and how far up letters reach from the middle of their line: as the house draws them.
const LEAST_SIZE = 14;
const HALF_AS_TALL = 0.36;

// Hands to be set: the cards change places on the felt, and only the confirmed setting goes to the house.

// For each form which card or tile lies in each slot, by the slot that it lay in at first, since two tiles may look
// alike; forgotten once others are to be set.
const arrangements = new Map();
// The slot whose card or tile was selected, by its id; the next one that is touched changes places with it.
let picked = "";

const slots = (whose) => every(`.movable[data-hand="${whose}"]`);
const partOf = (slot) => slot.dataset.place.slice(0, slot.dataset.place.lastIndexOf("-"));
const pickedSlot = () => (picked ? document.getElementById(picked) : null);

function arrangement(form) {
  const { whose } = JSON.parse(form.dataset.setting);
  const places = slots(whose);
  const start = places.map((slot) => slot.dataset.start ?? slot.dataset.card);
  const known = arrangements.get(form.id);
  // A new suggestion of the house begins a new arrangement, and so do other cards.
  if (known?.start.join() === start.join()) return known;
  const fresh = { start, order: places.map((_, index) => index) };
  arrangements.set(form.id, fresh);
  if (pickedSlot()?.dataset.hand === whose) picked = "";
  return fresh;
}

const settingForm = (whose) =>
  every("form[data-setting]").find((form) => JSON.parse(form.dataset.setting).whose === whose);

// Every slot shows what the arrangement puts there.
function layOut(form) {
  const setting = JSON.parse(form.dataset.setting);
  const places = slots(setting.whose);
  const { order } = arrangement(form);
  const pieces = new Map(places.map((slot, index) => {
    const { card, name, piece } = slot.dataset;
    return [Number(piece ?? index), { face: find(".face", slot), card, name }];
  }));
  places.forEach((slot, index) => {
    slot.dataset.start ??= slot.dataset.card;
    const { face, card, name } = pieces.get(order[index]);
    slot.dataset.piece = order[index];
    slot.dataset.card = card;
    slot.dataset.name = name;
    slot.setAttribute("aria-label", `${name}, ${partOf(slot)} hand, ${setting.whose === "dealer" ? "dealer" : `position ${setting.whose}`}`);
    slot.append(face);
  });
  showPicked(places);
  return sayArranged(form, setting, places);
}

const showPicked = (places) => places.forEach((slot) => slot.setAttribute("aria-pressed", slot.id === picked));

// The ways to choose so many pieces, and to lay them all in parts of these sizes, in the order that the house names them.
function choices(pieces, size) {
  if (!size) return [[]];
  return pieces.flatMap((piece, at) => choices(pieces.slice(at + 1), size - 1).map((others) => [piece, ...others]));
}

function waysToLay(pieces, [size, ...sizes]) {
  if (size === undefined) return [[]];
  return choices(pieces, size).flatMap((hand) =>
    waysToLay(pieces.filter((piece) => !hand.includes(piece)), sizes).map((others) => [hand, ...others]));
}

const placeIn = (list, wanted) => list.findIndex((one) => one.join() === wanted.join());

// What each part is called as it lies, and what is wrong with the whole: then the button is off, unless it may be laid so. Returns what is wrong.
function sayArranged(form, { whose, places: parts, names, called, wrong, ways }, places) {
  const hands = parts.map((part) =>
    places.filter((slot) => partOf(slot) === part).map((slot) => Number(slot.dataset.piece)).sort((one, other) => one - other));
  const all = places.map((_, index) => index);
  const named = parts.map((_, index) => names[called[index][placeIn(choices(all, hands[index].length), hands[index])]]);
  parts.forEach((part, index) => {
    nameOnFelt(`${part}-${whose}`, named[index]);
    const lie = places.filter((slot) => partOf(slot) === part).map((slot) => within(slot.dataset.name));
    sayLying(`${part}-${whose}`, `${lie.join(", ")}; ${named[index]}`);
  });
  const said = parts.map((part, index) => `${sentence(part)}: ${named[index]}`);
  const found = ways[placeIn(waysToLay(all, hands.map((hand) => hand.length)), hands)];
  const words = find("[data-arranged]", form);
  words.textContent = said.join("\u00a0· ") + (found ? `. Foul: ${wrong[Math.abs(found) - 1]}` : "");
  words.classList.toggle("unlawful", Boolean(found));
  every("button.go", form).forEach((button) => {
    button.disabled = found > 0 || "waiting" in button.dataset;
  });
  return found ? wrong[Math.abs(found) - 1] : "";
}

const within = (name) => name.charAt(0).toLowerCase() + name.slice(1);

// The place is told as it lies now, to whoever cannot see it and in the list of a telephone.
function sayLying(place, words) {
  const hand = find(`:is(#hand-${place}, #tiles-${place})`);
  hand?.setAttribute("aria-label", `${hand.getAttribute("aria-label").split(": ")[0]}: ${words}`);
}

// Beside the pieces themselves, in the place where the house writes what a hand is called once it is set.
function nameOnFelt(place, name) {
  const text = find(`:is(#hand-${place}, #tiles-${place}) .name`);
  if (!text) return;
  const called = find(".called", text) ?? text.appendChild(document.createElementNS(text.namespaceURI, "tspan"));
  called.setAttribute("class", "called");
  fitName(text, place, called, sentence(name));
}

// As the house fits it: as large as there is room, then smaller, then without its part, and squeezed only at the last.
function fitName(text, place, called, name) {
  const part = find(".part", text);
  text.dataset.size ??= text.getAttribute("font-size");
  text.dataset.y ??= text.getAttribute("y");
  const large = Number(text.dataset.size);
  const room = find(`#area-${place} .ground`)?.getBBox().width - 4;
  const shown = (size, whole) => {
    text.setAttribute("font-size", size);
    text.setAttribute("y", Number(text.dataset.y) - (large - size) * HALF_AS_TALL);
    if (part) part.style.display = whole ? "" : "none";
    called.textContent = `${whole && part ? "\u00a0" : ""}${name}`;
    called.removeAttribute("textLength");
    // Where the felt is not shown, nothing can be measured.
    return !(room > 0) || text.getComputedTextLength() <= room;
  };
  if (shown(large, true) || shown(LEAST_SIZE, true) || shown(LEAST_SIZE, false)) return;
  called.setAttribute("textLength", room);
  called.setAttribute("lengthAdjust", "spacingAndGlyphs");
}

function toldByFelt(form) {
  const { whose, places, parts, text } = JSON.parse(form.dataset.setting);
  const held = (part) => slots(whose).filter((slot) => partOf(slot) === part).map((slot) => slot.dataset.card);
  if (text) return { [text]: places.map((part) => held(part).join("")).join(" ") };
  return Object.fromEntries(parts.map((part) => [part, held(part)]));
}

function exchange(slot, other) {
  const places = slots(slot.dataset.hand);
  const { order } = arrangement(settingForm(slot.dataset.hand));
  const [from, to] = [places.indexOf(slot), places.indexOf(other)];
  [order[from], order[to]] = [order[to], order[from]];
  arranged(slot, other);
}

// The card goes to the end of another place; the card that has lain there longest takes its spot.
function moveTo(slot, part) {
  const places = slots(slot.dataset.hand);
  const { order } = arrangement(settingForm(slot.dataset.hand));
  const there = places.map((other, index) => (partOf(other) === part ? index : -1)).filter((index) => index >= 0);
  const from = places.indexOf(slot);
  if (!there.length || there.includes(from)) return;
  const moved = [...there.map((index) => order[index]).slice(1), order[from]];
  order[from] = order[there[0]];
  there.forEach((index, number) => (order[index] = moved[number]));
  arranged(slot, places[there.at(-1)]);
}

function arranged(slot, other) {
  const name = slot.dataset.name;
  const focused = document.activeElement === slot;
  picked = "";
  const foul = layOut(settingForm(slot.dataset.hand));
  if (focused) other.focus();
  tellOf(slot, `${name} lies ${partOf(other)}.${foul ? ` Foul: ${foul}.` : ""}`);
  showPhone();
}

// The first touch selects a card or tile; the next one on another of the same hand changes places with it.
function touchCard(slot) {
  const first = pickedSlot();
  if (first === slot) letGo();
  else if (first?.dataset.hand === slot.dataset.hand) exchange(first, slot);
  else pick(slot);
}

function pick(slot) {
  picked = slot.id;
  showPicked(every(".movable"));
  tellOf(slot, `${slot.dataset.name} is selected: choose what it changes places with.`);
}

function letGo() {
  picked = "";
  showPicked(every(".movable"));
  notice("");
}

// What is said of a hand that is being arranged holds until the hand is set, whoever sets it and wherever.
const saidOfHand = { whose: "", words: "" };

function tellOf(slot, words) {
  Object.assign(saidOfHand, { whose: slot.dataset.hand, words });
  notice(words);
}

document.addEventListener("drawn", () => {
  const { whose, words } = saidOfHand;
  if (words && !slots(whose).length && find("#notice")?.textContent === words) notice("");
});

const NEXT_CARD = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

// Whether a key is for the card in focus, and then what it does: arrows go from card to card of the hand.
function onCardKey(slot, key) {
  if (key in NEXT_CARD) {
    const places = slots(slot.dataset.hand);
    places.at((places.indexOf(slot) + NEXT_CARD[key]) % places.length).focus();
  } else if (key === "Enter" || key === " ") touchCard(slot);
  else if (key === "Escape" && picked) letGo();
  else return false;
  return true;
}

// A touch beside the cards, on the place of another hand of the same position, puts the selected one there.
function onPlaceClick(event) {
  const slot = pickedSlot();
  const part = slot && placeOf([event.target], slot);
  if (part && !event.target.closest(".movable")) moveTo(slot, part);
}

// The part of the same position's hand that lies on the area of an element, unless the card lies there already.
function placeOf(elements, slot) {
  const area = elements.map((element) => element.closest(".area")).find((one) => one?.id.endsWith(`-${slot.dataset.hand}`));
  const part = area?.id.slice("area-".length, area.id.lastIndexOf("-"));
  return part === partOf(slot) ? undefined : part;
}

// Dragging: a card that was let go over another changes places with it, over another place it moves there.

let drag = null;
const DRAG_PIXELS = 5;

function onPointerDown(event) {
  const slot = event.target.closest(".movable");
  if (slot && event.button === 0) drag = { slot, x: event.clientX, y: event.clientY, moved: false };
}

function onPointerMove(event) {
  if (!drag) return;
  const [across, down] = [event.clientX - drag.x, event.clientY - drag.y];
  if (!drag.moved && Math.hypot(across, down) < DRAG_PIXELS) return;
  if (!drag.moved) drag.slot.setPointerCapture(event.pointerId);
  drag.moved = true;
  drag.slot.classList.add("dragged");
  const { a: scale } = drag.slot.getScreenCTM();
  find(".face", drag.slot).setAttribute("transform", `translate(${across / scale} ${down / scale})`);
}

function onPointerUp(event) {
  if (!drag) return;
  const { slot, moved } = drag;
  drag = null;
  if (!moved) return;
  find(".face", slot).removeAttribute("transform");
  slot.classList.remove("dragged");
  if (event.type === "pointercancel") return;
  const under = document.elementsFromPoint(event.clientX, event.clientY).filter((element) => !slot.contains(element));
  const card = under.map((element) => element.closest(".movable")).find((other) => other?.dataset.hand === slot.dataset.hand);
  const part = placeOf(under, slot);
  if (card && card.dataset.place !== slot.dataset.place) exchange(slot, card);
  else if (part) moveTo(slot, part);
  // The click that ends a drag is no click on the card.
  justDragged = true;
  setTimeout(() => (justDragged = false));
}

let justDragged = false;

document.addEventListener("click", onPlaceClick);
