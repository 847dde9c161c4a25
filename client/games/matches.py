"""Whole games among bots, whichever game it is: who sits where, what each seat chooses, and what is counted of it."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from typing import Any, TypeAlias

from client.i18n import _
from engine.bots import BOTS
from engine.bots.match import Sitting, answered
from engine.front import View, choices
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
    use_of: Callable[[Any, Any], str]
    """(book, act): what an act uses; nothing, if that is not counted."""


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
            name = (sabotages and match.saboteurs) or names[seat]
            _note_use(counting.use_of, tally, name, table.view(seat), act)
        return act

    while want := table.waiting():
        table.play(answered(want, choose))
    return tally


def _note_use(use_of: Callable[[Any, Any], str], tally: Tally, name: str, view: View, act: Any) -> None:
    """What the bot could do, and what it does; the act is not carried out yet."""
    book = view.state.book
    for use in filter(None, {use_of(book, each) for each in choices(view)}):
        tally[f"{name}_could_{use}"] = 1
    if act is not None and (use := use_of(book, act)):
        tally[f"{name}_used_{use}"] = 1


def used(match: Match, tally: Tally, uses: Iterable[str]) -> dict[str, dict[str, Any]]:
    """By bot, and by what could be used: in how many games it could, and in which share of them it did."""

    def games(name: str, use: str) -> dict[str, Any]:
        could = tally[f"{name}_could_{use}"]
        share = round(tally[f"{name}_used_{use}"] / could, 4) if could else 0.0
        return {"games": could, "share_used": share}

    players = dict.fromkeys(filter(None, (*match.bots, match.saboteurs)))
    uses = list(uses)
    return {name: {use: games(name, use) for use in uses} for name in players}


def rows_of_uses(figures: dict[str, Any]) -> Iterator[Row]:
    used_in = [
        (_("  {bot} could use {use}, and did", bot=bot, use=name), use["games"], f"{use['share_used']:.1%}")
        for bot, uses in figures.get("uses", {}).items()
        for name, use in uses.items()
        if use["games"]
    ]
    if used_in:
        yield _("games in which"), "", ""
        yield from used_in


def _sit(name: str, table: Tabletop, seat: Seat, game: bytes) -> Sitting:
    return Sitting(BOTS[name], table, seat, Stream(game + name.encode() + bytes([seat])).draw)
