"""A replay in lines: what is typed, and what is answered."""

from pathlib import Path

import pytest

from client.lines.replay import LineReplay
from client.render.charset import BOX
from client.replay.opened import NoReplay, opened
from protocol.keys.identity import Identity
from tests.client.replay.games import cut, whole_game


class Reader:
    """A person who types."""

    def __init__(self, log: Path, identity: Identity | None = None) -> None:
        self.said: list[str] = []
        self.waited: list[float] = []
        self.patience = 1000
        """After so many steps that come by themselves the person presses ctrl-c."""
        self.replay = LineReplay(opened(log, identity), BOX, lambda *lines: self.said.extend(lines), self._wait)

    def _wait(self, seconds: float) -> None:
        self.waited.append(seconds)
        if len(self.waited) == self.patience:
            raise KeyboardInterrupt

    def types(self, line: str) -> list[str]:
        """What is answered."""
        self.said.clear()
        self.replay.typed(line)
        return [*self.said]


@pytest.fixture
def reader(tmp_path: Path) -> Reader:
    log = tmp_path / "game.umlog"
    log.write_bytes(whole_game().host.file)
    return Reader(log)


def test_it_begins_with_the_game_and_what_it_is_worth(reader: Reader) -> None:
    reader.replay.play([])
    assert reader.said[0].startswith("base: Player_1, Player_2, Player_3 (")
    assert reader.said[1].startswith("VERIFIED: ")
    assert reader.said[2] == "You see what all saw."


def test_it_goes_forward_and_back(reader: Reader) -> None:
    told = [line for _step in range(6) for line in reader.types("")]
    assert "Round 1 of 3." in told
    at = reader.replay.table.entry
    assert reader.types("n 2")[-1] != told[-1]
    assert reader.types("b 2")[-1] == told[-1]
    assert reader.replay.table.entry == at
    assert reader.types("start")[-1] == f"[entry 0 of {reader.replay.table.last}, before the first card]"
    assert reader.types("end")[-1].endswith("the game is over]")


def test_it_goes_on_by_itself_at_a_speed_until_it_is_stopped_or_over(reader: Reader) -> None:
    step_by_step = [line for _step in range(4) for line in reader.types("next")]
    reader.types("start")
    reader.patience = 4
    assert reader.types("play") == [*step_by_step, "", "Stopped."]
    assert reader.waited == [1.0] * 4
    assert reader.types("b 4")[-1].startswith("[entry 0 ")
    reader.patience = 1000
    assert reader.types("play 5")[-1].endswith("the game is over]")
    assert set(reader.waited[4:]) == {0.1}
    assert reader.types("play 6") == ["The speeds are 1 to 5, such as “play 3”."]


def test_it_jumps_to_rounds_and_turns(reader: Reader) -> None:
    assert reader.types("round 2")[-1].split(", ", 1)[1] == "round 2, turn 1]"
    assert reader.types("turn 5")[-1].split(", ", 1)[1] == "round 2, turn 5]"
    assert reader.types("round 9") == ["There is no round 9."]
    assert reader.types("turn 5000") == ["There is no turn 5000 in round 2."]
    assert reader.types("turn") == ["A number belongs there, such as “turn 5”."]
    assert reader.types("entry 99999999999")[0].startswith("A number belongs there")


def test_open_cards_are_seen_through_any_eyes(reader: Reader) -> None:
    reader.types("turn 5")
    assert reader.types("hand") == ["What all saw has no hand: “as NAME” looks through the eyes of a player."]
    assert reader.types("hand Player_2")[0] == "Say “as player_2” first, or “as all”."
    assert reader.types("as player_2") == ["You see what Player_2 saw."]
    hand = reader.types("hand")
    assert hand[0] == "The hand of Player_2:"
    reader.types("as all")
    assert reader.types("hand player_2") == hand
    assert any("Secret: Player_1 is" in line for line in reader.types("who"))
    reader.types("as cards")
    assert reader.types("hand player_2") == hand
    assert not any(role in line for line in reader.types("who") for role in ("saboteur", "digger"))
    assert reader.types("as nobody")[0].startswith("“nobody” is no player")


def test_what_is_asked_about_the_game_is_told_as_it_stood(reader: Reader) -> None:
    reader.types("round 1")
    assert reader.types("marks") == ["No player has looked at a hidden card or harmed another yet."]
    assert reader.types("report") == ["No round is over yet."]
    reader.types("end")
    marks = reader.types("marks")
    assert any(" ? Player_" in line and "looks at" in line for line in marks)
    assert any(" ! Player_" in line and "breaks" in line for line in marks)
    assert reader.types("report")[0] == "Round 3 is over"
    assert reader.types("score")[0].split() == ["player", "round", "1", "round", "2", "round", "3", "so", "far"]
    assert reader.types("acts player_1")[0] == "What Player_1 has done so far"
    assert len(reader.types("story all")) > len(reader.types("story")) == 12


@pytest.mark.parametrize("line", ["look", "board", "board words", "who", "cell 0,0", "story", "trust", "help"])
def test_everything_can_be_asked_at_every_place(reader: Reader, line: str) -> None:
    for place in ("start", "round 1", "turn 9", "round 3", "end"):
        reader.types(place)
        assert all(isinstance(said, str) for said in reader.types(line))
        assert reader.said


def test_a_game_whose_cards_are_not_open_is_seen_with_a_key_alone(tmp_path: Path) -> None:
    game = whole_game()
    log = tmp_path / "cut.umlog"
    log.write_bytes(cut(game))
    stranger, seated = Reader(log), Reader(log, game.joinings[1].identity)
    assert stranger.types("as player_2") == [
        "The cards of this game were not all opened: a seat is seen with the key of its player alone."
    ]
    assert stranger.types("as all") == stranger.types("as player_2")
    seated.replay.play([])
    assert "You see what Player_2 saw." in seated.said
    seated.types("turn 2")
    assert seated.types("hand")[0] == "The hand of Player_2:"
    assert seated.types("as player_1") == [
        "The cards of this game were not all opened: you see your own seat, and what all saw."
    ]


def test_a_file_without_a_game_is_told_in_a_sentence(tmp_path: Path) -> None:
    (tmp_path / "no.umlog").write_bytes(b"nothing")
    with pytest.raises(NoReplay, match="not a log"):
        opened(tmp_path / "no.umlog")
    with pytest.raises(NoReplay, match="cannot be read"):
        opened(tmp_path / "missing.umlog")


def test_a_refuted_game_is_shown_up_to_its_fault(tmp_path: Path) -> None:
    game = whole_game()
    data = bytearray(game.host.file)
    data[-200] ^= 1
    log = tmp_path / "damaged.umlog"
    log.write_bytes(data)
    reader = Reader(log)
    reader.replay.play([])
    assert reader.said[1].startswith("UNPROVEN: ")
    assert reader.types("end")
    assert 0 < reader.replay.table.last < game.host.follower.chain.last
