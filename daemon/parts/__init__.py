"""The parts of a running table: one file each, all with one protocol."""
