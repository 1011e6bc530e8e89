/* The letter on each seat's mark; colour and shape are in design/tokens.css, by data-seat. */

const LETTERS = { p1: "A", p2: "B", p3: "C", p4: "D", p5: "E", p6: "F", p7: "G", p8: "H" };

export const letterOf = (seat) => LETTERS[seat] ?? "";
