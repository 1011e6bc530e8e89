"""Ranges of the numbers 0 to 9, kept as ten bits: bit n is set where n is in the range."""

from functools import cache

from companion.game import Message

Numbers = int

LOWEST, HIGHEST = 0, 9
NONE: Numbers = 0
EVERY: Numbers = (1 << (HIGHEST + 1)) - 1


class RangeError(ValueError):
    """A text is no range; `problem` and `remedy` say why, and what to write."""

    def __init__(self, problem: Message, remedy: Message) -> None:
        super().__init__(f"{problem.code} {dict(problem.facts)}")
        self.problem, self.remedy = problem, remedy


def only(number: int) -> Numbers:
    """Return the range that holds just this number."""
    return 1 << number


def members(numbers: Numbers) -> tuple[int, ...]:
    """Return the numbers of a range, lowest first."""
    return tuple(n for n in range(HIGHEST + 1) if numbers >> n & 1)


def parse_numbers(text: str) -> Numbers:
    """Read a printed range such as "1, 4-6"; empty text is no number at all.

    Raises RangeError.
    """
    numbers = NONE
    for part in (part.strip() for part in text.split(",") if part.strip()):
        first, dash, last = (end.strip() for end in part.partition("-"))
        low, high = _digit(first), _digit(last if dash else first)
        if low > high:
            problem = Message("deck_backwards", (("value", part),))
            raise RangeError(problem, Message("write_this", (("range", f"{high}-{low}"),)))
        numbers |= EVERY >> (HIGHEST - high) & EVERY << low
    return numbers


def _digit(text: str) -> int:
    if len(text) == 1 and text in "0123456789":
        return int(text)
    raise RangeError(Message("deck_no_digit", (("value", text),)), Message("write_range"))


def written(numbers: Numbers) -> str:
    """Return a range as it is printed: "1, 4-6"."""
    runs: list[list[int]] = []
    for number in members(numbers):
        if runs and runs[-1][-1] == number - 1:
            runs[-1].append(number)
        else:
            runs.append([number])
    return ", ".join(f"{r[0]}-{r[-1]}" if len(r) > 1 else str(r[0]) for r in runs)


def shifted_number(number: int, by: int) -> int:
    """Return a number moved up or down; it stops at 0 and 9 (DD-12)."""
    return min(HIGHEST, max(LOWEST, number + by))


@cache
def shifted(numbers: Numbers, by: int) -> Numbers:
    """Return a range with every number moved; those that meet become one (DD-12)."""
    moved = NONE
    for number in members(numbers):
        moved |= only(shifted_number(number, by))
    return moved


@cache
def widened(numbers: Numbers, low: int, high: int) -> Numbers:
    """Return a range with `low` numbers added below it and `high` above it (DD-13).

    Numbers are added outward from the lowest and the highest; gaps stay, and beyond 0
    and 9 there is nothing to add.
    """
    if not numbers:
        return numbers
    lowest, highest = members(numbers)[0], members(numbers)[-1]
    wider = numbers
    for number in (*range(lowest - low, lowest), *range(highest + 1, highest + 1 + high)):
        if LOWEST <= number <= HIGHEST:
            wider |= only(number)
    return wider
