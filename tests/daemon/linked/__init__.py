"""Tests of daemon/linked/."""
