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
  if (kind === "ticks") return every("input:checked", field).map((tick) => JSON.parse(tick.value));
  if (kind === "tick") return control(field).checked;
  const text = control(field).value;
  if (kind === "lines") return linesOf(text).map((line) => scalar(field.dataset.each, line));
  return text.trim() ? scalar(kind, text, field) : nothing(field);
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
  if (kind === "dollars") return cents(text);
  if (kind === "choice" || kind === "yes-or-no" || kind === "json") return JSON.parse(text);
  if (kind === "moment") return `${text}${text.length === "2026-01-01T12:00".length ? ":00" : ""}${field.dataset.offset}`;
  return text.trim();
}

// What is no number stays as it was typed: the house says what is wrong with it.
const whole = (text) => (/^-?\d+$/.test(text) && Number.isSafeInteger(Number(text)) ? Number(text) : text);

function cents(text) {
  const found = /^(-?)(\d+)(?:\.(\d{1,2}))?$/.exec(text);
  return found ? whole(`${found[1]}${found[2]}${(found[3] ?? "").padEnd(2, "0")}`) : text;
}

// A field that holds no JSON must not be sent.
function checkJson(form) {
  for (const field of every("[data-kind=json]", form)) {
    const area = control(field);
    try {
      if (area.value.trim()) JSON.parse(area.value);
      area.setCustomValidity("");
    } catch {
      area.setCustomValidity("This is not JSON.");
    }
  }
}

// The field that the house complains about, by the path it names, such as `$.serials[0].first`.
function complainedAbout(form, detail) {
  const path = /at `\$([^`]*)`/.exec(detail)?.[1] ?? "";
  let [scope, field] = [form, null];
  for (const [, name, index] of path.matchAll(/\.(\w+)|\[(\d+)\]/g)) {
    if (name) {
      field = within(scope).find((one) => one.dataset.name === name);
      if (!field) return null;
      if (field.dataset.kind === "group") scope = scopeOf(field);
    } else if (field?.dataset.kind === "rows") scope = rowsOf(field)[Number(index)];
  }
  return field && control(field);
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

async function give(form, button) {
  every("[aria-invalid]", form).forEach((one) => one.removeAttribute("aria-invalid"));
  const order = { order: form.dataset.order, ...gathered(form) };
  const said = await send(button.dataset.to, { order, key });
  if (said?.digest) location.assign(`/office/orders/${said.digest}`);
  const wrong = said?.refused && complainedAbout(form, said.refused.detail);
  if (!wrong) return;
  wrong.setAttribute("aria-invalid", "true");
  wrong.focus();
}

async function sign(button) {
  const said = await send(button.dataset.sign, {});
  if (!said?.digest) return;
  await soon();
  notice(`This order is ${said.state} now.`);
  find("#page").focus();
}

function addRow(field) {
  const held = find(":scope > .held", field);
  held.append(find(":scope > template", field).content.cloneNode(true));
  control(held.lastElementChild)?.focus();
}

function removeRow(row) {
  const field = row.closest("fieldset.rows");
  row.remove();
  find(":scope > [data-add-row]", field).focus();
}

document.addEventListener("click", (event) => {
  const button = event.target.closest("[data-add-row], [data-remove-row], [data-sign], [data-print]");
  if (!button) return;
  if ("addRow" in button.dataset) addRow(button.closest("fieldset.rows"));
  else if ("removeRow" in button.dataset) removeRow(button.closest(".row"));
  else if ("sign" in button.dataset) busy(button, () => sign(button));
  else print();
});

document.addEventListener("change", (event) => {
  if (event.target.matches("[data-fill]")) scopeOf(event.target.closest("fieldset")).disabled = !event.target.checked;
});

document.addEventListener("input", (event) => {
  event.target.removeAttribute("aria-invalid");
  const form = event.target.closest("form[data-order]");
  if (form && event.target.closest("[data-kind=json]")) checkJson(form);
});

document.addEventListener("submit", (event) => {
  const form = event.target.closest("form[data-order]");
  if (!form) return;
  event.preventDefault();
  const button = event.submitter ?? find("[data-to]", form);
  busy(button, () => give(form, button));
});
