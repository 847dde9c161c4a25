"""The players on a screen: one line each, of which a game fills in all but the name."""

from collections.abc import Callable, Sequence
from typing import NamedTuple

from client.games.game import Seats
from client.i18n import _
from client.render.charset import Charset
from client.render.spans import Line, Picture, Span, cropped, fitted, joined, width_of
from client.words.safe import columns, cut

_WIDE = 60
_NAME = 17
"""Columns of a name where there is room."""
_SHORTEST = 3
HIT = "!"
"""Before a player to whom the last act was done."""
_PRESENCE = {"lost": ("?", _("cut off")), "left": ("-", _("left")), "bot": ("", _("bot"))}


class Presence(NamedTuple):
    """A sign for a player who is gone, and what the server says of the seat in a word; both may be empty."""

    away: str
    word: str


def presence(seats: Seats, seat: int) -> Presence:
    return Presence(*_PRESENCE.get(seats.here[seat] if seat < len(seats.here) else "", ("", "")))


def confirmed(seats: Seats, seat: int) -> Span:
    """Up to which entry the player has signed to see the same log."""
    entry = seats.confirmed[seat] if seat < len(seats.confirmed) else 0
    return Span(f"{entry or '':>4}", "quiet")


def known_or_guess(seats: Seats, seat: int, word: str, *, is_open: bool) -> tuple[str, str]:
    """What is known of a player in a word and its style: in brackets while it is a secret; else the player's guess."""
    guess = seats.marks.get(seat)
    if is_open and seats.covered:
        word, is_open = word if seat == seats.own else "", False
    if not word:
        return (f"{guess}?", "quiet") if guess else ("", "quiet")
    return (word, "plain") if is_open else (f"({word})", "secret")


def has_heading(width: int) -> bool:
    return width >= _WIDE


def players_picture(
    seats: Seats,
    heading: str,
    told: Callable[[int], Sequence[Span]],
    room: tuple[int, int],
    *,
    charset: Charset,
    back: bool = False,
    letters: Sequence[Span] = (),
) -> Picture[int]:
    """A player is told by the seat.  ``told`` is what follows the name; ``letters`` stand for players on the board.

    ``back``: turns go the other way round.
    """
    (width, height), everyone = room, range(len(seats.names))
    wide = has_heading(width)
    lines: list[Line] = [(Span(fitted(heading, width), "quiet"),)] if wide else []
    first = len(lines)
    for seat in everyone:
        spans, letter = tuple(told(seat)), tuple(letters[seat : seat + 1])
        space = _NAME if wide else max(_SHORTEST, width - width_of((*letter, *spans)) - 1)
        turn = _sign(seats, seat, charset, back=back)
        lines.append(joined((turn, *letter, Span(" " if wide else ""), _name(seats, seat, space), *spans)))

    def at(column: int, row: int) -> int | None:
        return row - first if row - first in everyone else None

    return Picture(cropped(lines, width, height), at)


def _sign(seats: Seats, seat: int, charset: Charset, *, back: bool) -> Span:
    """Before a name: whose turn it is, who acted last, or whom that was done to."""
    if seat in seats.waiting:
        return Span(charset.upright if back else charset.pointer, "turn")
    if seat == seats.hit:
        return Span(HIT, "warn")
    return Span(charset.acted, "fresh") if seat == seats.acted else Span(" ")


def _name(seats: Seats, seat: int, room: int) -> Span:
    """However short the name must be, the sign behind it is seen."""
    sign = seats.standing.get(seat, "")
    name = fitted(f"{cut(seats.names[seat], room - columns(sign))}{sign}", room)
    style = (
        "warn" if seat == seats.hit else "turn" if seat in seats.waiting else "own" if seat == seats.own else "plain"
    )
    return Span(name, style)
