"""Damage is damage: it is called so, names the entry, and is never a finding nor all that there is to say."""

from client.main import main
from protocol.audit.audit import Verdict, Why, audit
from protocol.log.records import MAGIC, Kind, RecordType, record, records
from tests.protocol.audit.asked import Capture, Play, Write, told_json
from tests.protocol.audit.changed import cut_after_head, entries, first_of


def turned(data: bytes, number: int, at: int = -1) -> bytes:
    """The file with one bit of a byte of the record of this number turned."""
    rows = [record(kind, payload) for kind, payload in records(data)]
    one = bytearray(rows[number])
    one[at] ^= 1
    rows[number] = bytes(one)
    return MAGIC + b"".join(rows)


def record_of(data: bytes, seq: int) -> int:
    """The number of the record that holds an entry."""
    rows = list(records(data))
    places = [number for number, (kind, _) in enumerate(rows) if kind == RecordType.ENTRY]
    return places[seq - 1]


def test_a_damaged_entry_is_named_and_what_stands_before_it_still_counts(
    play: Play, write: Write, capsys: Capture
) -> None:
    data = play()
    file = write("damaged", turned(data, record_of(data, 57)))
    assert main(["audit", file]) == 3
    out = capsys.readouterr().out
    assert "UNPROVEN\n  The file is damaged at entry 57 (" in out
    code, found = told_json(capsys, file)
    [one] = found["files"]
    assert (code, one["reason_code"], one["findings"]) == (3, "damaged", [])
    assert 0 < one["entries"] < 57
    assert f"; up to entry {one['entries']} no fault was found" in one["reason"]


def test_a_header_that_fits_no_signature_is_in_one_of_several_entries(
    play: Play, write: Write, capsys: Capture
) -> None:
    data = play()
    file = write("damaged", turned(data, record_of(data, 8), 5 + 4))  # its dt_ms
    assert main(["audit", file]) == 3
    assert "The file is damaged somewhere in entries 7 to 9 (" in capsys.readouterr().out


def test_where_nothing_before_the_damage_is_signed_nothing_can_be_judged(
    play: Play, write: Write, capsys: Capture
) -> None:
    file = write("damaged", turned(play(), 2))
    assert main(["audit", file]) == 2
    out = capsys.readouterr().out
    assert "UNREADABLE\n  The file is damaged at entry 1 (" in out
    assert "and nothing before it is signed by the server." in out


def test_a_damaged_table_accuses_no_key(play: Play, write: Write, capsys: Capture) -> None:
    """Wherever the bit is: a key, a signature, a word of the rules."""
    data = play()
    size = len(next(records(data))[1])
    for at in range(5, 5 + size, 97):
        code, found = told_json(capsys, write("damaged", turned(data, 0, at)))
        assert (code, found["files"][0]["verdict"], found["files"][0]["findings"]) == (2, "UNREADABLE", []), at


def test_of_a_file_that_is_no_log_nothing_counts() -> None:
    report = audit(b"something else")
    assert (report.verdict, report.why) == (Verdict.UNREADABLE, Why.UNREADABLE)
    assert (report.entries, report.pending) == (0, 0)


def test_a_second_table_in_a_log_is_damage(play: Play, write: Write, capsys: Capture) -> None:
    first, *rest = (record(kind, payload) for kind, payload in records(play()))
    at = record_of(play(), 57)
    file = write("two tables", MAGIC + b"".join((first, *rest[:at], first, *rest[at:])))
    code, found = told_json(capsys, file)
    [one] = found["files"]
    assert (code, one["reason_code"], one["findings"]) == (3, "damaged", [])
    assert "a TABLE cannot stand there" in one["reason"]


def test_damaged_cards_are_damage_and_no_other_cards(play: Play, write: Write, capsys: Capture) -> None:
    file = write("damaged", turned(play(), 1))
    assert main(["audit", file]) == 2
    told = "The file is damaged before its first entry: the cards in the file are not those that its table names."
    assert told in capsys.readouterr().out


def test_before_the_seeds_are_open_no_move_of_a_bot_is_left_out(play: Play) -> None:
    whole = play(server_bots=1)
    cut, whole_but_bots = audit(cut_after_head(whole, 30)), audit(whole, bots=False)
    assert cut.played_by_bots == whole_but_bots.played_by_bots == (2,)
    assert not cut.bots_left_out
    assert whole_but_bots.bots_left_out


def test_a_file_that_ends_before_the_seeds_says_only_that(play: Play, write: Write, capsys: Capture) -> None:
    data = cut_after_head(play(), 30)
    assert main(["audit", write("cut", data)]) == 3
    last = len(entries(data))
    assert last > first_of(data, Kind.ACT)
    out = capsys.readouterr().out
    assert f"UNPROVEN\n  The file ends at entry {last}, before the seeds were opened.\n" in out
    assert "fault" not in out
