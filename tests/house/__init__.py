"""The house: its tree, and how it grows."""
