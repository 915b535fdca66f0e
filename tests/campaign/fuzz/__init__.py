"""A coverage-guided fuzzer (atheris, in `.venv-campaign`) against whatever takes bytes from outside."""
