"""`undermine archive`: the finished games of a server, and their logs."""

import argparse

from client.commands.asked import invite_of, player_of, way_of
from client.commands.ends import WrongUsage, spell_out
from client.i18n import _

_SHORTEST = 4


def main(arguments: argparse.Namespace) -> int:
    """Returns the exit code."""
    spell_out()
    invite, way = invite_of(arguments.link), way_of(arguments)
    games = tuple(map(_game, arguments.games))
    if games and arguments.action in {"list", "check"}:
        raise WrongUsage(_("“{action}” takes no game; “fetch” does", action=arguments.action))
    if not games and arguments.action == "remove-texts":
        raise WrongUsage(_("name the games: “list” shows their numbers"))
    person = player_of(arguments)
    from client.terminal.reactor import install_reactor  # noqa: PLC0415

    reactor = install_reactor()
    from client.lines.archive import ArchiveErrand  # noqa: PLC0415
    from client.lines.run_archive import ArchiveRun  # noqa: PLC0415

    errand = ArchiveErrand(arguments.action, games, as_json=arguments.json)
    return ArchiveRun(person, invite, way, errand, reactor).run()


def _game(text: str) -> str:
    """The beginning of a game's number."""
    number = text.lower()
    if not _SHORTEST <= len(number) <= 2 * 32 or not set(number) <= set("0123456789abcdef"):
        told = _("{text} is no game: “list” shows the beginning of each number, such as 3f2a91bc", text=ascii(text))
        raise WrongUsage(told)
    return number
