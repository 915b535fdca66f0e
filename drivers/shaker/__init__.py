"""The Sic Bo shaker: a USB device that moves the dice, and says when they lie still."""
