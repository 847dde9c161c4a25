"""`undermine bench server`: the real server under load, over TLS on loopback, with signatures and the durable journal.

The server, the load and the client that verifies one table are processes of their own; beside them, in the same run, a
bare Twisted relay shows what the machine could do if nothing had to be proved or kept.
"""

import argparse
import json
import os
import re
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from bench import against
from bench.child import ROOT, Child, started
from bench.sampled import BEGIN, END, OTHER, PARTS
from bench.worker import Measured
from client.commands.ends import WrongUsage
from client.commands.figures import NotMeasured, check_writable, tell_figures
from client.i18n import _

SEATS = 5
RULES = "base"
WARM = 6.0
"""Seconds in which the tables begin, one after another: at 500 moves a second, a little more than a round takes."""
_SAMPLED = Path(__file__).with_name("sampled.py")
_PARKED_AFTER = 25.0
"""Seconds, more than the server takes to park a table that is not followed."""


def main(arguments: argparse.Namespace) -> int:
    if not Path("/proc/self/stat").exists():
        raise WrongUsage(_("this measurement reads /proc, which this system does not have"))
    if arguments.shares:
        check_writable(arguments.json)
        return tell_figures(_shares(arguments), arguments.json)
    if arguments.against is not None:
        arguments.tables = arguments.tables[0]
        return against.main(arguments, round_of)
    check_writable(arguments.json)
    if arguments.parked:
        figures = measure_parked(arguments.parked)
    elif len(arguments.tables) > 1:
        figures = measure_growing(arguments.tables, arguments.seconds)
    else:
        figures = measure(arguments.tables[0], arguments.seconds, arguments.rate)
    return tell_figures(figures, arguments.json)


def _shares(work: argparse.Namespace) -> dict[str, Any]:
    """Of this checkout, and of the other one before it."""
    if work.against is None:
        return shares_of(work, ROOT)
    with against.worktree(against.commit_of(work.against)) as other:
        there, here = shares_of(work, other), shares_of(work, ROOT)
    return {name: [there[name], here[name]] for name in here}


def shares_of(work: argparse.Namespace, checkout: Path) -> dict[str, float]:
    """What the processor time of the server goes to, in percent; the threads of the journal stand beside that."""
    with _server(checkout, str(_SAMPLED)) as (server, link):
        fast = _load(server, link, work.tables[0], work.seconds, 0, signal=lambda sent: os.kill(server.pid, sent))
        counts = json.loads(server.line())
    total = sum(counts.values())
    parts = dict.fromkeys([*(part for part, _, _ in PARTS), OTHER])
    shares = {part: round(100 * counts.get(part, 0) / total, 1) for part in parts}
    return {"samples": total, "moves_per_core_second": round(fast["moves"] / fast["cpu"]), **shares}


def round_of(work: argparse.Namespace, checkout: Path) -> Measured:
    """The server of a checkout under the load of this one; what counts is processor time of the server alone."""
    with _server(checkout) as (server, link):
        fast = _load(server, link, work.tables, work.seconds, 0)
    if trouble := fast["verified"]["trouble"] or fast["lost"]:
        raise NotMeasured(trouble)
    return {"count": fast["moves"], "seconds": fast["cpu"], "digest": ""}


def measure_growing(sizes: list[int], seconds: int) -> dict[str, Any]:
    """As fast as it goes, with more and more tables, each time on a new server: what a move and a table cost."""
    rows = [_grown(tables, seconds) for tables in sizes]
    return {"tables": sizes} | {name: [row[name] for row in rows] for name in rows[0]}


def _grown(tables: int, seconds: int) -> dict[str, Any]:
    with _server() as (server, link):
        empty = memory(server)
        fast = _load(server, link, tables, seconds, 0)
    return {
        "moves_per_core_second": round(fast["moves"] / fast["cpu"]),
        "ms_of_core_per_move": round(1000 * fast["cpu"] / fast["moves"], 3),
        "moves_per_second": round(fast["moves"] / seconds),
        "entries_out_per_second": round(fast["entries"] / seconds),
        "memory_kb": fast["playing"],
        "memory_per_connection_kb": round((fast["connected"] - empty) / (tables * SEATS), 1),
        "memory_per_table_kb": round((fast["playing"] - fast["connected"]) / tables, 1),
        "faults_found": fast["verified"]["trouble"] or "none",
        "connections_lost": fast["lost"] or "none",
    }


def measure_parked(tables: int) -> dict[str, Any]:
    """Begin them, leave, wait until they are parked, and look at the server's memory."""
    with _server() as (server, link):
        empty = memory(server)
        with started("bench.load", "park") as load:
            load.tell(link=link, tables=tables, rules=RULES, people=1, bots=2)
            begun = load.told("begun")["tables"]
        time.sleep(_PARKED_AFTER)
        return {"tables_in_play": begun, "memory_empty_kb": empty, "memory_kb": memory(server)}


