"""Calibrating a camera: the board, the lens, the table, and proof of all three."""
