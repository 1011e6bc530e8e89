/* Several players on one phone: it is passed on, face down, and says whose it is now. */

import { closeDialog, openDialog } from "./dialog.js";
import { label } from "./language.js";
import { button, fill, make, seatChip, toastReasons } from "./parts.js";
import { send } from "./wire.js";

/** Offer the other seats of this phone; the one that the table waits for stands out. */
export function showShared(element, { shared = [], screen }, passed) {
  const due = new Set(screen.now.flatMap(({ seats }) => seats));
  element.hidden = shared.length === 0;
  fill(element, [shared, [...due]], () => shared.map((one) => passButton(one, due.has(one.seat), passed)));
}

function passButton({ seat, name }, isDue, passed) {
  const chip = seatChip(seat, label("pass", { name }));
  const act = () => openPass(seat, name, passed);
  return make("button", { type: "button", class: isDue ? "button button--due" : "button", click: act }, chip);
}

function openPass(seat, name, passed) {
  const body = openDialog(label("pass_to", { name }));
  const yes = button(label("pass_yes", { name }), () => (closeDialog(), pass(seat, passed)), "button--primary button--big button--wide");
  body.append(make("p", {}, label("pass_lead", { name })), yes);
}

async function pass(seat, passed) {
  const answer = await send("/seat/pass", { seat });
  if (!answer.ok) return toastReasons(answer.reasons);
  return passed();
}

/** Let another player sit down on this phone. */
function openAlso(passed) {
  const body = openDialog(label("also"));
  const name = make("input", { class: "input", id: "also-name", maxlength: 20, autocomplete: "off" });
  const join = async (event) => {
    event.preventDefault();
    const answer = await send("/join", { name: name.value, seat: "", also: true });
    if (!answer.ok) return toastReasons(answer.reasons);
    closeDialog();
    return passed();
  };
  body.append(
    make("p", {}, label("also_lead")),
    make(
      "form",
      { class: "stack stack--tight", submit: join },
      make("div", { class: "field" }, make("label", { for: "also-name" }, label("also_name")), name),
      make("button", { class: "button button--primary button--wide", type: "submit" }, label("also_sit")),
    ),
  );
}

/** The way there, in a player's own settings. */
export const alsoButton = (passed) => button(label("also"), () => openAlso(passed));
