"""Whole games among bots, whichever game it is: who sits where, what each seat chooses, and what is counted of it."""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from typing import Any, TypeAlias

from client.games.measures import Measured, Ratio, Tally, measured, share_of, with_products
from client.i18n import _
from engine.bots import BOTS
from engine.bots.asking import answered
from engine.bots.match import Sitting
from engine.front import View, choices
from engine.records import record
from engine.rules import Rules
from engine.slots import Seat
from engine.tabletop import Tabletop
from protocol.keys.stream import Stream

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
class Row:
    """What is printed: a label, a figure, a share beside it, and a bar of what was measured."""

    label: str
    figure: int | str = ""
    share: str = ""
    bar: Measured | None = None
    full: float = 1.0
    """What a whole bar stands for."""


@record
class Counting:
    """What a game counts; it knows all cards, as the audience of a simulation may."""

    watch: Callable[[Match, Tabletop, Tally], Watch]
    """What looks at the events of a table."""
    sabotages: Callable[[Tabletop, Seat], bool]
    """Whether the bot for saboteurs plays that seat now."""
    use_of: Callable[[Any, Any], str]
    """(book, act): what an act uses; nothing, if that is not counted."""
    ratios: Callable[[Match], dict[str, Ratio]]
    """By the name of a figure: what it is a ratio of."""


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
    return with_products(tally, counting.ratios(match).values())


def _note_use(use_of: Callable[[Any, Any], str], tally: Tally, name: str, view: View, act: Any) -> None:
    """What the bot could do, and what it does; the act is not carried out yet."""
    book = view.state.book
    for use in filter(None, {use_of(book, each) for each in choices(view)}):
        tally[f"{name}_could_{use}"] = 1
    if act is not None and (use := use_of(book, act)):
        tally[f"{name}_used_{use}"] = 1


def with_ratios(figures: dict[str, Any], tally: Tally, ratios: dict[str, Ratio]) -> dict[str, Any]:
    """The figures with every ratio, and with the intervals of all; a name behind a dot is one step down."""
    intervals: dict[str, Any] = {}
    for name, ratio in ratios.items():
        found = measured(tally, ratio)
        _put(figures, name, found.value)
        _put(intervals, name, found.interval)
    return figures | {"intervals": intervals}


def _put(figures: dict[str, Any], name: str, value: object) -> None:
    group, dot, below = name.partition(".")
    if dot:
        figures.setdefault(group, {})[below] = value
    else:
        figures[name] = value


def part(label: str, count: int, whole: int) -> Row:
    """So many of a whole of independent trials."""
    share = share_of(count, whole)
    return Row(label, count, f"{share.value:.1%}", share)


def means(title: str, figures: dict[str, Any], labels: dict[str, str]) -> Iterator[Row]:
    """Rows of one unit under a title, so that their bars can be compared."""
    bars = {name: _bar_of(figures, name) for name in labels}
    full = max(bar.interval[1] if bar.interval else bar.value for bar in bars.values())
    yield Row(title)
    for name, label in labels.items():
        yield Row(f"  {label}", f"{bars[name].value:.2f}", "", bars[name], full)


def shares(title: str, figures: dict[str, Any], labels: dict[str, str]) -> Iterator[Row]:
    if title:
        yield Row(title)
    for name, label in labels.items():
        bar = _bar_of(figures, name)
        yield Row(f"  {label}", "", f"{bar.value:.1%}", bar)


def within(group: str, labels: dict[str, str]) -> dict[str, str]:
    return {f"{group}.{name}": label for name, label in labels.items()}


def _bar_of(figures: dict[str, Any], name: str) -> Measured:
    group, dot, below = name.partition(".")
    value, interval = figures[group], figures["intervals"][group]
    return Measured(value[below], interval[below]) if dot else Measured(value, interval)


_STEP = 10


def length_of(turns: int) -> str:
    """What is counted of a round, or a game, of so many turns."""
    return f"length_{turns // _STEP * _STEP}"


def lengths(tally: Tally) -> dict[str, int]:
    """By the least turns of each step, up to the longest; also steps between in which there is none."""
    counts = {int(name.removeprefix("length_")): count for name, count in tally.items() if name.startswith("length_")}
    return {str(turns): counts.get(turns, 0) for turns in range(min(counts), max(counts) + 1, _STEP)} if counts else {}


def rows_of_lengths(counts: dict[str, int], whole: int) -> Iterator[Row]:
    for turns, count in counts.items():
        yield part(_("  {least} to {most} turns", least=turns, most=int(turns) + _STEP - 1), count, whole)


def used(match: Match, tally: Tally, uses: Iterable[str]) -> dict[str, dict[str, Any]]:
    """By bot, and by what could be used: in how many games it could, and in which share of them it did."""

    def games(name: str, use: str) -> dict[str, Any]:
        could = tally[f"{name}_could_{use}"]
        found = share_of(tally[f"{name}_used_{use}"], could)
        return {"games": could, "share_used": found.value, "interval": found.interval}

    players = dict.fromkeys(filter(None, (*match.bots, match.saboteurs)))
    uses = list(uses)
    return {name: {use: games(name, use) for use in uses} for name in players}


def rows_of_uses(figures: dict[str, Any]) -> Iterator[Row]:
    for bot, uses in figures.get("uses", {}).items():
        rows = {name: use for name, use in uses.items() if use["games"]}
        if rows:
            yield Row(_("games in which {bot} could play it, and did", bot=bot))
        for name, use in rows.items():
            share = use["share_used"]
            yield Row(f"  {name}", use["games"], f"{share:.1%}", Measured(share, use["interval"]))


def _sit(name: str, table: Tabletop, seat: Seat, game: bytes) -> Sitting:
    return Sitting(BOTS[name], table, seat, Stream(game + name.encode() + bytes([seat])).draw)
