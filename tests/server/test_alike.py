"""Messages that any client can cause without end cost the operator a few lines in a minute."""

import io
from typing import Any

import pytest
from twisted.logger import LogEvent, Logger, LogLevel, formatEvent

from server.alike import MOST_ALIKE, FewAlike
from server.net.session import Session
from server.server_messages import observer
from tests.server.net.test_session import Inn


def test_bad_frames_without_end_are_a_few_lines(monkeypatch: pytest.MonkeyPatch) -> None:
    out, inn = io.StringIO(), Inn()
    monkeypatch.setattr(Session, "_log", Logger(observer=observer(out, "text", "info")))
    for _ in range(50 * MOST_ALIKE):
        inn.client().session.received(b"\xc1")
    assert out.getvalue().count("hung up on bytes that mean nothing") <= 5 * MOST_ALIKE, "a line for each"
    assert "more messages like the last one" in out.getvalue()


def event(at: float, sentence: str, **values: Any) -> LogEvent:
    return {"log_time": at, "log_level": LogLevel.info, "log_namespace": "n", "log_format": sentence, **values}


def test_the_rest_of_a_minute_is_counted_and_other_messages_are_written() -> None:
    written: list[str] = []
    few = FewAlike(lambda one: written.append(formatEvent(one)))  # type: ignore[arg-type]  # a plain function will do
    for number in range(1000):
        few(event(1000 + number / 100, "bad: {why}", why=number))
    few(event(1011, "another"))
    assert written[:2] == ["bad: 0", "bad: 1"]
    assert len(written) == MOST_ALIKE + 2
    assert written[-1] == "another"
    few(event(1061, "bad: {why}", why="again"))
    assert written[-2:] == [f"not written: {1000 - MOST_ALIKE} more messages like “bad: {{why}}”", "bad: again"]


def test_a_clock_that_is_put_back_silences_nothing() -> None:
    written: list[str] = []
    few = FewAlike(lambda one: written.append(formatEvent(one)))  # type: ignore[arg-type]
    for _ in range(2 * MOST_ALIKE):
        few(event(5000, "bad"))
    few(event(10, "bad"))
    assert written[-1] == "bad"
