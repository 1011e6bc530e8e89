/* Telling the phone what one holds by a photo of the cards, instead of tapping them one by one. */

import { label, language } from "./language.js";
import { make, toast, toastReasons } from "./parts.js";
import { shrunk } from "./picture.js";
import { send } from "./wire.js";

const isTelling = ({ steps }) => steps[0]?.value === "hold";
/** The acts that tell which cards one holds. */
export const tellings = (acts) => acts.filter(isTelling);

const faces = ({ steps }) => steps.filter((step) => step.face).map((step) => step.face);

/** A button that takes a photo; `found(act)` gets the act that says what is in it. Null where
    nothing is to be told. */
export function photoButton(choices, found) {
  const told = tellings(choices);
  if (!told.length) return null;
  const file = make("input", {
    type: "file",
    accept: "image/*",
    capture: "environment",
    class: "visually-hidden",
    change: ({ target }) => target.files[0] && read(target.files[0], told, found),
  });
  return make("label", { class: "button button--wide photo-button" }, label("tell_photo"), file);
}

async function read(file, told, found) {
  const image = await shrunk(file);
  if (!image) return toast(() => label("tell_photo_unclear"));
  const answer = await send(`/seat/photo?language=${language.code}`, { image });
  if (!answer.ok) return toastReasons(answer.reasons);
  const { fan, problems } = answer.data;
  const act = told.find((telling) => faces(telling).join() === fan.join());
  if (act) return found(act);
  return problems.length ? toastReasons(problems) : toast(() => label("tell_photo_unclear"));
}
