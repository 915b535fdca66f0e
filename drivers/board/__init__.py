"""Display boards over MQTT."""
