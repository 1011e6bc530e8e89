"""Read cards without tags: the user's own deck, known from one photo or more of each face.

`outlines` and `features` say where a card may lie, `compare` which one it is if any, and
`finder` puts them together. `deck` keeps what was enrolled, `assess` says beforehand how
well a deck will be read, and `reader` reads a whole table with it.
"""
