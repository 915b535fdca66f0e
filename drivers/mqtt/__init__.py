"""What every driver stands on that speaks MQTT: where the broker is, as whom we come, and the line to it."""
