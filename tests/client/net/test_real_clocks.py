"""The time of day is set while a server or a client runs: no timer rings too early, and none too late."""

import subprocess
import sys
from time import monotonic

import pytest

from client.terminal.reactor import with_sleep

PROGRAM = """
import time
from threading import Timer

real, shift = time.time, 0
time.time = lambda: real() + shift  # before Twisted is loaded: it takes the function away with it
from {package} import install_reactor

reactor = install_reactor()
rung = []
reactor.callLater(600, rung.append, "too early")
reactor.callLater(0.1, rung.append, "in time")

def jump():
    global shift
    shift = {seconds}

def look():
    print(*rung)
    reactor.stop()
    reactor.callLater(0, int)  # wakes it up, whatever it believes the time to be

Timer(0.01, jump).start()  # clocks of their own, whichever loop it is
Timer(0.5, reactor.callFromThread, [look]).start()
reactor.run()
"""


@pytest.mark.parametrize("seconds", [3600, -3600])
@pytest.mark.parametrize("package", ["server.reactor", "client.terminal.reactor"])
def test_the_time_of_day_moves_no_timer(package: str, seconds: int) -> None:
    program = PROGRAM.format(package=package, seconds=seconds)
    run = subprocess.run([sys.executable, "-c", program], capture_output=True, encoding="utf-8", check=False)
    assert (run.stdout, run.stderr) == ("in time\n", "")


def test_the_clock_that_also_runs_in_sleep_goes_as_the_other_does_while_nothing_sleeps() -> None:
    before, then = monotonic(), with_sleep()
    while (now := monotonic()) - before < 0.05:
        pass
    assert with_sleep() - then >= 0.04
    assert now > before
