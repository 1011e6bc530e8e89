"""Token buckets: so many at once, so many more with time, and no memory without end."""

from tests.web.house import Clock
from web.limits import MOST_REMEMBERED, Buckets, Rate


def test_a_bucket_empties_and_fills_with_time() -> None:
    clock = Clock()
    buckets = Buckets(Rate(2, 0.5), clock)
    taken = [buckets.take("ann") for _ in range(3)]
    clock.now += 2

    assert taken == [True, True, False]
    assert [buckets.take("ann"), buckets.take("ann")] == [True, False]


def test_one_bucket_does_not_empty_another() -> None:
    buckets = Buckets(Rate(1, 0), Clock())
    buckets.take("ann")

    assert buckets.take("ben")
    assert not buckets.take("ann")


def test_waiting_long_gives_no_more_than_a_full_bucket() -> None:
    clock = Clock()
    buckets = Buckets(Rate(2, 1), clock)
    buckets.take("ann")
    clock.now += 1000

    assert [buckets.take("ann") for _ in range(3)] == [True, True, False]


def test_the_longest_unseen_is_forgotten_first() -> None:
    buckets = Buckets(Rate(1, 0), Clock())
    buckets.take("old")
    for number in range(MOST_REMEMBERED):
        buckets.take(str(number))

    assert buckets.take("old")
    assert not buckets.take(str(MOST_REMEMBERED - 1))
