"""What croupierd needs of the machine it runs on: files, clocks, the log, the service manager."""
