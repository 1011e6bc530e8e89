"""Deadeye Dinah: a solo campaign of eight jobs, its cards and its solver."""

from companion.games.deadeye_dinah.game import DeadeyeDinah

__all__ = ["DeadeyeDinah"]
