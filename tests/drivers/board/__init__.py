"""Tests of drivers/board/."""
