"""Work in the background: its progress, its end, and calling it off."""

import threading

import pytest

from companion.game import Message
from vision.calibration.errors import CalibrationError
from vision.calibration.job import Job

AGES_S = 20.0


@pytest.fixture
def job():
    return Job(lambda: None)


def test_progress_is_seen_and_the_end_is_the_end(job):
    seen = []

    def work(told):
        told(0.5)
        seen.append((job.working.name, job.working.share))

    job.start("fit", work)
    job.wait(AGES_S)

    assert seen == [("fit", 0.5)]
    assert job.working is None


def test_work_that_is_called_off_comes_to_nothing(job):
    begun, go_on, done = threading.Event(), threading.Event(), []

    def work(told):
        begun.set()
        go_on.wait(AGES_S)
        told(1.0)
        done.append(True)

    job.start("fit", work)
    begun.wait(AGES_S)
    job.call_off()
    go_on.set()
    job.wait(AGES_S)

    assert (job.working, job.failed, done) == (None, None, [])


def test_only_one_thing_is_worked_at(job):
    go_on = threading.Event()
    job.start("fit", lambda told: go_on.wait(AGES_S))

    with pytest.raises(CalibrationError) as busy:
        job.start("aim", lambda told: None)
    go_on.set()
    job.wait(AGES_S)

    assert busy.value.told == Message("busy")


@pytest.mark.parametrize(
    ("error", "code"),
    [
        (CalibrationError("no tags", "clear them", Message("mat_missing")), "mat_missing"),
        (ZeroDivisionError(), "work_failed"),
    ],
)
def test_what_fails_says_why_and_makes_room(job, error, code):
    def work(told):
        raise error

    job.start("aim", work)
    job.wait(AGES_S)

    assert job.failed.told.code == code
    assert job.working is None
