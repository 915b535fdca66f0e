"""The rig: simulated devices that speak the real protocols over real kernel objects. Not in the wheel."""
