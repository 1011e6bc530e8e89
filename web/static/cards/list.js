/* The decks there are: which one is on the table, and how to begin another. */

import { sure } from "../phone/dialog.js";
import { label, language } from "../phone/language.js";
import { button, fileButton, make, pill, toast, toastReasons } from "../phone/parts.js";
import { get, send } from "../phone/wire.js";
import { FLIPS, PAPERS, paperName } from "../papers.js";

/** Show the list; `open` edits a deck. */
export async function showList(main, open) {
  const { status, data } = await get("/host/cards/list");
  if (status !== 200) return toast(() => label("failed"));
  const again = () => showList(main, open);
  const decks = [practice(data, again), ...data.decks.map((deck) => owned(deck, open, again))];
  main.replaceChildren(make("p", { class: "lead" }, label("lead")), make("ul", { class: "decks" }, decks), begin(open));
}

function practice({ practice: isPlayed }, again) {
  const state = isPlayed ? pill(label("is_played"), "pill--good") : null;
  const play = isPlayed ? null : button(label("play_with"), () => choose("practice", again));
  return entry(label("practice"), state, make("p", { class: "small muted" }, label("practice_lead")), play, files("practice"));
}

function owned({ deck, name, faults, saved, played, stale }, open, again) {
  const states = [
    played ? pill(label("is_played"), "pill--good") : null,
    stale ? pill(label("is_stale"), "pill--warn") : null,
    faults ? pill(`${label("to_mend")} (${faults})`, "pill--warn") : pill(label(saved ? "is_saved" : "is_unsaved"), saved ? "pill--good" : "pill--off"),
  ];
  const remove = () => sure(label("remove_sure"), label("remove"), () => wish(`deck/${deck}/remove`, {}, again));
  const actions = make(
    "div",
    { class: "button-group" },
    button(label("edit"), () => open(deck), "button--primary"),
    played && !stale ? null : button(label("play_with"), () => choose(deck, again)),
    button(label("remove"), remove, "button--quiet"),
  );
  return entry(name, states, actions, files(deck, faults));
}

const entry = (name, states, ...more) =>
  make("li", { class: "card stack stack--tight" }, make("h2", {}, name), make("div", { class: "row" }, ...[states].flat()), ...more);

/** What can be taken home of a deck: its values, and sheets to print. */
function files(deck, faults = 0) {
  const link = (path, text) => make("a", { href: `/host/cards/deck/${deck}/${path}`, download: "" }, text);
  const home = link("toml", label("as_file"));
  if (faults) return make("p", { class: "small" }, home);
  const sheet = (paper, flip) => link(`sheets?paper=${paper}&flip=${flip}&language=${language.code}`, paperName(paper));
  const lines = FLIPS.map((flip) => make("li", { class: "row" }, label(`${flip}_flip`), PAPERS.map((paper) => sheet(paper, flip))));
  return make("details", { class: "small", id: `files-${deck}` }, make("summary", {}, label("files")), make("p", { class: "stack stack--tight" }, home), make("p", {}, label("print")), make("ul", {}, lines));
}

function begin(open) {
  const name = make("input", { class: "input", id: "new-name", maxlength: 40, autocomplete: "off", placeholder: label("new_example") });
  const create = async (more) => {
    const answer = await send("/host/cards/new", { name: name.value.trim() || (more.text ? "" : label("new_example")), ...more });
    return answer.ok ? open(answer.data.deck) : toastReasons(answer.reasons);
  };
  const read = async ({ currentTarget: file }) => {
    const [chosen] = file.files;
    if (chosen) await create({ text: await chosen.text() });
    file.value = "";
  };
  return make(
    "section",
    { class: "card stack stack--tight" },
    make("h2", {}, label("new_deck")),
    make("div", { class: "field" }, make("label", { for: name.id }, label("deck_name")), name),
    make(
      "div",
      { class: "button-group" },
      button(label("new_empty"), () => create({}), "button--primary"),
      button(label("new_copy"), () => create({ copy: "practice" })),
      fileButton("new-file", label("new_file"), ".toml,application/toml,text/plain", read),
    ),
  );
}

const choose = (deck, again) => wish(`deck/${deck}/play`, {}, () => (toast(() => label("now_played"), "good"), again()));

async function wish(path, data, done) {
  const answer = await send(`/host/cards/${path}`, data);
  if (!answer.ok) return toastReasons(answer.reasons);
  done();
}
