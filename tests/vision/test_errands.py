"""One thread does with a device what others ask for, and nothing that they gave up."""

import pytest

from vision.errands import Errands, within


def test_errands_are_run_in_the_order_they_were_put() -> None:
    errands = Errands[list[str]]()
    device: list[str] = []
    for word in ("one", "two"):
        errands.put(lambda said, word=word: said.append(word))
    errands.run(device)

    assert device == ["one", "two"]


def test_an_errand_that_takes_too_long_is_never_run() -> None:
    errands = Errands[list[str]]()
    device: list[str] = []
    with pytest.raises(TimeoutError):
        within(errands.put(lambda said: said.append("late")), 0.0)
    after = errands.put(len)
    errands.run(device)

    assert after.result(0) == 0


def test_an_errand_that_fails_stops_no_other() -> None:
    errands = Errands[list[str]]()
    failed, after = errands.put(lambda said: said[0]), errands.put(len)
    errands.run([])

    with pytest.raises(IndexError):
        failed.result(0)
    assert after.result(0) == 0
