/* Plane geometry of the picture: homographies as nine numbers, row by row. */

import { toMat } from "../mat.js";

/** Map a point by a homography. */
export function mapped(h, { x, y }) {
  const w = h[6] * x + h[7] * y + h[8];
  return { x: (h[0] * x + h[1] * y + h[2]) / w, y: (h[3] * x + h[4] * y + h[5]) / w };
}

/** Return the homography that leads back. */
export function inverse([a, b, c, d, e, f, g, h, i]) {
  const [A, B, C] = [e * i - f * h, c * h - b * i, b * f - c * e];
  const [D, E, F] = [f * g - d * i, a * i - c * g, c * d - a * f];
  const [G, H, I] = [d * h - e * g, b * g - a * h, a * e - b * d];
  const size = a * A + b * D + c * G;
  return [A, B, C, D, E, F, G, H, I].map((number) => number / size);
}

/** Return a zone's corners on the mat, clockwise from its own top left. */
export function cornersOf(zone) {
  const [w, h] = [zone.width_mm / 2, zone.height_mm / 2];
  const own = [[-w, -h], [w, -h], [w, h], [-w, h]];
  return own.map(([x, y]) => toMat(zone, { x, y }));
}
