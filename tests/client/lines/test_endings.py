"""How a game at the terminal ends: by its rules, by a word, by the end of input, by ctrl-c, by a closed pipe."""

import os
import re
import signal
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

import client
from client.games.mine.game import moves
from tests.client.lines.rooms import QUESTIONS, Room, laid, position
from tests.client.lines.test_commands import TREASURE_BELOW, TWO_GOALS, TWO_SIDES

ROOT = Path(client.__file__).parent.parent
LEFT = "You leave the game; it is not finished."
NO_MORE = "No more input: you leave the game; it is not finished."


@pytest.fixture
def environment(tmp_path: Path) -> dict[str, str]:
    """No real profile is touched, and the output is UTF-8 as in a terminal."""
    kept = {name: os.environ[name] for name in ("PATH", "PYTHONPATH", "HOME") if name in os.environ}
    folders = {"XDG_CONFIG_HOME": str(tmp_path / "config"), "XDG_DATA_HOME": str(tmp_path / "data")}
    return kept | folders | {"PYTHONIOENCODING": "utf-8"}


def play(*arguments: str) -> list[str]:
    return [sys.executable, "-m", "client.main", "--profile", "tests", "play", "--plain", *arguments]


def typed(environment: dict[str, str], text: str, *arguments: str) -> "subprocess.CompletedProcess[str]":
    return subprocess.run(
        play("--seed", "5", *arguments),
        cwd=ROOT,
        env=environment,
        input=text,
        capture_output=True,
        encoding="utf-8",
        check=False,
    )


@pytest.mark.parametrize(
    "text", ["", "pass 1\nlook\npl", *(pytest.param(text, marks=pytest.mark.long) for text in ("pass 1\n", "moves"))]
)
def test_the_end_of_input_leaves_the_game_and_says_so(environment: dict[str, str], text: str) -> None:
    ended = typed(environment, text)
    assert ended.stdout.endswith(f"\n{NO_MORE}\n")
    assert (ended.returncode, ended.stderr) == (0, "")


def test_quit_leaves_the_game_and_reads_nothing_more(environment: dict[str, str]) -> None:
    ended = typed(environment, "pass 1\nquit\npass 1\n")
    assert ended.stdout.endswith(f"{QUESTIONS[0]}\n{LEFT}\n")
    assert ended.stdout.count("You discard a card.") == 1
    assert (ended.returncode, ended.stderr) == (0, "")


def test_the_same_seed_deals_the_same_game_and_another_another(environment: dict[str, str]) -> None:
    one, same = (typed(environment, "pass 1\npass 1\n").stdout for _ in range(2))
    assert one == same
    assert typed(environment, "pass 1\npass 1\n", "--seed", "6").stdout != one


def test_ascii_is_ascii_and_the_rest_is_not(environment: dict[str, str]) -> None:
    assert typed(environment, "look\nhelp\nplaec 1\n", "--ascii").stdout.isascii()
    assert not typed(environment, "look\n").stdout.isascii()


def test_a_terminal_without_utf_8_gets_ascii(environment: dict[str, str]) -> None:
    told = typed(environment | {"PYTHONIOENCODING": "ascii"}, "plaec 1\n").stdout
    assert 'There is no command "plaec". Did you mean "place"?' in told
    assert told.isascii()


def test_ctrl_c_ends_with_130_and_without_a_traceback(environment: dict[str, str]) -> None:
    with subprocess.Popen(
        play("--seed", "5"),
        cwd=ROOT,
        env=environment,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
    ) as running:
        assert running.stdout is not None
        while running.stdout.readline().strip() != QUESTIONS[0]:
            pass
        running.send_signal(signal.SIGINT)
        _, complaint = running.communicate(timeout=20)
    assert running.returncode == 130
    assert complaint.strip() == ""


def test_a_reader_who_has_seen_enough_ends_it_without_a_word(environment: dict[str, str]) -> None:
    """As `| head -1`: the pipe is closed after one line, and much is still to be said."""
    with subprocess.Popen(
        play("--seed", "5"),
        cwd=ROOT,
        env=environment,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    ) as running:
        assert running.stdin is not None
        assert running.stdout is not None
        assert running.stderr is not None
        assert running.stdout.readline().startswith(b"At the table: ")
        running.stdout.close()
        try:
            running.stdin.write(b"look\npass 1\n" * 50)
            running.stdin.close()
        except BrokenPipeError:
            pass  # it has ended already
        complaint = running.stderr.read()
    assert running.returncode == 141
    assert complaint == b""


# A whole game by a person who reads and types, and knows nothing else


class Reader:
    """Plays through a pipe: asks for the moves, and takes one of the lines that are printed."""

    def __init__(self, running: "subprocess.Popen[str]") -> None:
        self.running = running
        self.heard: list[str] = []
        self.asked: list[str] = []
        self.typed: list[str] = []

    def play(self) -> str:
        """To the end of the output."""
        for question in self.questions():
            self.asked.append(question)
            self.type("moves all")
            self.type(self.choice(next(self.until_question())))
        return "\n".join(self.heard)

    def questions(self) -> Iterator[str]:
        for lines in self.until_question():
            yield lines[-1]

    def until_question(self) -> Iterator[list[str]]:
        """The lines up to the next question, again and again; the last ones have none and are only heard."""
        lines: list[str] = []
        assert self.running.stdout is not None
        while line := self.running.stdout.readline():
            lines.append(line.rstrip("\n"))
            self.heard.append(lines[-1])
            if lines[-1].startswith((*QUESTIONS, "Choose in secret: ")):
                yield lines
                lines = []

    def type(self, line: str) -> None:
        assert self.running.stdin is not None
        self.typed.append(line)
        self.running.stdin.write(f"{line}\n")
        self.running.stdin.flush()

    def choice(self, lines: list[str]) -> str:
        """Near the goals rather than far, own tools first, and a pass where nothing else is left."""
        moves = [line for line in lines[:-1] if line[:1].islower()]  # a sentence is no command
        return min(moves, key=lambda move: (self.worth(move), moves.index(move)))

    @staticmethod
    def worth(move: str) -> int:
        if found := re.match(r"place \d+ at (-?\d+),(-?\d+)", move):
            x, y = map(int, found.groups())
            return min(abs(8 - x) + abs(goal - y) for goal in (2, 0, -2))
        if move.startswith("drop"):
            return 99 if "theft" in move else 3
        if move.startswith(("repair", "free")):
            return 5 if "Player" in move else 20
        return {"steal": 0, "theft": 4, "map": 30, "pass": 40}.get(move.partition(" ")[0], 35)


