"""How the networks that read dice are made: from rendered scenes alone, by `make train`."""
