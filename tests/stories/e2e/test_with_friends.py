"""Two people at two terminals: one hosts, the other comes by the link, and comes back."""

import os
import re
import signal
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from tests.stories.e2e.home import Home
from tests.stories.e2e.playing import Player
from tests.stories.e2e.terminal import Terminal
from tests.stories.e2e.test_whole_games import OFFERED, phrase

WIDE = (130, 40)
"""A link stands on one line."""
TABLE = ("--rules", "saboteur2", "--players", "2", "--name", "Mira")


INVITATION = re.compile(r"Lobby · code ([A-Z2-7]{8}).*undermine://[^:#]+((?::[0-9]+)?#[A-Z2-7]{52})", re.DOTALL)


def invitation(host: Terminal) -> tuple[str, str]:
    """The link, for the same computer, and the code of the gathering."""
    found = INVITATION.search(host.wait_for(INVITATION.search))
    assert found
    return f"undermine://127.0.0.1{found[2]}", found[1]


def discard(*terminals: Terminal) -> None:
    """Each once, in the order of their turns."""
    with ThreadPoolExecutor() as pool:
        list(pool.map(lambda terminal: Player(terminal).discard(), terminals))


@pytest.mark.long
def test_one_hosts_and_the_other_comes_by_the_link_goes_and_comes_back(home: Home, friend: Home) -> None:
    host = home.start("host", "--unlisted", *TABLE, size=WIDE)
    link, code = invitation(host)
    guest = friend.start("join", link, "--table", code, "--name", "Zoe")
    guest.wait_for(f"Lobby · code {code}", "R: ready (you accept these rules)")
    guest.press("r")
    guest.wait_for("You are ready.")
    host.wait_for("Zoe", "R: ready (you accept these rules)")
    host.press("r")
    host.wait_for("All players are ready. S begins the game.")
    host.press("s")
    discard(host, guest)
    discard(host, guest)
    words = phrase(host)
    assert phrase(guest) == words

    guest.press("p")
    host.wait_for("Zoe asks for a pause.")
    host.press("p")
    guest.wait_for("Paused.")
    host.wait_for("Paused.")
    host.press("p")
    host.wait_for("The pause is over")

    guest.press("q")
    guest.wait_for("Leave the table?")
    guest.press("3")
    assert guest.exit_code() == 0
    host.wait_for("Zoe has lost the connection")
    again = friend.start("join", link, "--name", "Zoe")
    again.wait_for(OFFERED)
    again.press("1")
    discard(host, again)
    assert phrase(again) == words


def test_whoever_hosts_in_lines_is_told_if_nobody_can_find_the_table(home: Home, tmp_path: Path) -> None:
    (tmp_path / "zeroconf.py").write_text("raise ImportError\n")
    folders = os.pathsep.join([str(tmp_path), home.environ.get("PYTHONPATH", "")])
    host = home.start("host", "--plain", *TABLE, PYTHONPATH=folders)
    host.wait_for("Friends on this network join by:", "Tables on this network cannot be found:", "is not installed")


@pytest.mark.long
def test_programs_that_are_killed_find_the_way_back_without_a_link(home: Home, friend: Home) -> None:
    host = home.start("host", "--unlisted", *TABLE, size=WIDE)
    link, code = invitation(host)
    guest = friend.start("join", link, "--table", code, "--name", "Zoe")
    guest.wait_for("R: ready (you accept these rules)")
    guest.press("r")
    guest.wait_for("You are ready.")
    host.wait_for("R: ready (you accept these rules)")
    host.press("r")
    host.wait_for("All players are ready. S begins the game.")
    host.press("s")
    discard(host, guest)

    guest.kill(signal.SIGKILL)
    host.wait_for("Zoe has lost the connection.")
    again = friend.start("menu", size=WIDE)
    again.wait_for("b  Back to Mira's game, saboteur2, round 1, today ")
    again.press("b")
    host.wait_for("Zoe is connected again.")
    discard(host, again)

    again.kill(signal.SIGKILL)
    lines = friend.start("join", code, "--plain", size=WIDE)
    lines.wait_for("Your turn.")
    lines.kill(signal.SIGKILL)

    host.kill(signal.SIGKILL)
    home.wait_for_no_server()
    menu = home.start("menu")
    menu.wait_for("Back to your table with Zoe, saboteur2, round 1, today ")
    menu.press("3")
    menu.wait_for("Your table is not finished.", "1  Back to your table with Zoe")
    menu.press("ctrl+q")
    assert menu.exit_code() == 0
    hosting = home.start("host", "--unlisted", *TABLE)
    hosting.wait_for(OFFERED)
    hosting.press("1")
    hosting.wait_for("Round 1 of 3")