TURN, GOAL, _, GOLD, THEFT = QUESTIONS[:5]


def game_through_a_pipe(environment: dict[str, str], *arguments: str, by: type[Reader] = Reader) -> Reader:
    """Played to its end, without a complaint."""
    with subprocess.Popen(
        play(*arguments),
        cwd=ROOT,
        env=environment,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        encoding="utf-8",
    ) as running:
        reader = by(running)
        reader.play()
        assert running.stderr is not None
        assert running.stderr.read() == ""
    assert running.returncode == 0
    return reader


@pytest.mark.parametrize(
    ("rules", "players", "seed", "asked"),
    [
        ("base", 3, "10", {TURN, GOLD}),
        ("saboteur2", 2, "49", {TURN, GOAL, THEFT}),
        pytest.param("saboteur2", 5, "0", {TURN, THEFT}, marks=pytest.mark.long),
        pytest.param("saboteur2", 12, "48", {TURN, THEFT}, marks=pytest.mark.long),
    ],
)
def test_a_whole_game_can_be_played_through_a_pipe(
    environment: dict[str, str], rules: str, players: int, seed: str, asked: set[str]
) -> None:
    """The seeds are such that these questions are asked; where a stone fits both ways has a test of its own."""
    bots = "steady" if rules == "base" else "random"
    reader = game_through_a_pipe(
        environment, "--rules", rules, "--players", str(players), "--seed", seed, "--bots", bots
    )
    heard = "\n".join(reader.heard)
    assert [line for line in reader.heard if line.startswith("Round ")] == [f"Round {n} of 3." for n in (1, 2, 3)]
    assert heard.count("Roles revealed:\n  Player ") == 3
    assert (
        len(
            re.findall(
                r"^(?:You have found the treasure|\w+ has found the treasure|All cards are used)", heard, re.MULTILINE
            )
        )
        == 3
    )
    assert set(reader.asked) == asked
    won = r"\nThe game is over\. \w+(?:(?:, \w+)* and \w+)? wins? with \d+ nuggets?(?: each)?\.\nNuggets:\n"
    assert re.search(won + " +R1 +R2 +R3 +sum" + r"\n [ *] \w+(?: +-?\d+){4}" * players + "$", heard)
    told = {GOLD: "You keep a gold card.", THEFT: "You steal a nugget from "}
    assert all(sentence in heard for question, sentence in told.items() if question in asked)


class Busy(Reader):
    """Does what it has done least, one of several commands each time: so it comes to the acts of modules."""

    def __init__(self, running: "subprocess.Popen[str]") -> None:
        super().__init__(running)
        self.done: Counter[str] = Counter()

    def choice(self, lines: list[str]) -> str:
        moves = [line.partition("such as: ")[2] or line for line in lines[:-1]]
        move = min(moves, key=lambda move: (self.done[move.partition(" ")[0]], self.worth(move)))
        self.done[move.partition(" ")[0]] += 1
        return move


@pytest.mark.parametrize(
    ("rules", "players"), [pytest.param("base+everything", 5, marks=pytest.mark.long), ("saboteur2+everything", 6)]
)
def test_a_whole_game_with_everything_is_played_through_a_pipe_without_a_complaint(
    environment: dict[str, str], rules: str, players: int
) -> None:
    reader = game_through_a_pipe(
        environment, "--rules", rules, "--players", str(players), "--seed", "3", "--bots", "steady", by=Busy
    )
    assert [line for line in reader.heard if line.startswith(("For example", "You could", "There is no "))] == []
    assert [line for line in reader.heard if line.startswith("Round ")] == [f"Round {n} of 3." for n in (1, 2, 3)]
    assert reader.heard.count("Nuggets:") == 1
    assert {"place", "discard", "collector"} <= {line.split()[0] for line in reader.typed}


@pytest.mark.parametrize("card_set", ["base", "saboteur2"])
@pytest.mark.parametrize(
    ("board", "first", "question", "answer"),
    [
        (TWO_GOALS, "place 1 at 8,1", QUESTIONS[1], "goal middle"),
        (TWO_SIDES, "place 1 at 7,1", QUESTIONS[2], "rotate"),
    ],
    ids=["goal", "rotation"],
)
def test_a_game_goes_on_after_every_question(
    card_set: str, board: tuple[tuple[int, int, str, int], ...], first: str, question: str, answer: str
) -> None:
    start = position(["cross", "map"], card_set=card_set, board=laid(*board), goals=TREASURE_BELOW)
    room = Room(laid_out=start, rules=card_set)

    def typed() -> Iterator[str]:
        yield first
        yield answer
        while True:
            yield min(moves(room.table.view(0), room.people, each=True), key=Reader.worth)

    assert room.game.play(typed())
    assert room.said.count(question) == 1
    assert "Nuggets:" in room.said
