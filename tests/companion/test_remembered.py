"""Answers are kept as long as what they are about is the same object, and no longer."""

from companion.remembered import Growing, Remembered


def test_an_answer_is_made_once_for_an_object() -> None:
    kept, one, made = Remembered(), object(), []
    for _ in range(3):
        kept.answer(one, "p1", lambda: made.append(1))

    assert made == [1]


def test_another_object_gets_answers_of_its_own() -> None:
    kept, one, other = Remembered(), [1], [1]

    assert kept.answer(one, "p1", lambda: "one") == "one"
    assert kept.answer(other, "p1", lambda: "other") == "other"
    assert kept.answer(one, "p1", lambda: "again") == "again"


def test_only_new_steps_are_made() -> None:
    grown, states, made = Growing[int](), [object() for _ in range(4)], list[int]()

    def step(number: int) -> int:
        made.append(number)
        return number

    assert grown.items("p1", states[:3], step) == (0, 1)
    assert grown.items("p1", states, step) == (0, 1, 2)
    assert made == [0, 1, 2]


def test_a_past_that_was_taken_back_is_made_anew() -> None:
    grown, states = Growing[str](), [object() for _ in range(3)]
    grown.items("p1", states, lambda step: f"old {step}")
    other = [states[0], object(), object(), object()]

    assert grown.items("p1", states[:2], lambda step: f"new {step}") == ("new 0",)
    assert grown.items("p1", other, lambda step: f"other {step}") == (
        "other 0",
        "other 1",
        "other 2",
    )
