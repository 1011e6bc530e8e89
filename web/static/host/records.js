/* Records: save the one of this game, and look at a saved one, step by step. */

import { openDialog } from "../phone/dialog.js";
import { label } from "../phone/language.js";
import { button, clause, fileButton, make, toastReasons } from "../phone/parts.js";
import { send } from "../phone/wire.js";

export function records(screen) {
  const save = (whole, text) => make("a", { class: "button", href: `/host/record${whole ? "?whole=1" : ""}`, download: "" }, text);
  const saves = make("div", { class: "button-group" });
  if (screen.stage !== "lobby") saves.append(save(false, label("record_open")));
  if (screen.outcome) saves.append(save(true, label("record_whole")));
  return make(
    "section",
    { class: "card stack stack--tight" },
    make("h2", {}, label("records")),
    make("p", { class: "small muted" }, label("records_lead")),
    saves.children.length ? saves : null,
    fileButton("record-file", label("record_file"), ".rec,text/plain", read),
  );
}

async function read({ currentTarget: input }) {
  const [file] = input.files;
  if (!file) return;
  const answer = await send("/host/record/read", { text: await file.text() });
  input.value = "";
  if (!answer.ok) return toastReasons(answer.reasons);
  show(answer.data);
}

function show({ title, players, lines, faults }) {
  const body = openDialog(`${label("record_read")} ${title}`);
  body.append(make("p", { class: "muted" }, players.join(", ")), verdict(faults), steps(lines));
}

function verdict(faults) {
  if (!faults.length) return make("p", { class: "pill pill--good", id: "record-verdict" }, label("record_clean"));
  const items = faults.map((fault) =>
    make(
      "li",
      {},
      make("p", {}, fault.line ? `${label("record_line")} ${fault.line}: ` : "", fault.entry ? make("code", {}, fault.entry) : null),
      make("p", {}, fault.text),
      fault.detail ? make("p", { class: "small muted" }, fault.detail) : null,
      clause(fault, true),
    ),
  );
  return make("div", { id: "record-verdict" }, make("h3", {}, label("record_faults")), make("ul", { class: "reasons" }, items));
}

/** The acts one after the other; the buttons step through them. */
function steps(lines) {
  const items = lines.map(({ entry, text }) => make("li", {}, make("p", {}, text || entry), make("code", { class: "small muted" }, entry)));
  let at = -1;
  const go = (to) => {
    items[at]?.removeAttribute("aria-current");
    at = Math.max(0, Math.min(items.length - 1, to));
    items[at]?.setAttribute("aria-current", "step");
    items[at]?.scrollIntoView({ block: "nearest" });
  };
  const buttons = make(
    "div",
    { class: "button-group" },
    button(label("record_back"), () => go(at - 1)),
    button(label("record_next"), () => go(at + 1), "button--primary"),
  );
  return make("div", { class: "stack stack--tight" }, buttons, make("ol", { class: "story record-steps" }, items));
}
