"""Whole games among bots, whichever game it is: who sits where, what each seat chooses, and what is counted of it."""

from collections import Counter
from collections.abc import Callable
from typing import Any, TypeAlias

from engine.bots import BOTS
from engine.bots.match import Sitting, answered
from engine.records import record
from engine.rules import Rules
from engine.slots import Seat
from engine.tabletop import Tabletop
from protocol.keys.stream import Stream

Tally = Counter[str]
"""Counts by name.  Whole numbers only: their sum does not depend on the order of the games."""
Row: TypeAlias = tuple[str, int | str, str]
"""What is printed: a label, a figure, and a note beside it."""
Watch: TypeAlias = Callable[[list[object]], None]


@record
class Match:
    """Who plays what; ``saboteurs`` is the bot for the seats that a game calls so, if it is another."""

    rules: Rules
    players: int
    bots: list[str]
    saboteurs: str | None
    seed: bytes
    uses: bool = False
    """Whether to count which cards are held and used; it takes a little time."""

    def names(self) -> list[str]:
        """By seat: its bot, where it is no saboteur."""
        return [self.bots[seat % len(self.bots)] for seat in range(self.players)]


@record
class Counting:
    """What a game counts; it knows all cards, as the audience of a simulation may."""

    watch: Callable[[Match, Tabletop, Tally], Watch]
    """What looks at the events of a table."""
    sabotages: Callable[[Tabletop, Seat], bool]
    """Whether the bot for saboteurs plays that seat now."""
    note_use: Callable[[Tabletop, Tally, str, Seat, Any], None]
    """(table, tally, bot, seat, act): which cards a bot could use, and which it did; the act is not carried out yet."""


def played(match: Match, number: int, counting: Counting) -> Tally:
    """One game: the same match and number always give the same one."""
    game = match.seed + number.to_bytes(4, "little")
    table = Tabletop(match.rules, match.players, Stream(game + b"deal").draw)
    names = match.names()
    seats = [_sit(name, table, seat, game) for seat, name in enumerate(names)]
    others = [_sit(match.saboteurs, table, seat, game) for seat in range(match.players)] if match.saboteurs else seats
    tally: Tally = Counter(games=1)
    table.watchers.append(counting.watch(match, table, tally))
    table.advance()

    def choose(seat: Seat) -> Any:
        sabotages = counting.sabotages(table, seat)
        act = (others if sabotages else seats)[seat].choose()
        if match.uses:
            counting.note_use(table, tally, (sabotages and match.saboteurs) or names[seat], seat, act)
        return act

    while want := table.waiting():
        table.play(answered(want, choose))
    return tally


def _sit(name: str, table: Tabletop, seat: Seat, game: bytes) -> Sitting:
    return Sitting(BOTS[name], table, seat, Stream(game + name.encode() + bytes([seat])).draw)
