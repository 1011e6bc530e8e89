/* The camera's last picture, and what was read in it drawn on top. */

import { decoded } from "../jpeg.js";

const GREEN = "#009e73";
const YELLOW = "#f0e442";
const FONT = "600 1px system-ui, sans-serif";
const LETTER_PX = 11;
/** The height of a label, in letters. */
const LINE = 1.4;

function boundsOf(outline) {
  const [xs, ys] = [outline.map(([x]) => x), outline.map(([, y]) => y)];
  return { left: Math.min(...xs), right: Math.max(...xs), top: Math.min(...ys), bottom: Math.max(...ys) };
}

/** Say whether the middle of one box lies in another. */
function isWithin(box, { left, right, top, bottom }) {
  const [x, y] = [(left + right) / 2, (top + bottom) / 2];
  return box.left <= x && x <= box.right && box.top <= y && y <= box.bottom;
}

export class Camera {
  /** `zoneName` tells what the zone of a name is called. */
  constructor(canvas, { faceName, zoneName }) {
    Object.assign(this, { canvas, faceName, zoneName, overlay: true });
    this.context = canvas.getContext("2d");
  }

  /** Show a picture: {jpeg (base64), width, height, cards, zones}. */
  async show(picture) {
    const image = await decoded(picture.jpeg);
    // Until the new one is there, the old one may be drawn again: in another language, say.
    this.image?.close();
    Object.assign(this, { image, picture });
    this.draw();
  }

  draw() {
    if (!this.picture) return;
    const { canvas, context, picture } = this;
    [canvas.width, canvas.height] = [picture.width, picture.height];
    context.drawImage(this.image, 0, 0, picture.width, picture.height);
    canvas.dataset.version = picture.version;
    if (!this.overlay) return;
    // One px of the screen in px of the picture, so that names stay readable on a phone.
    this.scale = picture.width / (canvas.clientWidth || picture.width);
    for (const zone of picture.zones) this.#zone(zone);
    for (const card of picture.cards) this.#card(card);
  }

  #outline(points, color, width, dash = []) {
    const { context } = this;
    context.beginPath();
    points.forEach(([x, y], index) => (index ? context.lineTo(x, y) : context.moveTo(x, y)));
    context.closePath();
    context.setLineDash(dash.map((length) => length * this.scale));
    context.lineWidth = width * this.scale;
    context.strokeStyle = color;
    context.stroke();
    context.setLineDash([]);
  }

  /** A zone's name stands inside it, in the upper corner that is freer of cards. */
  #zone(zone) {
    this.#outline(zone.outline, YELLOW, 1, [5, 4]);
    const box = boundsOf(zone.outline);
    const middle = (box.left + box.right) / 2;
    const cards = this.picture.cards.map(({ outline }) => boundsOf(outline)).filter((card) => isWithin(box, card));
    const leans = cards.reduce((sum, card) => sum + (card.left + card.right) / 2 - middle, 0);
    const text = this.#fitted(this.zoneName(zone.name), box.right - box.left);
    this.#label(text, leans < 0 ? box.right - this.#widthOf(text) : box.left, box.top, YELLOW, LETTER_PX);
  }

  /** Shorten a text until it fits a width. */
  #fitted(text, width) {
    let short = text;
    while (short.length > 1 && this.#widthOf(short) > width) short = `${short.replace("…", "").slice(0, -1)}…`;
    return short;
  }

  #widthOf(text, size = LETTER_PX) {
    this.context.font = FONT.replace("1px", `${size * this.scale}px`);
    return this.context.measureText(text).width + size * this.scale * 0.6;
  }

  #card(card) {
    this.#outline(card.outline, GREEN, 2);
    if (card.face === "back") return;
    const [x, y] = card.outline[0];
    const size = LETTER_PX + 1;
    this.#label(this.faceName(card.face), x, y - size * this.scale * LINE, GREEN, size);
  }

  #label(text, x, y, color, size) {
    const { context } = this;
    const height = size * this.scale;
    const width = this.#widthOf(text, size);
    const [left, top] = [Math.max(0, Math.min(x, this.canvas.width - width)), Math.max(0, y)];
    context.fillStyle = color;
    context.fillRect(left, top, width, height * LINE);
    context.fillStyle = "#000";
    context.textBaseline = "middle";
    context.fillText(text, left + height * 0.3, top + height * 0.72);
  }
}
