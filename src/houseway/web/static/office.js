// The back office: gathers an order from its form, sends it, and gives signatures; what the house says is shown.

const UNREACHABLE = {
  detail: "the house cannot be reached; nothing is known to be done",
  fix: "send it again: what was done already is not done twice",
};

// Gathering: every field lies in a scope, which is the order itself, a group or a row.

const within = (scope) => every("[data-name]", scope).filter((field) => field.parentElement.closest("[data-scope]") === scope);
const control = (field) => find("input, select, textarea", field);
// Rows and groups may lie in each other: what is theirs is a child of theirs.
const rowsOf = (field) => [...find(":scope > .held", field).children];
const scopeOf = (group) => (group.matches("[data-scope]") ? group : find(":scope > [data-scope]", group));
const linesOf = (text) => text.split("\n").map((line) => line.trim()).filter(Boolean);

function gathered(scope) {
  const told = {};
  for (const field of within(scope)) {
    const value = valueOf(field);
    if (value !== undefined) told[field.dataset.name] = value;
  }
  return told;
}

function valueOf(field) {
  const { kind } = field.dataset;
  if (kind === "rows") return rowsOf(field).map(gathered);
  if (kind === "group") return groupOf(field);
  if (kind === "named") return Object.fromEntries(rowsOf(field).map(gathered).map(({ wager, ...held }) => [wager, held]));
  if (kind === "ticks") return every("input:checked", field).map((tick) => JSON.parse(tick.value));
  if (kind === "tick") return control(field).checked;
  if (kind === "file") return read.get(field) ?? nothing(field);
  const text = control(field).value;
  if (kind === "ranges") return runsOf(text);
  if (kind === "lines" && field.dataset.each === "number") return numbersOf(text);
  if (kind === "lines") return linesOf(text).map((line) => scalar(field.dataset.each, line, field));
  return text.trim() ? scalar(kind, text, field) : nothing(field);
}

// What was read from the files that fields name, before the order is gathered.
const read = new WeakMap();

async function readFiles(form) {
  for (const field of every('[data-kind="file"]', form)) {
    const [file] = control(field).files;
    read.delete(field);
    if (!file) continue;
    const told = "uploads" in field.dataset ? await upload(file, field) : await file.text();
    if (!told) return false;
    read.set(field, told);
  }
  return true;
}

// A file is kept by the house, and the order names it by its hash.
async function upload(file, field) {
  const url = await new Promise((done) => {
    const reader = new FileReader();
    reader.addEventListener("load", () => done(reader.result));
    reader.readAsDataURL(file);
  });
  const said = await send("/api/office/letters", { content: url.slice(url.indexOf(",") + 1) });
  if (said?.refused) showAt(field, said.refused.detail);
  return said?.digest;
}

function groupOf(field) {
  const fill = find(":scope > legend [data-fill]", field);
  return !fill || fill.checked ? gathered(scopeOf(field)) : nothing(field);
}

// What an empty field tells: nothing where the order knows better, "nothing" where it must be said.
function nothing(field) {
  if ("optional" in field.dataset) return undefined;
  return "nullable" in field.dataset ? null : "";
}

function scalar(kind, text, field) {
  if (kind === "number") return whole(text);
  if (kind === "dollars") return inParts(text, Number(field.dataset.places ?? 2));
  if (kind === "choice" || kind === "yes-or-no") return JSON.parse(text);
  if (kind === "moment") return inZone(text, field.dataset.zone);
  return text.trim();
}

// What is no number stays as it was typed: the house says what is wrong with it.
const whole = (text) => (/^-?\d+$/.test(text) && Number.isSafeInteger(Number(text)) ? Number(text) : text);

// An amount in dollars as the whole number of its smallest parts.
function inParts(text, places) {
  const found = /^(-?)(\d+)(?:\.(\d+))?$/.exec(text);
  const part = found?.[3] ?? "";
  return found && part.length <= places ? whole(`${found[1]}${found[2]}${part.padEnd(places, "0")}`) : text;
}

// Numbers and ranges: "1-100, 205" or "1 to 100", one after the other or on lines of their own.

const RANGE = /^(\d+)(?:\s*(?:-|–|to)\s*(\d+))?$/i;
const MOST_NUMBERS = 10_000;
const rangesOf = (text) => text.split(/[,;\n]/).map((part) => part.trim()).filter(Boolean).map((part) => RANGE.exec(part));
const runsOf = (text) => rangesOf(text).map(([, first, last]) => ({ first: whole(first), last: whole(last ?? first) }));

