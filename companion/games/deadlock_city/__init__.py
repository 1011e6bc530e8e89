"""Deadlock City: twenty cards, two to five bounty hunters, one of whom is left.

`actions` has the notation, `state` what a game consists of, `faults` what is forbidden,
`effects` what an act does, `turns` whose turn follows, `following` what needs nobody's
word, `views` what one viewer may know. The clauses DC-01 to DC-48 are explained in the
rulebooks beside this file.
"""

from companion.games.deadlock_city.game import DeadlockCity

__all__ = ["DeadlockCity"]
