"""The server, looked at now and again while it works: run as a script, it counts what its processor time goes to.

PYTHONPATH says whose server it is, so this uses only what old ones have too.  One signal begins the count, and another
ends it and prints it as one line of JSON.
"""

import json
import signal
import sys
from collections import Counter
from types import FrameType

import server.main

BEGIN = int(getattr(signal, "SIGRTMIN", 0))  # on other systems nothing is measured, and this is only loaded
END = BEGIN + 1
_EVERY = 0.002
"""Seconds of processor time; most systems look less often."""
PARTS = (
    ("signatures of players", "protocol/follow/signatures.py", "_check_person"),
    ("signing heads", "protocol/host/table_log.py", "commit"),
    ("private boxes", "protocol/modes/dealer/deals.py", "box"),
    ("rules", "/engine/", ""),
    ("reading and writing messages", "protocol/wire/", ""),
    ("log: chain, checks, what the dealer owes", "protocol/host/", ""),
    ("sending: TLS and sockets", "server/net/connection.py", "_write"),
    ("sending: TLS and sockets", "server/net/over_tls.py", "write"),
    ("sending: TLS and sockets", "server/net/prompt.py", "write"),
    ("receiving: TLS and sockets", "server/net/over_tls.py", "dataReceived"),
    ("sending: TLS and sockets", "twisted/internet/abstract.py", "doWrite"),
    ("sending: TLS and sockets", "twisted/protocols/tls.py", "_scheduledFlush"),
    ("login and lobby", "server/net/session.py", "_at_lobby"),
    ("login and lobby", "server/net/session.py", "_greet"),
    ("room and session", "server/tables/", ""),
    ("room and session", "server/net/", ""),
    ("journal, beside its own threads", "server/store/", ""),
    ("receiving: TLS and sockets", "twisted/internet/tcp.py", "doRead"),
)
"""A part, and by what of a file's path and which function it is known; the innermost call decides."""
OTHER = "event loop"


def part_of(frame: FrameType | None) -> str:
    while frame is not None:
        path, name = frame.f_code.co_filename, frame.f_code.co_name
        for part, where, function in PARTS:
            if where in path and function in ("", name):
                return part
        frame = frame.f_back
    return OTHER


def main() -> int:
    counts: Counter[str] = Counter()

    def look(_signal: int, frame: FrameType | None) -> None:
        counts[part_of(frame)] += 1

    def begin(_signal: int, _frame: FrameType | None) -> None:
        signal.setitimer(signal.ITIMER_PROF, _EVERY, _EVERY)

    def end(_signal: int, _frame: FrameType | None) -> None:
        signal.setitimer(signal.ITIMER_PROF, 0)
        print(json.dumps(counts), flush=True)

    signal.signal(signal.SIGPROF, look)
    signal.signal(BEGIN, begin)
    signal.signal(END, end)
    return server.main.main([])


if __name__ == "__main__":
    sys.exit(main())
