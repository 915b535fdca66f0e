"""The rig and its stories."""
