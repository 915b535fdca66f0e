"""Tests of daemon/host/."""
