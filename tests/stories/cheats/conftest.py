"""The second auditor is asked about every log that a test here has audited."""

from collections.abc import Generator

import pytest

from tests.stories.cheats.second_opinion import LONG, check_same, is_listed, name_of, theme_of, witness


@pytest.hookimpl(wrapper=True)
def pytest_pyfunc_call(pyfuncitem: pytest.Function) -> Generator[None, object, object]:
    """Where that takes long, `tests/protocol/audit/test_second_auditor.py` asks it."""
    function, theme = pyfuncitem.function, theme_of(pyfuncitem.module)
    is_long = pyfuncitem.get_closest_marker("long") is not None or theme in LONG
    if is_long and not is_listed(function):
        return (yield)
    with witness(pyfuncitem.module) as there:
        done = yield
    given = pyfuncitem.callspec.params if hasattr(pyfuncitem, "callspec") else {}
    assert there.heard or not is_listed(function)
    check_same(name_of(theme, function, given), there.heard)
    return done
