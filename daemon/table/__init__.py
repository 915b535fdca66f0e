"""The table: a pure function of its observations. No clock, no I/O; a restart, a dispute and a test are all replay."""
