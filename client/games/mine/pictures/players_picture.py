"""The players on a screen: one line each, in columns that fit; what lies before them, and what is known of them."""

from client.games import players_picture as pictures
from client.games.game import Seats
from client.games.mine.names import role_words, tool_name
from client.games.mine.standing import signs
from client.games.players_picture import confirmed, has_heading, known_or_guess, presence
from client.i18n import _
from client.render.charset import Charset
from client.render.spans import Picture, Span, fitted
from client.words.safe import columns
from engine.mine.cards.card import TOOLS
from engine.mine.view import View

_BEFORE = 14
"""Columns for what lies before a player."""
_SMALLER = "-"
"""Behind the number of cards in a hand that stays smaller, where there is no room for more."""


def players_picture(view: View, seats: Seats, charset: Charset, width: int, height: int) -> Picture[int]:
    heading = _("  player           cards  gold  tools  in front      role  synced")
    players = [_Player(view, seats, seat, charset) for seat in range(len(seats.names))]

    def told(seat: int) -> list[Span]:
        return players[seat].wide() if has_heading(width) else players[seat].narrow(players)

    return pictures.players_picture(seats, heading, told, (width, height), charset=charset, back=_goes_back(view))


def _goes_back(view: View) -> bool:
    """Whether the next turn is that of a player above."""
    state = view.state
    return state.book.order(state, 0) != state.book.clockwise[0]


class _Player:
    """What there is to tell of a player, in a few characters each."""

    def __init__(self, view: View, seats: Seats, seat: int, charset: Charset) -> None:
        state = view.state
        cards, nuggets, broken = len(state.gold[seat]), state.nuggets[seat], state.broken[seat]
        self.hand = str(len(state.hands[seat]))
        self.of = f"/{state.book.hand_size}" if _stays_smaller(view, seat) else ""
        """How many cards a whole hand has, if this one stays smaller."""
        self.gold = (f"{cards}g" if cards else "") + (f"{nuggets}$" if nuggets else "")
        """Gold cards that lie face down, and nuggets where they are public."""
        before = signs(view, seat)
        self.lying = ", ".join(sign.name for sign in before)
        self.letters = "".join(sign.letters or charset.bar for sign in before)
        self.away, self.presence = presence(seats, seat)
        self.role, self.role_style = _role(view, seats, seat)
        self.confirmed = confirmed(seats, seat)
        self.tools = [  # a letter for each that is broken, a dot for one that is not
            Span(tool_name(tool)[0].upper(), "broken") if broken & bit else Span(charset.free, "quiet")
            for tool, bit in TOOLS.items()
        ]

    def wide(self) -> list[Span]:
        """Also what lies before the player, or who that is; of one who is gone, both, and what lies by its letters."""
        before = self.lying or self.presence
        if self.lying and self.away:
            before = f"{self.letters} {self.presence}"
        return [
            Span(f"{self.hand:>3}{self.of:<4}"),
            Span(f"{self.gold:<6}", "gold"),
            *self.tools,
            Span("    "),
            Span(fitted(before, _BEFORE), "warn" if self.lying or self.away else "quiet"),
            Span(fitted(self.role, 7), self.role_style),
            self.confirmed,
        ]

    def narrow(self, players: list["_Player"]) -> list[Span]:
        """Cards, broken tools, prison and theft by letters, gold, guess: as few characters as can be read.

        Each column is as wide as its longest entry, and the names have the rest.
        """
        hands = [f"{one.hand}{one.of and _SMALLER}" for one in players]
        hand = f"{self.hand}{self.of and _SMALLER}"
        letters = max(len(one.letters) + one.letters[-1:].isdigit() for one in players) or 1
        return [
            Span(f" {hand.rjust(max(map(len, hands)))} "),
            *self.tools,
            Span(self.letters.ljust(letters), "warn"),
            Span(self.gold.rjust(max(len(one.gold) for one in players)), "gold"),
            Span(f"{self.away.ljust(max(len(one.away) for one in players))} ", "warn"),
            Span(fitted(self.role, max(columns(one.role) for one in players)), self.role_style),
        ]


def _stays_smaller(view: View, seat: int) -> bool:
    """Whether a hand has fewer cards than others when all have drawn and there are cards to draw."""
    state = view.state
    drawn = seat != state.active or state.stage == "turn"
    return drawn and bool(state.pile) and len(state.hands[seat]) < state.book.hand_size


def _role(view: View, seats: Seats, seat: int) -> tuple[str, str]:
    """Before the deal there is none."""
    face, roles = view.role(seat), view.state.roles
    word = "" if face is None else role_words(face).short
    return known_or_guess(seats, seat, word, is_open=bool(roles) and roles[seat] in view.state.faces)
