/* Saying what one does, answering the table, and asking the arbiter. */

import { closeDialog, openDialog } from "./dialog.js";
import { label, language } from "./language.js";
import { button, make, reasons, toastReasons } from "./parts.js";
import { photoButton, tellings } from "./photo.js";
import { Picker } from "./picker.js";
import { get, send } from "./wire.js";

/** Choices show what a player holds, so they do not stay open on a table for long. */
const IDLE_MS = 30000;

/** An open dialog that closes when nobody has touched it for a while. */
function openSecretly(title, lead) {
  const body = openDialog(title, { closed: () => clearTimeout(timer) });
  let timer = setTimeout(closeDialog, IDLE_MS);
  const again = () => {
    clearTimeout(timer);
    timer = setTimeout(closeDialog, IDLE_MS);
  };
  for (const kind of ["pointerdown", "keydown"]) body.parentElement.addEventListener(kind, again);
  document.addEventListener("visibilitychange", closeDialog, { once: true });
  const place = make("div", { class: "picker stack" });
  body.append(make("p", { class: "muted small" }, lead), place);
  return place;
}

function pickToAct(place, choices, wish) {
  if (!choices.length) {
    place.append(make("p", { class: "picker__sum" }, label("move_none")));
    return;
  }
  // Cards may be told by a photo as long as telling them is what is being chosen.
  const photo = photoButton(choices, (act) => picker.showEnd(act));
  if (photo) place.after(photo);
  const picker = new Picker(place, choices, {
    check: label("check"),
    confirm: label("confirm"),
    moved: (acts) => photo && (photo.hidden = !tellings(acts).length),
    chosen: ({ notation }) => {
      closeDialog();
      wish("/seat/act", { notation });
    },
  });
}

/** The open choice, so that it can start again when the table has moved on. */
let choosing = null;

function choose(title, lead, choices, screen, wish) {
  const place = openSecretly(title, lead);
  choosing = { place, choices, known: JSON.stringify(choices(screen)), wish };
  pickToAct(place, choices(screen), wish);
}

/** Begin an open choice anew if there is something else to choose from now. */
export function keepUp(screen) {
  if (!choosing?.place.isConnected) return;
  const now = JSON.stringify(choosing.choices(screen));
  if (now === choosing.known) return;
  choosing.known = now;
  choosing.place.replaceChildren();
  choosing.place.parentElement.querySelector(".photo-button")?.remove();
  pickToAct(choosing.place, choosing.choices(screen), choosing.wish);
}

export function openMove(screen, wish) {
  choose(label("move"), label("move_lead"), ({ secret }) => secret.choices, screen(), wish);
}

export function openQuestion(screen, wish) {
  choose(label("question"), screen.question.text, ({ secret }) => secret.question, screen, wish);
}

/** Say why an act was refused, each reason with its rule; reasons null: the table was not reached. */
export function showRefusal(said) {
  if (!said?.some((one) => one.clause)) return toastReasons(said);
  const place = openSecretly(label("why_not"), label("why_not_lead"));
  place.append(make("p", { class: "verdict verdict--bad", role: "status" }, label("forbidden")), reasons(said));
}

/** Let anyone ask about any act, legal or not; nothing happens on the table.
    `room` is where to ask: a seat is told what it may know, others what everyone may. */
export async function openAsk(room = "/seat") {
  const place = openSecretly(label("ask"), label("ask_lead"));
  const { status, data } = await get(`${room}/askable?language=${language.code}`);
  if (status !== 200) return closeDialog();
  if (!data.choices.length) return place.append(make("p", { class: "picker__sum" }, label("ask_none")));
  return askAgain(room, place, data.choices);
}

function askAgain(room, place, choices) {
  new Picker(place, choices, {
    check: label("ask"),
    confirm: label("confirm_ask"),
    chosen: async (act) => {
      const answer = await send(`${room}/ask?language=${language.code}`, { notation: act.notation });
      if (answer.ok) showRuling(place, act, answer.data, () => askAgain(room, place, choices));
      else toastReasons(answer.reasons);
    },
  });
}

function showRuling(place, act, ruling, again) {
  const verdict = ruling.allowed ? label("allowed") : label("forbidden");
  place.replaceChildren(
    make("p", { class: "muted" }, act.steps.map((step) => step.text).join(" · ")),
    make("p", { class: `verdict verdict--${ruling.allowed ? "good" : "bad"}`, role: "status" }, verdict),
    reasons(ruling.reasons),
    button(label("restart"), again, "button--wide"),
  );
}
