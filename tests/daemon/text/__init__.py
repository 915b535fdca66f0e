"""Tests of daemon/text/."""