function numbersOf(text) {
  return runsOf(text).flatMap(({ first, last }) => {
    const length = Math.min(Math.max(last - first + 1, 0), MOST_NUMBERS + 1);
    return Array.from({ length }, (_, index) => first + index);
  });
}

function wrongWithNumbers(text, single) {
  const found = rangesOf(text);
  if (found.includes(null)) return "Write numbers and ranges, such as 1-100, 205.";
  if (found.some(([, first, last]) => last && Number(last) < Number(first))) return "A range ends with its larger number.";
  return single && numbersOf(text).length > MOST_NUMBERS ? "These are too many numbers at once." : "";
}

// A moment by the clock of a zone, with how far that clock is from universal time at that moment.
function inZone(text, zone) {
  const told = Date.parse(`${text}Z`);
  const minutes = ahead(told - ahead(told, zone) * MINUTE, zone);
  const two = (number) => String(Math.floor(number)).padStart(2, "0");
  const seconds = text.length === "2026-01-01T12:00".length ? ":00" : "";
  return `${text}${seconds}${minutes < 0 ? "-" : "+"}${two(Math.abs(minutes) / 60)}:${two(Math.abs(minutes) % 60)}`;
}

const MINUTE = 60_000;

// By how many minutes a zone's clock is ahead of universal time at an instant.
function ahead(instant, zone) {
  const written = new Intl.DateTimeFormat("sv-SE", { timeZone: zone, dateStyle: "short", timeStyle: "medium" }).format(instant);
  return Math.round((Date.parse(`${written.replace(" ", "T")}Z`) - instant) / MINUTE);
}

// What must not be sent is said at its field; the browser then keeps the form.
function wrongWith(field) {
  const { kind, each } = field.dataset;
  const text = control(field).value;
  if (kind === "ranges" || (kind === "lines" && each === "number")) return wrongWithNumbers(text, kind === "lines");
  return "";
}

// The field that the house complains about, by the path it names, such as `$.serials[0].first`.
function complainedAbout(form, detail) {
  const path = /at `\$([^`]*)`/.exec(detail)?.[1] ?? "";
  let [scope, field] = [form, null];
  for (const [, name, index] of path.matchAll(/\.(\w+)|\[(\d+)\]/g)) {
    if (name) {
      field = within(scope).find((one) => one.dataset.name === name);
      if (!field) return null;
      if (field.dataset.kind === "ranges") break;
      if (field.dataset.kind === "group") scope = scopeOf(field);
    } else if (field?.dataset.kind === "rows") scope = rowsOf(field)[Number(index)];
  }
  return field;
}

// What is wrong with a field, in words for people.
const IN_WORDS = [
  [/matching regex/, () => "this is not written as it has to be"],
  [/`(?:str|array)` of length >= 1\b/, () => "this is left empty"],
  [/`str` of length <= (\d+)/, (most) => `this is longer than ${most} characters`],
  [/`array` of length <= (\d+)/, (most) => `these are more than ${most}`],
  [/`int` >= (\d+)/, () => "this number is too small"],
  [/`int` <= (\d+)/, () => "this number is too large"],
  [/Expected `int`/, () => "this is no number"],
  [/Invalid RFC3339|Expected `date/, () => "this is no date"],
  [/control characters/, () => "this holds characters that no paper can print"],
];

function inWords(detail) {
  const [pattern, said] = IN_WORDS.find(([pattern]) => pattern.test(detail)) ?? [];
  return pattern ? said(...pattern.exec(detail).slice(1)) : "this cannot be read";
}

const labelOf = (field) => find("legend, .label", field)?.firstChild.textContent.trim() ?? field.textContent.trim();

// The complaint stands at its field as well as above the form.
function showAt(field, said) {
  const box = control(field);
  const note = document.createElement("p");
  note.className = "wrong";
  note.id = "wrong";
  note.textContent = `${sentence(said)}.`;
  field.append(note);
  box?.setAttribute("aria-invalid", "true");
  box?.setAttribute("aria-describedby", note.id);
  box?.focus();
}

function forget(form) {
  every("[aria-invalid]", form).forEach((one) => one.removeAttribute("aria-invalid"));
  every(".wrong", form).forEach((one) => one.remove());
}

// Sending. The key stays the same until the house has answered, so that an order sent twice is given once.

