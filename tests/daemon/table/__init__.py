"""Tests of daemon/table/."""
