/* The live picture, and over it what was seen: the board's corners, the mat's tags, what to do. */

import { decoded } from "../jpeg.js";
import { outline, svg } from "../svg.js";

const PLACES = { left: 0, centre: 1, right: 2, upper: 0, middle: 1, lower: 2 };
const FLASH_MS = 700;

export class Eye {
  constructor(canvas, overlay, frame, blank) {
    Object.assign(this, { canvas, overlay, frame, blank });
    this.context = canvas.getContext("2d");
    this.layers = Object.fromEntries(["guide", "board", "mat", "zones"].map((name) => [name, svg("g", { class: `over-${name}` })]));
    overlay.append(...Object.values(this.layers));
  }

  async show(look, step) {
    const image = await decoded(look.jpeg);
    const { canvas } = this;
    if (canvas.width !== look.width || canvas.height !== look.height) {
      [canvas.width, canvas.height] = [look.width, look.height];
      this.overlay.setAttribute("viewBox", `0 0 ${look.width} ${look.height}`);
    }
    this.context.drawImage(image, 0, 0);
    image.close();
    this.blank.hidden = true;
    this.look = look;
    canvas.dataset.number = look.number;
    this.#board(look);
    this.#mat(look, step);
    this.#guide(look, step);
    if (look.taken) this.#flash();
  }

  #board({ corners, outline: edge, refused }) {
    const parts = [];
    const points = (list) => outline(list.map(([x, y]) => ({ x, y })));
    if (edge) parts.push(svg("polygon", { points: points(edge), class: refused.length ? "is-refused" : "is-good" }));
    for (const [x, y] of corners) parts.push(svg("circle", { cx: x, cy: y, r: 4 }));
    this.layers.board.replaceChildren(...parts);
  }

  #mat({ mat }, step) {
    const shown = step === "table" || step === "camera" ? Object.values(mat.tags) : [];
    const marks = shown.map((tag) => svg("polygon", { points: outline(tag.map(([x, y]) => ({ x, y }))) }));
    this.layers.mat.replaceChildren(...marks);
  }

  /** Draw where the board is wanted next. */
  #guide({ missing, width, height, corners }, step) {
    const [first] = step === "lens" ? missing : [];
    const parts = [];
    if (first?.code === "need_place") {
      const [row, column] = first.facts.place.split(" ").map((word) => PLACES[word]);
      const [w, h] = [width / 3, height / 3];
      parts.push(svg("rect", { x: column * w + 8, y: row * h + 8, width: w - 16, height: h - 16, rx: 18 }));
    } else if (first?.code === "need_tilt" && corners.length) {
      parts.push(this.#arrow(first.facts.side, width, height));
    }
    this.layers.guide.replaceChildren(...parts);
  }

  /** Return a mark at the edge of the picture whose side of the board is to come near. */
  #arrow(side, width, height) {
    const angle = { top: 0, right: 90, bottom: 180, left: 270 }[side];
    const x = { left: 60, right: width - 60 }[side] ?? width / 2;
    const y = { top: 60, bottom: height - 60 }[side] ?? height / 2;
    const chevron = "M -70 22 L 0 -26 L 70 22 M -70 56 L 0 8 L 70 56";
    return svg("path", { d: chevron, transform: `translate(${x} ${y}) rotate(${angle})` });
  }

  #flash() {
    this.frame.classList.add("is-taken");
    clearTimeout(this.flashing);
    this.flashing = setTimeout(() => this.frame.classList.remove("is-taken"), FLASH_MS);
  }
}
