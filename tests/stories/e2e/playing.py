"""A person at the keyboard: reads the screen, and presses the keys that it speaks of."""

import re

from tests.stories.e2e.terminal import Terminal

OWN_TURN = "YOUR TURN   1-9: pick a card"
DISCARDING = "DISCARD   1-9: pick"
WALKING = "Arrows, Tab: a way"
HELP = "Keys and rules"
OVER = "The game is over"
REVEALING = "Any key: show the rest at once"
"""In the last line, while the end of a round is drawn."""
VETO = "F2 Veto"
_ANSWERS = {
    VETO: ("f2",),
    "Any key continues": ("enter",),
    REVEALING: ("escape",),
    **{f"Round {number} is over": ("enter",) for number in (1, 2, 3)},
    "The cave is closed": ("enter",),
    OVER: (),
    "Yes, play it": ("1",),
    "What do you do with this card": ("1",),
    "Gold! Which card do you keep?": ("1",),
    "Which one first?": ("1",),
    "Before you use a card:": ("1",),
    "How should it lie?": ("1",),
    "From whom do you take a nugget?": ("1",),
    "Choose in secret": ("1",),
    "Keep one of these cards": ("1",),
    "Which goal moves": ("1",),
    "Whose role do you look at": ("1",),
    "From whom do you take a card": ("1",),
    "Do you pay the toll": ("2",),
    "The dragon wants a nugget": ("1",),
    "Discard them, and then?": ("1",),
    "Where to?": ("1",),
    "A monster attacks your dwarf!": ("1",),
    "A player proposes to end the game": ("2",),
    WALKING: ("tab",),
    "D: stop here, take the nugget": ("d",),
    "Arrows: point at the cobweb": ("d",),
    DISCARDING: ("1", "enter"),
    "choose the card to collapse": ("tab",),
    "Not at": ("tab",),
    "No place for this card now": ("escape",),
    "no path cards for you": ("escape",),
    "STILL YOUR TURN": ("d",),
    OWN_TURN: ("d",),
    "Enter: ": ("enter",),
}
"""What stands on the screen, and what is pressed then: dialogues and pages first, since they lie over the board."""

_OFFERED = re.compile(r"┃ *\d  \S[^┃]*")
"""An answer in a dialogue, with its number."""
_FRAME = set("┏┓┗┛┃━")
"""Of a page; while any of it is left, the board is not drawn over it yet."""


class Player:
    """Discards in one turn, and tries to lay a card in the next."""

    def __init__(self, terminal: Terminal) -> None:
        self._terminal = terminal
        self._turns = 0
        self._answered = ("", "")

    def play_until(self, text: str) -> str:
        """One key after another, until this stands on the screen."""
        while text not in (screen := self._terminal.wait_for(lambda seen: text in seen or self._asks(seen))):
            asked = _asked(screen)
            self._answered = asked, _answers_in(screen)
            self._terminal.press(*(self._turn() if asked == OWN_TURN else _ANSWERS[asked]))
        return screen

    def own_turn(self) -> None:
        """Whatever is announced before it is stopped if it can be."""
        while VETO in self._terminal.wait_for(lambda seen: OWN_TURN in seen or VETO in seen):
            self._terminal.press("f2")
            self._terminal.wait_for(lambda seen: VETO not in seen)

    def discard(self) -> None:
        """In our turn; returns when the card is gone."""
        self._terminal.wait_for(OWN_TURN)
        self._terminal.press("d")
        self._terminal.wait_for(DISCARDING)
        self._terminal.press("1", "enter")
        self._terminal.wait_for(lambda seen: DISCARDING not in seen)

    def look(self) -> str:
        """The board in our turn, when everything is drawn: a page over it and back draws all of it again."""
        self._terminal.wait_for(OWN_TURN)
        self._terminal.press("?")
        self._terminal.wait_for(HELP)
        self._uncover()
        return self._terminal.wait_for(lambda seen: OWN_TURN in seen and not _is_covered(seen))

    def calm_down(self) -> None:
        """After keys in haste, in our turn again: closes what they have opened, and puts back what they picked."""
        self._terminal.press("?")
        while HELP not in self._terminal.wait_for(_is_covered):  # a dialogue was before it, and took the key
            self._uncover()
            self._terminal.press("?")
        self._uncover()
        self._terminal.press("escape")
        self._terminal.wait_for(OWN_TURN)

    def _uncover(self) -> None:
        self._terminal.press("escape")
        self._terminal.wait_for(lambda seen: not _is_covered(seen))

    def _asks(self, screen: str) -> bool:
        """Whether there is something to do; the same question means that the last answer is still on its way.

        With other answers it is another one: of three goals that are reached at once, two are asked for.
        """
        asked = _asked(screen)
        if (asked, _answers_in(screen)) == self._answered:
            return False
        self._answered = "", ""
        return bool(_ANSWERS.get(asked))

    def _turn(self) -> tuple[str, ...]:
        self._turns += 1
        return ("1",) if self._turns % 2 else ("d",)


def _is_covered(screen: str) -> bool:
    return not _FRAME.isdisjoint(screen)


def _answers_in(screen: str) -> str:
    """What a dialogue offers; nothing where none is open, or it is not drawn to its end."""
    lines = [line for line in screen.splitlines() if not _FRAME.isdisjoint(line)]
    whole = any("┗" in line for line in lines)
    return "\n".join(match[0] for line in lines if (match := _OFFERED.search(line))) if whole else ""


def _asked(screen: str) -> str:
    return next((words for words in _ANSWERS if words in screen), "")


def without_story(text: str) -> list[str]:
    """Phrase, board, hand and question: what stands beside the bar of the story may scroll."""
    return [line[:_BOARD].rstrip() for line in text.splitlines()]


_BOARD = 55
"""Columns left of the story at 80x24."""
