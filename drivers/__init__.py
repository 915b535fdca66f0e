"""The only code that touches hardware: one folder a kind of device."""
