"""Long runs: `make campaign`."""
