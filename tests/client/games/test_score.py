"""The score during the game: by round and player, and nothing that a seat does not know."""

import re

import pytest

from client.games.registry import game_of
from client.words.people import People
from engine.bots import BOTS
from engine.bots.asking import answered
from engine.bots.match import Sitting
from engine.events import RoundClosed
from engine.rules import parse
from engine.tabletop import Tabletop
from tests.client.lines.rooms import NAMES, stream

SEATS = 3


class Scored:
    """A table at which every seat reads the score."""

    def __init__(self, rules: str) -> None:
        self.top = Tabletop(parse(rules), SEATS, stream("score", rules).draw)
        self.views = [self.top.view(seat) for seat in range(SEATS)]
        door = game_of(self.top.state.book.rules)
        self.stories = [door.story(view, People(NAMES[:SEATS], seat)) for seat, view in enumerate(self.views)]
        self.at_ends: list[list[list[str]]] = []
        """By round and seat: the sheet when the round was over, and all that it owed had been shown."""
        self._over = 0
        self.top.watchers.append(self._hear)

    def _hear(self, events: list[object]) -> None:
        for event in events:
            for story in self.stories:
                story.tell(event)
        self._over += sum(isinstance(event, RoundClosed) for event in events)

    def sheets(self) -> list[list[str]]:
        return [story.score_sheet() for story in self.stories]

    def play_on(self) -> "Scored":
        """Among steady bots, since diggers have to win a round too."""
        chances = stream("score", "bots").draw
        bots = [Sitting(BOTS["steady"], self.top, seat, chances) for seat in range(SEATS)]
        self.top.advance()
        while want := self.top.waiting():
            self.top.play(answered(want, lambda seat: bots[seat].choose()))
            if self._over > len(self.at_ends):
                self.at_ends.append(self.sheets())
        return self


def cells(sheet: list[str]) -> dict[str, list[str]]:
    """By player; heads and signs are left out."""
    rows = [line.split("  ") for line in sheet]
    return {row[0]: [cell.strip() for cell in row[1:] if cell.strip()] for row in rows if row[0] in NAMES}


@pytest.fixture(scope="module")
def base() -> Scored:
    return Scored("base").play_on()


def test_at_the_end_the_score_is_the_one_that_decides_and_open_to_all(base: Scored) -> None:
    [scores] = {story.scores.scores for story in base.stories if story.scores is not None}
    for sheet in base.sheets():
        last = [cells(sheet)[name][-1] for name in NAMES[:SEATS]]
        assert [int(cell.strip("-$") or 0) for cell in last] == list(scores)
        assert "(" not in "".join(sheet[: SEATS + 1])
        assert sheet[0].split() == ["player", "round", "1", "round", "2", "round", "3", "so", "far"]


def test_gold_cards_of_others_are_counted_and_their_worth_is_not_told(base: Scored) -> None:
    """Each seat reads what its own cards are worth, in brackets; what it has not seen it reads as cards."""
    sheets = base.at_ends[1]
    totals = [[cells(sheet)[name][-1] for name in NAMES[:SEATS]] for sheet in sheets]
    assert all(base.top.state.gold), "each seat has won a card, in the first round"
    assert all(re.fullmatch(r"\(\d+\$\)", totals[own][own]) for own in range(SEATS))
    assert any(total.endswith("g") for row in totals for total in row), "no card of another seat was ever hidden"
    assert sheets[0][-1] == "g: a gold card, face down until the game ends; in brackets, what only you know."


def test_no_seat_reads_more_than_its_notebook_holds() -> None:
    """Without its notebook a seat reads what a spectator would: public nuggets, and how many cards."""
    table = Scored("base").play_on()
    state = table.top.state
    gold = [slot for slots in state.gold for slot in slots]
    assert gold
    for slot in gold:
        del state.faces[slot]
        for view in table.views:
            view.notebook.shown.pop(slot, None)
    for sheet in table.sheets():
        totals = [cells(sheet)[name][-1] for name in NAMES[:SEATS]]
        assert [total.endswith(f"{len(slots)}g") for total, slots in zip(totals, state.gold, strict=True)] == [
            bool(slots) for slots in state.gold
        ]
        assert "(" not in "".join(sheet[: SEATS + 1])


def test_nuggets_in_public_are_the_same_for_all() -> None:
    table = Scored("saboteur2").play_on()
    for sheets in (*table.at_ends, table.sheets()):
        assert sheets == [sheets[0]] * SEATS
    assert table.sheets()[0][-1] == "$: nuggets."
    rounds = [cells(table.sheets()[0])[name] for name in NAMES[:SEATS]]
    for *each, total in rounds:
        assert sum(int(cell.strip("$")) for cell in each if cell != "-") == int(total.strip("-$") or 0)


def test_in_the_cave_carried_gold_and_what_is_outside_are_told_apart() -> None:
    table = Scored("cave")
    table.top.advance()
    table.top.state.nuggets[:] = [2, 1, 0]
    table.top.state.escaped = (0,)
    [sheet] = {tuple(sheet) for sheet in table.sheets()}
    assert cells(list(sheet))[NAMES[0]][1:] == ["2$", "yes"]
    assert cells(list(sheet))[NAMES[1]][1:] == ["1$", "-"]
    clan = cells(list(sheet))[NAMES[0]][0]
    assert f"Dwarfs of the {clan} clan have brought out 2 nuggets." in sheet
