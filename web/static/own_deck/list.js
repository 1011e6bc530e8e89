/* The decks there are, and how to begin another. */

import { sure } from "../phone/dialog.js";
import { label, language } from "../phone/language.js";
import { button, make, pill, toast, toastReasons } from "../phone/parts.js";
import { get, send } from "../phone/wire.js";

/** The size of poker cards, mm. */
const USUAL_MM = [63, 88];
const LONGEST = 40;

export const PROMISES = { good: "pill--good", usable: "pill--warn", not_usable: "pill--bad" };

/** How far a deck has come: "14 of 21". */
export const progressWords = ({ have, need }) => label("progress", { have, need });

/** Show the list; `open` opens a deck. */
export async function showList(main, open) {
  const { status, data } = await get(`/host/deck/list?language=${language.code}`);
  if (status !== 200) return toast(() => label("failed"));
  const again = () => showList(main, open);
  const decks = data.decks.map((deck) => entry(deck, open, again));
  main.replaceChildren(
    make("p", { class: "lead" }, label("lead")),
    decks.length ? make("ul", { class: "decks" }, decks) : "",
    begin(data.shelf, open),
  );
}

function entry({ deck, title, game, have, need, promise, stale }, open, again) {
  const state = promise ? pill(label(`promise_${promise}`), PROMISES[promise]) : pill(label("not_assessed"), "pill--off");
  const remove = () => sure(label("remove_sure", { title }), label("remove"), () => wish(`${deck}/remove`, again));
  return make(
    "li",
    { class: "card stack stack--tight" },
    make("h2", {}, title),
    make("p", { class: "small muted" }, game ? `${game} · ${progressWords({ have, need })}` : label("no_game")),
    make("div", { class: "row" }, state, stale ? pill(label("is_stale"), "pill--warn") : null),
    make("div", { class: "button-group" }, button(label("open"), () => open(deck), "button--primary"), button(label("remove"), remove, "button--quiet")),
  );
}

async function wish(path, done) {
  const answer = await send(`/host/deck/${path}`);
  if (!answer.ok) return toastReasons(answer.reasons);
  done();
}

function begin(shelf, open) {
  const name = make("input", { class: "input", id: "new-title", maxlength: LONGEST, autocomplete: "off", placeholder: label("title_example") });
  const [width, height] = ["width", "height"].map((side, place) =>
    make("input", { class: "input", id: `new-${side}`, type: "number", min: 30, max: 200, step: "0.5", value: USUAL_MM[place], inputmode: "decimal" }),
  );
  const game = make("select", { class: "select", id: "new-game" }, ...shelf.map((one) => make("option", { value: one.name }, one.title)));
  const create = async (event) => {
    event.preventDefault();
    const wished = { title: name.value.trim() || label("title_example"), width_mm: Number(width.value), height_mm: Number(height.value), game: game.value };
    const answer = await send("/host/deck/new", wished);
    return answer.ok ? open(answer.data.deck) : toastReasons(answer.reasons);
  };
  const field = (control, text) => make("div", { class: "field" }, make("label", { for: control.id }, text), control);
  return make(
    "form",
    { class: "card stack stack--tight begin", submit: create },
    make("h2", {}, label("new_deck")),
    field(name, label("deck_title")),
    make("div", { class: "sizes" }, field(width, label("width")), field(height, label("height"))),
    make("p", { class: "small muted" }, label("size_hint")),
    field(game, label("serves")),
    make("div", { class: "button-group" }, make("button", { class: "button button--primary", type: "submit" }, label("begin"))),
  );
}
