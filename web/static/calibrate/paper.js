/* Step 1: what to print, which board is held, and how long its rulers really are. */

import { label, language } from "../phone/language.js";
import { button, fill, make, toast } from "../phone/parts.js";
import { paperName } from "../papers.js";
import { card, field } from "./parts.js";
import { wish } from "./server.js";
import { number } from "./numbers.js";

const SHEETS = [["board", "board_sheet"], ["mat", "mat_sheet"], ["whole-mat", "whole_mat_sheet"], ["calibration-mat", "proof_sheet"]];
let paper = "A4";

export function showPaper(panel, { board }) {
  fill(panel, [board, paper], () => [print(board, () => showPaper(panel, { board })), chosen(board), rulers(board)]);
}

function print(board, again) {
  const select = make("select", { class: "select", id: "paper", change: () => ((paper = select.value), again()) });
  select.append(...board.ours.map((name) => make("option", { value: name, selected: name === paper ? "" : null }, paperName(name))));
  const links = SHEETS.map(([name, key]) => make("li", {}, make("a", { class: "grow", href: `/calibrate/print/${name}-${paper}.pdf?language=${language.code}` }, label(key)), make("span", { class: "muted small" }, "PDF")));
  return card("print_title", make("p", { class: "muted" }, label("print_lead")), field("paper", label("paper"), select), make("ul", { class: "list" }, links));
}

function chosen(board) {
  const isOurs = board.ours.includes(board.name.toUpperCase());
  const select = make("select", { class: "select", id: "board", change: () => (select.value ? wish("board", { board: select.value }) : (other.hidden = false)) });
  const options = board.ours.map((name) => [name, paperName(name)]);
  for (const [value, text] of [...options, ["", label("other_board")]]) {
    select.append(make("option", { value, selected: value === (isOurs ? board.name : "") ? "" : null }, text));
  }
  const text = make("input", { class: "input", id: "board-text", autocomplete: "off", value: isOurs ? "" : board.name, placeholder: "7x9:25:17.5:DICT_5X5_250" });
  const use = (event) => (event.preventDefault(), wish("board", { board: text.value }));
  const other = make("form", { class: "with-button", submit: use }, field("board-text", label("board_text"), text), make("button", { class: "button", type: "submit" }, label("use")));
  other.hidden = isOurs;
  return card("board", field("board", label("board"), select, true), other);
}

function rulers(board) {
  const [long, short] = [ruler("ruler", board.ruler_mm, 100), ruler("upright", board.upright_mm, 50)];
  const apply = async (event) => {
    event.preventDefault();
    if (await wish("rulers", { ruler_mm: long.valueAsNumber || 0, upright_mm: short.valueAsNumber || 0 })) toast(() => squares(board), "good");
  };
  const form = make("form", { class: "rulers", submit: apply }, field("ruler", label("ruler"), unit(long)), field("upright", label("upright"), unit(short)), button(label("apply"), null, "button--primary"));
  form.querySelector("button").type = "submit";
  return card("rulers", make("p", { class: "muted" }, label("rulers_lead")), form, make("p", { id: "squares" }, board.ruler_mm ? squares(board) : label("unmeasured")));
}

const ruler = (id, value, usual) => make("input", { class: "input", id, type: "number", inputmode: "decimal", step: "0.1", min: 0.75 * usual, max: 1.25 * usual, value: value ?? "", placeholder: usual, "data-keep": "" });

const unit = (input) => make("span", { class: "with-unit" }, input, make("span", { class: "muted" }, label("millimetres")));

const squares = ({ square_mm: [across, down] }) => label("squares", { across: number(across, 2), down: number(down, 2) });
