"""`undermine simulate`: the same figures however it is run, and a clean end whatever happens."""

import csv
import errno
import json
import os
import pty
import re
import signal
import subprocess
import sys
import time
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

import client
from client.games.matches import Match
from client.games.mine.tally import one_game
from client.main import main
from engine.rules import parse

ROOT = Path(client.__file__).parent.parent
ENVIRONMENT = {name: os.environ[name] for name in ("PATH", "PYTHONPATH", "HOME") if name in os.environ}
MANY = "9999"


def command(*arguments: str) -> list[str]:
    return [sys.executable, "-m", "client.main", "simulate", *arguments]


def figures(capsys: pytest.CaptureFixture[str], *arguments: str) -> dict[str, Any]:
    """What it writes as JSON to standard output."""
    assert main(["simulate", *arguments, "--json", "-"]) == 0
    told = capsys.readouterr()
    assert told.err == ""
    found: dict[str, Any] = json.loads(told.out)
    return found


# The figures


@pytest.mark.parametrize(
    "more",
    [
        ("--bots", "random", "--saboteurs", "steady"),
        pytest.param(("--bots", "steady,random"), marks=pytest.mark.long),
    ],
)
def test_the_figures_do_not_depend_on_the_number_of_processes(tmp_path: Path, more: tuple[str, ...]) -> None:
    files = [tmp_path / name for name in ("one", "two", "again")]
    for file, jobs in zip(files, ("1", "2", "2"), strict=True):
        arguments = ("--games", "4", "--players", "3", "--jobs", jobs, "--json", str(file), *more)
        subprocess.run(command(*arguments), cwd=ROOT, env=ENVIRONMENT, check=True, capture_output=True)
    one, two, again = (file.read_bytes() for file in files)
    assert one == two == again
    assert json.loads(one)["games"] == 4


def test_the_file_and_standard_output_get_the_same_json(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "figures.json"
    options = ("simulate", "--games", "3", "--bots", "random")
    assert main([*options, "--json", str(file)]) == 0
    assert capsys.readouterr().out.startswith("base, 5 players, bots random, saboteurs random, seed 1\ngames ")
    assert main([*options, "--json", "-"]) == 0
    assert capsys.readouterr().out == file.read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("rules", "bots"), [("base", "random"), ("base-2006", "steady"), ("base", "steady,random,random")]
)
def test_the_figures_add_up(capsys: pytest.CaptureFixture[str], rules: str, bots: str) -> None:
    found = figures(capsys, "--games", "2", "--bots", bots, "--rules", rules, "--seed", "sums")
    assert found["games"] == 2
    assert found["rounds"] == 3 * found["games"]
    assert found["rounds_by_treasure"] + found["rounds_by_exhaustion"] == found["rounds"]
    assert found["treasure_rate"] == round(found["rounds_by_treasure"] / found["rounds"], 4)
    assert (found["rules"], found["players"], found["bots"], found["seed"]) == (rules, 5, bots, "sums")
    assert set(found["wins_per_seat_and_game"]) == set(bots.split(","))
    assert all(0 <= rate <= 1 for rate in found["wins_per_seat_and_game"].values())
    assert 5 <= found["turns_per_round"] <= 67


def test_somebody_wins_every_game(capsys: pytest.CaptureFixture[str]) -> None:
    """With one bot on every seat, its wins per seat are one seat in five, or more where victories are shared."""
    found = figures(capsys, "--games", "10", "--bots", "random")
    assert found["wins_per_seat_and_game"]["random"] >= 1 / 5


def test_random_diggers_and_nobody_else_go_without_gold(capsys: pytest.CaptureFixture[str]) -> None:
    found = figures(capsys, "--games", "5", "--bots", "random")
    assert found["rounds_by_exhaustion"] == 15
    assert found["nuggets_per_digger_and_round"] == 0
    assert 2 <= found["nuggets_per_saboteur_and_round"] <= 4


