"""Files held against each other: forks, JOINs that serve two tables, texts and seeds."""

from functools import cache
from pathlib import Path
from typing import cast

from client.main import main
from protocol.audit.weak_seeds import is_trivial
from protocol.host.selfplay import SelfPlay, from_seed
from protocol.keys.identity import fingerprint
from protocol.log.faults import Code
from protocol.log.records import MAGIC, TEXTS, Entry, Kind, RecordType, record, records
from tests.protocol.audit.asked import Capture, Play, Write, told_json
from tests.protocol.audit.changed import entries
from tests.protocol.audit.tables import other_joins, same_people, table
from tests.stories.cheats.games import Forge, Game
from tests.support.threats import threat


@cache
def played(seed: str, shared: int = 3) -> tuple[SelfPlay, bytes]:
    """A whole game of the same server, in which so many seats have used the JOINs of the others."""
    game = table(same_people(seed, own=other_joins(range(shared, 3))))
    return game, game.play()


def until(game: SelfPlay, log: bytes, kind: int) -> bytes:
    """The log before the first entry of a kind, under a HEAD."""
    made = entries(log)
    last = next(at for at, entry in enumerate(made) if entry.kind == kind)
    return Forge(cast("Game", game)).write(made[:last], signing=lambda entry: False)


def stripped(data: bytes, seq: int) -> bytes:
    """The file without the text of one entry."""
    out = bytearray(MAGIC)
    for kind, payload in records(data):
        if kind == RecordType.ENTRY and Entry.from_bytes(payload).seq == seq:
            out += record(RecordType.HEADER, payload[:116])
        else:
            out += record(kind, payload)
    return bytes(out)


# One JOIN, two tables


@threat("join-reused", Code.REUSED)
def test_a_join_that_was_sealed_twice_names_the_seat_and_what_the_server_may_have_gained(
    write: Write, capsys: Capture
) -> None:
    """Each of the games alone is VERIFIED."""
    one, other = played("one", 1), played("two", 1)
    files = [write("one", one[1]), write("two", other[1])]
    code, found = told_json(capsys, *files)
    assert (code, found["verdict"]) == (1, "REFUTED")
    assert [file["verdict"] for file in found["files"]] == ["VERIFIED", "VERIFIED"]
    [reused] = found["compared"]["findings"]
    assert (reused["code"], set(reused["files"])) == ("join/reused", set(files))
    assert reused["at_fault"]["key"] == one[0].keys[0].public.hex()
    names = " and ".join(game.host.setting.tid.hex()[:8] for game, _ in (one, other))
    told = f"this key has sealed two tables with one JOIN, {names}"
    gain = "the server, which knows its seed since the first, may have gained by it"
    assert reused["evidence"] == f"{told}; {gain}"
    assert main(["audit", "-q", *files]) == 1
    out = capsys.readouterr().out
    assert out.startswith("REFUTED ")
    assert f"join/reused at entry {reused['entry']}, by {fingerprint(one[0].keys[0].public)}: " in out


def test_every_seat_that_did_so_is_named(write: Write, capsys: Capture) -> None:
    one, other = played("one"), played("two")
    found = told_json(capsys, write("one", one[1]), write("two", other[1]))[1]["compared"]["findings"]
    assert [finding["at_fault"]["key"] for finding in found] == [keys.public.hex() for keys in one[0].keys]


def test_a_table_without_the_seats_seal_counts_for_nothing(write: Write, capsys: Capture) -> None:
    """Any server can put a JOIN that it was sent into a second TABLE."""
    one, (game, log) = played("one"), played("two")
    for sealed in (until(game, log, Kind.SEAL), MAGIC + record(*next(records(log)))):
        found = told_json(capsys, write("one", one[1]), write("two", sealed))[1]
        assert found["compared"]["findings"] == []


def test_a_seal_that_the_server_has_not_signed_counts_for_nothing(write: Write, capsys: Capture) -> None:
    one, (_game, log) = played("one"), played("two")
    unsigned = MAGIC + b"".join(record(kind, payload) for kind, payload in records(log) if kind != RecordType.HEAD)
    assert told_json(capsys, write("one", one[1]), write("two", unsigned))[1]["compared"]["findings"] == []


