// Passkeys: what a device signs, asked for in the browser's own words and told to the house in base64url. Loaded before door.js.
"use strict";

const hasPasskeys = () => Boolean(window.PublicKeyCredential && navigator.credentials);

const toBase64url = (buffer) => btoa(String.fromCharCode(...new Uint8Array(buffer))).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
const fromBase64url = (text) => Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));
const allowed = (asked) => asked.passkeys.map((id) => ({ type: "public-key", id: fromBase64url(id) }));

// What a passkey answers to a challenge; nothing where nobody lets it.
async function answerOf(asked) {
  const publicKey = { challenge: fromBase64url(asked.challenge), rpId: asked.host, allowCredentials: allowed(asked), userVerification: "required" };
  const found = hasPasskeys() ? await navigator.credentials.get({ publicKey }).catch(() => null) : null;
  return found && {
    passkey: found.id,
    nonce: asked.nonce,
    authenticator_data: toBase64url(found.response.authenticatorData),
    client_data: toBase64url(found.response.clientDataJSON),
    signature: toBase64url(found.response.signature),
    key: asked.key,
  };
}

// A new passkey for this house; nothing where nobody lets the device make one.
async function makePasskey(asked, { credential, name }) {
  const user = { id: new TextEncoder().encode(credential), name: credential, displayName: name };
  const made = await navigator.credentials.create({
    publicKey: {
      challenge: fromBase64url(asked.challenge),
      rp: { id: asked.host, name: document.title.split(" · ").at(-2) ?? asked.host },
      user,
      pubKeyCredParams: [-7, -8, -257].map((alg) => ({ type: "public-key", alg })),
      excludeCredentials: allowed(asked),
      authenticatorSelection: { residentKey: "required", requireResidentKey: true, userVerification: "required" },
    },
  }).catch(() => null);
  return made && {
    nonce: asked.nonce,
    attestation: toBase64url(made.response.attestationObject),
    client_data: toBase64url(made.response.clientDataJSON),
  };
}

// A header holds the answer in letters that every server takes.
const asHeader = (answer) => toBase64url(new TextEncoder().encode(JSON.stringify(answer)));

async function askToSignIn() {
  const answer = await fetch("/api/session/passkey/ask", { method: "POST", headers: { "Content-Type": "application/json" }, body: "{}" }).catch(() => null);
  return answer?.ok ? answerOf(await answer.json()) : null;
}

// The session that a passkey opens, or why it opens none.
async function signInByPasskey() {
  const shown = await askToSignIn();
  if (!shown) return { detail: "no passkey has answered" };
  const answer = await fetch("/api/session/passkey", {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(shown),
  }).catch(() => null);
  return (await answer?.json().catch(() => null)) ?? { detail: "the house cannot be reached" };
}

// Buttons for passkeys are there only where the browser knows them.
for (const button of document.querySelectorAll("[data-passkey]")) button.hidden = !hasPasskeys();

document.querySelector(".sign-in [data-passkey]")?.addEventListener("click", async () => {
  const form = document.querySelector("form.enter");
  const told = await signInByPasskey();
  if (told.csrf) location.assign(form.elements.next.value);
  else form.querySelector(".refused").textContent = `${told.detail}.`.replace(/^./, (letter) => letter.toUpperCase());
});

document.querySelector("form[data-register]")?.addEventListener("submit", async (event) => {
  event.preventDefault();
  const form = event.target;
  const said = form.querySelector(".refused");
  const say = (text) => (said.textContent = `${text}.`.replace(/^./, (letter) => letter.toUpperCase()));
  said.textContent = "";
  const asked = await ask("/api/passkeys/ask", { json: {} }).catch(() => null);
  const told = await asked?.json();
  if (!asked?.ok) return say(told?.detail ?? "the house cannot be reached");
  const made = await makePasskey(told, form.dataset);
  if (!made) return say(`no passkey was made; this page has to be open as ${told.host}, and a bare address has none`);
  const answer = await ask("/api/passkeys", { json: { ...made, name: form.elements.name.value } }).catch(() => null);
  const order = await answer?.json();
  if (!answer?.ok) return say(order?.detail ?? "the house cannot be reached");
  location.assign(`/office/orders/${order.digest}`);
});
