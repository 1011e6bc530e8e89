"""Good Cop Bad Cop: two teams, two hidden leaders, four to eight players.

`actions` has the notation, `state` what a game consists of, `turns` the stack of what is
due, `equipment` what the cards do, `choosing` whom they may hit, `faults` what is
forbidden, `views` what one viewer may know. The clauses GC-01 to GC-32 are rulings on
open questions, GC-T1 to GC-T9 the turn, GC-E01 to GC-E20 the equipment cards; all are
explained in the rulebooks beside this file.
"""

from companion.games.good_cop_bad_cop.game import GoodCopBadCop

__all__ = ["GoodCopBadCop"]
