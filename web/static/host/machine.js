/* How phones come in, and how the machine is. */

import { label } from "../phone/language.js";
import { make } from "../phone/parts.js";

export function machine({ diagnostics, address, screen }) {
  const facts = make("dl", { class: "facts" });
  const add = (name, text) => facts.append(make("dt", {}, label(name)), make("dd", {}, text));
  add("address", make("a", { href: address }, address));
  add("watching_label", label(screen.watching ? "watching" : "not_watching"));
  for (const fact of diagnostics) add(fact.label, fact.text);
  const code = make("img", { src: "/join/qr.svg", alt: address, width: 160, height: 160, class: "qr" });
  return make("section", { class: "card stack stack--tight" }, make("h2", {}, label("diagnostics")), make("div", { class: "row" }, code, facts));
}
