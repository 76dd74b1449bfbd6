// The front of the house: a page that waits for figures looks again, and a choice is shown at once.

const LOOK_AGAIN_MS = 1500;

// The page as it is now, or nothing where there is none.
async function pageNow() {
  const answer = await fetch(location.href, { headers: { "X-Unattended": "renewed" } }).catch(() => null);
  return answer?.ok && !answer.redirected ? new DOMParser().parseFromString(await answer.text(), "text/html") : null;
}

// What the lab is counting is asked for again until it is there; meanwhile only how far it has come changes, and whoever chooses goes on choosing.
async function lookAgain() {
  const fresh = document.hidden ? null : await pageNow();
  if (fresh && !fresh.querySelector("[data-pending]")) {
    const { name } = document.activeElement;
    document.querySelector("#page").replaceChildren(...fresh.querySelector("#page").childNodes);
    if (name) document.querySelector(`[name="${CSS.escape(name)}"]`)?.focus();
    return;
  }
  const [told, now] = [document, fresh].map((page) => page?.querySelector("[data-how-far]"));
  if (now) told.replaceChildren(...now.childNodes);
  setTimeout(lookAgain, LOOK_AGAIN_MS);
}
if (document.querySelector("[data-pending]")) setTimeout(lookAgain, LOOK_AGAIN_MS);

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

document.addEventListener("change", ({ target }) => {
  if (target.matches("[data-at-once]")) target.form.requestSubmit();
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
