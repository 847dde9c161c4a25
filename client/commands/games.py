"""`undermine games`: the games that this player has played, and how the player has fared."""

import argparse
import csv
import json
import os
import sys
from collections.abc import Iterable, Iterator
from io import StringIO
from pathlib import Path
from time import time
from typing import Any

from client.commands.asked import invite_of, player_of, way_of
from client.commands.ends import DONE, FAILED, INTERRUPTED, Stopped, WrongUsage, not_written, spell_out
from client.commands.figures import check_writable
from client.commands.progress import Progress
from client.i18n import _
from client.net.drawer import Drawer
from client.past.game import PastGame
from client.past.games import Kept, NotDeleted, PastGames, named
from client.past.record import fared
from client.profile.person import Person, charset_of
from client.render.bars import lines_of
from client.render.charset import BOX, in_ascii
from client.replay.opened import NoReplay
from client.words.past import about_lines, day_of, kept_line, kept_number, list_heading, not_listed, record_rows
from client.words.safe import shown

_COLUMNS = (
    "game",
    "played_at",
    "date_from",
    "rules",
    "players",
    "seat",
    "end",
    "score",
    "won",
    "winners",
    "roles",
    "verdict",
    "log",
)


def main(arguments: argparse.Namespace) -> int:
    """Returns the exit code."""
    spell_out()
    _check(arguments)
    person = player_of(arguments)
    fetched = DONE if arguments.fetch is None else _fetch(person, arguments)
    if fetched >= INTERRUPTED:
        return fetched
    done = _done(PastGames(Drawer.of(person.profile, person.identity), person.identity), arguments)
    return FAILED if fetched == FAILED else done


def _done(games: PastGames, arguments: argparse.Namespace) -> int:
    every = _worked_out(games)
    if arguments.game is None:
        return _tell_all(every, arguments)
    kept = named(every, arguments.game)
    if kept is None:
        name = ascii(arguments.game)
        raise WrongUsage(
            _("{name}: there is no such game, or more than one; “{undermine} games” lists them", name=name)
        )
    if arguments.share is not None:
        return _share(kept, arguments.share)
    if arguments.export is not None:
        return _export(games, kept, Path(arguments.export))
    if arguments.delete:
        return _delete(games, kept, sure=arguments.yes)
    _print([*about_lines(kept, time()), *_log_lines(kept), "", *_ways_on(kept)])
    return DONE


def _check(arguments: argparse.Namespace) -> None:
    for given, name in (
        (arguments.share is not None, "--share"),
        (arguments.export is not None, "--export"),
        (arguments.delete, "--delete"),
    ):
        if given and arguments.game is None:
            raise WrongUsage(_("{option} needs a game; “{undermine} games” lists them", option=name))
    check_writable(arguments.csv)


def _fetch(person: Person, arguments: argparse.Namespace) -> int:
    """What a server has of this player's games and this computer lacks."""
    from client.terminal.reactor import install_reactor  # noqa: PLC0415

    reactor = install_reactor()
    from client.lines.archive import ArchiveErrand  # noqa: PLC0415
    from client.lines.run_archive import ArchiveRun  # noqa: PLC0415

    def say(line: str) -> None:
        """Where standard output is read by a program, this is not for it."""
        print(line, file=sys.stderr if arguments.json or arguments.csv == "-" else sys.stdout, flush=True)

    errand = ArchiveErrand("fetch", ())
    return ArchiveRun(person, invite_of(arguments.fetch), way_of(arguments), errand, reactor, say=say).run()


def _worked_out(games: PastGames) -> list[Kept]:
    """Those that were not read yet are read now, with a bar where a person looks."""
    try:
        every = games.all()
    except OSError as error:
        raise Stopped(not_listed(error)) from error
    new = [kept for kept in every if kept.game is None]
    if not new:
        return every
    read: dict[Path, Kept] = {}
    with Progress(len(new)) as bar:
        for at, kept in enumerate(new, start=1):
            read[kept.log] = games.work_out(kept)
            bar.done(at)
    return [read.get(kept.log, kept) for kept in every]


# all of them


def _tell_all(every: list[Kept], arguments: argparse.Namespace) -> int:
    known = [kept.game for kept in every if kept.game is not None]
    if arguments.csv is not None:
        _write(_table(every), arguments.csv)
    if arguments.json:
        print(json.dumps({"games": [_plain(kept) for kept in every], "record": _record(known)}, indent=1))
    elif arguments.csv != "-":
        _print(_lines(every, known))
    return DONE


def _lines(every: list[Kept], known: list[PastGame]) -> Iterator[str]:
    if not every:
        yield _("You have played no game on this computer yet: {undermine} play")
        return
    now = time()
    yield f"     {list_heading()}"
    for place, kept in enumerate(every, start=1):
        yield f"{place:>3}  {kept_line(kept, now)}"
    yield ""
    yield from lines_of(record_rows(fared(known)))
    yield ""
    yield _("“{undermine} games 1” tells more of the first, “{undermine} replay 1” shows it again.")


