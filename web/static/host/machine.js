/* How phones come in, and how the machine is. */

import { label } from "../phone/language.js";
import { button, make, seatChip } from "../phone/parts.js";
import { get, send } from "../phone/wire.js";
import { whileOpen } from "./while_open.js";

const LOOK_EVERY_MS = 700;

export function machine({ diagnostics, address, screen }) {
  const facts = make("dl", { class: "facts" });
  const add = (name, text) => facts.append(make("dt", {}, label(name)), make("dd", {}, text));
  add("address", make("a", { href: address }, address));
  add("watching_label", label(screen.watching ? "watching" : "not_watching"));
  for (const fact of diagnostics) add(fact.label, fact.text);
  const code = make("img", { src: "/join/qr.svg", alt: address, width: 160, height: 160, class: "qr" });
  return make("section", { class: "card stack stack--tight" }, make("h2", {}, label("diagnostics")), make("div", { class: "row" }, code, facts), panel());
}

/** Press each button, see each lamp: counts that move while this is open. */
function panel() {
  const list = make("ul", { class: "list" });
  const wiring = make("a", { href: "/host/wiring.svg", target: "_blank", rel: "noopener" }, label("wiring"));
  const box = make("details", {}, make("summary", {}, label("panel_test")), make("p", { class: "small muted" }, label("panel_lead")), wiring, list);
  whileOpen(box, LOOK_EVERY_MS, () => look(list));
  return box;
}

async function look(list) {
  const { status, data } = await get("/host/panel");
  if (status === 200) list.replaceChildren(...data.map(row));
}

function row({ seat, presses, stuck }) {
  const name = seat === "host" ? make("strong", {}, label("host_button")) : seatChip(seat, seat);
  const state = make("span", { class: "grow" }, stuck ? label("is_stuck") : `${label("presses")} ${presses}`);
  const light = seat === "host" ? null : button(label("light"), () => send("/host/lamp", { seat }));
  light?.setAttribute("aria-label", `${label("light")} ${seat}`);
  return make("li", {}, name, state, light);
}
