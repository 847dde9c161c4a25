"""`undermine simulate`: whole games among bots, and what came of them; what is counted is the game's to say."""

import argparse
import signal
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from functools import partial
from importlib import import_module

from client.commands.asked import bots_of, one_bot, rules_of, seed_of
from client.commands.ends import DONE, INTERRUPTED, WrongUsage
from client.commands.figures import check_writable, write_figures, write_table
from client.commands.progress import Progress
from client.games.matches import Match
from client.games.measures import Tally
from client.i18n import _, plural
from client.profile.person import charset_of
from client.render.bars import lines_of
from client.render.charset import BOX, in_ascii

_MOST_JOBS = 64


def main(arguments: argparse.Namespace) -> int:
    """Play, then print a table; ctrl-c prints the table of what was played."""
    rules, bots = rules_of(arguments.rules, arguments.players), bots_of(arguments.bots)
    if len(bots) > arguments.players:
        seats = plural("{count} seat", "{count} seats", arguments.players)
        raise WrongUsage(
            plural("there is {count} bot for {seats}", "there are {count} bots for {seats}", len(bots), seats=seats)
        )
    saboteurs = arguments.saboteurs
    if saboteurs is not None:
        saboteurs = one_bot(saboteurs, _("one bot plays for the saboteurs, not {names}", names=saboteurs))
    check_writable(arguments.json)
    check_writable(arguments.csv)
    game = import_module(f"client.games.{rules.game}.tally")
    match = Match(rules, arguments.players, bots, saboteurs, seed_of(arguments.seed), uses=arguments.uses)
    tally, interrupted = _play(partial(game.one_game, match), arguments.games, arguments.jobs)
    asked = {
        "rules": str(rules),
        "players": arguments.players,
        "bots": arguments.bots,
        "saboteurs": arguments.saboteurs or arguments.bots,
        "seed": arguments.seed,
    }
    figures = asked | game.figures(match, tally)
    write_figures(figures, arguments.json)
    write_table(figures, arguments.csv)
    if "-" not in (arguments.json, arguments.csv):
        players = plural("{count} player", "{count} players", arguments.players)
        print(_("{rules}, {players}, bots {bots}, saboteurs {saboteurs}, seed {seed}", **asked | {"players": players}))
        shown = str if charset_of(ascii_only=False) == BOX else in_ascii
        for line in lines_of(game.rows(match, figures)):
            print(shown(line))
    if not interrupted:
        return DONE
    count = tally["games"]
    told = plural("Stopped by ctrl-c after {count} game.", "Stopped by ctrl-c after {count} games.", count)
    print(told, file=sys.stderr)
    return INTERRUPTED


def _play(play: Callable[[int], Tally], games: int, jobs: int) -> tuple[Tally, bool]:
    """What was counted, and whether ctrl-c ended it."""
    tally: Tally = Counter()
    try:
        with _workers(min(jobs, games, _MOST_JOBS)) as workers, Progress(games) as bar:
            for number, played in enumerate(workers(play, range(games)), start=1):
                tally.update(played)
                bar.done(number)
    except KeyboardInterrupt:
        return tally, True
    return tally, False


_Map = Callable[[Callable[[int], Tally], range], Iterator[Tally]]


@contextmanager
def _workers(jobs: int) -> Iterator[_Map]:
    """A `map` over so many processes; results come in order, so that the figures do not depend on their number."""
    if jobs == 1:
        yield map
        return
    pool = ProcessPoolExecutor(jobs, initializer=signal.signal, initargs=(signal.SIGINT, signal.SIG_IGN))

    def in_batches(play: Callable[[int], Tally], games: range) -> Iterator[Tally]:
        """A pool takes all its tasks at once; a million games are better given in handfuls."""
        for start in range(0, len(games), 32 * jobs):
            yield from pool.map(play, games[start : start + 32 * jobs])

    try:
        yield in_batches
    finally:
        pool.shutdown(cancel_futures=True)
