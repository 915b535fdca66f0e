"""Tests of drivers/line/."""