@pytest.mark.parametrize("players", ["3", "4", "5"])
def test_a_round_without_a_saboteur_is_won_by_none(capsys: pytest.CaptureFixture[str], players: str) -> None:
    """With three and four players one role is left over, and it may be the only saboteur's (A9.6)."""
    found = figures(capsys, "--games", "40", "--players", players, "--bots", "random")
    won, without = found["rounds_won_by_saboteurs"], found["rounds_without_saboteur"]
    assert won + without == found["rounds_by_exhaustion"] > 100
    assert won > without
    assert (without > 0) == (players != "5")


def test_another_seed_plays_other_games_and_the_same_seed_the_same(capsys: pytest.CaptureFixture[str]) -> None:
    one, same, other = (figures(capsys, "--games", "2", "--seed", seed) for seed in ("a", "a", "b"))
    assert one == same
    assert one | {"seed": ""} != other | {"seed": ""}


def test_a_negative_number_is_a_seed_like_any_text(capsys: pytest.CaptureFixture[str]) -> None:
    assert figures(capsys, "--games", "1", "--bots", "random", "--seed", "-7")["seed"] == "-7"


def test_the_first_games_of_many_are_the_games_of_few(capsys: pytest.CaptureFixture[str]) -> None:
    """So that a longer run continues a shorter one."""
    few, more = (figures(capsys, "--games", games, "--bots", "steady", "--players", "3") for games in ("2", "3"))
    assert 0 <= more["rounds_by_treasure"] - few["rounds_by_treasure"] <= 3
    turns = more["turns_per_round"] * 9 - few["turns_per_round"] * 6
    assert 3 * 5 < turns < 3 * 68


