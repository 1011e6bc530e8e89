"""Views of a simulated board, with and without pictures, and the truth behind them."""

import cv2
import numpy as np

from vision.calibration.attitude import estimate, guessed_matrix
from vision.calibration.board import BOARDS
from vision.calibration.views import View
from vision.printing import Paper, board_pdf
from vision.printing.board import board_place
from vision.printing.raster import page_image
from vision.simulated.difficulty import Difficulty
from vision.simulated.lens import CameraModel
from vision.simulated.sheet import Sheet, SheetCamera, SheetPose

A4 = BOARDS["A4"]
SMALL = CameraModel().scaled(1152, 648)
QUIET = Difficulty(blur_px=0.6, noise=2.0)


def printed(paper=Paper.A4, **bends):
    return Sheet(page_image(board_pdf(paper), 0, 4), 4, **bends)


def good_poses(count=24, seed=3, distance=(330.0, 560.0)):
    """Return poses a careful person would take: all over the picture, leaning four ways."""
    rng = np.random.default_rng(seed)
    poses = []
    for number in range(count):
        far = rng.uniform(*distance)
        tilt = 0.0 if number % 6 == 5 else rng.uniform(20, 38)
        column, row = number % 4, number // 4 % 3
        x = ((column - 1.5) / 1.5 + rng.uniform(-0.1, 0.1)) * far * 0.42
        y = ((row - 1) + rng.uniform(-0.1, 0.1)) * far * 0.22
        near = 90.0 * (number % 4) + rng.uniform(-25, 25)
        poses.append(SheetPose(x, y, far, tilt, near, rng.uniform(-40, 40) + 90 * (number % 3)))
    return poses


def whole_poses(count=16, seed=5):
    """Return poses that show the whole board, leaning four ways."""
    rng = np.random.default_rng(seed)
    return [
        SheetPose(
            rng.uniform(-100, 100), rng.uniform(-35, 35), rng.uniform(560, 640),
            rng.uniform(20, 36), 90.0 * number + rng.uniform(-30, 30), 90 + rng.uniform(-15, 15),
        )
        for number in range(count)
    ]  # fmt: skip


def flat_poses(count=20, seed=7):
    """Return poses of a board that is pushed about on a table: it never leans."""
    rng = np.random.default_rng(seed)
    return [
        SheetPose(
            rng.uniform(-200, 200), rng.uniform(-90, 90), 560,
            rng.uniform(0, 1.5), rng.uniform(0, 360), rng.uniform(0, 360),
        )
        for _ in range(count)
    ]  # fmt: skip


def true_views(poses, model=SMALL, sheet=None, noise_px=0.05, seed=11):
    """Return views with the true corners and Gaussian noise: no picture is drawn."""
    rng = np.random.default_rng(seed)
    camera = SheetCamera(model, sheet or Sheet(np.zeros((1188, 840, 3), np.uint8), 4))
    views = []
    for number, pose in enumerate(poses, start=1):
        corners = camera.project(A4.corners_mm() + board_place(Paper.A4), pose)
        inside = ((corners > 4) & (corners < np.array([model.width, model.height]) - 5)).all(axis=1)
        ids = np.flatnonzero(inside)
        if len(ids) >= 12:
            seen = corners[ids] + rng.normal(0, noise_px, (len(ids), 2))
            views.append(view(number, seen, ids, model))
    return views


def view(number, corners, ids, model=SMALL, spec=A4):
    size = (model.width, model.height)
    held = estimate(spec, ids, corners, guessed_matrix(*size))
    matrix, _ = cv2.findHomography(spec.corners_mm()[ids], corners, 0)
    outline = cv2.perspectiveTransform(spec.outline_mm().reshape(-1, 1, 2), matrix).reshape(-1, 2)
    side = np.sqrt(cv2.contourArea(outline.astype(np.float32)) / (spec.columns * spec.rows))
    return View(number, "", size, ids, corners, held, float(side), 0.8)
