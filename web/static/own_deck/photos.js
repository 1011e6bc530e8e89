/* The table's picture while a card is laid on it, and the card that was cut out, to approve. */

import { decoded } from "../jpeg.js";
import { label, language } from "../phone/language.js";
import { button, make } from "../phone/parts.js";
import { pictureButton } from "../phone/picture.js";
import { outline, svg } from "../svg.js";

/** Between two looks, ms; and while the table has nothing to show. */
const PAUSE_MS = 200;
const LOST_MS = 1500;

async function paint(canvas, jpeg) {
  const image = await decoded(jpeg);
  Object.assign(canvas, { width: image.width, height: image.height });
  canvas.getContext("2d").drawImage(image, 0, 0);
  image.close();
}

/** A picture with an outline drawn over it. */
class Drawn {
  constructor(name) {
    this.canvas = make("canvas", { width: 480, height: 480, role: "img", "aria-label": name });
    this.overlay = svg("svg", { viewBox: "0 0 480 480", "aria-hidden": "true" });
    this.element = make("div", { class: "drawn" }, this.canvas, this.overlay);
  }

  async show({ jpeg, size: [width, height], outline: corners, isGood }) {
    await paint(this.canvas, jpeg);
    this.overlay.setAttribute("viewBox", `0 0 ${width} ${height}`);
    const points = outline(corners.map(([x, y]) => ({ x, y })));
    this.overlay.replaceChildren(...(corners.length ? [svg("polygon", { points, class: isGood ? "is-good" : "is-refused" })] : []));
  }
}

/** What the camera sees of the middle of the mat, again and again while the page is open. */
export class Preview {
  constructor(deck, acts) {
    Object.assign(this, { deck, acts });
    this.drawn = new Drawn(label("picture"));
    this.hint = make("p", { class: "hint", id: "hint", role: "status" });
    this.isOpen = true;
  }

  close() {
    this.isOpen = false;
  }

  /** Build it for the card that is wanted next; null: all are there. */
  build(wanted) {
    if (!wanted) return [make("h2", { class: "wanted", id: "wanted" }, label("all_there")), make("p", { class: "muted" }, label("all_there_lead"))];
    const take = button(label("take"), this.acts.take, "button--primary button--big button--wide");
    take.id = "take";
    const upload = pictureButton("upload", label("upload"), this.acts.upload);
    return [
      make("h2", { class: "wanted", id: "wanted" }, label("wanted", { card: wanted })),
      this.drawn.element,
      this.hint,
      take,
      upload,
    ];
  }

  /** Draw the eye to the hint if it says these very reasons; false where it does not. */
  pointsAt(reasons) {
    const says = reasons?.length === 1 && this.hint.isConnected && this.hint.textContent === reasons[0].text;
    if (says) this.hint.animate([{ opacity: 0.1 }, { opacity: 1 }], { duration: 400, iterations: 2 });
    return says;
  }

  async watch() {
    while (this.isOpen) {
      const pause = document.hidden || !this.drawn.element.isConnected ? LOST_MS / 3 : await this.#look();
      await new Promise((resume) => setTimeout(resume, pause));
    }
  }

  async #look() {
    const answer = await this.#fetched();
    if (answer === null) return PAUSE_MS;
    if (!answer.jpeg) {
      this.#say((answer.messages ?? []).map(({ text }) => text).join(" ") || label("offline"), "refused");
      return LOST_MS;
    }
    this.after = answer.number;
    await this.drawn.show({ ...answer, isGood: !answer.fault });
    this.#say(answer.fault ?? label("seen"), answer.fault ? "refused" : "good");
    return PAUSE_MS;
  }

  /** The newest picture or why there is none; null where the page has it. */
  async #fetched() {
    try {
      const response = await fetch(`/host/deck/${this.deck}/look?after=${this.after ?? 0}&language=${language.code}`, { cache: "no-store" });
      return response.status === 204 ? null : await response.json();
    } catch {
      return {};
    }
  }

  #say(text, kind) {
    this.hint.className = `hint is-${kind}`;
    if (this.hint.textContent !== text) this.hint.textContent = text;
  }
}

/** The card as it was cut out, and where it lay in the photo. */
export function approval(cut, wanted, like, { keep, again }) {
  const drawn = new Drawn(label("photo_outline"));
  drawn.show({ jpeg: cut.photo, size: cut.size, outline: cut.outline, isGood: true });
  const card = make("canvas", { class: "cut", role: "img", "aria-label": label("cut_out") });
  paint(card, cut.card);
  return [
    make("h2", { class: "wanted", id: "wanted" }, label("approve", { card: wanted ?? "" })),
    make("div", { class: "approval" }, card, drawn.element),
    like ? make("p", { class: "hint is-refused", role: "status" }, label("approve_like", { card: like })) : null,
    make("p", { class: "small" }, label("approve_lead")),
    make("div", { class: "button-group" }, button(label("keep"), keep, "button--primary"), button(label("again"), again)),
  ];
}