def test_the_table_tells_what_the_json_tells(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = tmp_path / "figures.json"
    assert main(["simulate", "--games", "4", "--players", "3", "--json", str(file)]) == 0
    table = capsys.readouterr().out
    found = json.loads(file.read_text(encoding="utf-8"))
    for label, value in (
        ("games", found["games"]),
        ("rounds", found["rounds"]),
        ("  won by the diggers, treasure found", found["rounds_by_treasure"]),
        ("  won by the saboteurs, cards used up", found["rounds_won_by_saboteurs"]),
        ("  no saboteur, treasure not found", found["rounds_without_saboteur"]),
        ("turns in a round", f"{found['turns_per_round']:.1f}"),
    ):
        assert re.search(rf"^{label} +{value}\b", table, re.MULTILINE)
    assert all(len(line) <= 80 for line in table.splitlines())


def test_every_ratio_has_its_interval_in_the_json_and_in_the_table_for_spreadsheets(
    capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    file = tmp_path / "figures.csv"
    found = figures(capsys, "--games", "3", "--csv", str(file))
    rows = list(csv.DictReader(file.read_text(encoding="utf-8").splitlines()))
    by_name = {row["figure"]: row for row in rows}
    low, high = found["intervals"]["treasure_rate"]
    assert low <= found["treasure_rate"] <= high
    assert by_name["treasure_rate"] == {
        "figure": "treasure_rate",
        "value": str(found["treasure_rate"]),
        "low": str(low),
        "high": str(high),
    }
    assert by_name["wins_by_seat.5"]["value"] == str(found["wins_by_seat"]["5"])
    assert sum(found["rounds_by_turns"].values()) == found["rounds"] == 9
    assert main(["simulate", "--games", "1", "--csv", "-"]) == 0
    assert capsys.readouterr().out.startswith("figure,value,low,high\nrules,base,,\n")


# Saboteur 2


@pytest.mark.parametrize("bots", ["random", "steady,random"])
def test_the_figures_of_saboteur_2_tell_of_every_role_and_add_up(capsys: pytest.CaptureFixture[str], bots: str) -> None:
    found = figures(capsys, "--games", "3", "--rules", "saboteur2", "--players", "4", "--bots", bots)
    assert found["rounds"] == 9 == found["rounds_by_treasure"] + found["rounds_by_exhaustion"]
    roles = ("blue_digger", "green_digger", "boss", "profiteer", "geologist", "saboteur")
    assert [name for name in found if name.endswith("_and_round")] == [
        f"nuggets_per_{role}_and_round" for role in roles
    ]
    assert found["nuggets_per_seat_and_game"].keys() == set(bots.split(","))
    assert "uses" not in found
    assert "rounds_without_saboteur" not in found


def test_the_nuggets_of_the_seats_are_the_nuggets_of_the_roles(capsys: pytest.CaptureFixture[str]) -> None:
    """A thief takes what another loses, and everything else is paid to a role."""
    for rules, players in (("saboteur2", 2), ("base", 3)):
        more = ("--rules", rules, "--players", str(players), "--bots", "steady")
        tally = Counter(one_game(Match(parse(rules), players, ["steady"], None, b"1\0"), 0))
        found = figures(capsys, "--games", "1", *more)
        paid = sum(count for name, count in tally.items() if name.endswith("_nuggets") and "*" not in name)
        assert found["nuggets_per_seat_and_game"]["steady"] == round(paid / players, 4)


def test_uses_tell_for_every_bot_which_action_cards_it_could_play_and_did(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = ("--games", "3", "--rules", "saboteur2", "--players", "6", "--bots", "steady,random", "--uses")
    cards = figures(capsys, *arguments)["uses"]
    assert cards.keys() == {"steady", "random"}
    for kinds in cards.values():
        assert list(kinds)[:4] == ["break", "repair", "rockfall", "map"]
        assert {"theft", "hands-off", "prison", "freedom", "inspection", "swap-hats", "swap-hands"} < kinds.keys()
        assert not {"path", "ladder"} & kinds.keys()
        assert all(0 <= use["games"] <= 3 and 0 <= use["share_used"] <= 1 for use in kinds.values())
    assert cards["steady"]["map"] == {"games": 3, "share_used": 1.0, "interval": [0.4385, 1.0]}


def test_uses_tell_of_the_cards_and_acts_of_modules(capsys: pytest.CaptureFixture[str]) -> None:
    found = figures(capsys, "--games", "3", "--rules", "base+everything", "--uses")["uses"]["steady"]
    assert {"treasury", "veto", "master-craftsman", "repair", "collector", "ask-toll", "toll yes"} <= found.keys()
    assert not {"pass", "place", "path", "turn-goal"} & found.keys()
    assert found["collector"]["games"] == 3


def test_uses_count_the_bot_that_plays_for_saboteurs(capsys: pytest.CaptureFixture[str]) -> None:
    found = figures(capsys, "--games", "2", "--bots", "steady", "--saboteurs", "random", "--uses")
    assert found["uses"].keys() == {"steady", "random"}
    assert found["uses"]["random"]["break"]["games"] > 0


def test_the_table_of_the_cave_tells_who_won_and_fits_a_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["simulate", "--games", "3", "--rules", "cave", "--players", "5", "--uses"]) == 0
    table = capsys.readouterr().out.splitlines()
    assert table[0] == "cave, 5 players, bots steady, saboteurs steady, seed 1"
    assert all(len(line) <= 80 for line in table)
    for label in (
        "saboteur",
        "games without a dwarf out",
        "secret-information",
    ):
        assert any(re.match(rf" *{label} +\d", line) for line in table)


def test_two_players_of_the_cave_are_loyal_both(capsys: pytest.CaptureFixture[str]) -> None:
    """F3.2: nothing is told of saboteurs where there are none."""
    found = figures(capsys, "--games", "4", "--rules", "cave", "--players", "2", "--bots", "steady,random")
    assert found["ended_by_a_side"] + found["ended_by_exhaustion"] + found["ended_by_vote"] == 4
    assert "loyal_share_of_wins" in found
    assert "saboteur_share_of_wins" not in found


def test_the_table_of_saboteur_2_fits_a_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["simulate", "--games", "2", "--rules", "saboteur2", "--bots", "steady,random", "--uses"]) == 0
    table = capsys.readouterr().out
    assert table.startswith("saboteur2, 5 players, bots steady,random, saboteurs steady,random, seed 1\ngames ")
    for label in (
        "ended with the treasure",
        "the Boss",
        "a seat of random",
    ):
        assert re.search(rf"^ *{label} +\d", table, re.MULTILINE)
    assert re.search(r"^  map +2 +100\.0% +34\.2-100\.0 ", table, re.MULTILINE)
    assert all(len(line) <= 80 for line in table.splitlines())


# What is asked for wrongly


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (("--players", "11"), "undermine: the base game is for 3 to 10 players, not 11"),
        (("--players", "2"), "undermine: the base game is for 3 to 10 players, not 2"),
        (("--players", "-5"), "undermine: the base game is for 3 to 10 players, not -5"),
        (("--bots", "clever"), "undermine: there is no bot 'clever'; there are random, easy, steady, sharp"),
        (("--bots", "steady,clever"), "undermine: there is no bot 'clever'; there are random, easy, steady, sharp"),
        (("--bots", ""), "undermine: there is no bot ''; there are random, easy, steady, sharp"),
        (("--saboteurs", "clever"), "undermine: there is no bot 'clever'; there are random, easy, steady, sharp"),
        (
            ("--rules", "chess"),
            "undermine: there are no rules called 'chess'; there are 'base', 'base-2006', 'saboteur2', 'cave'",
        ),
        (
            ("--rules", "base+gold-draw=all"),
            "undermine: the flag 'gold-draw' (G2) takes 'diggers', 'players', not 'all'",
        ),
    ],
)
def test_what_does_not_exist_is_refused_with_what_does(
    capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...], why: str
) -> None:
    assert main(["simulate", *arguments]) == 2
    told = capsys.readouterr()
    assert (told.out, told.err) == ("", f"{why}\n")


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (("--games", "0"), "argument --games: 0 is not a whole number from 1 up"),
        (("--games", "-1"), "argument --games: -1 is not a whole number from 1 up"),
        (("--games", "many"), "argument --games: many is not a whole number from 1 up"),
        (("--games", "1" * 5000), "is not a whole number from 1 up"),
        (("--jobs", "0"), "argument --jobs: 0 is not a whole number from 1 up"),
        (("--jobs", "1.5"), "argument --jobs: 1.5 is not a whole number from 1 up"),
        (("--players", "five"), "argument --players: invalid int value: 'five'"),
        (("--seed", "-x"), "argument --seed: expected one argument"),
        (("--sead", "1"), "there is no --sead; did you mean --seed?"),
    ],
)
def test_an_argument_that_cannot_be_read_is_named(
    capsys: pytest.CaptureFixture[str], arguments: tuple[str, ...], why: str
) -> None:
    with pytest.raises(SystemExit) as ended:
        main(["simulate", *arguments])
    assert ended.value.code == 2
    assert why in capsys.readouterr().err.splitlines()[-1]


