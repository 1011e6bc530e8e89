/* Saying what players without a phone do. Their acts rest on what everyone sees. */

import { label } from "../phone/language.js";
import { button, make, seatChip } from "../phone/parts.js";
import { openDialog, closeDialog } from "../phone/dialog.js";
import { Picker } from "../phone/picker.js";

export function speakFor(screen, wish) {
  const { spoken_for: spokenFor, question } = screen.host;
  const rows = spokenFor.map(({ seat, name, choices }) => row(seat, name, () => pick(choices, wish)));
  if (question.length) {
    const { seat, text } = screen.question;
    rows.unshift(row(seat, text, () => pick(question, wish)));
  }
  if (!rows.length) return null;
  return make(
    "section",
    { class: "card stack stack--tight" },
    make("h2", {}, label("speak_for")),
    make("p", { class: "small muted" }, label("speak_for_lead")),
    make("ul", { class: "list" }, rows),
  );
}

function row(seat, name, act) {
  const answer = button(label("answer_for"), act);
  answer.setAttribute("aria-label", `${label("answer_for")} ${name}`);
  return make("li", {}, make("span", { class: "grow" }, seatChip(seat, name)), answer);
}

function pick(choices, wish) {
  const body = openDialog(label("answer_for"));
  const place = make("div", { class: "picker stack" });
  body.append(place);
  new Picker(place, choices, {
    check: label("check"),
    confirm: label("speak_confirm"),
    chosen: ({ notation }) => {
      closeDialog();
      wish("/host/act", { notation });
    },
  });
}
