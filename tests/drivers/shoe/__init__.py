"""Tests of drivers/shoe/."""
