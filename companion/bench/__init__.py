"""Measurements of this machine: `marshal bench NAME`."""
