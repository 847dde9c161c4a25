"""`undermine simulate`: whole games among bots, and what came of them."""

import argparse
import signal
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from typing import Any

from client.figures import check_writable, write_figures
from client.options import WrongUsage, add_table_options, bots_of, one_bot, positive, rules_of, seed_of
from client.progress import Progress
from client.words import _
from engine.bots import BOTS
from engine.bots.match import Sitting
from engine.mine.base_cards import ROLES
from engine.mine.rules.game_end import GameEnded, RoundClosed
from engine.mine.rules.round_end import RoundEnded
from engine.mine.rules.turn import TurnBegan
from engine.rules import Rules
from engine.tabletop import Tabletop
from protocol.stream import Stream

_ROLE_KEYS = {role.number: role.key for role in ROLES}
INTERRUPTED = 130
_MOST_JOBS = 64
Tally = Counter[str]
"""Counts by name.  Whole numbers only: their sum does not depend on the order of the games."""


def add(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """The command and its arguments."""
    command = commands.add_parser(
        "simulate",
        help=_("let bots play many games and count"),
        description=_("Let bots play whole games and tell who wins how often."),
        epilog=_("Example: undermine simulate --games 200 --players 5 --bots steady --saboteurs random --jobs 2"),
    )
    command.add_argument("--games", type=positive, default=100, metavar="N", help=_("how many games (100)"))
    add_table_options(command, players=5)
    command.add_argument(
        "--bots", default="steady", metavar="NAME[,NAME...]", help=_("the bots, seat by seat (steady)")
    )
    command.add_argument("--saboteurs", metavar="NAME", help=_("the bot that plays for whoever is a saboteur"))
    command.add_argument("--seed", default="1", metavar="S", help=_("which games are played (1)"))
    command.add_argument("--jobs", type=positive, default=1, metavar="J", help=_("how many processes (1)"))
    command.add_argument("--json", metavar="FILE", help=_("write the figures as JSON; - is standard output"))
    command.set_defaults(run=main)


def main(arguments: argparse.Namespace) -> int:
    """Play, then print a table; ctrl-c prints the table of what was played."""
    rules, bots = rules_of(arguments), bots_of(arguments.bots)
    if len(bots) > arguments.players:
        raise WrongUsage(_("there are {bots} bots for {players} seats", bots=len(bots), players=arguments.players))
    saboteurs = one_bot(arguments.saboteurs) if arguments.saboteurs is not None else None
    check_writable(arguments.json)
    play = partial(one_game, Match(rules, arguments.players, bots, saboteurs, seed_of(arguments.seed)))
    tally: Tally = Counter()
    interrupted = False
    try:
        with _workers(min(arguments.jobs, arguments.games, _MOST_JOBS)) as workers, Progress(arguments.games) as bar:
            for number, played in enumerate(workers(play, range(arguments.games)), start=1):
                tally.update(played)
                bar.done(number)
    except KeyboardInterrupt:
        interrupted = True
    figures = _figures(arguments, rules, tally)
    written = write_figures(figures, arguments.json)
    if arguments.json != "-":
        print("\n".join(_table(figures)))
    if interrupted:
        print(_("Stopped by ctrl-c after {games} games.", games=tally["games"]), file=sys.stderr)
        return INTERRUPTED
    return 0 if written else 2


_Map = Callable[[Callable[[int], Tally], range], Iterator[Tally]]


@contextmanager
def _workers(jobs: int) -> Iterator[_Map]:
    """A `map` over so many processes; results come in order, so that the figures do not depend on their number."""
    if jobs == 1:
        yield map
        return
    pool = ProcessPoolExecutor(jobs, initializer=signal.signal, initargs=(signal.SIGINT, signal.SIG_IGN))
    try:
        yield partial(_in_batches, pool, jobs)
    finally:
        pool.shutdown(cancel_futures=True)


def _in_batches(pool: ProcessPoolExecutor, jobs: int, play: Callable[[int], Tally], games: range) -> Iterator[Tally]:
    """A pool takes all its tasks at once; a million games are better given in handfuls."""
    for start in range(0, len(games), 32 * jobs):
        yield from pool.map(play, games[start : start + 32 * jobs])


@dataclass(frozen=True, slots=True)
class Match:
    """Who plays what; ``saboteurs`` is the bot for whoever is one, if it is another."""

    rules: Rules
    players: int
    bots: list[str]
    saboteurs: str | None
    seed: bytes


def one_game(match: Match, number: int) -> Tally:
    """Play one game and count."""
    game = match.seed + number.to_bytes(4, "little")
    table = Tabletop(match.rules, match.players, Stream(game + b"deal").draw)
    names = [match.bots[seat % len(match.bots)] for seat in range(match.players)]
    seats = [_sit(name, table, seat, game) for seat, name in enumerate(names)]
    others = [_sit(match.saboteurs, table, seat, game) for seat in range(match.players)] if match.saboteurs else seats
    tally: Tally = Counter(games=1)
    table.watchers.append(_Counting(table, names, tally))
    table.advance()
    while want := table.waiting():
        seat = want.seats[0]
        sabotages = _ROLE_KEYS[table.faces[table.state.roles[seat]]] == "saboteur"
        table.play((others if sabotages else seats)[seat].choose())
    return tally


def _sit(name: str, table: Tabletop, seat: int, game: bytes) -> Sitting:
    return Sitting(BOTS[name], table, seat, Stream(game + name.encode() + bytes([seat])).draw)


class _Counting:
    """Watches a table and counts; it knows all cards, as the audience of a simulation may."""

    def __init__(self, table: Tabletop, names: list[str], tally: Tally) -> None:
        self._table = table
        self._names = names
        self._tally = tally
        self._before = [0] * len(names)

    def __call__(self, events: list[object]) -> None:
        for event in events:
            match event:
                case TurnBegan():
                    self._tally["turns"] += 1
                case RoundEnded(treasure=treasure):
                    self._tally["rounds"] += 1
                    self._tally["rounds_by_treasure" if treasure else "rounds_by_exhaustion"] += 1
                case RoundClosed():
                    self._count_gold()
                case GameEnded(winners=winners):
                    self._count_winners(winners)

    def _count_gold(self) -> None:
        state, faces = self._table.state, self._table.faces
        worth = state.book.worth
        for seat, slot in enumerate(state.roles):
            owned = state.nuggets[seat] + sum(worth[faces[card]] for card in state.gold[seat])
            role = _ROLE_KEYS[faces[slot]]
            self._tally[f"{role}_seats"] += 1
            self._tally[f"{role}_nuggets"] += owned - self._before[seat]
            self._before[seat] = owned

    def _count_winners(self, winners: tuple[int, ...]) -> None:
        for seat, name in enumerate(self._names):
            self._tally[f"{name}_games"] += 1
            self._tally[f"{name}_wins"] += seat in winners


def _figures(arguments: argparse.Namespace, rules: Rules, tally: Tally) -> dict[str, Any]:
    def ratio(part: str, whole: str) -> float:
        return round(tally[part] / tally[whole], 4) if tally[whole] else 0.0

    bots = dict.fromkeys(arguments.bots.split(","))
    return {
        "rules": str(rules),
        "players": arguments.players,
        "bots": arguments.bots,
        "saboteurs": arguments.saboteurs or arguments.bots,
        "seed": arguments.seed,
        "games": tally["games"],
        "rounds": tally["rounds"],
        "rounds_by_treasure": tally["rounds_by_treasure"],
        "rounds_by_exhaustion": tally["rounds_by_exhaustion"],
        "treasure_rate": ratio("rounds_by_treasure", "rounds"),
        "turns_per_round": ratio("turns", "rounds"),
        "nuggets_per_digger_and_round": ratio("digger_nuggets", "digger_seats"),
        "nuggets_per_saboteur_and_round": ratio("saboteur_nuggets", "saboteur_seats"),
        "wins_per_seat_and_game": {name: ratio(f"{name}_wins", f"{name}_games") for name in bots},
    }


def _table(figures: dict[str, Any]) -> list[str]:
    rounds = max(figures["rounds"], 1)
    rows = [
        (_("games"), figures["games"], ""),
        (_("rounds"), figures["rounds"], ""),
        (
            _("  won by the diggers, treasure found"),
            figures["rounds_by_treasure"],
            _percent(figures["rounds_by_treasure"], rounds),
        ),
        (
            _("  won by the saboteurs, cards used up"),
            figures["rounds_by_exhaustion"],
            _percent(figures["rounds_by_exhaustion"], rounds),
        ),
        (_("turns in a round"), f"{figures['turns_per_round']:.1f}", ""),
        (_("nuggets for a digger in a round"), f"{figures['nuggets_per_digger_and_round']:.2f}", ""),
        (_("nuggets for a saboteur in a round"), f"{figures['nuggets_per_saboteur_and_round']:.2f}", ""),
        *(
            (_("games won by a seat of {bot}", bot=bot), f"{rate:.1%}", "")
            for bot, rate in figures["wins_per_seat_and_game"].items()
        ),
    ]
    head = _("{rules}, {players} players, bots {bots}, saboteurs {saboteurs}, seed {seed}", **figures)
    return [head, *(f"{label:40} {value:>10} {note:>8}".rstrip() for label, value, note in rows)]


def _percent(part: int, whole: int) -> str:
    return f"{part / whole:.1%}"