def test_a_file_that_cannot_be_written_is_named_before_anything_is_played(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for file, why in ((tmp_path / "none" / "x", "No such file or directory"), (tmp_path, "Is a directory")):
        assert main(["simulate", "--games", "1", "--bots", "random", "--json", str(file)]) == 2
        told = capsys.readouterr()
        assert told.err == f"undermine: {file}: cannot be written: {why}\n"
        assert told.out == ""


# Ctrl-c, pipes and terminals


@pytest.mark.skipif(not Path("/proc/self/stat").exists(), reason="needs /proc to see what the processes do")
@pytest.mark.parametrize("jobs", [pytest.param("1", marks=pytest.mark.long), "2"])
def test_ctrl_c_prints_what_was_played_and_leaves_nobody_behind(tmp_path: Path, jobs: str) -> None:
    """As a terminal does it: the signal goes to every process of the group."""
    file = tmp_path / "figures.json"
    arguments = ("--games", MANY, "--bots", "random", "--players", "3", "--jobs", jobs, "--json", str(file))
    with subprocess.Popen(
        command(*arguments),
        cwd=ROOT,
        env=ENVIRONMENT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    ) as running:
        wait_for_work(running.pid, int(jobs))
        os.killpg(running.pid, signal.SIGINT)
        told, complaint = running.communicate(timeout=30)
    assert running.returncode == 130
    played = re.fullmatch(r"Stopped by ctrl-c after (\d+) games\.\n", complaint)
    assert played
    assert 0 < int(played[1]) < int(MANY)
    found = json.loads(file.read_text(encoding="utf-8"))
    assert found["games"] == int(played[1])
    assert found["rounds"] == 3 * found["games"]
    assert re.search(rf"^games +{played[1]}$", told, re.MULTILINE)
    with pytest.raises(ProcessLookupError):
        os.killpg(running.pid, 0)


def wait_for_work(group: int, jobs: int) -> None:
    """Until it has worked for a moment: at once after the start there would be nothing to interrupt."""
    expected = 1 if jobs == 1 else jobs + 1
    until = time.monotonic() + 20
    while time.monotonic() < until:
        if len(members(group)) >= expected and busy(group) > 0.6:
            return
        time.sleep(0.05)
    pytest.fail("it never began to play")


def members(group: int) -> dict[int, list[str]]:
    """The processes of a group, each with what the system tells of it."""
    found = {}
    for file in Path("/proc").glob("[0-9]*/stat"):
        try:
            fields = file.read_text(encoding="utf-8").rpartition(")")[2].split()
        except OSError:  # it has ended meanwhile
            continue
        if int(fields[2]) == group:
            found[int(file.parent.name)] = fields
    return found


def busy(group: int) -> float:
    """Seconds of work of the whole group."""
    ticks = sum(int(fields[11]) + int(fields[12]) for fields in members(group).values())
    return ticks / os.sysconf("SC_CLK_TCK")


def test_a_pipe_gets_no_progress_bar() -> None:
    ended = subprocess.run(
        command("--games", "3", "--bots", "random"), cwd=ROOT, env=ENVIRONMENT, capture_output=True, check=False
    )
    assert (ended.returncode, ended.stderr) == (0, b"")
    assert b"\x1b" not in ended.stdout
    assert b"\r" not in ended.stdout


def test_a_terminal_gets_a_progress_bar_that_is_cleared_at_the_end() -> None:
    ours, theirs = pty.openpty()
    with subprocess.Popen(
        command("--games", "3", "--bots", "random"), cwd=ROOT, env=ENVIRONMENT, stdout=subprocess.PIPE, stderr=theirs
    ) as running:
        os.close(theirs)
        seen = everything(ours)
        assert running.stdout is not None
        table = running.stdout.read()
    os.close(ours)
    assert running.returncode == 0
    assert b"[" + b"#" * 30 + b"] 3 of 3, 0 s left" in seen
    assert seen.endswith(b"\r\x1b[K")
    assert table.startswith(b"base, 5 players, bots random")


def everything(terminal: int) -> bytes:
    """What a terminal shows until its last user has gone."""
    seen = b""
    while True:
        try:
            part = os.read(terminal, 4096)
        except OSError as error:
            if error.errno == errno.EIO:  # on Linux, the end
                return seen
            raise
        if not part:
            return seen
        seen += part


def test_a_reader_who_has_seen_enough_ends_it_without_a_word() -> None:
    """As `| head -1`."""
    with subprocess.Popen(
        command("--games", "3", "--bots", "random"),
        cwd=ROOT,
        env=ENVIRONMENT,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as running:
        assert running.stdout is not None
        assert running.stderr is not None
        running.stdout.close()
        complaint = running.stderr.read()
    assert (running.returncode, complaint) == (141, b"")
