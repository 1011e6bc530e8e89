"""The calibration's bench takes the views it counts, and looks at the memory."""

from companion.bench import calibration


def test_it_takes_views_and_fits_a_lens(monkeypatch) -> None:  # type: ignore[no-untyped-def]
    monkeypatch.setattr(calibration, "POSES", 3)
    figures = calibration.run(views=8).figures

    assert figures["views"] == 8
    assert figures.keys() >= {"rss_kb_a_view_in_second_half", "look_ms", "fit_s", "draft_mb"}
    assert figures["rss_mb_at_the_end"] > 0
