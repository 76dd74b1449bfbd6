// The front of the house: a page that waits for figures looks again, and a choice is shown at once.

const LOOK_AGAIN_MS = 1500;

if (document.querySelector("[data-pending]")) setTimeout(() => location.reload(), LOOK_AGAIN_MS);

// A page of what goes on now is drawn anew every few seconds, as long as anybody can see it; what was scrolled stays so.
const renewed = document.querySelector("[data-renew]");
async function renew() {
  if (document.hidden || renewed.contains(document.activeElement)) return;
  const answer = await fetch(location.href, { headers: { "X-Unattended": "renewed" } }).catch(() => null);
  if (!answer?.ok || answer.redirected) return;
  const fresh = new DOMParser().parseFromString(await answer.text(), "text/html").querySelector("[data-renew]");
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
