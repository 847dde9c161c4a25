"""`undermine bench server`: the real server under load, over TLS on loopback, with signatures and the durable journal.

The server, the load and the client that verifies one table are processes of their own; beside them, in the same run, a
bare Twisted relay shows what the machine could do if nothing had to be proved or kept.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from client.commands.ends import WrongUsage
from client.commands.figures import check_writable, tell_figures
from client.i18n import _

SEATS = 5
RULES = "base"
WARM = 6.0
"""Seconds in which the tables begin, one after another: at 500 moves a second, a little more than a round takes."""
_PARKED_AFTER = 25.0
"""Seconds, more than the server takes to park a table that nobody follows."""


def main(arguments: argparse.Namespace) -> int:
    if not Path("/proc/self/stat").exists():
        raise WrongUsage(_("this measurement reads /proc, which this system does not have"))
    check_writable(arguments.json)
    if arguments.parked:
        figures = measure_parked(arguments.parked)
    else:
        figures = measure(arguments.tables, arguments.seconds, arguments.rate)
    return tell_figures(figures, arguments.json)


def measure_parked(tables: int) -> dict[str, Any]:
    """Begin them, leave, wait until they are parked, and look at the server's memory."""
    with tempfile.TemporaryDirectory() as folder, _server(Path(folder)) as (server, link):
        empty = _memory(server.pid)
        with _started(["-m", "bench.load_parked"]) as load:
            _tell(load, json.dumps({"link": link, "tables": tables}))
            begun = json.loads(load.stdout.readline())["begun"]
        time.sleep(_PARKED_AFTER)
        return {"tables_in_play": begun, "memory_empty_kb": empty, "memory_kb": _memory(server.pid)}


def measure(tables: int, seconds: int, rate: int) -> dict[str, Any]:
    """As fast as it goes, then at a steady rate; then the relay."""
    with tempfile.TemporaryDirectory() as folder, _server(Path(folder)) as (server, link):
        empty = _memory(server.pid)
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
        **{f"latency_{name}_ms": value for name, value in _percentiles(steady["latencies"]).items()},
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
    if not latencies:
        return {}
    last = len(latencies) - 1
    return {f"p{share}": round(1000 * latencies[last * share // 100], 2) for share in (50, 95, 99)}


@contextmanager
def _server(folder: Path) -> Iterator[tuple[Any, str]]:
    environ = os.environ | {
        "UNDERMINE_SERVER_DATA_DIR": str(folder),
        "UNDERMINE_SERVER_PORT": "0",
        "UNDERMINE_SERVER_HOST": "127.0.0.1",
        "UNDERMINE_SERVER_MOST_CONNECTIONS_PER_ADDRESS": "100000",
        "UNDERMINE_SERVER_LOG_LEVEL": "error",
        "UNDERMINE_SERVER_MOST_TABLES": "100000",
        "UNDERMINE_SERVER_MOST_TABLES_PER_PLAYER": "64",
        "UNDERMINE_SERVER_PARK_AFTER_SECONDS": "10",
    }
    with _started(["-m", "server.main"], env=environ) as server:
        link = server.stdout.readline().strip().replace("localhost", "127.0.0.1")
        yield server, link


@contextmanager
def _started(arguments: list[str], **more: Any) -> Iterator[Any]:
    process = subprocess.Popen(
        [sys.executable, *arguments], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, **more
    )
    try:
        yield process
    finally:
        process.terminate()
        with suppress(subprocess.TimeoutExpired):
            process.wait(10)
        process.kill()
        process.communicate()


def _load(server: Any, link: str, tables: int, seconds: int, rate: int) -> dict[str, Any]:
    with _started(["-m", "bench.load"]) as load:
        orders = {
            "link": link,
            "tables": tables,
            "seats": SEATS,
            "rules": RULES,
            "moves_per_second": rate,
            "warm_seconds": WARM,
            "seconds": seconds,
        }
        _tell(load, json.dumps(orders))
        _told(load, "connected")
        connected = _memory(server.pid)
        _tell(load, "")
        table = _told(load, "measuring")["table"]
        with _started(["-m", "bench.load_verifier"]) as verifier:
            _tell(verifier, json.dumps({"link": link, "table": table}))
            before = _cpu(server.pid)
            playing = _memory(server.pid)
            done = _told(load, "done")
            done |= {"cpu": _cpu(server.pid) - before, "connected": connected, "playing": playing}
            _tell(verifier, "")
            done["verified"] = json.loads(verifier.stdout.readline())
        _tell(load, "")
        return done


def _relay(tables: int, seconds: int, size_in: int, size_out: int) -> dict[str, Any]:
    """Frames as long as those of the load that was measured before."""
    with _started(["-m", "bench.relay", str(SEATS), str(size_out)]) as relay:
        port = int(relay.stdout.readline())
        with _started(["-m", "bench.load_relay"]) as load:
            orders = {"port": port, "groups": tables, "size": SEATS, "bytes": size_in, "seconds": seconds}
            before = _cpu(relay.pid)
            _tell(load, json.dumps(orders))
            done: dict[str, Any] = json.loads(load.stdout.readline())
            return done | {"cpu": (_cpu(relay.pid) - before) * seconds / (seconds + 1)}


def _tell(process: Any, line: str) -> None:
    process.stdin.write(line + "\n")
    process.stdin.flush()


def _told(process: Any, event: str) -> dict[str, Any]:
    for line in process.stdout:
        what: dict[str, Any] = json.loads(line)
        if what.get("event") == event:
            return what
    raise RuntimeError(f"the load ended before it was {event}")


def _memory(pid: int) -> int:
    """In kB, what the process really has."""
    for line in Path(f"/proc/{pid}/status").read_text(encoding="ascii").splitlines():
        if line.startswith("VmRSS:"):
            return int(line.split()[1])
    return 0


def _cpu(pid: int) -> float:
    """In seconds, of all its threads."""
    fields = Path(f"/proc/{pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")