const newKey = () => `page-${[...crypto.getRandomValues(new Uint32Array(4))].map((part) => part.toString(16).padStart(8, "0")).join("")}`;
let key = newKey();

async function send(address, json) {
  hush();
  const answer = await ask(address, { json }).catch(() => null);
  if (isLocked()) return null;
  const said = await answer?.json().catch(() => null);
  if (!said || answer.status >= 500) {
    refuse(said ?? UNREACHABLE);
    return null;
  }
  key = newKey();
  if (answer.ok) return said;
  refuse(said);
  find("#refusal").scrollIntoView({ block: "nearest" });
  return { refused: said };
}

async function busy(button, work) {
  if (button.disabled) return;
  button.disabled = true;
  try {
    await work();
  } finally {
    button.disabled = false;
  }
}

// An order that is carried out with a file: it is saved here, and the order's own page says the rest.
async function save(form, button) {
  hush();
  const answer = await ask(button.dataset.to, { json: gathered(form) }).catch(() => null);
  if (isLocked()) return null;
  if (!answer?.ok) {
    const refused = (await answer?.json().catch(() => null)) ?? UNREACHABLE;
    refuse(refused);
    return { refused };
  }
  const link = document.createElement("a");
  link.href = URL.createObjectURL(await answer.blob());
  link.download = /filename="([^"]+)"/.exec(answer.headers.get("Content-Disposition"))?.[1] ?? "file";
  link.click();
  return { digest: answer.headers.get("X-Order") };
}

async function give(form, button) {
  forget(form);
  if (!(await readFiles(form))) return;
  const order = { order: form.dataset.order, ...gathered(form) };
  const said = "saves" in button.dataset ? await save(form, button) : await send(button.dataset.to, { order, key });
  if (said?.next) location.assign(said.next);
  if (said?.digest) location.assign(`/office/orders/${said.digest}`);
  const field = said?.refused && complainedAbout(form, said.refused.detail);
  if (!field) return;
  const wrong = inWords(said.refused.detail);
  refuse({ detail: `${labelOf(field)}: ${wrong}` });
  showAt(field, wrong);
}

async function sign(button) {
  const said = await send(button.dataset.sign, {});
  if (!said?.digest) return;
  await soon();
  notice(`This order is ${said.state} now.`);
  find("#page").focus();
}

// The count of a table's day is held to the table's own record.
async function hold(button) {
  const said = await send("/api/office/figures", { table: button.dataset.hold, day: button.dataset.day });
  if (said?.digest) location.assign(`/office/orders/${said.digest}`);
}

function addRow(field) {
  const held = find(":scope > .held", field);
  held.append(find(":scope > template", field).content.cloneNode(true));
  control(held.lastElementChild)?.focus();
}

function addLine(select) {
  const area = control(select.closest("[data-name]"));
  area.value = [...linesOf(area.value), select.value].join("\n");
  select.value = "";
  area.dispatchEvent(new Event("input", { bubbles: true }));
}

function removeRow(row) {
  const field = row.closest("fieldset.rows");
  row.remove();
  find(":scope > [data-add-row]", field).focus();
}

document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-add-row], [data-remove-row], [data-sign], [data-hold], [data-print]");
  if (!button) return;
  if ("addRow" in button.dataset) addRow(button.closest("fieldset.rows"));
  else if ("removeRow" in button.dataset) removeRow(button.closest(".row"));
  else if ("hold" in button.dataset) busy(button, () => hold(button));
  else if ("sign" in button.dataset) busy(button, () => sign(button));
  else print();
});

document.addEventListener("change", (event) => {
  if (event.target.matches("[data-fill]")) scopeOf(event.target.closest("fieldset")).disabled = !event.target.checked;
  else if (event.target.matches("[data-submits]")) event.target.form.requestSubmit();
  else if (event.target.matches("[data-add-line]") && event.target.value) addLine(event.target);
});

document.addEventListener("input", (event) => {
  const field = event.target.closest("form[data-order] [data-name]");
  if (!field || event.target !== control(field)) return;
  event.target.removeAttribute("aria-invalid");
  find(":scope > .wrong", field)?.remove();
  event.target.setCustomValidity(wrongWith(field));
});

document.addEventListener("submit", (event) => {
  const form = event.target.closest("form[data-order]");
  if (!form) return;
  event.preventDefault();
  const button = event.submitter ?? find("[data-to]", form);
  busy(button, () => give(form, button));
});

