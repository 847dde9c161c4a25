"""A second auditor, written from the protocol page alone, says of every log what `undermine audit` says."""

import ast
import random
import struct
import sys
from functools import cache
from pathlib import Path

import pytest
import second_auditor

from engine.bots import BOTS
from engine.rules import parse
from protocol.audit.audit import audit
from protocol.host.selfplay import SelfPlay, from_seed

FROZEN = sorted((Path(__file__).parents[1] / "frozen" / "logs").glob("*.umlog"))
GAMES = (
    ("base", 3, 0),
    ("base", 5, 2),
    ("base", 10, 0),
    ("base-2006", 4, 1),
    ("base-2006", 7, 0),
    ("saboteur2", 2, 0),
    ("saboteur2", 6, 3),
    ("saboteur2", 12, 0),
)
FIRST_LINE = b"undermine log 1\n"
Said = tuple[str, str | None, int | None, str]


@cache
def game(rules: str, seats: int, server_bots: int) -> bytes:
    """The log of a whole game, always the same one."""
    seed = f"second auditor {rules} {seats} {server_bots}".encode()
    return SelfPlay(parse(rules), seats, [BOTS["random"]], from_seed(seed), server_bots=server_bots).play()


def said_by_the_program(log: bytes) -> Said:
    """The verdict of `undermine audit`, its first finding and where, and the phrase."""
    report = audit(log)
    first = report.findings[0] if report.findings else None
    return report.verdict.name, first and str(first.code.value), first and first.at, " ".join(report.phrase)


def said_by_the_second(log: bytes) -> Said:
    """The same of the second auditor."""
    report = second_auditor.audit(log)
    return report.verdict, report.code, report.entry, report.phrase or ""


def records(log: bytes) -> list[bytes]:
    """The records of a log file, each with its type and length."""
    place, found = len(FIRST_LINE), []
    while place < len(log):
        end = place + 5 + struct.unpack_from("<I", log, place + 1)[0]
        found.append(log[place:end])
        place = end
    return found


def joined(parts: list[bytes]) -> bytes:
    """A log file of these records."""
    return FIRST_LINE + b"".join(parts)


def test_it_shares_no_code_with_the_program() -> None:
    tree = ast.parse(Path(second_auditor.__file__).read_text(encoding="utf-8"))
    names = [node.module or "" for node in ast.walk(tree) if isinstance(node, ast.ImportFrom)]
    names += [alias.name for node in ast.walk(tree) if isinstance(node, ast.Import) for alias in node.names]
    assert {name.partition(".")[0] for name in names} <= sys.stdlib_module_names | {"cryptography", "msgpack"}


@pytest.mark.parametrize(("rules", "seats", "server_bots"), GAMES)
def test_both_verify_an_honest_game(rules: str, seats: int, server_bots: int) -> None:
    log = game(rules, seats, server_bots)
    said = said_by_the_second(log)
    assert said[0] == "VERIFIED"
    assert said == said_by_the_program(log)


@pytest.mark.parametrize("path", FROZEN, ids=lambda path: path.stem)
def test_both_say_the_same_of_a_frozen_log(path: Path) -> None:
    log = path.read_bytes()
    assert said_by_the_second(log) == said_by_the_program(log)


@pytest.mark.parametrize("share", [0, 1, 2, 3, 5, 20, 50, 80, 95, 99])
def test_both_say_the_same_of_a_file_that_was_cut(share: int) -> None:
    parts = records(game("base", 3, 0))
    log = joined(parts[: len(parts) * share // 100])
    assert said_by_the_second(log) == said_by_the_program(log)
    assert said_by_the_second(log[:-1]) == said_by_the_program(log[:-1])


@pytest.mark.parametrize("seed", range(12))
def test_both_say_the_same_of_a_byte_that_was_changed(seed: int) -> None:
    chance = random.Random(seed)
    log = bytearray(game("base", 3, 0))
    front = sum(map(len, records(bytes(log))[:2]))
    for end in (front, len(log)):
        changed = bytearray(log)
        changed[chance.randrange(len(FIRST_LINE), end)] ^= 1 << chance.randrange(8)
        assert said_by_the_second(bytes(changed)) == said_by_the_program(bytes(changed))


@pytest.mark.parametrize("seed", range(8))
def test_both_say_the_same_of_a_record_that_is_lost_doubled_or_new(seed: int) -> None:
    chance = random.Random(seed)
    parts = records(game("saboteur2", 2, 0))
    place = chance.randrange(len(parts))
    new = struct.pack("<BI", chance.choice([0, 6, 127, 128, 255]), 3) + b"new"
    for kept in ([], [parts[place]] * 2, [new, parts[place]]):
        log = joined([*parts[:place], *kept, *parts[place + 1 :]])
        assert said_by_the_second(log) == said_by_the_program(log)


@pytest.mark.parametrize("kept", ["none", "last", "all but the first"])
def test_both_say_the_same_of_a_file_that_has_lost_signatures(kept: str) -> None:
    parts = records(game("base", 3, 0))
    heads = [part for part in parts if part[0] == 4]
    left = {"none": [], "last": heads[-1:], "all but the first": heads[1:]}[kept]
    log = joined([part for part in parts if part[0] != 4 or part in left])
    assert said_by_the_second(log) == said_by_the_program(log)


def test_both_say_the_same_of_a_file_whose_names_were_removed() -> None:
    parts = records(game("base", 3, 0))
    name = 25
    log = joined(
        [
            b"\x05" + struct.pack("<I", 116) + part[5:121] if part[0] == 3 and part[13] == name else part
            for part in parts
        ]
    )
    assert said_by_the_second(log) == said_by_the_program(log)
    assert said_by_the_second(log)[0] == "VERIFIED"


def test_the_command_prints_a_line_for_each_file(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    whole, cut, other = (tmp_path / name for name in ("whole", "cut", "other"))
    log = game("base", 3, 0)
    whole.write_bytes(log)
    cut.write_bytes(log[:-1])
    other.write_bytes(b"")
    assert second_auditor.main([str(whole)]) == 0
    assert second_auditor.main([str(whole), str(cut)]) == 3
    assert second_auditor.main([str(whole), str(cut), str(other)]) == 2
    words = said_by_the_second(log)[3]
    assert capsys.readouterr().out.splitlines()[-3:] == [
        f"{whole}: VERIFIED phrase: {words}",
        f"{cut}: UNPROVEN phrase: {words}",
        f"{other}: UNREADABLE",
    ]
