"""Tests of drivers/camera/."""