// A Rules Submission is checked as it is filled in, and the lab says what choices do to the house edge.

const CHECKED_AFTER = 400;
const ASKED_AGAIN_AFTER = 2000;
const submission = find("form[data-submission]");
let [due, checks] = [0, 0];

function element(name, className, text) {
  const made = document.createElement(name);
  made.className = className;
  made.textContent = text;
  return made;
}

async function check() {
  const mine = ++checks;
  const json = { game: submission.dataset.submission, options: gathered(submission).options };
  const answer = await ask("/api/office/submissions/check", { json }).catch(() => null);
  const said = answer?.ok ? await answer.json() : null;
  // What was changed meanwhile is checked by itself.
  if (!said || mine !== checks) return;
  every(".wrong.law", submission).forEach((one) => one.remove());
  const count = said.findings.length;
  find("[data-checked]").textContent = count ? `${count === 1 ? "One thing is" : `${count} things are`} not allowed; each is said at its option.` : "Everything here is allowed.";
  find("[data-checked]").classList.toggle("amiss", count > 0);
  said.findings.forEach(({ option, where, problem, clause }) => {
    const told = element("p", "wrong law", `${sentence(option === where ? problem : `${where}: ${problem}`)} `);
    const tag = element("button", "tag", clause.split("#")[0]);
    Object.assign(tag, { type: "button", title: clause });
    tag.dataset.clause = clause;
    told.append(tag);
    (find(`[data-option="${option}"] .choosing`, submission) ?? find("[data-checked]").parentElement).append(told);
  });
}

function checkSoon() {
  clearTimeout(due);
  due = setTimeout(check, CHECKED_AFTER);
}

const percent = ({ percent, exact }) => (exact ? percent : `about ${percent}`);

const MOST_UNFOLDED = 6;

function showEdges({ edges, usual }) {
  const table = find("[data-edges] table");
  usual.forEach((one) => {
    const row = find("tbody", table).insertRow();
    row.insertCell().textContent = one.wager;
    const cell = row.insertCell();
    Object.assign(cell, { className: "figure", textContent: percent(one), title: one.exact ? one.edge : "an estimate" });
  });
  table.hidden = !usual.length;
  every("[data-effect]").forEach((place) => {
    const mine = edges.filter((one) => one.option === place.dataset.effect);
    if (!mine.length) return;
    const list = element("dl", "pays", "");
    new Set(mine.map((one) => one.words)).forEach((words) => {
      const group = list.appendChild(element("div", "", ""));
      group.append(element("dt", "", words));
      mine.filter((one) => one.words === words).forEach((one) => {
        const line = element("dd", "", `${one.wager} ${percent(one)}${one.others ? ` (${one.others})` : ""}`);
        line.title = one.exact ? `exactly ${one.edge}` : "an estimate";
        group.append(line);
      });
    });
    // A long list is unfolded by whoever wants it, so that the options stay together.
    const folded = element("details", "", "");
    folded.open = mine.length <= MOST_UNFOLDED;
    folded.append(element("summary", "small", "House edge by choice"), list);
    place.replaceChildren(folded);
    place.hidden = false;
  });
}

async function askTheLab() {
  const answer = await ask(`/api/office/submissions/${submission.dataset.submission}/edges`, { attended: false }).catch(() => null);
  const said = answer?.ok ? await answer.json() : null;
  const counting = find("[data-counting]");
  if (said?.ready) {
    counting.textContent = said.edges.length || said.usual.length ? "Per unit wagered, exact unless it says about." : "The lab has no figures for this game.";
    showEdges(said);
  } else if (said) {
    counting.textContent = `The lab is still counting; the figures appear here when it is done. “${said.command}” prints them, too.`;
    setTimeout(askTheLab, ASKED_AGAIN_AFTER);
  } else counting.textContent = "The lab could not be asked.";
}

if (submission) {
  submission.addEventListener("input", checkSoon);
  submission.addEventListener("change", checkSoon);
  submission.addEventListener("click", (event) => event.target.closest("[data-remove-row], [data-add-row]") && checkSoon());
  check();
  askTheLab();
}

// An order is sent by this script alone; before it is here, nobody can send one.
every("form[data-order] [data-to]").forEach((button) => {
  button.disabled = false;
});

// On a telephone the lists of books slide: the one that is open is in sight.
for (const here of every(".books [aria-current]")) {
  const row = here.closest("ul");
  row.scrollLeft = here.offsetLeft - row.offsetLeft - 40;
}
