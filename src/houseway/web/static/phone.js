// A telephone has no room for the felt: the same wagers as a list, each with steps up and down, and what lies on the felt in
// words. Uses what houseway.js knows of areas and makes the same moves; the felt itself is one tap away.
"use strict";

const PHONE = matchMedia("(max-width: 599px)");
// From so many wagers on they can be looked for.
const MANY = 12;

function made(name, { text, ...properties } = {}, ...children) {
  const element = Object.assign(document.createElement(name), properties);
  if (text !== undefined) element.textContent = text;
  element.append(...children);
  return element;
}

// What the selected position has on an area; a wager that has several areas is one line, and goes by the last of them.
const amountOn = (area) => laidOn("now").find(([number]) => number === Number(area.dataset.n))?.[1] ?? 0;
const lineOf = ({ wager, pick }) => `bet-${wager}-${pick}`;

function areasOfSelected() {
  const own = every(".area.bet").filter((area) => bettor(area) === selected.seat);
  return [...new Map(own.map((area) => [lineOf(area.dataset), area])).values()];
}

function betLine(area) {
  const { title, pays } = area.dataset;
  const amount = amountOn(area);
  const room = roomOf(area, selected.seat, selected.cash);
  const what = made("span", { className: "what" }, title, made("span", { className: "pays", text: `pays ${pays}` }));
  // Whoever touches what is closed is told why, with the clause, as on the felt.
  const mayAsk = Boolean(selected.seat) && !isReplaying() && !("handsOff" in page().dataset);
  const less = made("button", { type: "button", text: "−", disabled: !amount || !mayTakeDown(area, selected.seat) });
  less.setAttribute("aria-label", `${title}: take down`);
  const more = made("button", { type: "button", text: "+", disabled: !room && !mayAsk });
  more.setAttribute("aria-label", room ? `${title}: wager ${dollars(lawfulAmount(room, selected.chip))}` : `${title}: closed${mayAsk ? ", why" : ""}`);
  if (!room) more.classList.add("closed");
  less.dataset.less = more.dataset.more = area.id;
  const line = made("li", { id: lineOf(area.dataset), className: room || amount ? "" : "shut" });
  line.append(what, less, made("span", { className: "amount", text: amount ? dollars(amount) : "–" }), more);
  return line;
}

function betList(title, areas) {
  return areas.length ? [made("h2", { text: title }), made("ul", { className: "bets" }, ...areas.map(betLine))] : [];
}

function closedNow(areas, open = false) {
  if (!areas.length) return [];
  return [made("details", { open }, made("summary", { text: areas.length === 1 ? "One wager is closed now" : `${areas.length} wagers are closed now` }), made("ul", { className: "bets" }, ...areas.map(betLine)))];
}

// Cards are read at a glance by their signs; whoever cannot see them is told their names.
const CARD = /\b(ace|king|queen|jack|10|[2-9]) of (spades|hearts|diamonds|clubs)/;
const SIGNS = { spades: "♠", hearts: "♥", diamonds: "♦", clubs: "♣" };

function withSigns(text) {
  return text.split(new RegExp(`(${CARD.source.replaceAll("(", "(?:")})`)).map((part) => {
    const card = CARD.exec(part);
    if (!card) return part === ", " ? " " : part;
    const [name, rank, suit] = card;
    const sign = made("span", { role: "img", className: "sign", text: (Number(rank) || rank.charAt(0).toUpperCase()) + SIGNS[suit] });
    sign.setAttribute("aria-label", name);
    return sign;
  });
}

// Places that follow each other and of which the same is told are one line: "Stacks 1 to 8: 4 tiles face down".
function together(words) {
  const found = [];
  for (const told of words) {
    const [, name, number, rest] = /^(\D+) (\d+): (.* face down)$/.exec(told) ?? [];
    const last = found.at(-1);
    if (name && last?.name === name && last.rest === rest && Number(number) === last.to + 1) last.to += 1;
    else found.push({ told, name, rest, from: Number(number), to: Number(number) });
  }
  return found.map(({ told, name, rest, from, to }) => (from < to ? `${name}s ${from} ${to - from > 1 ? "to" : "and"} ${to}: ${rest} each` : told));
}

// What lies on the felt, and what each hand is called beside it.
function lying() {
  const words = every(".layout :is(.hand, .tiles)").map((hand) => hand.getAttribute("aria-label"));
  const lines = together(words).map((told) => {
    const [text, called] = told.split("; ");
    return made("li", {}, made("span", {}, ...withSigns(text)), ...(called ? [" ", made("b", { text: sentence(called) })] : []));
  });
  return lines.length ? [made("h2", { text: "On the felt" }), made("ul", { className: "lying" }, ...lines)] : [];
}

