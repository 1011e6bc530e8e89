"""Cards drawn by our own code: the same shapes for paper, screens and pictures."""

from vision.printing.board import board_pdf
from vision.printing.calibration_mat import calibration_mat_pdf
from vision.printing.cards import back_svg, card_svg
from vision.printing.deck import deck_pdf
from vision.printing.mat import mat_pdf
from vision.printing.raster import card_image
from vision.printing.sheet import Paper
from vision.printing.stickers import stickers_pdf
from vision.printing.whole_mat import whole_mat_pdf
from vision.printing.words import LANGUAGES, PrintingError

__all__ = [
    "LANGUAGES",
    "Paper",
    "PrintingError",
    "back_svg",
    "board_pdf",
    "calibration_mat_pdf",
    "card_image",
    "card_svg",
    "deck_pdf",
    "mat_pdf",
    "stickers_pdf",
    "whole_mat_pdf",
]
