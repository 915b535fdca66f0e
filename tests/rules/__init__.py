"""The rules, section by section."""

import pytest

pytest.register_assert_rewrite("tests.rules.harness")
