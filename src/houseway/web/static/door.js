// Who is at this screen: requests that carry the session's token, and the lock that comes when nobody has been here.
"use strict";

const LOOK_MILLISECONDS = 60_000;
const SIGN_IN = "/sign-in";
const mark = () => document.querySelector("meta[name=csrf-token]");
const door = () => document.querySelector("#lock");

// As `fetch`, with the token of this page; `json` is sent as such, and what no person has asked for is not `attended`.
async function ask(address, { json, attended = true, headers = {}, ...options } = {}) {
  const told = { ...headers, "X-CSRF-Token": mark().content };
  if (!attended) told["X-Unattended"] = "true";
  if (json !== undefined) {
    told["Content-Type"] = "application/json";
    Object.assign(options, { method: options.method ?? "POST", body: JSON.stringify(json) });
  }
  const answer = await fetch(address, { ...options, headers: told });
  const sentAway = answer.redirected && new URL(answer.url).pathname === SIGN_IN;
  if (answer.status === 401 || sentAway) lock();
  if (answer.status !== 403) return answer;
  const { type, passkey } = await asksFor(answer);
  const again = (more = {}) => ask(address, { json, attended, headers: { ...headers, ...more }, ...options });
  if (type === PROVE && (await prove(passkey))) return again();
  if (type === SIGN && passkey && !headers["X-Passkey"]) {
    const shown = await answerOf(passkey);
    if (shown) return again({ "X-Passkey": asHeader(shown) });
  }
  return answer;
}

// What a refusal asks for that can be given here, and the request sent again.

const PROVE = "urn:houseway:problem:prove-presence";
const SIGN = "urn:houseway:problem:sign-with-passkey";
const asksFor = async (answer) => (await answer.clone().json().catch(() => null)) ?? {};

const asSentence = (text) => `${text}.`.replace(/^./, (letter) => letter.toUpperCase());

// Whoever moves value shows the password again once the last proof is too old; what was sent waits meanwhile.
function prove(passkey) {
  const dialog = document.querySelector("#presence");
  if (!dialog) return Promise.resolve(false);
  const form = dialog.querySelector("form");
  const said = form.querySelector(".refused");
  form.reset();
  said.textContent = "";
  dialog.returnValue = "";
  const device = dialog.querySelector("[data-passkey]");
  device.hidden = !passkey || !hasPasskeys();
  dialog.showModal();
  return new Promise((proved) => {
    const shown = async () => {
      const answer = await answerOf(passkey);
      said.textContent = answer ? await refusedProof({ passkey: answer }) : "No passkey has answered.";
      if (!said.textContent) dialog.close("proved");
    };
    device.addEventListener("click", shown);
    const sent = async (event) => {
      if (event.submitter?.value !== "prove") return;
      event.preventDefault();
      said.textContent = await refusedProof({ password: form.elements.password.value });
      form.elements.password.value = "";
      if (said.textContent) form.elements.password.focus();
      else dialog.close("proved");
    };
    form.addEventListener("submit", sent);
    dialog.addEventListener("close", () => {
      form.removeEventListener("submit", sent);
      device.removeEventListener("click", shown);
      proved(dialog.returnValue === "proved");
    }, { once: true });
  });
}

// Why a proof of presence is not taken; nothing where it is. A wrong password locks nothing.
async function refusedProof(proof) {
  const answer = await fetch("/api/session/presence", {
    method: "POST",
    headers: { "Content-Type": "application/json", "X-CSRF-Token": mark().content },
    body: JSON.stringify(proof),
  }).catch(() => null);
  if (answer?.ok) return "";
  return answer ? asSentence((await answer.json()).detail) : "The house cannot be reached.";
}

const isLocked = () => Boolean(door()?.open);

function lock() {
  if (!door()) {
    location.assign(SIGN_IN);
  } else if (!isLocked()) {
    door().returnValue = "";
    door().showModal();
  }
}

async function unlock(form) {
  const password = form.elements.password;
  const said = form.querySelector(".refused");
  said.textContent = "";
  const answer = await fetch("/api/session", {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ credential: form.dataset.credential, password: password.value }),
  }).catch(() => null);
  const told = await answer?.json();
  password.value = "";
  if (!answer?.ok) {
    said.textContent = answer ? asSentence(told.detail) : "The house cannot be reached.";
    password.focus();
    return;
  }
  opened(told);
}

// A passkey of whoever was here unlocks; anybody else's has opened a session of their own, which begins on a page of its own.
async function unlockByPasskey(form) {
  const told = await signInByPasskey();
  if (!told.csrf) form.querySelector(".refused").textContent = asSentence(told.detail);
  else if (told.credential === form.dataset.credential) opened(told);
  else location.assign("/");
}

function opened(told) {
  mark().content = told.csrf;
  for (const field of document.querySelectorAll("input[name=csrf]")) field.value = told.csrf;
  door().close("unlocked");
  document.dispatchEvent(new Event("unlocked"));
}

// A screen that nobody touches finds out by itself that its session is over.
const look = () => ask("/api/session", { attended: false }).catch(() => null);

if (door()) {
  door().addEventListener("cancel", (event) => event.preventDefault());
  // Some browsers close a dialog at the second Escape, whatever is said about the first.
  door().addEventListener("close", () => door().returnValue !== "unlocked" && door().showModal());
  door().addEventListener("submit", (event) => {
    event.preventDefault();
    unlock(event.target);
  });
  door().querySelector("[data-passkey]").addEventListener("click", () => unlockByPasskey(door().querySelector("form")));
  setInterval(look, LOOK_MILLISECONDS);
  // A page that the browser kept and shows again may be another person's by now.
  addEventListener("pageshow", (event) => event.persisted && look());
}

// A form that moves value is sent once whoever fills it in has proved to be there; what is in it stays meanwhile.
document.addEventListener("submit", async (event) => {
  const form = event.target.closest("form[data-moves-value]");
  if (!form || "proved" in form.dataset) return;
  event.preventDefault();
  const answer = await ask("/api/session/presence", { json: {} }).catch(() => null);
  if (!answer?.ok) return;
  form.dataset.proved = "";
  form.requestSubmit(event.submitter);
});

// Whoever signs in comes back to where they are.
document.addEventListener("click", (event) => {
  const link = event.target.closest("a[data-come-back]");
  if (link) link.search = `?next=${encodeURIComponent(location.pathname + location.search)}`;
});
