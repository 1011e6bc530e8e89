/* Step 4: where the camera hangs, where the zones are, and a reading test for each. */

import { label } from "../phone/language.js";
import { button, fill, make, seatChip } from "../phone/parts.js";
import { letterOf } from "../seats.js";
import { card } from "./parts.js";
import { wish } from "./server.js";
import { number } from "./numbers.js";

/** The camera was nudged if the mat's tags have shifted by more, mm. */
const NUDGED_MM = 1.5;
const read = new Set();

export function showTable(panel, state) {
  if (!panel.firstChild) panel.append(...["aim-card", "zones-card", "test-card"].map((id) => make("div", { id })));
  const { table, camera, failed } = state;
  fill(panel.children[0], [table.aim, camera.lens_known, failed], () => aiming(table.aim, camera, failed));
  fill(panel.children[1], [table.moved], () => zoning(table));
}

/** Show what moves with every picture. */
export function showReading(panel, { mat, read: piles, veiled }, { table }) {
  const shift = document.getElementById("shift");
  if (!shift) return;
  fill(shift, mat.shift_mm, () => nudged(mat.shift_mm));
  for (const { zone, faces, down } of piles) if (faces.length || down) read.add(zone);
  fill(panel.children[2], [piles, veiled, table.zones], () => testing(table, piles, veiled));
}

function aiming(aim, camera, failed) {
  const result = aim && make("div", { class: "stack stack--tight", id: "aimed" }, make("p", { class: aim.good ? "is-fine" : "field-error" }, aim.text), make("p", { class: "muted" }, label("aim_facts", { height: number(aim.height_mm), tilt: number(aim.tilt_deg, 1), residual: number(aim.residual_mm, 2), seconds: number(aim.seconds, 1) })));
  const measure = button(label("aim_now"), () => wish("aim"), "button--primary");
  measure.id = "aim";
  measure.disabled = !camera.lens_known;
  const why = camera.lens_known ? null : make("p", { class: "verdict__stale" }, label("lens_needed"));
  return card("aim_title", make("p", { class: "muted" }, label("aim_lead")), why, make("div", { id: "shift", class: "stack stack--tight" }), failed ? make("p", { class: "field-error" }, failed) : null, result, make("div", { class: "button-group" }, measure));
}

function nudged(mm) {
  if (mm === null) return null;
  const moved = mm > NUDGED_MM;
  return make("p", { class: moved ? "verdict__stale" : "is-fine" }, label(moved ? "shift_some" : "shift_none", { mm: number(mm, 1) }));
}

function zoning({ moved }) {
  const reset = button(label("reset_zones"), () => wish("reset_zones"));
  reset.id = "reset-zones";
  reset.disabled = !moved;
  return card("zones_title", make("p", { class: "muted" }, label("zones_lead")), make("p", { id: "zone-said", class: "zone-said", role: "status" }), make("div", { class: "button-group" }, reset));
}

function testing({ zones }, piles, veiled) {
  if (veiled) return card("test_title", make("p", { class: "muted" }, label("test_hidden")));
  const found = Object.fromEntries(piles.map((pile) => [pile.zone, pile]));
  const rows = zones.map((zone) => zoneRow(zone, found[zone.name]));
  const all = zones.every(({ name }) => read.has(name));
  return card("test_title", make("p", { class: all ? "is-fine" : "muted" }, label(all ? "test_done" : "test_lead")), make("ul", { class: "list list--tight test" }, rows));
}

function zoneRow(zone, pile) {
  const cards = pile?.cards ?? [];
  const down = pile?.down ? label("test_down", { count: pile.down }) : "";
  const text = [cards.join(", "), down].filter(Boolean).join(", ");
  const sign = make("span", { class: "counts__sign", "aria-hidden": "true" }, read.has(zone.name) ? "✓" : "○");
  const name = zone.seat ? seatChip(zone.seat, zoneName(zone)) : make("span", {}, zoneName(zone));
  return make("li", { "data-read": zone.name, class: read.has(zone.name) ? "is-done" : "" }, sign, name, make("strong", { class: "test__read" }, text || label("test_none")));
}

/** What a zone is called: whose it is, and what lies there. */
export function zoneName({ seat, player, place }) {
  if (!seat) return place.charAt(0).toLocaleUpperCase() + place.slice(1);
  return label("zone_of", { name: player ?? label("empty_seat", { letter: letterOf(seat) }), place });
}

/** The facts of a zone that is being moved. */
export const zoneFacts = (zone) => `${zoneName(zone)} – ${label("zone_size", { width: number(zone.width_mm), height: number(zone.height_mm), angle: number(zone.angle_deg) })}`;
