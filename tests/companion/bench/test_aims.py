from companion.bench import aims


def test_guns_of_four_are_read_from_frames_and_none_wrongly() -> None:
    result = aims.run(players=4, rounds=1)

    assert result.figures["aims"] == 2 * 4 * 3
    assert result.figures["marked_read"] == 1.0
    assert result.figures["natural_wrong"] == 0.0
