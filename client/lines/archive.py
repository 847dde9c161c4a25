"""What a person wants of the finished games of a server, and what is said of it: in sentences, or as JSON."""

import json
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from time import time
from typing import Any

from client.audit.files import EXIT_CODES, Audited, examine
from client.commands.ends import DONE, FAILED
from client.i18n import _
from client.net.archive import Archive, NotHad
from client.net.fetched import Became, Kept
from client.net.heads import Look
from client.net.library import Games, Library, games_of
from client.net.removal import signed_removal
from client.net.table.log_file import InUse
from client.words.archive import game_line, kept_line, looked_lines, number, removed_line, unknown_line, why
from client.words.verdict import verdict_lines
from protocol.audit.report import Verdict, worst
from protocol.wire.archive import EndedGame

Say = Callable[[str], None]
_KEPT = frozenset({Became.NEW, Became.LONGER, Became.SAME, Became.SHORTER})


@dataclass(slots=True)
class ArchiveErrand:
    """``games``: the beginnings of numbers; without them, what is lacking of one's own."""

    action: str
    games: tuple[str, ...]
    as_json: bool = False
    told: dict[str, Any] = field(default_factory=dict)

    async def run(self, archive: Archive, library: Library, say: Say) -> int:
        """Returns the exit code; `NotHad` if the server does not answer as it should."""
        does: dict[str, Callable[[Archive, Library, Say], Awaitable[int]]] = {
            "list": self._list,
            "fetch": self._fetch,
            "remove-texts": self._remove_texts,
            "check": self._check,
        }
        return await does[self.action](archive, library, say)

    async def _list(self, archive: Archive, library: Library, say: Say) -> int:
        games = await games_of(archive)
        if self.as_json:
            for name, some in (("mine", games.mine), ("public", games.public)):
                self.told[name] = [_as_plain(game, here=library.has(game, games)) for game in some]
            return DONE
        for title, some in ((_("Your games:"), games.mine), (_("Public games:"), games.public)):
            if some:
                say(title)
            for game in some:
                say("  " + game_line(game, time(), here=library.has(game, games)))
        say(
            _("“fetch” fetches those of yours that this computer lacks; “fetch NUMBER” any of them.")
            if games.all
            else _("There is no finished game here that you can have.")
        )
        return DONE

    async def _fetch(self, archive: Archive, library: Library, say: Say) -> int:
        games = await games_of(archive)
        library.date(games)
        wanted, unknown = self._wanted(games, library)
        for name in unknown:
            say(unknown_line(name))
        if not wanted and not unknown:
            say(_("This computer has all of your games that the server has."))
        codes = [FAILED] if unknown else []
        verdicts: list[Verdict] = []
        for game in wanted:
            try:
                one = self._told_fetched(game, await library.fetch(archive, game, games), say)
            except (NotHad, InUse, OSError) as trouble:
                say(_("{number}: not fetched: {why}", number=number(game.table), why=why(trouble)))
                codes.append(FAILED)
            else:
                verdicts.append(one)
        return max([*codes, EXIT_CODES[worst(verdicts)]] if verdicts else [*codes, DONE])

    async def _remove_texts(self, archive: Archive, library: Library, say: Say) -> int:
        games = await games_of(archive)
        wanted, unknown = self._wanted(games, library)
        for name in unknown:
            say(unknown_line(name))
        failed = bool(unknown)
        for game in wanted:
            try:
                seat, signature = signed_removal(library.identity, game.table, await archive.log(game.table))
                count = await archive.remove_texts(game.table, seat, signature)
            except NotHad as trouble:
                say(_("{number}: nothing was removed: {why}", number=number(game.table), why=why(trouble)))
                failed = True
            else:
                self.told.setdefault("removed", []).append({"game": game.table.hex(), "texts": count})
                say(removed_line(game.table, count))
        return FAILED if failed else DONE

    async def _check(self, archive: Archive, library: Library, say: Say) -> int:
        look = Look(archive, library.drawer, library.keys)
        await look.look()
        for line in looked_lines(look):
            say(line)
        found = [{"wrong": one.wrong.value, "game": one.tid.hex() or None} for one in look.findings]
        self.told |= {"stand": look.stands, "wait": look.waits, "findings": found}
        return FAILED if look.findings else DONE

    def _wanted(self, games: Games, library: Library) -> tuple[list[EndedGame], list[str]]:
        if not self.games:
            return [game for game in games.mine if not library.has(game, games)], []
        wanted: list[EndedGame] = []
        unknown: list[str] = []
        for name in self.games:
            found = [game for game in games.all if game.table.hex().startswith(name)]
            if len(found) == 1:
                wanted += found
            else:
                unknown.append(name)
        return wanted, unknown

    def _told_fetched(self, game: EndedGame, kept: Kept, say: Say) -> Verdict:
        audited = examine(kept.path) if kept.became is not Became.UNSOUND else None
        fair = kept.became in _KEPT and audited is not None
        self.told.setdefault("fetched", []).append(_kept_as_plain(game, kept, audited))
        say(kept_line(game.table, kept))
        if audited is not None:
            for line in verdict_lines(audited.report):
                say("  " + line)
        return audited.verdict if fair and audited is not None else Verdict.REFUTED

    def finish(self, code: int, say: Say) -> None:
        """What a program is told at the end."""
        if self.as_json:
            say(json.dumps({**self.told, "exit_code": code}, indent=1))


def _as_plain(game: EndedGame, *, here: bool) -> dict[str, Any]:
    return {
        "game": game.table.hex(),
        "rules": game.rules,
        "seats": game.seats,
        "end": game.end,
        "ended": game.ended,
        "bytes": game.size,
        "public": game.public,
        "here": here,
    }


def _kept_as_plain(game: EndedGame, kept: Kept, audited: Audited | None) -> dict[str, Any]:
    return {
        "game": game.table.hex(),
        "became": kept.became.value,
        "file": str(kept.path),
        "verdict": audited and audited.verdict.value,
    }