// What may be chosen instead of the step at the bottom edge; what an amount is to be told with leads to where that is told.
function instead() {
  if (!("choosing" in page().dataset)) return [];
  const forms = every("#next > form.or-else").filter((form) => !find(".face, details", form) && !find("button.go", form).disabled);
  const buttons = forms.map((form) => made("button", { type: "button", text: find("button.go", form).textContent + (find(".field", form) ? " …" : "") }));
  buttons.forEach((button, number) => (button.dataset.instead = forms[number].id));
  return buttons.length ? [made("h2", { text: "Or instead" }), made("div", { className: "instead" }, ...buttons)] : [];
}

// Whoever wagers is seen in a rail that is longer than the screen.
function showSelected() {
  const rail = find(".rail");
  const seat = find(`#seat-${selected.seat}`, rail);
  if (!seat) return;
  const left = seat.offsetLeft - rail.offsetLeft;
  const isSeen = left >= rail.scrollLeft && left + seat.offsetWidth <= rail.scrollLeft + rail.clientWidth;
  if (!isSeen) rail.scrollLeft = left;
}

function showPhone() {
  const kept = find("#phone > [data-keep]");
  if (!kept) return;
  if (!PHONE.matches) {
    kept.replaceChildren();
    return;
  }
  showSelected();
  const focus = kept.contains(document.activeElement) ? [document.activeElement.closest("li")?.id, "more" in document.activeElement.dataset] : null;
  const sought = find("input[type=search]", kept);
  const areas = areasOfSelected();
  const isOpen = (area) => Boolean(amountOn(area) || roomOf(area, selected.seat, selected.cash));
  const drawn = [
    // However many hands lie on the felt, what may be chosen is not below them.
    ...instead(),
    ...lying(),
    ...betList(`Laid by position ${selected.seat}`, areas.filter(amountOn)),
    ...betList(`Open to position ${selected.seat}`, areas.filter((area) => !amountOn(area) && isOpen(area))),
    ...closedNow(areas.filter((area) => !isOpen(area)), find("details", kept)?.open),
  ];
  // The box that somebody is writing into stays the same one.
  const opener = find(".felt-open", kept) ?? made("button", { type: "button", className: "felt-open", text: "Show the felt" });
  const box = areas.length > MANY ? sought ?? made("input", { type: "search", placeholder: "Find a wager", ariaLabel: "Find a wager" }) : null;
  const keep = [opener, box].filter(Boolean);
  [...kept.children].filter((child) => !keep.includes(child)).forEach((child) => child.remove());
  if (opener.parentElement !== kept) kept.prepend(opener);
  if (box && box.parentElement !== kept) kept.append(box);
  kept.append(...drawn);
  seek();
  if (focus?.[0]) find(`[data-${focus[1] ? "more" : "less"}]`, document.getElementById(focus[0]) ?? kept)?.focus();
}

function seek() {
  const sought = find("#phone input[type=search]")?.value.trim().toLowerCase() ?? "";
  every("#phone .bets li").forEach((line) => (line.hidden = !line.textContent.toLowerCase().includes(sought)));
}

// A wager is lowered by taking it down and laying the rest again, where the rest is a lawful wager.
async function lower(area, chosen) {
  const { wager, pick } = area.dataset;
  const { seat, chip } = chosen;
  const rest = amountOn(area) - chip;
  if (!(await submit({ move: "take-down-wager", seat, wager, pick }, ["player", "dealer"]))) return;
  const room = roomOf(area, seat, false);
  if (room && rest >= room[0] && lawfulAmount(room, rest) === rest) {
    await submit({ move: "place-wager", seat, wager, pick, amount: rest }, ["player", "dealer"]);
  }
}

function choose(form) {
  const told = find(".field :is(input, select)", form);
  if (!told) {
    find("button.go", form)?.click();
    return;
  }
  form.scrollIntoView({ block: "center" });
  told.focus({ preventScroll: true });
}

function showFelt(shown) {
  document.body.classList.toggle("felt-shown", shown);
  find(shown ? "[data-felt-away]" : ".felt-open")?.focus();
  if (!shown) return;
  // What is to be set is seen at once, under names that can be measured only now; else what is asked for, or whoever wagers.
  every("form[data-setting]").forEach(layOut);
  const there = [".movable", ".area.lit", `.numbered.seat-${selected.seat}`].map((one) => find(`.layout ${one}`));
  there.find(Boolean)?.scrollIntoView({ block: "center", inline: "center" });
}

document.addEventListener("drawn", showPhone);
PHONE.addEventListener("change", () => {
  document.body.classList.remove("felt-shown");
  showPhone();
});
document.addEventListener("input", (event) => event.target.matches("#phone input[type=search]") && seek());
document.addEventListener("keydown", (event) => event.key === "Escape" && document.body.classList.contains("felt-shown") && showFelt(false));
document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-more], [data-less], [data-instead], .felt-open, [data-felt-away]");
  if (!button) return;
  const { more, less, instead: other } = button.dataset;
  if (other) choose(document.getElementById(other));
  else if (more) act(document.getElementById(more), false);
  else if (less) {
    const chosen = { seat: selected.seat, chip: selected.chip };
    hush();
    inTurn(() => lower(document.getElementById(less), chosen));
  } else showFelt(button.matches(".felt-open"));
});
