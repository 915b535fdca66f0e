"""Tests of drivers/shaker/."""
