"""Calling a person: the sequences that go to the terminal, when they go, and that no other code writes any of them."""

import re
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from client.profile.settings import Settings
from client.terminal.alert import Alert

TITLE = "\x1b[22;2t\x1b]2;Your turn\x1b\\"
CALM = "\x1b]2;Undermine\x1b\\\x1b[23;2t"
SILENT = Settings(bell=False, title=False, notify=False)
LOUD = Settings(bell=True, title=True, notify=True)
TEXT = r"[^\x00-\x1f\x7f-\x9f]*"
ALL = re.compile(
    rf"\x07\x1b\[22;2t\x1b\]2;{TEXT}\x1b\\\x1b\](9;Undermine: [^\x00-\x1f\x7f-\x9f;]*"
    r"|777;notify;Undermine;[^\x00-\x1f\x7f-\x9f;]*)\x1b\\"
)


class Terminal:
    """What was written to it."""

    def __init__(self, settings: Settings, **environ: str) -> None:
        self._written: list[str] = []
        self.alert = Alert(settings, self._written.append, {"TERM": "xterm-256color", **environ})

    def written(self) -> str:
        """Since it was last asked."""
        text = "".join(self._written)
        self._written.clear()
        return text


def test_a_question_rings_and_stands_in_the_title() -> None:
    terminal = Terminal(Settings())
    terminal.alert.your_turn("Your turn")
    assert terminal.written() == "\a" + TITLE
    terminal.alert.calm()
    assert terminal.written() == CALM


@pytest.mark.parametrize(
    ("settings", "called", "calmed"),
    [
        (SILENT, "", ""),
        (replace(SILENT, bell=True), "\a", ""),
        (replace(SILENT, title=True), TITLE, CALM),
        (replace(SILENT, notify=True), "\x1b]9;Undermine: Your turn\x1b\\", ""),
        (LOUD, "\a" + TITLE + "\x1b]9;Undermine: Your turn\x1b\\", CALM),
    ],
)
def test_only_what_is_set_is_done(settings: Settings, called: str, calmed: str) -> None:
    terminal = Terminal(settings)
    terminal.alert.your_turn("Your turn")
    assert terminal.written() == called
    terminal.alert.calm()
    assert terminal.written() == calmed


@pytest.mark.parametrize(
    ("settings", "term", "rung"), [(LOUD, "xterm", "\a"), (SILENT, "xterm", ""), (LOUD, "dumb", "")]
)
def test_something_to_read_rings_the_bell_alone(settings: Settings, term: str, rung: str) -> None:
    terminal = Terminal(settings, TERM=term)
    terminal.alert.ring()
    assert terminal.written() == rung


def test_a_question_calls_once() -> None:
    terminal = Terminal(LOUD)
    terminal.alert.your_turn("Your turn")
    assert terminal.written()
    terminal.alert.your_turn("Your turn")
    assert terminal.written() == ""


def test_another_question_calls_again_and_keeps_the_title_of_before() -> None:
    terminal = Terminal(Settings())
    terminal.alert.your_turn("Your turn")
    terminal.written()
    terminal.alert.your_turn("Take gold")
    assert terminal.written() == "\a\x1b]2;Take gold\x1b\\"
    terminal.alert.calm()
    assert terminal.written() == CALM


def test_the_same_question_calls_again_after_an_answer() -> None:
    terminal = Terminal(Settings())
    for _turn in range(2):
        terminal.alert.your_turn("Your turn")
        assert terminal.written() == "\a" + TITLE
        terminal.alert.calm()
        assert terminal.written() == CALM


def test_who_was_not_called_is_not_calmed() -> None:
    terminal = Terminal(LOUD)
    terminal.alert.calm()
    assert terminal.written() == ""
    terminal.alert.your_turn("Your turn")
    terminal.alert.calm()
    terminal.written()
    terminal.alert.calm()
    assert terminal.written() == ""


def test_settings_may_change_during_a_question() -> None:
    terminal = Terminal(Settings())
    terminal.alert.your_turn("Your turn")
    terminal.written()
    terminal.alert.settings = SILENT
    terminal.alert.calm()
    assert terminal.written() == CALM
    terminal.alert.your_turn("Your turn")
    assert terminal.written() == ""


@pytest.mark.parametrize("environ", [{"TERM": "dumb"}, {"TERM": ""}, {}])
def test_a_dumb_terminal_gets_nothing_at_all(environ: dict[str, str]) -> None:
    written: list[str] = []
    alert = Alert(LOUD, written.append, environ)
    alert.your_turn("Your turn")
    alert.calm()
    assert written == []


def test_a_console_without_windows_only_rings() -> None:
    terminal = Terminal(LOUD, TERM="linux")
    terminal.alert.your_turn("Your turn")
    terminal.alert.calm()
    assert terminal.written() == "\a"


def test_the_terminal_of_windows_names_itself_otherwise() -> None:
    written: list[str] = []
    Alert(replace(SILENT, bell=True), written.append, {"WT_SESSION": "x"}).your_turn("Your turn")
    assert written == ["\a"]


@pytest.mark.parametrize("environ", [{"TERM": "rxvt-unicode-256color"}, {"TERM": "foot"}, {"VTE_VERSION": "7600"}])
def test_some_terminals_notify_in_another_way(environ: dict[str, str]) -> None:
    terminal = Terminal(replace(SILENT, notify=True), **environ)
    terminal.alert.your_turn("Your turn; quick")
    assert terminal.written() == "\x1b]777;notify;Undermine;Your turn, quick\x1b\\"


def test_tmux_is_asked_to_hand_a_notification_on() -> None:
    terminal = Terminal(replace(SILENT, notify=True), TERM="tmux-256color", TMUX="/tmp/tmux-0/default,1,0")
    terminal.alert.your_turn("Your turn")
    assert terminal.written() == "\x1bPtmux;\x1b\x1b]9;Undermine: Your turn\x1b\x1b\\\x1b\\"


def test_a_text_cannot_end_its_sequence_or_begin_another() -> None:
    terminal = Terminal(LOUD)
    terminal.alert.your_turn("4;1\x07\x1b\\\x9c\x1b]0;mine\x07\x1b[2J\n\u202e;x")
    assert terminal.written() == (
        "\a\x1b[22;2t\x1b]2;4;1\\]0;mine[2J ;x\x1b\\\x1b]9;Undermine: 4,1\\]0,mine[2J ,x\x1b\\"
    )


def test_a_long_text_is_cut() -> None:
    terminal = Terminal(replace(SILENT, title=True))
    terminal.alert.your_turn("x" * 5000)
    assert terminal.written() == f"\x1b[22;2t\x1b]2;{'x' * 99}…\x1b\\"


@settings(deadline=None)
@given(st.text(), st.sampled_from(["xterm", "foot"]))
def test_no_text_writes_anything_but_these_sequences(text: str, term: str) -> None:
    terminal = Terminal(LOUD, TERM=term)
    terminal.alert.your_turn(text)
    assert ALL.fullmatch(terminal.written())
