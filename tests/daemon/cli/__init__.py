"""Tests of daemon/cli/."""
