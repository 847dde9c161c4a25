"""`undermine bench soak`: minutes of games at the real server, with joins, leaves and kills; what was lost in them.

The server is killed again and again in the first half, and started again on the same folder; in the second half it
lives on, so that its memory can be looked at.  Everything is judged by what the players have kept.
"""

import argparse
import tempfile
import time
from collections import defaultdict
from contextlib import ExitStack, suppress
from pathlib import Path
from threading import Thread
from typing import Any

from bench.child import Child, Orders, started
from bench.server import environment, memory
from client.commands.ends import WrongUsage
from client.commands.figures import NotMeasured, check_writable, tell_figures
from client.i18n import _
from protocol.audit.audit import Verdict, audit
from protocol.log.records import RecordType, records
from protocol.log.setting import table_id

LIFE = 20.0
"""Seconds between two kills."""
_AT_EASE = 15.0
"""Seconds after which all have come back."""


def main(arguments: argparse.Namespace) -> int:
    if not Path("/proc/self/stat").exists():
        raise WrongUsage(_("this measurement reads /proc, which this system does not have"))
    check_writable(arguments.json)
    return tell_figures(soak(arguments.tables, 60.0 * arguments.minutes), arguments.json)


def soak(tables: int, seconds: float) -> dict[str, Any]:
    """What came of so many tables at once, in so much time."""
    with tempfile.TemporaryDirectory() as folder, ExitStack() as programs:
        server = Mortal(Path(folder) / "server", programs)
        homes = {f"XDG_{name}_HOME": f"{folder}/{name}" for name in ("CONFIG", "DATA")}
        guests = programs.enter_context(started("bench.guests", env=homes))
        guests.tell(link=server.link, tables=tables, seconds=seconds)
        done = Awaited(guests)
        kills = 0
        end = time.monotonic() + seconds / 2
        while time.monotonic() + LIFE < end:
            time.sleep(LIFE)
            server.die()
            kills += 1
        time.sleep(min(_AT_EASE, seconds / 4))
        at_start = memory(server.child)
        told = done.wait()
        at_end = memory(server.child)
        return figures_of(told, kills, at_start, at_end)


class Mortal:
    """One server after the other on the same folder and port."""

    def __init__(self, folder: Path, programs: ExitStack) -> None:
        self._folder = folder
        self._programs = programs
        self._port = "0"
        self._start()

    def _start(self) -> None:
        environ = environment(self._folder) | {"PORT": self._port}
        named = {f"UNDERMINE_SERVER_{name}": value for name, value in environ.items()}
        self.child = self._programs.enter_context(started("server.main", env=named))
        self.link = self.child.line().strip().replace("localhost", "127.0.0.1")
        self._port = self.link.rpartition(":")[2].partition("/")[0].partition("#")[0]

    def die(self) -> None:
        """Without a word, and rise."""
        self.child.kill()
        self._start()


class Awaited:
    """The last news of a child, which are read while something else is done."""

    def __init__(self, child: Child) -> None:
        self._news: Orders = {}
        self._thread = Thread(target=self._read, args=(child,), daemon=True)
        self._thread.start()

    def _read(self, child: Child) -> None:
        with suppress(RuntimeError):  # told below, where it is waited for
            self._news = child.told("done")

    def wait(self) -> Orders:
        self._thread.join()
        if not self._news:
            raise NotMeasured(_("the players were gone before their games were over"))
        return self._news


def figures_of(told: Orders, kills: int, at_start: int, at_end: int) -> dict[str, Any]:
    by_table: dict[bytes, list[bytes]] = defaultdict(list)
    for path in told["logs"]:
        data = Path(path).read_bytes()
        by_table[_table_of(data)].append(data)
    verdicts = [audit(max(logs, key=len)).verdict for logs in by_table.values()]
    return {
        "players_joined": told["joined"],
        "players_left_and_came_back": told["left"],
        "server_killed": kills,
        "connections_tried_again": told["cut"],
        "games_begun": told["begun"],
        "games_verified": verdicts.count(Verdict.VERIFIED),
        "games_lost": told["begun"] - verdicts.count(Verdict.VERIFIED),
        "logs_that_differ": sum(not _agree(logs) for logs in by_table.values()),
        "parties_that_wait": told["waiting"],
        "trouble": "; ".join(sorted(set(told["trouble"]))) or "none",
        "memory_start_kb": at_start,
        "memory_end_kb": at_end,
    }


def _table_of(data: bytes) -> bytes:
    kind, table = next(records(data))
    assert kind == RecordType.TABLE
    return table_id(table)


def _agree(logs: list[bytes]) -> bool:
    """Whether each is a beginning of the longest: who goes first has not seen what the others signed at the end."""
    longest = max(logs, key=len)
    return all(longest.startswith(one) for one in logs)
