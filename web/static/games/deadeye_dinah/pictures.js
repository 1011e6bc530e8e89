/* The set-up in pictures: what to do with the nine cards, step by step. */

import { svg } from "../../svg.js";

const WIDTH = 320;
const HEIGHT = 132;
const CARD = { width: 52, height: 74 };

function picture(name, ...children) {
  return svg("svg", { class: "picture", viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": name }, ...children);
}

/** A card: `look` is boss, kit, legend or front; turned ones stand on their heads. */
function card(x, y, look, { turn = 0, mark = "" } = {}) {
  const { width, height } = CARD;
  const group = svg("g", { class: `pic pic--${look}`, transform: `translate(${x} ${y}) rotate(${turn})` });
  group.append(svg("rect", { x: -width / 2, y: -height / 2, width, height, rx: 5 }));
  group.append(look === "boss" || look === "aim" ? face() : edges(look));
  if (mark) group.append(svg("text", { y: 5, "text-anchor": "middle", class: "pic__mark" }, mark));
  return group;
}

/** A boss looks at you, hat on: so it shows which way up he is. */
function face() {
  return svg("g", {}, svg("circle", { cx: 0, cy: 8, r: 11 }), svg("path", { d: "M-20-4h40M-11-5c1-11 5-14 11-14s10 3 11 14z" }));
}

/** The other side has two ends: the kit end, with its item, has a full bar. */
function edges(look) {
  const { width, height } = CARD;
  if (look === "legend") return svg("path", { d: "M0-20l5.500 12.400 13.400 1.400-10 9 2.800 13.200L0 9-11.700 16l2.800-13.200-10-9 13.400-1.400z" });
  return svg(
    "g",
    {},
    svg("rect", { class: "pic__kit", x: -width / 2 + 5, y: -height / 2 + 5, width: width - 10, height: 13, rx: 3 }),
    svg("path", { class: "pic__scrap", d: `M${-width / 2 + 7} ${height / 2 - 11}h${width - 14}` }),
  );
}

const arrow = (d) => svg("path", { class: "pic__arrow", d, "marker-end": "url(#tip)" });

/** The arrow heads, once for all pictures. */
export function tips() {
  const tip = svg("marker", { id: "tip", viewBox: "0 0 10 10", refX: 6, refY: 5, markerWidth: 5, markerHeight: 5, orient: "auto-start-reverse" }, svg("path", { d: "M0 0l10 5-10 5z" }));
  return svg("svg", { class: "tips", width: 0, height: 0, "aria-hidden": "true" }, svg("defs", {}, tip));
}

const stack = (x, y, count, draw) => svg("g", {}, ...Array.from({ length: count }, (_, place) => draw(x + place * 2, y - place * 3, place)));

export const setAside = (name) => picture(name, card(60, 66, "legend"), card(160, 66, "aim"), card(260, 66, "front"));

export const shuffle = (name) =>
  picture(
    name,
    ...[-26, -13, 0, 13, 26].map((turn, place) => card(100 + place * 30, 70 + Math.abs(turn) / 3, "boss", { turn })),
    arrow("M70 18C120-4 200-4 250 18"),
  );

export const onTop = (name) =>
  picture(name, stack(180, 86, 6, (x, y) => card(x, y, "boss")), card(70, 56, "kit"), arrow("M104 40C130 22 150 22 172 30"));

export const turn = (name, count) =>
  picture(
    name,
    stack(60, 84, 7, (x, y) => card(x, y, "boss")),
    arrow("M112 66h34"),
    stack(196, 60, count, (x, y) => card(x, y, "boss", { turn: 180, mark: "" })),
    arrow("M240 96C276 84 276 36 240 24"),
    svg("text", { x: 292, y: 66, "text-anchor": "middle", class: "pic__count" }, `${count}×`),
  );

export const tuck = (name, count) =>
  picture(
    name,
    stack(110, 104, 7 - count, (x, y) => card(x, y, "boss")),
    stack(110, 46, count, (x, y) => card(x, y, "boss", { turn: 180 })),
    card(250, 70, "front"),
    arrow("M218 70C196 72 178 74 158 74"),
  );

/** The hand as it has to look: legend, kit, boss, scenes. */
export const fan = (name, count) => {
  const total = 9;
  const cards = Array.from({ length: total }, (_, place) => {
    const look = place === 0 ? "legend" : place <= count ? "kit" : place === count + 1 ? "aim" : "front";
    const lean = (place - (total - 1) / 2) * 7;
    return card(46 + place * 28, 74 + (lean * lean) / 60, look, { turn: lean });
  });
  return picture(name, ...cards);
};