def _plain(kept: Kept) -> dict[str, Any]:
    game = kept.game
    if game is None:
        return {"game": kept.table, "log": str(kept.log)}
    return {
        "game": kept.table,
        "played_at": day_of(kept.ended),
        "date_from": kept.ended.source.value,
        "rules": game.rules,
        "players": list(game.players),
        "bots": list(game.bots),
        "seat": None if game.won is None and game.own < 0 else game.own,
        "end": game.end or None,
        "entries": game.entries,
        "scores": list(game.scores),
        "winners": list(game.winners),
        "rounds": [list(round_) for round_ in game.rounds],
        "roles": list(game.roles),
        "won": game.won,
        "verdict": game.verdict,
        "log": str(kept.log),
    }


def _record(known: list[PastGame]) -> dict[str, Any]:
    told = fared(known)
    return {
        "games": told.games,
        "finished": told.finished.of,
        "won": told.finished.won,
        "by_rules": [{"rules": text, "games": one.of, "won": one.won} for text, one in told.by_rules.items()],
        "by_role": [
            {"rules": text, "role": role, "rounds": one.of, "won": one.won}
            for (text, role), one in told.by_role.items()
        ],
    }


def _table(every: list[Kept]) -> str:
    table = StringIO()
    writer = csv.writer(table, lineterminator="\n")
    writer.writerow(_COLUMNS)
    for kept in every:
        told = _plain(kept)
        told["score"] = kept.game.nuggets if kept.game is not None else None
        writer.writerow(_cell(told.get(name)) for name in _COLUMNS)
    return table.getvalue()


def _cell(value: object) -> object:
    return " ".join(map(str, value)) if isinstance(value, list) else "" if value is None else value


def _write(text: str, file: str) -> None:
    if file == "-":
        sys.stdout.write(text)
        return
    try:
        Path(file).write_text(text, encoding="utf-8")
    except OSError as error:
        raise Stopped(not_written(file, error)) from error


# one of them


def _log_lines(kept: Kept) -> Iterator[str]:
    if kept.game is not None:
        yield _("{verdict}: “{undermine} audit FILE” tells why.", verdict=kept.game.verdict)
    yield _("Log: {file}", file=kept.log)


def _ways_on(kept: Kept) -> list[str]:
    name = kept_number(kept)
    return [
        _("{undermine} replay {name}                see it again", name=name),
        _("{undermine} games {name} --share         write its log into a file for others", name=name),
        _("{undermine} games {name} --export FILE   copy its log, for a backup or another computer", name=name),
        _("{undermine} games {name} --delete        delete it from this computer", name=name),
    ]


def _share(kept: Kept, given: str) -> int:
    """Into the folder in which the program was started, unless another place is named."""
    from client.past.sharing import form_of, name_for, share  # noqa: PLC0415  pages take a moment to load
    from client.words.sharing import shared_lines  # noqa: PLC0415

    target = Path(given or ".")
    if os.path.isdir(target):  # noqa: PTH112  Path.is_dir raises where a folder above cannot be read
        target /= name_for(kept)
    form = form_of(target)
    try:
        share(kept, target, form)
    except OSError as error:
        raise Stopped(not_written(target, error)) from error
    except NoReplay as error:
        raise Stopped(_("{file}: {why}", file=kept.log, why=shown(str(error)))) from error
    _print(shared_lines(kept, target, form))
    return DONE


def _export(games: PastGames, kept: Kept, target: Path) -> int:
    try:
        games.export(kept, target)
    except OSError as error:
        raise Stopped(not_written(target, error)) from error
    print(_("{file}: written", file=target))
    return DONE


def _delete(games: PastGames, kept: Kept, *, sure: bool) -> int:
    _print([kept_line(kept, time())])
    if not sure and not _agrees():
        print(_("Nothing was deleted."))
        return FAILED
    try:
        games.delete(kept)
    except NotDeleted as error:
        raise Stopped(_("undermine games: this game is not over: leave it first"), FAILED) from error
    except OSError as error:
        raise Stopped(f"undermine games: {error.strerror}", FAILED) from error
    print(_("Deleted."))
    return DONE


def _agrees() -> bool:
    """A person is asked; a script says --yes."""
    if sys.stdin is None or not sys.stdin.isatty():
        print(_("--yes deletes it without a question."), file=sys.stderr)
        return False
    try:
        return input(_("Delete it for good? Type “yes”: ")).strip().casefold() == _("yes")
    except EOFError:
        return False


def _print(lines: Iterable[str]) -> None:
    plain = charset_of(ascii_only=False) != BOX
    for line in lines:
        print(in_ascii(line) if plain else line)
