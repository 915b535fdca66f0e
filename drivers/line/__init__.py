"""How bytes reach a driver."""
