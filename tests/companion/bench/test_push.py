"""The push bench measures real servers and real sockets, and says all it should."""

from companion.bench import push


def test_a_small_run_gives_every_figure() -> None:
    result = push.run(crowds=(2, 6), changes=3, rounds=1)

    assert set(result.figures) == {
        *(f"{name}_{crowd}" for name in ("p50_ms", "p99_ms", "rss_mb") for crowd in (2, 6)),
        "next_request_ms_32_half_open",
        "stop_ms_6",
    }
    assert all(value > 0 for value in result.figures.values())
    assert set(result.ratios) == {"p99_2_vs_bare", "p99_6_vs_bare"}
    assert set(result.against["bare_waitress"]) == {
        f"{name}_{crowd}" for name in ("p50_ms", "p99_ms") for crowd in (2, 6)
    }
