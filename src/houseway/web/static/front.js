// The front of the house: a page that waits for figures looks again, and a choice is shown at once.

const LOOK_AGAIN_MS = 1500;

// The page as it is now, or nothing where there is none.
async function pageNow(address = location.href, headers = { "X-Unattended": "renewed" }) {
  const answer = await fetch(address, { headers }).catch(() => null);
  return answer?.ok && !answer.redirected ? new DOMParser().parseFromString(await answer.text(), "text/html") : null;
}

// What the page shows takes its place; whoever stood at something goes on standing there.
function showInstead(fresh) {
  const { name } = document.activeElement;
  document.querySelector("#page").replaceChildren(...fresh.querySelector("#page").childNodes);
  if (name) document.querySelector(`[name="${CSS.escape(name)}"]`)?.focus();
}

// What the lab is counting is asked for again until it is there; meanwhile only how far it has come changes, and whoever chooses goes on choosing.
let again = 0;
async function lookAgain() {
  const asked = location.href;
  const fresh = document.hidden ? null : await pageNow(asked);
  // What was asked for before somebody chose otherwise is not shown any more.
  if (asked !== location.href) return;
  if (fresh && !fresh.querySelector("[data-pending]")) return showInstead(fresh);
  const [told, now] = [document, fresh].map((page) => page?.querySelector("[data-how-far]"));
  if (now) told.replaceChildren(...now.childNodes);
  lookSoon();
}
function lookSoon() {
  clearTimeout(again);
  if (document.querySelector("[data-pending]")) again = setTimeout(lookAgain, LOOK_AGAIN_MS);
}
lookSoon();

// A page of what goes on now is drawn anew every few seconds, as long as anybody can see it; what was scrolled stays so.
const renewed = document.querySelector("[data-renew]");
async function renew() {
  if (document.hidden || renewed.contains(document.activeElement)) return;
  const fresh = (await pageNow())?.querySelector("[data-renew]");
  if (!fresh) return;
  const scrolled = [...renewed.querySelectorAll(".scroll, .bar-row")].map((part) => part.scrollLeft);
  renewed.replaceChildren(...fresh.childNodes);
  renewed.querySelectorAll(".scroll, .bar-row").forEach((part, index) => (part.scrollLeft = scrolled[index] ?? 0));
}
if (renewed) setInterval(renew, Number(renewed.dataset.renew) * 1000);

// What is chosen is shown where it was chosen: nobody is taken to the top of the page, and the keyboard stays where it is.
let choices = 0;
async function showChosen(form) {
  const choice = (choices += 1);
  const address = new URL(form.action);
  address.search = new URLSearchParams([...new FormData(form)].filter(([, value]) => value));
  const fresh = await pageNow(address.href, {});
  // Whoever has chosen again meanwhile waits for that.
  if (choice !== choices) return;
  if (!fresh) return location.assign(address);
  history.replaceState(null, "", address);
  showInstead(fresh);
  lookSoon();
}

document.addEventListener("change", ({ target }) => {
  if (target.matches("[data-at-once]")) showChosen(target.form);
});

document.addEventListener("click", ({ target }) => {
  const button = target.closest("[data-print], [data-writes]");
  if (!button) return;
  if ("print" in button.dataset) return print();
  // What came next is written below the round.
  const round = document.querySelector("#round");
  round.value = `${round.value.trimEnd()}\n\n${button.dataset.writes}\n`;
  round.focus();
  round.scrollTop = round.scrollHeight;
});
