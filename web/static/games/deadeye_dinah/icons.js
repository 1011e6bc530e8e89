/* Small drawings of our own: hats, bullets, hearts, stars and the eight items. */

import { svg } from "../../svg.js";

/* Each is drawn in a square of 24 by 24; strokes take the colour of the text around them. */
const PATHS = {
  hat: "M2 16c3 3 17 3 20 0-1.5-.6-3-1-4.400-1.200C17 9 16 6 14 6c-1 0-1.200.8-2 .8S11 6 10 6C8 6 7 9 6.400 14.800 5 15 3.500 15.400 2 16z",
  bullet: "M8 20V10c0-4 2-7 4-7s4 3 4 7v10zM8 16h8",
  heart: "M12 20C5 15 3 12 3 9a4.500 4.500 0 0 1 9-1.500A4.500 4.500 0 0 1 21 9c0 3-2 6-9 11z",
  star: "M12 2.500l2.800 6.200 6.700.7-5 4.500 1.400 6.600L12 17.100 6.100 20.500l1.400-6.600-5-4.500 6.700-.7z",
  rope: "M12 5a6 3.500 0 1 0 .1 0M6.200 9.500C6 14 8 15 12 15s6-1 6-5.500M12 15c0 3 2 4 5 6",
  fire: "M12 21c-4 0-6-2.500-6-6 0-4 4-6 4-11 4 2 8 6 8 11 0 3.500-2 6-6 6zM12 21c-2 0-3-1.500-3-3 0-2 3-3 3-5 2 1.500 3 3 3 5 0 1.500-1 3-3 3z",
  horse: "M6 4c-2 4-2 9 1 13l2-1c-2-4-2-7-1-11zM18 4c2 4 2 9-1 13l-2-1c2-4 2-7 1-11zM7 17c2 4 8 4 10 0l-2-1c-1.500 2-4.500 2-6 0z",
  knife: "M4 20l6-6M9 13l9-10c2 4 0 9-6 13z",
  rifle: "M2 17l6-3 12-9 2 2-11 9-2 1-2 4zM10 13l1 3",
  flask: "M9 3h6M10 3v4C6 8 5 11 5 15c0 4 2 6 7 6s7-2 7-6c0-4-1-7-5-8V3M6 14h12",
  tin_star: "M12 3l2.400 5h5.600l-4 4.200 1.600 6L12 15.600 6.400 18.200l1.600-6L4 8h5.600zM12 9.500v4M10 11.500h4",
  dynamite: "M6 9h8v12H6zM10 9V6c0-2 2-3 4-3M16 3l3-1M16 4l3 2M6 13h8M6 17h8",
  check: "M4 13l5 5L20 6",
  cross: "M5 5l14 14M19 5L5 19",
};

/** Return a drawing; `name` says what it means to those who do not see it. */
export function icon(kind, name = "") {
  const drawn = svg("svg", { class: `icon icon--${kind}`, viewBox: "0 0 24 24", focusable: "false" });
  drawn.append(svg("path", { d: PATHS[kind] ?? PATHS.star }));
  if (name) {
    drawn.setAttribute("role", "img");
    drawn.setAttribute("aria-label", name);
  } else drawn.setAttribute("aria-hidden", "true");
  return drawn;
}
