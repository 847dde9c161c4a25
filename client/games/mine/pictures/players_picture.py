"""The players on a screen: one line each, in columns that fit; what lies before them, and what is known of them."""

from client.games.game import Seats
from client.games.mine.names import role_short, tool_name
from client.i18n import _
from client.render.charset import Charset
from client.render.spans import Line, Picture, Span, cropped, fitted, joined, width_of
from client.words.safe import columns, cut
from engine.mine.cards.card import TOOLS
from engine.mine.view import View

_WIDE = 60
_BEFORE = 14
"""Columns for what lies before a player."""


def players_picture(view: View, seats: Seats, charset: Charset, width: int, height: int) -> Picture[int]:
    lines = [_heading(width)] if has_heading(width) else []
    lines += [_player(view, seats, seat, charset, width) for seat in range(len(seats.names))]
    first = len(lines) - len(seats.names)

    def at(column: int, row: int) -> int | None:
        return row - first if 0 <= row - first < len(seats.names) else None

    return Picture(cropped(lines, width, height), at)


def has_heading(width: int) -> bool:
    return width >= _WIDE


def _heading(width: int) -> Line:
    text = _("  player           cards  gold  tools  before them   guess  seen")
    return (Span(fitted(text, width), "quiet"),)


def _player(view: View, seats: Seats, seat: int, charset: Charset, width: int) -> Line:
    own = seat == seats.own
    turn = seat in seats.waiting
    pointer = Span(charset.pointer if turn else " ", "turn")
    style = "turn" if turn else "own" if own else "plain"
    if has_heading(width):
        spans = _wide(view, seats, seat, charset)
        return joined((pointer, Span(" "), Span(_named(seats, seat, 17), style), *spans))
    spans = _narrow(view, seats, seat, charset)
    used = width_of(tuple(spans)) + 1
    return joined((pointer, Span(_named(seats, seat, max(3, width - used)), style), *spans))


def _named(seats: Seats, seat: int, width: int) -> str:
    """However short the name must be, the sign behind it is seen."""
    sign = seats.standing.get(seat, "")
    return fitted(f"{cut(seats.names[seat], width - columns(sign))}{sign}", width)


def _wide(view: View, seats: Seats, seat: int, charset: Charset) -> list[Span]:
    state = view.state
    role, style = _role(view, seats, seat)
    confirmed = seats.confirmed[seat] if seat < len(seats.confirmed) else 0
    return [
        Span(f"{len(state.hands[seat]):>3}    "),
        Span(f"{_gold(view, seat):<6}", "gold"),
        *_tools(view, seat, charset),
        Span("    "),
        _there(view, seats, seat, charset),
        Span(fitted(role, 7), style),
        Span(f"{confirmed or '':>4}", "quiet"),
    ]


def _narrow(view: View, seats: Seats, seat: int, charset: Charset) -> list[Span]:
    """Cards, broken tools, prison and theft by letters, gold, guess: as few characters as can be read.

    Each column is as wide as its longest entry, and the names have the rest.
    """
    everyone = range(len(seats.names))
    lying = max(len(_letters(view, one, charset)) for one in everyone) or 1
    gold = max(len(_gold(view, one)) for one in everyone)
    away = max(len(_away(seats, one)) for one in everyone)
    roles = max(columns(_role(view, seats, one)[0]) for one in everyone)
    role, style = _role(view, seats, seat)
    return [
        Span(f" {len(view.state.hands[seat])} "),
        *_tools(view, seat, charset),
        Span(f"{_letters(view, seat, charset):<{lying}}", "warn"),
        Span(f"{_gold(view, seat):>{gold}}", "gold"),
        Span(f"{_away(seats, seat):<{away}} ", "warn"),
        Span(fitted(role, roles), style),
    ]


def _letters(view: View, seat: int, charset: Charset) -> str:
    signs = ((charset.bar, view.is_imprisoned(seat)), ("T", view.has_theft(seat)))
    return "".join(sign for sign, lies in signs if lies)


def _tools(view: View, seat: int, charset: Charset) -> list[Span]:
    """A letter for each tool that is broken, a dot for one that is not."""
    broken = view.state.broken[seat]
    return [
        Span(tool_name(tool)[0].upper() if broken & bit else charset.free, "broken" if broken & bit else "quiet")
        for tool, bit in TOOLS.items()
    ]


def _gold(view: View, seat: int) -> str:
    """Gold cards that lie face down, and nuggets where they are public."""
    cards, nuggets = len(view.state.gold[seat]), view.state.nuggets[seat]
    return (f"{cards}g" if cards else "") + (f"{nuggets}$" if nuggets else "")


def _there(view: View, seats: Seats, seat: int, charset: Charset) -> Span:
    """What lies before a player, or who that is; if they are gone, both, and what lies there by its letters."""
    lying, letters = ", ".join(_lying(view, seat)), _letters(view, seat, charset)
    if lying and _away(seats, seat):
        return Span(fitted(f"{letters} {_presence(seats, seat)}", _BEFORE), "warn")
    style = "quiet" if _here(seats, seat) == "bot" and not lying else "warn"
    return Span(fitted(lying or _presence(seats, seat), _BEFORE), style)


def _lying(view: View, seat: int) -> list[str]:
    found = [_("Prison")] if view.is_imprisoned(seat) else []
    return [*found, _("Theft")] if view.has_theft(seat) else found


def _role(view: View, seats: Seats, seat: int) -> tuple[str, str]:
    """What is known stands in brackets as long as it is a secret; a guess ends with a question mark."""
    state, face = view.state, view.role(seat)
    if face is not None:
        word = role_short(face)
        return (word, "plain") if state.roles[seat] in state.faces else (f"({word})", "secret")
    guess = seats.marks.get(seat)
    return (f"{guess}?", "quiet") if guess else ("", "quiet")


def _here(seats: Seats, seat: int) -> str:
    return seats.here[seat] if seat < len(seats.here) else ""


def _away(seats: Seats, seat: int) -> str:
    return {"lost": "?", "left": "-"}.get(_here(seats, seat), "")


def _presence(seats: Seats, seat: int) -> str:
    return {"lost": _("cut off"), "left": _("left"), "bot": _("bot")}.get(_here(seats, seat), "")
