/* Effects of bosses and of the legend: chosen from a list, with what they do in words. */

import { label } from "../phone/language.js";
import { make } from "../phone/parts.js";
import { choiceField, itemField, listField, rangeField, rows, someField, wholeField } from "./fields.js";

const named = (values, ending) => values.map((value) => [value, ending(value)]);
const owners = () => named(["kit", "played", "boss"], (owner) => label(`${owner}_owner`));
const hearts = () => named(["any", "one", "many"], (number) => label(`${number}_hearts`));
const often = () => named(["scene", "job"], (per) => label(`${per}_often`));
const scenes = () => named(["peril", "shootout", "duel"], (kind) => label(`${kind}_where`));

const FIELDS = {
  of: (draft, place) => choiceField(draft, place, label("effect_of"), owners()),
  by: (draft, place) => wholeField(draft, place, label("effect_by")),
  low: (draft, place) => wholeField(draft, place, label("effect_low")),
  high: (draft, place) => wholeField(draft, place, label("effect_high")),
  keeps: (draft, place) => wholeField(draft, place, label("effect_keeps")),
  numbers: (draft, place) => rangeField(draft, place, label("effect_numbers")),
  cover: (draft, place) => listField(draft, place, label("cover")),
  hearts: (draft, place) => choiceField(draft, place, label("effect_hearts"), hearts()),
  per: (draft, place) => choiceField(draft, place, label("effect_per"), often()),
  item: (draft, place) => itemField(draft, place, label("item")),
  in: (draft, place) => someField(draft, place, label("effect_in"), scenes()),
};

/** Each kind with what a fresh one says: valid at once, and to be changed from there. */
const KINDS = {
  shift_bullets: { of: "kit", by: 1 },
  widen_bullets: { of: "kit", low: 0, high: 1 },
  shift_hats: { of: "kit", by: 1 },
  shift_outlaws: { by: 1 },
  add_hearts: { numbers: "9", by: 1 },
  add_cover: { cover: [1] },
  no_cover: {},
  ignore_outlaw: { hearts: "any", per: "scene" },
  escape: { by: 1, keeps: 0 },
  ban_item: { item: "rope" },
};
const LIMITED = new Set(["shift_bullets", "widen_bullets", "shift_hats"]);

export function effects(draft, place, refresh) {
  return rows(draft, place, {
    title: label("effects"),
    add: label("effect_add"),
    empty: label("effect_none"),
    row: (at) => effect(draft, at, refresh),
    fresh: () => ({ kind: "shift_bullets", ...KINDS.shift_bullets }),
    refresh,
  });
}

function effect(draft, place, refresh) {
  const kinds = named(Object.keys(KINDS), (kind) => label(`${kind}_kind`));
  const begin = () => (draft.set(place, { kind: draft.get([...place, "kind"]), ...KINDS[draft.get([...place, "kind"])] }), refresh());
  const kind = draft.get([...place, "kind"]);
  const names = [...Object.keys(KINDS[kind] ?? {}), ...(LIMITED.has(kind) ? ["in"] : [])];
  return make(
    "div",
    { class: "stack stack--tight grow" },
    choiceField(draft, [...place, "kind"], label("effect_kind"), kinds, begin),
    make("div", { class: "fields" }, names.map((name) => FIELDS[name](draft, [...place, name]))),
    make("p", { class: "effect-told", "data-told": place.join(".") }),
  );
}

/** Say what each effect does. */
export function showTold(form, told) {
  for (const element of form.querySelectorAll("[data-told]")) element.textContent = told[element.dataset.told] ?? label("effect_unclear");
}
