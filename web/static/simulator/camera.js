/* The camera's last picture, and what was read in it drawn on top. */

const GREEN = "#009e73";
const YELLOW = "#f0e442";
const FONT = "600 1px system-ui, sans-serif";

export class Camera {
  /** `zoneName` tells what the zone of a name is called. */
  constructor(canvas, { faceName, zoneName }) {
    Object.assign(this, { canvas, faceName, zoneName, overlay: true });
    this.context = canvas.getContext("2d");
  }

  /** Show a picture: {jpeg (base64), width, height, cards, zones}. */
  async show(picture) {
    const bytes = Uint8Array.from(atob(picture.jpeg), (letter) => letter.charCodeAt(0));
    this.image?.close();
    this.image = await createImageBitmap(new Blob([bytes], { type: "image/jpeg" }));
    this.picture = picture;
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

  #zone(zone) {
    this.#outline(zone.outline, YELLOW, 1, [5, 4]);
    const [x, y] = zone.outline.reduce(([a, b], [c, d]) => [Math.min(a, c), Math.min(b, d)]);
    this.#label(this.zoneName(zone.name), x, y, YELLOW, 11);
  }

  #card(card) {
    this.#outline(card.outline, GREEN, 2);
    if (card.face === "back") return;
    const [x, y] = card.outline[0];
    this.#label(this.faceName(card.face), x, y, GREEN, 12);
  }

  #label(text, x, y, color, size) {
    const { context } = this;
    const height = size * this.scale;
    context.font = FONT.replace("1px", `${height}px`);
    const width = context.measureText(text).width + height * 0.6;
    const [left, top] = [Math.max(0, Math.min(x, this.canvas.width - width)), Math.max(0, y - height * 1.4)];
    context.fillStyle = color;
    context.fillRect(left, top, width, height * 1.4);
    context.fillStyle = "#000";
    context.textBaseline = "middle";
    context.fillText(text, left + height * 0.3, top + height * 0.72);
  }
}
