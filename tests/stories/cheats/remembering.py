"""Reading one log many times, each time a little damaged: what is the same every time is worked out once.

The audit itself runs whole on every file.  Only two functions of bytes alone are remembered, for the bytes of the
honest log: whether a signature holds, and what a TABLE says.
"""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from typing import Any
from unittest.mock import patch

import pytest

import protocol.audit.reading
from protocol.audit.audit import Verdict, audit
from protocol.keys.identity import verify
from protocol.log.records import records
from protocol.log.setting import read_setting


@dataclass
class Memory:
    """All signatures of an honest log, and its table."""

    signatures: set[tuple[Any, ...]]
    table: bytes
    setting: Any


@cache
def memory_of(log: bytes) -> Memory:
    """An audit of the honest log, with notes of what it asked."""
    seen: set[tuple[Any, ...]] = set()

    def noting(*signed: Any) -> bool:
        holds = verify(*signed)
        if holds:
            seen.add(signed)
        return holds

    with verifying(noting):
        report = audit(log)
    assert report.verdict is Verdict.VERIFIED
    return Memory(seen, next(records(log))[1], report.setting)


@contextmanager
def verifying(verifies: Callable[..., bool]) -> Iterator[None]:
    """Every module of the protocol asks this function whether a signature holds."""
    modules = [module for name, module in sys.modules.items() if name.startswith("protocol.")]
    asking = [module for module in modules if vars(module).get("verify") is verify]
    asking = [module for module in asking if module.__name__ != verify.__module__]
    assert len(asking) >= 4
    with pytest.MonkeyPatch.context() as patched:
        for module in asking:
            patched.setattr(module, "verify", verifies)
        yield


@contextmanager
def remembering(log: bytes) -> Iterator[None]:
    """What was found to hold in the honest log holds again: a function of bytes gives the same for the same bytes."""
    memory = memory_of(log)

    def remembered(*signed: Any) -> bool:
        return signed in memory.signatures or verify(*signed)

    def setting(data: bytes) -> Any:
        return memory.setting if data == memory.table else read_setting(data)

    with verifying(remembered), patch.object(protocol.audit.reading, "read_setting", setting):
        yield