def test_people_who_bring_new_joins_to_each_table_are_named_in_nothing(write: Write, capsys: Capture) -> None:
    files = [write("one", played("one", 0)[1]), write("two", played("two", 0)[1])]
    files.append(write("again", played("one", 0)[1]))
    code, found = told_json(capsys, *files)
    assert (code, found["compared"]) == (0, {"findings": [], "notes": []})


def test_a_folder_is_compared_as_files_are(write: Write, capsys: Capture, tmp_path: Path) -> None:
    write("a.umlog", played("one", 1)[1])
    write("more/b.umlog", played("two", 1)[1])
    code, found = told_json(capsys, str(tmp_path))
    assert (code, [one["code"] for one in found["compared"]["findings"]]) == (1, ["join/reused"])


# Texts


@threat("talk-withheld")
def test_a_text_that_only_one_file_has_is_named(play: Play, write: Write, capsys: Capture) -> None:
    data = play()
    names = [entry.seq for entry in entries(data) if entry.kind in TEXTS]
    whole, bare = write("whole", data), write("bare", stripped(data, names[1]))
    code, found = told_json(capsys, bare, whole)
    assert (code, found["verdict"]) == (0, "VERIFIED")
    [note] = found["compared"]["notes"]
    told = f"{whole} has the text of 1 entry that was removed from {bare}: {names[1]} (NAME)"
    assert (note["code"], note["text"]) == ("text-in-one-file", told)
    [removed] = [note for note in found["files"][0]["notes"] if note["code"] == "texts-removed"]
    assert (removed["seat"], removed["text"]) == (1, f"seat 1: 1 text was removed: {names[1]} (NAME)")


# Seeds


def test_seeds_that_no_chance_gives() -> None:
    counting, down = bytes(range(5, 37)), bytes(range(200, 168, -1))
    for seed in (bytes(32), b"\7" * 32, counting, down, b"ab" * 16, bytes(31) + b"\5", bytes(range(0, 224, 7))):
        assert is_trivial(seed), seed
    assert not any(is_trivial(from_seed(b"chance")(str(number))) for number in range(1000))


def test_a_seed_with_two_steps_and_nine_values_may_be_chance() -> None:
    beyond_255 = bytes((250 + at) % 256 for at in range(32))
    assert is_trivial(beyond_255)
    assert is_trivial(bytes(at % 8 for at in range(32)))
    assert not is_trivial(bytes(at % 9 for at in range(32)))


def with_seeds(label: str, seed: bytes) -> bytes:
    """A game whose server has such a seed for every round and class."""
    chance = from_seed(label.encode())
    return table(lambda name: seed if name.startswith("server seed") else chance(name)).play()


@threat("seed-trivial")
def test_a_server_with_such_seeds_gets_a_note(write: Write, capsys: Capture) -> None:
    code, found = told_json(capsys, write("poor", with_seeds("poor", bytes(range(32)))))
    assert (code, found["files"][0]["verdict"]) == (0, "VERIFIED")
    assert [note["code"] for note in found["files"][0]["notes"]] == ["seeds-repeat", "seeds-trivial"]


@threat("seed-trivial")
def test_seeds_that_repeat_over_tables_are_a_note(write: Write, capsys: Capture) -> None:
    def game(name: str) -> bytes:
        own, shared = from_seed(name.encode()), from_seed(b"one seed for all")
        return table(lambda label: (shared if label == "server seed 2 1" else own)(label)).play()

    files = [write("one", game("one")), write("two", game("two")), write("again", game("one"))]
    code, found = told_json(capsys, *files)
    assert (code, found["verdict"]) == (0, "VERIFIED")
    [note] = found["compared"]["notes"]
    assert (note["code"], note["text"]) == ("seeds-repeat", "1 seed of the server stands in more than one table")
    assert main(["audit", *files]) == 0
    assert "note        1 seed of the server stands in more than one table\n" in capsys.readouterr().out
