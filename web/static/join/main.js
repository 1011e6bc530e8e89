/* Take a free seat, or ask for a taken one and wait until someone at the table says yes. */

import { label, language, offerLanguages, speak } from "../phone/language.js";
import { Live } from "../phone/live.js";
import { button, fill, make, pill, seatChip } from "../phone/parts.js";
import { get, send } from "../phone/wire.js";
import { letterOf } from "../seats.js";

const ASK_EVERY_MS = 1000;
const CLAIM_LASTS_MS = 30000;
const byId = (id) => document.getElementById(id);
let screen = null;
let wanted = null;
let asking = 0;

function show(answer) {
  screen = answer.screen;
  byId("game").textContent = `· ${screen.game.title}`;
  const free = freeSeats();
  const isOpen = screen.stage === "lobby" && free.length > 0;
  byId("form").hidden = !isOpen || wanted !== null;
  byId("closed").hidden = isOpen || wanted !== null;
  byId("closed").textContent = label(screen.stage === "lobby" ? "full" : "game_on");
  fill(byId("seats"), free, () => [anySeat(), ...free.map(freeSeat)]);
  byId("taken-part").hidden = !screen.players.length || wanted !== null;
  fill(byId("taken"), screen.players, () => screen.players.map(takenSeat));
}

function freeSeats() {
  const taken = new Set(screen.players.map(({ seat }) => seat));
  return Array.from({ length: screen.places }, (_, place) => `p${place + 1}`).filter((seat) => !taken.has(seat));
}

function anySeat() {
  const radio = make("input", { type: "radio", name: "seat", value: "", checked: "" });
  return make("label", { class: "choice" }, radio, make("span", {}, label("any_seat")));
}

function freeSeat(seat) {
  const radio = make("input", { type: "radio", name: "seat", value: seat });
  return make("label", { class: "choice" }, radio, seatChip(seat, `${label("seat")} ${letterOf(seat)}`));
}

function takenSeat({ seat, name, claimed }) {
  const mine = claimed ? pill(label("claim_waiting")) : button(label("mine"), () => claim(seat));
  return make("li", {}, make("span", { class: "grow" }, seatChip(seat, name)), mine);
}

async function join(event) {
  event.preventDefault();
  const form = new FormData(byId("form"));
  const answer = await send("/join", { name: form.get("name"), seat: form.get("seat") ?? "" });
  if (answer.ok) return location.replace("/seat");
  return complain(answer.reasons);
}

function complain(reasons) {
  byId("problem").textContent = reasons === null ? label("failed") : reasons.map(({ text }) => text).join(" ");
  byId("name").setAttribute("aria-invalid", "true");
  byId("name").focus();
}

async function claim(seat) {
  const answer = await send("/join/claim", { seat });
  if (!answer.ok) return complain(answer.reasons);
  wanted = { seat, until: performance.now() + CLAIM_LASTS_MS };
  const name = screen.players.find((player) => player.seat === seat)?.name ?? "";
  byId("wanted").replaceChildren(seatChip(seat, name, "seat--big"));
  byId("waiting").hidden = false;
  clearInterval(asking);
  asking = setInterval(askWhetherMine, ASK_EVERY_MS);
  showWaiting();
  return live.look();
}

/** The cookie stands for the seat as soon as someone has said yes. */
async function askWhetherMine() {
  const { status, data } = await get("/join/me");
  if (status === 200 && data.seat) location.replace("/seat");
  else showWaiting();
}

function showWaiting() {
  const isOver = performance.now() > wanted.until;
  byId("claim-state").textContent = label(isOver ? "claim_over" : "claim_waiting");
  byId("claim-state").className = isOver ? "field-error" : "pill pill--warn";
  byId("claim-again").hidden = !isOver;
  if (isOver) clearInterval(asking);
}

function stopWaiting() {
  clearInterval(asking);
  wanted = null;
  byId("waiting").hidden = true;
  live.look();
}

/** A phone that has a seat goes back to it, even if its cookie came too late for the page. */
async function backToSeat() {
  const { status, data } = await get("/join/me");
  if (status === 200 && data.seat) location.replace("/seat");
}

await speak("join");
backToSeat();
const live = new Live({
  view: () => `/watch/view?language=${language.code}`,
  events: () => `/watch/events?language=${language.code}`,
  show,
  online: (yes) => (byId("offline").hidden = yes),
  wake: backToSeat,
});
offerLanguages("join", () => live.restart());
byId("form").addEventListener("submit", join);
byId("name").addEventListener("input", () => {
  byId("name").removeAttribute("aria-invalid");
  byId("problem").textContent = "";
});
byId("claim-again").addEventListener("click", () => claim(wanted.seat));
byId("claim-stop").addEventListener("click", stopWaiting);
