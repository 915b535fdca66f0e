"""Every speed that the README names, as a ratio against a peer or a physical floor measured in the same run."""
