"""A card table that exists only here: its truth, and the pictures a camera takes of it."""
