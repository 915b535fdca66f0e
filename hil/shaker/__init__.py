"""The simulated shaker: one model of the device, behind a pyusb backend and behind a simulated USB bus."""
