"""The players on a screen: their clan, nuggets, hand by levels, what lies before them, and what is known of them."""

from collections import Counter

from client.games import players_picture as pictures
from client.games.cave.names import CARD, CLANS, level_name
from client.games.cave.pictures.figures import MONSTER_LETTERS, dwarf
from client.games.cave.words.cards import LEVELS
from client.games.game import Seats
from client.games.players_picture import confirmed, has_heading, known_or_guess, presence
from client.i18n import _
from client.render.charset import Charset
from client.render.spans import Picture, Span, fitted
from engine.cave.cards.table import SIDES
from engine.cave.view import View

BOOTS, AXE, WEB, LYING, OUT = "b", "x", "w", "~", "^"
"""Letters for what lies before a player, and for a dwarf that lies down or is out."""
_CLAN_LETTERS = {"blue": _("B"), "yellow": _("Y")}
_BEFORE = 12
"""Columns for what lies before a player."""
_SIDE = 6


def players_picture(view: View, seats: Seats, charset: Charset, width: int, height: int) -> Picture[int]:
    heading = _("   player           clan   gold I II III  in front    side synced")
    players = [_Player(view, seats, seat) for seat in range(len(seats.names))]

    def told(seat: int) -> list[Span]:
        return players[seat].wide() if has_heading(width) else players[seat].narrow(players)

    letters = [dwarf(view, seat) for seat in range(len(players))]
    return pictures.players_picture(seats, heading, told, (width, height), charset=charset, letters=letters)


class _Player:
    """What there is to tell of a player, in a few characters each."""

    def __init__(self, view: View, seats: Seats, seat: int) -> None:
        state = view.state
        dealt = bool(state.clans)  # a table is looked at as soon as all have agreed
        self.clan = SIDES[state.clan(seat)] if dealt else ""
        levels = Counter(level_name(state, slot) for slot in state.hands[seat])
        self.hand = [levels[name] for name in LEVELS[1:]]
        self.nuggets = f"{state.nuggets[seat]}$"
        self.before = _before(view, seat)
        self.away, self.presence = presence(seats, seat)
        face = view.clan(seat)
        word = "" if face is None else _("loy") if CARD[face].clan == CARD[face].works_for else _("sab")
        is_open = dealt and state.clans[seat] in state.faces
        self.is_own_secret = seat == seats.own and not is_open
        self.side, self.side_style = known_or_guess(seats, seat, word, is_open=is_open)
        self.confirmed = confirmed(seats, seat)

    def wide(self) -> list[Span]:
        """Of a player who is gone, that too; of one before whom nothing lies, also whether it is a bot."""
        before = self.before if self.before and not self.away else f"{self.before} {self.presence}".strip()
        one, two, three = self.hand
        return [
            Span(fitted(CLANS.get(self.clan, ""), 7), self.clan or "plain"),
            Span(f"{self.nuggets:>4}", "gold"),
            Span(f"{one:>2}{two:>3}{three:>4}  "),
            Span(fitted(before, _BEFORE), "warn" if self.before or self.away else "quiet"),
            Span(fitted(self.side, _SIDE), self.side_style),
            self.confirmed,
        ]

    def narrow(self, players: list["_Player"]) -> list[Span]:
        """As few characters as can be read: each column is as wide as its longest entry, the names have the rest.

        For whom a player works who alone knows it, stands elsewhere too.
        """
        before = max(len(one.before) for one in players)
        away = max(len(one.away) for one in players)
        sides = ["" if one.is_own_secret else one.side for one in players]
        touching = any(side and len(one.before) == before for one, side in zip(players, sides, strict=True))
        gap = " " if touching and not away else ""
        return [
            Span(f" {_CLAN_LETTERS.get(self.clan, ' ')}", self.clan or "plain"),
            Span(self.nuggets.rjust(max(len(one.nuggets) for one in players)), "gold"),
            Span(f" {''.join(map(str, self.hand))}"),
            Span(f" {self.before.ljust(before)}" if before else "", "warn"),
            Span(self.away.ljust(away), "warn"),
            Span(gap + fitted("" if self.is_own_secret else self.side, max(map(len, sides))), self.side_style),
        ]


def _before(view: View, seat: int) -> str:
    """Boots, axes, cobwebs and monsters before a player; then how the dwarf is."""
    state = view.state
    cards = ((BOOTS, "boots"), (AXE, "battle-axe"), (WEB, "cobweb"))
    counts = ((sign, len(state.in_front(seat, kind))) for sign, kind in cards)
    things = "".join(f"{sign}{count if count > 1 else ''}" for sign, count in counts if count)
    monsters = "".join(letter for letter, owner in zip(MONSTER_LETTERS, state.owners, strict=True) if owner == seat)
    return f"{things}{monsters}{LYING if state.lying[seat] else ''}{OUT if seat in state.escaped else ''}"
