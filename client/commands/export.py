"""`undermine export`: a game as a page that replays it, as a story, or as a picture of its board."""

import argparse
from collections.abc import Callable
from pathlib import Path

from client.commands.asked_log import opened_log
from client.commands.ends import DONE, Stopped, WrongUsage, not_written
from client.exports.frames import frame
from client.exports.page import page
from client.exports.story import markdown
from client.exports.svg import picture
from client.games.game import NotUnderstood
from client.i18n import _
from client.profile.placing import placed
from client.replay.opened import Opened
from client.replay.table import ReplayedTable
from client.replay.words import closed_sentence, place_sentence
from protocol.audit.eyes import Closed, Eyes


def main(arguments: argparse.Namespace) -> int:
    """Each file that was asked for; nothing is written over unless it is asked for."""
    ways: dict[str, Callable[[Opened, ReplayedTable], str]] = {"html": page, "markdown": markdown, "svg": _board}
    wanted = {way: Path(file) for way in ways if (file := getattr(arguments, way)) is not None}
    if not wanted:
        raise WrongUsage(_("say what to write: --html FILE, --markdown FILE or --svg FILE"))
    game = opened_log(arguments)
    try:
        table = ReplayedTable(game.recording(_eyes(game, arguments.eyes)))
    except Closed:
        raise Stopped(closed_sentence(game)) from None
    table.go(_entry(table, arguments.entry))
    for way, file in wanted.items():
        entry = table.entry
        _write(file, ways[way](game, table), force=arguments.force)
        table.go(entry)
    return DONE


def _entry(table: ReplayedTable, wanted: int | None) -> int:
    if wanted is None:
        return table.last
    if not 0 <= wanted <= table.last:
        raise WrongUsage(_("the entries of this game are numbered 1 to {last}", last=table.last))
    return wanted


def _eyes(game: Opened, name: str | None) -> Eyes:
    """All cards where they lie open; else what the reader may see."""
    if name is None:
        return game.eyes_named("all") if game.lies_open else game.first_eyes()
    try:
        return game.eyes_named(name)
    except NotUnderstood as error:
        raise WrongUsage(str(error)) from error


def _board(game: Opened, table: ReplayedTable) -> str:
    board = frame(table).board
    if board is None:
        raise Stopped(_("undermine export: no card lies on the table there; name an entry with --entry"))
    return picture(board.lines, place_sentence(table).strip("[]"))


def _write(file: Path, text: str, *, force: bool) -> None:
    try:
        with placed(file, force=force) as out:
            out.write(text.encode())
    except OSError as error:
        raise Stopped(not_written(file, error)) from error
    print(_("{file}: written", file=file))
