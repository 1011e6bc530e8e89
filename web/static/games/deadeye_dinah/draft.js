/* The play that is being put together: cards, what each is used as and on, and cover. All of
   it may change until it is done. It writes itself as notation; whether it may be done, and
   what comes of it, only the table knows. */

const FRESH = () => ({ item: false, outlaws: [], on: null, by: null, widen: null });

export class Draft {
  constructor() {
    this.clear();
  }

  clear() {
    this.cards = new Map();
    this.cover = 0;
    this.ignores = {};
    this.rescues = null;
  }

  get empty() {
    return this.cards.size === 0 && Object.keys(this.ignores).length === 0;
  }

  /** "", "bullet" or "item". */
  use(card) {
    const played = this.cards.get(card);
    return played ? (played.item ? "item" : "bullet") : "";
  }

  /** Play a card like this; the same again takes it back. */
  toggle(card, use) {
    if (this.use(card) === use) this.drop(card);
    else this.cards.set(card, { ...FRESH(), item: use === "item" });
  }

  drop(card) {
    this.cards.delete(card);
    for (const played of this.cards.values()) if (played.on === card) played.on = null;
    if (this.rescues === card) this.rescues = null;
  }

  /** Change what an item is used on. */
  aim(card, change) {
    Object.assign(this.cards.get(card), change);
  }

  toggleOutlaw(card, place, most) {
    const played = this.cards.get(card);
    const kept = played.outlaws.filter((other) => other !== place);
    played.outlaws = kept.length < played.outlaws.length ? kept : [...kept, place].slice(-most).sort((a, b) => a - b);
  }

  ignore(source, place) {
    if (this.ignores[source] === place) delete this.ignores[source];
    else this.ignores[source] = place;
  }

  /** Take over a play that the table has told. */
  load(act) {
    this.clear();
    for (const { card, ...played } of act.cards) this.cards.set(card, played);
    this.cover = act.cover;
    for (const { source, place } of act.ignores) this.ignores[source] = place;
    this.rescues = act.rescues;
  }

  notation(seat) {
    const parts = [...this.cards].map(([card, played]) => written(card, played));
    if (this.cover) parts.push(`cover ${signed(this.cover)}`);
    for (const [source, place] of Object.entries(this.ignores)) parts.push(`${source} > ${place}`);
    if (this.rescues) parts.push(`rescues ${this.rescues}`);
    return `${seat} plays ${parts.join(", ")}`;
  }
}

function written(card, { item, outlaws, on, by, widen }) {
  if (!item) return `${card} bullet`;
  const target = [...outlaws, on, widen && `-${widen[0]}+${widen[1]}`, by && signed(by)].filter(Boolean);
  return target.length ? `${card} item > ${target.join(" ")}` : `${card} item`;
}

export const signed = (number) => (number > 0 ? `+${number}` : `${number}`.replace("-", "-"));
