/* The sheets that pages offer to print on, the usual one first: the same as in web/papers.py. */

export const PAPERS = ["A4", "LETTER", "A3"];

/** The edges over which a printer turns the paper for the other side. */
export const FLIPS = ["long", "short"];

/** What a paper is called in any language. */
export const paperName = (paper) => (paper === "LETTER" ? "Letter" : paper);
