// A round played back: the felt as it stood after each step, one step at a time or one after the other.

const BETWEEN_STEPS_MS = 900;

const part = document.querySelector("[data-playback]");
const steps = [...part.querySelectorAll("[data-version]")];
const stood = part.querySelector("[data-stood]");
const told = part.querySelector("[data-told]");
const play = part.querySelector("[data-play]");
let at = -1;
let playing = null;

async function show(number) {
  if (number < 0 || number >= steps.length) return false;
  at = number;
  const { version } = steps[at].dataset;
  const answer = await fetch(`${part.dataset.playback}?at=${version}`, { headers: { "X-Unattended": "playback" } });
  if (!answer.ok) {
    told.textContent = `Step ${version} cannot be shown.`;
    return false;
  }
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  if (steps[at].dataset.version !== version) return false; // another step was asked for meanwhile
  const felt = page.querySelector(".felt svg");
  stood.replaceChildren(...(felt ? [document.adoptNode(felt)] : []));
  stood.hidden = !felt;
  told.textContent = `${at + 1} of ${steps.length}: ${page.querySelector("#words")?.textContent.trim().replace(/\s+/g, " ") ?? ""}`;
  steps.forEach((step, index) => step.toggleAttribute("aria-current", index === at));
  return true;
}

function stop() {
  clearTimeout(playing);
  playing = null;
  play.textContent = "Play";
}

async function goOn() {
  const shown = await show(at + 1);
  if (shown && playing !== null && at + 1 < steps.length) playing = setTimeout(goOn, BETWEEN_STEPS_MS);
  else stop();
}

part.addEventListener("click", ({ target }) => {
  if (target.closest("[data-play]")) {
    if (playing !== null) return stop();
    if (at + 1 >= steps.length) at = -1;
    playing = 0;
    play.textContent = "Stop";
    goOn();
  } else if (target.closest("[data-step]")) {
    stop();
    show(at + Number(target.closest("[data-step]").dataset.step));
  }
});

document.addEventListener("keydown", (event) => {
  if (event.target.closest("input, select, textarea, [tabindex='0']") || event.altKey || event.ctrlKey || event.metaKey) return;
  const way = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
  if (!way) return;
  stop();
  show(at + way);
});
