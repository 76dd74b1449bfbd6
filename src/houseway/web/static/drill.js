// A run of drills on this screen: the time that an answer takes, how many were right, and how a run ended.

const score = document.querySelector("[data-score]");
const clock = document.querySelector("[data-clock]");
const form = document.querySelector("form.drill");
const key = `drills ${score.dataset.score}`;
const run = Number(score.dataset.run);
const fresh = { asked: 0, right: 0, tenths: 0, last: "", began: 0 };
const kept = { ...fresh, ...JSON.parse(sessionStorage.getItem(key) ?? "{}") };

const keep = () => sessionStorage.setItem(key, JSON.stringify(kept));
const seconds = (since) => Math.max(0, (Date.now() - since) / 1000);

const drill = score.dataset.drill;
if (drill === undefined) {
  // A question: a run that is over gives way to the next, and the time begins.
  if (kept.asked >= run) Object.assign(kept, fresh);
  kept.began = Date.now();
  keep();
  const tick = () => (clock.textContent = `${Math.floor(seconds(kept.began))} s`);
  tick();
  setInterval(tick, 1000);
  form?.addEventListener("submit", () => {
    kept.tenths += Math.round(seconds(kept.began) * 10);
    keep();
    if (form.elements.seconds) form.elements.seconds.value = Math.min(3600, seconds(kept.began)).toFixed(1);
  });
} else if (drill !== kept.last) {
  // An answer; one that is looked at again is not counted twice.
  kept.asked += 1;
  kept.right += score.dataset.right === "yes" ? 1 : 0;
  kept.last = drill;
  keep();
}

const told = `${kept.right} of ${kept.asked} right`;
score.textContent = kept.asked ? told : "";
const finished = document.querySelector("[data-finished]");
if (finished && kept.asked >= run) {
  finished.textContent = `A run of ${run}: ${told}, in ${(kept.tenths / 10).toFixed(0)} s`;
  finished.hidden = false;
}
document.querySelector(".next-drill")?.focus();

document.addEventListener("keydown", (event) => {
  if (event.altKey || event.ctrlKey || event.metaKey || event.target.closest("input, select, textarea")) return;
  form?.querySelectorAll(".choices button:not(:disabled)")[Number(event.key) - 1]?.click();
});
