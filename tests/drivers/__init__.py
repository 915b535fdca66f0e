"""The drivers, over real kernel objects where there are any."""