def measure(tables: int, seconds: int, rate: int) -> dict[str, Any]:
    """As fast as it goes, then at a steady rate; then the relay."""
    with _server() as (server, link):
        empty = memory(server)
        fast = _load(server, link, tables, seconds, 0)
        steady = _load(server, link, tables, seconds, rate)
    sizes = round(fast["frame_in"]), round(fast["frame_out"])
    relay = _relay(tables, seconds, *sizes)
    moves, cpu = fast["moves"], fast["cpu"]
    return {
        "tables": tables,
        "players": SEATS,
        "moves_per_second": round(moves / seconds),
        "moves_per_core_second": round(moves / cpu),
        "entries_out_per_second": round(fast["entries"] / seconds),
        "server_cpu_percent": round(100 * cpu / seconds),
        **_percentiles(steady["latencies"]),
        "latency_at_moves_per_second": round(steady["moves"] / seconds),
        "memory_empty_kb": empty,
        "memory_per_connection_kb": round((fast["connected"] - empty) / (tables * SEATS), 1),
        "memory_per_table_kb": round((fast["playing"] - fast["connected"]) / tables, 1),
        "frame_in_bytes": sizes[0],
        "frame_out_bytes": sizes[1],
        "relay_moves_per_second": round(relay["moves"] / seconds),
        "relay_moves_per_core_second": round(relay["moves"] / relay["cpu"]),
        "ratio_to_relay": round(moves / cpu / (relay["moves"] / relay["cpu"]), 4),
        "entries_verified": fast["verified"]["entries"] + steady["verified"]["entries"],
        "faults_found": fast["verified"]["trouble"] or steady["verified"]["trouble"] or "none",
        "connections_lost": fast["lost"] or steady["lost"] or "none",
    }


def _percentiles(latencies: list[float]) -> dict[str, float]:
    shares = (50, 95, 99) if latencies else ()
    last = len(latencies) - 1
    return {f"latency_p{share}_ms": round(1000 * latencies[last * share // 100], 2) for share in shares}


@contextmanager
def _server(checkout: Path = ROOT, program: str = "server.main") -> Iterator[tuple[Child, str]]:
    """The real one, and its link."""
    with tempfile.TemporaryDirectory() as folder:
        settings = environment(Path(folder))
        known = settings_of(checkout)
        environ = {f"UNDERMINE_SERVER_{name}": value for name, value in settings.items() if name in known}
        with started(program, env=environ, checkout=checkout) as server:
            if not (link := server.line().strip()):
                raise NotMeasured(_("the server of {folder} does not start", folder=checkout))
            yield server, link.replace("localhost", "127.0.0.1")


def environment(folder: Path) -> dict[str, str]:
    """Settings of a server on this computer alone, with no limits that the load would meet."""
    return {
        "DATA_DIR": str(folder),
        "PORT": "0",
        "HOST": "127.0.0.1",
        "MOST_CONNECTIONS_PER_ADDRESS": "100000",
        "LOG_LEVEL": "error",
        "MOST_STRANGERS": "100000",
        "CONNECTIONS_PER_MINUTE_PER_ADDRESS": "100000",
        "MOST_TABLES": "100000",
        "NEW_NAMES_PER_DAY": "100000",
        "MOST_TABLES_PER_ADDRESS": "100000",
        "MOST_TABLES_PER_PLAYER": "64",
        "MESSAGES_PER_SECOND_PER_ADDRESS": "1000000",
        "LOGS_PER_MINUTE_PER_ADDRESS": "1000000",
        "TABLES_PER_HOUR_PER_ADDRESS": "100000",
        "TABLES_PER_HOUR_PER_PLAYER": "100000",
        "PARK_AFTER_SECONDS": "10",
        "SPECTATOR_DELAY_SECONDS": "0",  # or the one that verifies would see nothing in the time
    }


def settings_of(checkout: Path) -> set[str]:
    """Those that the server of this checkout knows: an older one refuses what came later."""
    command = [sys.executable, "-P", "-m", "server.main", "sample-config"]
    environ = {**os.environ, "PYTHONPATH": str(checkout)}
    sample = subprocess.run(command, env=environ, capture_output=True, text=True, check=False).stdout
    return {name.replace("-", "_").upper() for name in re.findall(r"^#? ?([a-z-]+) =", sample, re.MULTILINE)}


def _load(
    server: Child, link: str, tables: int, seconds: int, rate: int, *, signal: Callable[[int], None] = lambda sent: None
) -> dict[str, Any]:
    with started("bench.load", "play") as load:
        table = {"link": link, "rules": RULES, "people": SEATS, "bots": 0}
        load.tell(**table, tables=tables, moves_per_second=rate, warm_seconds=WARM, seconds=seconds)
        load.told("connected")
        connected = memory(server)
        load.tell()
        watched = load.told("measuring")["table"]
        with started("bench.load", "verify") as verifier:
            verifier.tell(link=link, table=watched)
            before, playing = _cpu(server), memory(server)
            signal(BEGIN)
            done = load.told("done")
            signal(END)
            done |= {"cpu": _cpu(server) - before, "connected": connected, "playing": playing}
            verifier.tell()
            done["verified"] = verifier.told("verified")
        load.tell()
        return done


def _relay(tables: int, seconds: int, size_in: int, size_out: int) -> dict[str, Any]:
    """Frames as long as those of the load that was measured before."""
    with started("bench.relay", "serve") as relay, started("bench.relay", "drive") as drive:
        relay.tell(group=SEATS, bytes=size_out)
        port = relay.told("listening")["port"]
        before = _cpu(relay)
        drive.tell(port=port, groups=tables, group=SEATS, bytes=size_in, seconds=seconds)
        done = drive.told("done")
        return done | {"cpu": (_cpu(relay) - before) * seconds / (seconds + 1)}


def memory(process: Child) -> int:
    """In kB, what the process really has."""
    status = Path(f"/proc/{process.pid}/status").read_text(encoding="ascii")
    return int(status.partition("VmRSS:")[2].split()[0])


def _cpu(process: Child) -> float:
    """In seconds, of all its threads."""
    fields = Path(f"/proc/{process.pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
