/* Decks with marked backs: which there are, and another one to print. */

import { sure } from "../phone/dialog.js";
import { label, language } from "../phone/language.js";
import { button, make, toast, toastReasons } from "../phone/parts.js";
import { FLIPS, PAPERS, paperName } from "../papers.js";

const FETCHED_MS = 60_000;

export function marked({ marked: { decks } }, wish, again) {
  const forget = (deck) => sure(`${label("marked_forget_sure")} ${deck}`, label("marked_forget"), () => wish("/host/marked/forget", { deck }));
  const rows = decks.map((deck) => make("li", { class: "row row--apart" }, make("strong", {}, `${label("marked_deck")} ${deck}`), button(label("marked_forget"), () => forget(deck), "button--quiet")));
  return make(
    "section",
    { class: "card stack stack--tight" },
    make("h2", {}, label("marked")),
    make("p", { class: "small" }, label("marked_lead")),
    make("p", { class: "small muted" }, label("marked_warning")),
    rows.length ? make("ul", { class: "stack stack--tight" }, rows) : null,
    printing(again),
  );
}

function printing(again) {
  const paper = select("marked-paper", PAPERS.map((paper) => [paper, paperName(paper)]));
  const flip = select("marked-flip", FLIPS.map((edge) => [edge, label(`marked_${edge}`)]));
  const go = async ({ currentTarget }) => {
    currentTarget.disabled = true;
    await print({ paper: paper.value, flip: flip.value });
    currentTarget.disabled = false;
    again();
  };
  const field = (id, text, inside) => make("div", { class: "field" }, make("label", { for: id }, text), inside);
  return make(
    "details",
    { id: "marked-print" },
    make("summary", { class: "small" }, label("marked_print")),
    make(
      "div",
      { class: "stack stack--tight" },
      field("marked-paper", label("marked_paper"), paper),
      field("marked-flip", label("marked_flip"), flip),
      button(label("marked_sheets"), go, "button--primary"),
    ),
  );
}

function select(id, options) {
  const found = make("select", { class: "select", id, "data-keep": "" });
  found.append(...options.map(([value, text]) => make("option", { value }, text)));
  return found;
}

/** Have a deck drawn, and save its sheets as a file. */
async function print(wish) {
  let answer;
  try {
    answer = await fetch(`/host/marked/print?language=${language.code}`, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(wish),
    });
  } catch {
    return toastReasons(null);
  }
  if (!answer.ok) return toastReasons((await answer.json()).messages);
  const [, name] = /filename="([^"]+)"/.exec(answer.headers.get("Content-Disposition")) ?? [];
  const url = URL.createObjectURL(await answer.blob());
  make("a", { href: url, download: name }).click();
  // Some browsers fetch the file only after the click, and its sheets exist nowhere else.
  setTimeout(() => URL.revokeObjectURL(url), FETCHED_MS);
  toast(() => label("marked_done"), "good");
}
