/* The host's role: another phone takes it by a code that works once. */

import { openDialog, sure } from "../phone/dialog.js";
import { label } from "../phone/language.js";
import { button, make, toastReasons } from "../phone/parts.js";
import { send } from "../phone/wire.js";

export function role() {
  const resign = () => sure(label("role_resign_sure"), label("role_resign"), giveUp);
  return make(
    "section",
    { class: "card stack stack--tight" },
    make("h2", {}, label("role")),
    make("p", { class: "small muted" }, label("role_lead")),
    make("div", { class: "button-group" }, button(label("role_hand"), hand), button(label("role_resign"), resign)),
  );
}

async function hand() {
  const answer = await send("/host/hand");
  if (!answer.ok) return toastReasons(answer.reasons);
  const code = new DOMParser().parseFromString(answer.data.code, "image/svg+xml").documentElement;
  code.setAttribute("role", "img");
  code.setAttribute("aria-label", label("role_code"));
  code.classList.add("qr");
  openDialog(label("role_hand")).append(make("p", {}, label("role_scan")), document.importNode(code, true));
}

async function giveUp() {
  await send("/host/resign");
  location.replace("/");
}
