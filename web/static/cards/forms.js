/* What a job card says, and the legend card: all of it as fields, a photo beside each side. */

import { label } from "../phone/language.js";
import { make } from "../phone/parts.js";
import { effects } from "./effects.js";
import { ITEMS, choiceField, itemField, itemName, listField, longField, rangeField, rows, textField, wholeField } from "./fields.js";
import { photo } from "./photo.js";

const LANGUAGES = [["en", "English"], ["fr", "Français"]];

const group = (title, place, ...inside) =>
  make("fieldset", { class: "group", "data-place": place.join(".") }, make("legend", {}, title), ...inside, make("p", { class: "field-error" }));

const grid = (...inside) => make("div", { class: "fields" }, ...inside);

const texts = (draft, place) =>
  LANGUAGES.map(([code, name]) => longField(draft, [...place, "text", code], `${label("card_text")} (${name})`, code));

const side = (title, picture, ...inside) =>
  make("section", { class: "card side" }, make("h2", { class: "side__title" }, title), picture, make("div", { class: "stack" }, ...inside));

/** A job card: its boss, its two ends and its scene. */
export function jobForm(draft, number, photos, refresh) {
  const job = ["job", number];
  const picture = (where, title) => photo(draft.deck, `${number + 1}-${where}`, title, photos);
  return make(
    "div",
    { class: "stack", "data-place": job.join(".") },
    make("p", { class: "field-error" }),
    side(label("boss_side"), picture("boss", label("photo_boss")), ...bossFields(draft, [...job, "boss"], refresh), grid(textField(draft, [...job, "id"], label("card_id"), label("card_id_hint")))),
    side(
      label("play_side"),
      picture("play", label("photo_play")),
      group(label("kit_end"), [...job, "kit"], grid(...edge(draft, [...job, "kit"]), itemField(draft, [...job, "kit", "item"], label("item")))),
      group(label("scrap_end"), [...job, "scrap"], grid(...edge(draft, [...job, "scrap"]))),
      group(label("scene"), [...job, "scene"], ...scene(draft, [...job, "scene"], refresh)),
    ),
  );
}

function bossFields(draft, place, refresh) {
  return [
    group(
      label("boss"),
      place,
      grid(
        textField(draft, [...place, "name"], label("name")),
        wholeField(draft, [...place, "stars"], label("stars")),
        rangeField(draft, [...place, "bullets"], label("bullets")),
        wholeField(draft, [...place, "hat"], label("hat")),
        wholeField(draft, [...place, "kit"], label("kit_number")),
        itemField(draft, [...place, "starts_with"], label("starts_with")),
      ),
      effects(draft, [...place, "effects"], refresh),
      ...texts(draft, place),
    ),
  ];
}

const edge = (draft, place) => [rangeField(draft, [...place, "bullets"], label("bullets"), true), wholeField(draft, [...place, "hat"], label("hat"))];

const isShootout = (scene) => scene !== undefined && "outlaws" in scene;
const isPeril = (scene) => scene !== undefined && !isShootout(scene) && ["item", "bullet", "lose"].some((key) => key in scene);

/** What was entered as the other kind of scene is kept for this page, in case one turns back. */
const others = new WeakMap();

function scene(draft, place, refresh) {
  const found = draft.get(place) ?? {};
  const kind = isShootout(found) ? "shootout" : isPeril(found) ? "peril" : "";
  const turn = (to) => {
    const before = others.get(draft) ?? {};
    others.set(draft, { ...before, [`${place}-${kind}`]: found });
    draft.set(place, before[`${place}-${to}`] ?? (to === "shootout" ? { outlaws: [{}] } : { lose: [] }));
    refresh();
  };
  const choices = ["peril", "shootout"].map((one) => {
    const radio = make("input", { type: "radio", name: place.join("-"), change: () => turn(one) });
    radio.checked = one === kind;
    return make("label", { class: "choice" }, radio, label(`${one}_scene`));
  });
  return [make("div", { class: "row" }, choices), ...(kind === "peril" ? peril : kind === "shootout" ? shootout : () => [])(draft, place, refresh)];
}

function peril(draft, place, refresh) {
  const prices = [...ITEMS.map((item) => [item, itemName(item)]), ...Array.from({ length: 10 }, (_, number) => [number, `${label("bullet")} ${number}`])];
  return [
    grid(itemField(draft, [...place, "item"], label("top_item")), wholeField(draft, [...place, "bullet"], label("top_bullet"))),
    rows(draft, [...place, "lose"], {
      title: label("bottom_chances"),
      add: label("chance_add"),
      empty: label("chance_none"),
      row: (at) => make("div", { class: "grow" }, choiceField(draft, at, label("chance"), prices)),
      fresh: () => "rope",
      refresh,
    }),
  ];
}

function shootout(draft, place, refresh) {
  const outlaw = (at) => make("div", { class: "fields grow" }, rangeField(draft, [...at, "range"], label("range")), wholeField(draft, [...at, "hearts"], label("hearts")));
  return [
    rows(draft, [...place, "outlaws"], { title: label("outlaws"), add: label("outlaw_add"), empty: label("outlaw_none"), row: outlaw, fresh: () => ({}), refresh }),
    grid(listField(draft, [...place, "cover"], label("cover"), label("cover_hint"))),
  ];
}

/** The legend card: one step after the other. */
export function legendForm(draft, photos, refresh) {
  const step = (at) =>
    make(
      "div",
      { class: "stack grow" },
      grid(wholeField(draft, [...at, "reputation"], label("from_reputation"))),
      effects(draft, [...at, "effects"], refresh),
      ...texts(draft, at),
    );
  const steps = rows(draft, ["legend"], { title: label("steps"), add: label("step_add"), empty: label("step_none"), row: step, fresh: () => ({}), refresh });
  return side(label("legend"), photo(draft.deck, "legend", label("photo_legend"), photos), steps);
}
