"""The unit, its user and its device rule."""
