/* Where cards lie, and where they come to rest: mm, and degrees clockwise. */

import { normal, toLocal, toMat } from "../mat.js";

/** From one strip of a fan to the next, mm: wide enough to show a corner. */
const STRIP_MM = 16;
const NEAT_MM = 12;
const NEAT_DEG = 20;
const EDGE_MM = 2;

/** Say how far two directions are apart, 0 to 180. */
export function apart(first, second) {
  const difference = normal(first - second);
  return Math.min(difference, 360 - difference);
}

export const distance = (a, b) => Math.hypot(a.x_mm - b.x_mm, a.y_mm - b.y_mm);

/** Return the zone that holds a point of the mat, if any. */
export function zoneAt(scene, point) {
  return scene.zones.find((zone) => {
    const local = toLocal(zone, point);
    return Math.abs(local.x) <= zone.width_mm / 2 && Math.abs(local.y) <= zone.height_mm / 2;
  });
}

/** Return the cards whose centre lies in a zone, from the bottom up. */
function cardsIn(scene, zone) {
  return scene.cards.filter((card) => zoneAt(scene, { x: card.x_mm, y: card.y_mm }) === zone);
}

/** Say whether two cards lie on one neat heap. */
const neat = (a, b) =>
  distance(a, b) <= NEAT_MM && apart(2 * a.angle_deg, 2 * b.angle_deg) <= 2 * NEAT_DEG;

/** Say whether a card lies within a heap, so that no one can touch it. */
export function buried(scene, index) {
  const card = scene.cards[index];
  return scene.cards.some((other, place) => place > index && neat(card, other));
}

/** Return what a hand takes that grabs the whole heap or fan under a card, bottom first. */
export function pileOf(scene, card) {
  const zone = zoneAt(scene, { x: card.x_mm, y: card.y_mm });
  if (zone?.kind === "fan" || zone?.kind === "held") return cardsIn(scene, zone);
  return scene.cards.filter((other) => other === card || neat(other, card));
}

/** Return where a card comes to rest that is let go at `pose`: tidied up inside a zone. */
export function resting(scene, moving, pose) {
  const zone = zoneAt(scene, { x: pose.x_mm, y: pose.y_mm });
  const tidy = TIDY[zone?.kind];
  // Elsewhere a card stays as it was laid: in a held fan it is slid up and down.
  if (!tidy) return pose;
  const others = cardsIn(scene, zone).filter((card) => !moving.includes(card.handle));
  const { x, angle } = tidy(scene, zone, others, pose);
  const place = toMat(zone, { x, y: 0 });
  return { x_mm: place.x, y_mm: place.y, angle_deg: normal(angle) };
}

const TIDY = { fan: onFan, stack: onStack, hand: inHand, row: inHand, tools: amongTools, pointer: pointing };

function onFan(scene, zone, others) {
  const room = zone.width_mm / 2 - scene.card_width_mm / 2 - EDGE_MM;
  const places = others.map((card) => toLocal(zone, { x: card.x_mm, y: card.y_mm }).x);
  const x = places.length ? Math.max(...places) + STRIP_MM : -room;
  return { x: Math.min(x, room), angle: zone.angle_deg };
}

function onStack(scene, zone, others, pose) {
  const quarters = Math.round((pose.angle_deg - zone.angle_deg) / 90);
  return { x: 0, angle: zone.angle_deg + 90 * quarters };
}

/** Tools lie where the first strip is free: they come and go in any order. */
function amongTools(scene, zone, others) {
  const first = scene.card_width_mm / 2 - zone.width_mm / 2 + EDGE_MM;
  const taken = others.map((card) => Math.round((toLocal(zone, { x: card.x_mm, y: card.y_mm }).x - first) / STRIP_MM));
  const strip = [...taken, -1].map((place) => place + 1).sort((a, b) => a - b).find((place) => !taken.includes(place));
  return { x: first + strip * STRIP_MM, angle: zone.angle_deg };
}

/** What points stays turned as it is let go. */
function pointing(scene, zone, others, pose) {
  return { x: 0, angle: pose.angle_deg };
}

function inHand(scene, zone, others, pose) {
  const step = scene.card_width_mm + EDGE_MM;
  const taken = others.map((card) => toLocal(zone, { x: card.x_mm, y: card.y_mm }).x);
  const wish = toLocal(zone, { x: pose.x_mm, y: pose.y_mm }).x;
  const free = [-step, 0, step]
    .filter((x) => Math.abs(x) + scene.card_width_mm / 2 <= zone.width_mm / 2)
    .filter((x) => taken.every((other) => Math.abs(other - x) > step * 0.8));
  free.sort((a, b) => Math.abs(a - wish) - Math.abs(b - wish));
  return { x: free[0] ?? wish, angle: zone.angle_deg };
}
