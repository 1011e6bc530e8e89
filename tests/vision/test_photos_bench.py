"""Scoring labelled photos: what counts as found, and what a folder lacks."""

from pathlib import Path

import cv2
import pytest

from tests.vision.enrolled.conftest import drawn, lay, table
from vision.photos_bench import PhotosError, overlap, run


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Return a folder with one photo, three labels of which one is wrong, and the faces."""
    (tmp_path / "images").mkdir()
    picture = table()
    lay(picture, drawn("5"), 150, 150, 0, 100)
    lay(picture, drawn("R"), 450, 300, 0, 100)
    cv2.imwrite(str(tmp_path / "images" / "one.png"), picture)
    rows = ("5,100,80,200,220", "R,400,230,500,370", "A,10,300,60,370")
    lines = [f"one.png,{row.partition(',')[2]},{row[0]}" for row in rows]
    header = "file,box_xmin,box_ymin,box_xmax,box_ymax,face"
    (tmp_path / "labels.csv").write_text("\n".join([header, *lines]))
    for face in ("5", "R", "A", "3"):
        cv2.imwrite(str(tmp_path / f"{face}_0.png"), drawn(face))
    return tmp_path


def test_cards_are_scored_by_face_and_box(folder: Path) -> None:
    """Two of three labels are met, and nothing else is named."""
    figures = run(folder, folder).figures

    assert (3, 1.0) == (figures["cards"], figures["precision"])
    assert figures["recall"] == pytest.approx(2 / 3)


def test_boxes_overlap_by_their_shared_area() -> None:
    """Half of one box in half of another is a third of both."""
    assert overlap((0, 0, 10, 10), (5, 0, 15, 10)) == pytest.approx(1 / 3)


def test_a_folder_without_labels_is_named(tmp_path: Path) -> None:
    """The message says which file is missing."""
    with pytest.raises(PhotosError, match=r"labels\.csv is missing"):
        run(tmp_path, tmp_path)
