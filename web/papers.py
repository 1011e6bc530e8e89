"""The sheets that pages offer to print on: what `vision.printing.Paper` calls them."""

#: The usual one first; `static/papers.js` offers the same.
PAPERS = ("A4", "LETTER", "A3")
#: The edge over which a printer turns the paper for the other side.
FLIPS = ("long", "short")
