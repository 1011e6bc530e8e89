"""Buttons, lamps and the buzzer: seats and signals, and nothing about any game."""
