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
  return answer;
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
    said.textContent = answer ? `${told.detail}.`.replace(/^./, (letter) => letter.toUpperCase()) : "The house cannot be reached.";
    password.focus();
    return;
  }
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
  setInterval(look, LOOK_MILLISECONDS);
  // A page that the browser kept and shows again may be another person's by now.
  addEventListener("pageshow", (event) => event.persisted && look());
}

// Whoever signs in comes back to where they are.
document.addEventListener("click", (event) => {
  const link = event.target.closest("a[data-come-back]");
  if (link) link.search = `?next=${encodeURIComponent(location.pathname + location.search)}`;
});
