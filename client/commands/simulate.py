"""`undermine simulate`: whole games among bots, and what came of them."""

import argparse
import signal
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from functools import partial
from typing import Any

from client.commands.figures import check_writable, write_figures
from client.commands.options import WrongUsage, add_table_options, bots_of, one_bot, positive, rules_of, seed_of
from client.commands.progress import Progress
from client.games.mine.matches import Match, Tally, action_kinds, one_game, roles_of
from client.i18n import _, plural
from engine.front import setup
from engine.mine.flags import BASE, SABOTEUR2
from engine.rules import Rules, parse

INTERRUPTED = 130
_MOST_JOBS = 64


def add(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """The command and its arguments."""
    command = commands.add_parser(
        "simulate",
        help=_("let bots play many games and count"),
        description=_("Let bots play whole games and tell who wins how often."),
        epilog=_("Example: {undermine} simulate --games 200 --players 5 --bots steady --saboteurs random --jobs 2"),
    )
    command.add_argument("--games", type=positive, default=100, metavar="N", help=_("how many games (100)"))
    add_table_options(command, players=5)
    command.add_argument(
        "--bots", default="steady", metavar="NAME[,NAME...]", help=_("the bots, seat by seat (steady)")
    )
    command.add_argument("--saboteurs", metavar="NAME", help=_("the bot that plays for whoever is a saboteur"))
    command.add_argument("--seed", default="1", metavar="S", help=_("which games are played (1)"))
    command.add_argument("--jobs", type=positive, default=1, metavar="J", help=_("how many processes (1)"))
    command.add_argument("--uses", action="store_true", help=_("count in how many games each action card is played"))
    command.add_argument("--json", metavar="FILE", help=_("write the figures as JSON; - is standard output"))
    command.set_defaults(run=main)


def main(arguments: argparse.Namespace) -> int:
    """Play, then print a table; ctrl-c prints the table of what was played."""
    rules, bots = rules_of(arguments), bots_of(arguments.bots)
    if len(bots) > arguments.players:
        seats = plural("{count} seat", "{count} seats", arguments.players)
        raise WrongUsage(
            plural("there is {count} bot for {seats}", "there are {count} bots for {seats}", len(bots), seats=seats)
        )
    saboteurs = one_bot(arguments.saboteurs) if arguments.saboteurs is not None else None
    check_writable(arguments.json)
    match = Match(rules, arguments.players, bots, saboteurs, seed_of(arguments.seed), uses=arguments.uses)
    play = partial(one_game, match)
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
        games = plural(
            "Stopped by ctrl-c after {count} game.", "Stopped by ctrl-c after {count} games.", tally["games"]
        )
        print(games, file=sys.stderr)
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


def _figures(arguments: argparse.Namespace, rules: Rules, tally: Tally) -> dict[str, Any]:
    def ratio(part: str, whole: str) -> float:
        return round(tally[part] / tally[whole], 4) if tally[whole] else 0.0

    book = setup(rules, arguments.players).book
    bots = dict.fromkeys(arguments.bots.split(","))
    figures = {
        "rules": str(rules),
        "players": arguments.players,
        "bots": arguments.bots,
        "saboteurs": arguments.saboteurs or arguments.bots,
        "seed": arguments.seed,
        "games": tally["games"],
        "rounds": tally["rounds"],
        "rounds_by_treasure": tally["rounds_by_treasure"],
        "rounds_by_exhaustion": tally["rounds_by_exhaustion"],
        **(_without_treasure(tally) if rules.card_set == BASE else {}),
        "treasure_rate": ratio("rounds_by_treasure", "rounds"),
        "turns_per_round": ratio("turns", "rounds"),
        **{f"nuggets_per_{role}_and_round": ratio(f"{role}_nuggets", f"{role}_seats") for role in roles_of(book)},
        "wins_per_seat_and_game": {name: ratio(f"{name}_wins", f"{name}_games") for name in bots},
        "nuggets_per_seat_and_game": {name: ratio(f"{name}_total", f"{name}_games") for name in bots},
    }
    if arguments.uses:
        players = dict.fromkeys([*bots, *([arguments.saboteurs] if arguments.saboteurs else [])])
        figures["action_cards"] = {
            name: {kind: _used(tally, name, kind) for kind in action_kinds(book)} for name in players
        }
    return figures


def _without_treasure(tally: Tally) -> dict[str, int]:
    """In the base game the saboteurs win without the treasure, unless none sits at the table (A9.6)."""
    without = tally["rounds_without_saboteur"]
    return {
        "rounds_won_by_saboteurs": tally["rounds_by_exhaustion"] - without,
        "rounds_without_saboteur": without,
    }


def _used(tally: Tally, name: str, kind: str) -> dict[str, float]:
    """In how many games a bot held such a card, and in which share of them it played one."""
    held = tally[f"{name}_held_{kind}"]
    return {"games_held": held, "share_used": round(tally[f"{name}_used_{kind}"] / held, 4) if held else 0.0}


def _table(figures: dict[str, Any]) -> list[str]:
    rounds = max(figures["rounds"], 1)
    endings = _ENDINGS[parse(figures["rules"]).card_set]
    rows: list[tuple[str, int | str, str]] = [
        (_("games"), figures["games"], ""),
        (_("rounds"), figures["rounds"], ""),
        *((label, figures[name], _percent(figures[name], rounds)) for name, label in endings.items()),
        (_("turns in a round"), f"{figures['turns_per_round']:.1f}", ""),
        *(
            (label, f"{figures[f'nuggets_per_{role}_and_round']:.2f}", "")
            for role, label in _NUGGETS.items()
            if f"nuggets_per_{role}_and_round" in figures
        ),
        *(
            (_("games won by a seat of {bot}", bot=bot), f"{rate:.1%}", "")
            for bot, rate in figures["wins_per_seat_and_game"].items()
        ),
        *(
            (_("nuggets for a seat of {bot} in a game", bot=bot), f"{nuggets:.2f}", "")
            for bot, nuggets in figures["nuggets_per_seat_and_game"].items()
        ),
        *_use_rows(figures.get("action_cards", {})),
    ]
    players = plural("{count} player", "{count} players", figures["players"])
    head = _("{rules}, {players}, bots {bots}, saboteurs {saboteurs}, seed {seed}", **{**figures, "players": players})
    return [head, *(f"{label:40} {value:>10} {note:>8}".rstrip() for label, value, note in rows)]


_ENDINGS = {
    BASE: {
        "rounds_by_treasure": _("  won by the diggers, treasure found"),
        "rounds_won_by_saboteurs": _("  won by the saboteurs, cards used up"),
        "rounds_without_saboteur": _("  no saboteur, treasure not found"),
    },
    SABOTEUR2: {
        "rounds_by_treasure": _("  ended with the treasure"),
        "rounds_by_exhaustion": _("  ended with the cards used up"),
    },
}
"""By card set: the figures that tell how rounds ended."""
_NUGGETS = {
    "digger": _("nuggets for a digger in a round"),
    "blue_digger": _("nuggets for a blue digger in a round"),
    "green_digger": _("nuggets for a green digger in a round"),
    "boss": _("nuggets for the Boss in a round"),
    "profiteer": _("nuggets for the Profiteer in a round"),
    "geologist": _("nuggets for a Geologist in a round"),
    "saboteur": _("nuggets for a saboteur in a round"),
}


def _use_rows(cards: dict[str, Any]) -> list[tuple[str, int | str, str]]:
    """A row for every kind of card that a bot held."""
    rows: list[tuple[str, int | str, str]] = [
        (_("  {bot} held {kind}, and played it", bot=bot, kind=kind), use["games_held"], f"{use['share_used']:.1%}")
        for bot, kinds in cards.items()
        for kind, use in kinds.items()
        if use["games_held"]
    ]
    return [(_("games in which"), "", ""), *rows] if rows else []


def _percent(part: int, whole: int) -> str:
    return f"{part / whole:.1%}"
