"""Read cards without tags: the user's own deck, known from one photo or more of each face.

`outlines` and `features` say where a card may lie, a method which one it is if any, and
`finder` puts them together. `methods` lists them: `compare`, `whole` and `local`, each for
another kind of deck. `enrolment` cuts a card out of its photo, `deck` keeps what was
enrolled, `assess` says beforehand how well it will be read and by which method best, and
`reader` reads a whole table with it.
"""
