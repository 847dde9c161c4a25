"""Nothing that can happen in the cave is left without words."""

import re
from collections import Counter
from dataclasses import fields, is_dataclass
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import client
from client.games.cave.game import (
    all_verbs,
    board_help,
    card_help,
    hand_lines,
    line_question,
    moves,
    question,
    refusal,
    roles_help,
    sentence,
    verbs,
)
from client.games.cave.game import help as help_lines
from client.games.cave.names import CARD, card_meaning, card_name, goal_name, loyalty, lying_name, space_word
from client.games.cave.typed import ways_of
from client.games.cave.words.lexicon import LEXICON, PARTS
from client.games.cave.words.teller import PLACES, Teller
from client.games.words import Counted, Said
from client.lines.commands import QUIT, TALK
from client.render.charset import ASCII
from client.words.people import People
from engine.cave.board import space
from engine.cave.cards.card import Card
from engine.cave.cards.chart import chart
from engine.cave.cards.table import ACTIONS, CARDS, CLANS, GOALS, PATHS
from engine.cave.resolving import RULES, masks
from engine.cave.rules.turn.deal import ClansDealt
from engine.cave.rules.walk.chop_web import ChopWeb
from engine.cave.rules.walk.escape import SearchGoesOn
from engine.cave.rules.walk.meeting import HoldAxe, MeetingBegan
from engine.cave.rules.walk.walk import MonsterStopped, Step, WalkEnded
from engine.cave.scenario.position import Position
from engine.events import ChanceCalled, NumberDrawn, RoundClosed, SlotsRenewed
from engine.front import setup
from engine.grid.cells import cell, half_turned, letters
from engine.hands import CardDrawn, HandTaken, TurnBegan
from engine.machine import reasons_of
from engine.placing import PlacePath
from engine.rules import parse
from engine.tabletop import Tabletop
from engine.waits import RULE as WAITS
from engine.wants import Act
from tests.client.games.cave.caves import at, cave, games, held, legal, lying, view_of
from tests.client.lines.rooms import NAMES

RULES_PAGE = Path(client.__file__).parent.parent / "docs" / "rules.md"
BOOK: Any = setup(parse("cave"), 5).book
SILENT = {
    # told by what follows at once, or by the next question
    CardDrawn,
    ChanceCalled,
    HandTaken,
    MeetingBegan,
    MonsterStopped,
    NumberDrawn,
    RoundClosed,
    SearchGoesOn,
    SlotsRenewed,
    TurnBegan,
    WalkEnded,
}
DEALERS = {
    *("AnswerQuestion", "CommitChoice", "DealRound", "GiveRandom", "OpenSlots", "RenewSlots", "ShowSlots", "TimeUp")
}
TOLD = set(LEXICON.tells(BOOK.rules))


def all_of(table: str) -> dict[Any, Any]:
    return {key: words for part in PARTS.values() for key, words in getattr(part, table).items()}


def people(seats: int, own: int = 0) -> People:
    return People(NAMES[:seats], own)


# tables of words


def refusals_of_the_page() -> dict[str, str]:
    section = RULES_PAGE.read_text(encoding="utf-8").partition("## Refusals")[2].partition("\n## ")[0]
    return dict(re.findall(r"^\| `([^`]+)` \| [^|]+ \| ([^|]+?) \|$", section, re.MULTILINE))


def test_every_refusal_has_the_sentence_of_the_rules_page() -> None:
    codes, page = reasons_of([WAITS, *RULES]).keys(), refusals_of_the_page()
    assert {code: refusal(code) for code in codes} == {code: page[code] for code in codes}
    assert all_of("refusals").keys() <= codes


def test_every_event_is_told_or_is_silent_for_a_reason() -> None:
    assert set() == TOLD & SILENT
    assert set(BOOK.evolve) == TOLD | SILENT


def test_every_act_of_the_engine_has_words_and_no_words_are_left_over() -> None:
    assert {row.key for row in BOOK.acts.values()} == LEXICON.acts().keys()


def test_every_act_has_a_command_and_every_command_an_act() -> None:
    view = view_of(Tabletop(BOOK.rules, 5, lambda below: 0))
    assert {way.row.act for way in ways_of(BOOK)} == {kind for kind in BOOK.decide if kind.__name__ not in DEALERS}
    assert set(verbs(view)) == {way.words[0] for way in ways_of(BOOK)} == set(all_verbs())


def test_what_is_typed_names_fields_of_the_row_and_all_that_cannot_be_found_out() -> None:
    for way in ways_of(BOOK):
        named = {name for _text, name, _spec in way.parts if name}
        assert named <= way.fields.keys() | all_of("terms").keys()
        assert way.fields.keys() - named <= ({"slot", "face"} if way.row.plays else set())


def sentences(words: object) -> list[str]:
    """Every sentence with places in a declaration, however deep."""
    if isinstance(words, Said):
        return [words.text]
    if isinstance(words, Counted):
        return [words.one, words.many]
    parts = list(words.values()) if isinstance(words, dict) else []
    parts += [getattr(words, each.name) for each in fields(words)] if is_dataclass(words) else []
    return [text for part in parts for text in sentences(part)]


def test_every_place_of_a_sentence_can_be_filled() -> None:
    told = [text for words in (all_of("acts"), all_of("events")) for text in sentences(words)]
    assert len(told) > 20
    assert {name for text in told for name in re.findall(r"{(\w+)}", text)} <= PLACES.keys()


def test_every_wait_for_a_player_has_a_question_and_says_what_to_type() -> None:
    asked = {view_want.what for _view, view_want in seen_in_games() if isinstance(view_want, Act)}
    assert asked == all_of("questions").keys() == {"turn", "walk", "prowl", "axe", "vote"}
    for what in asked:
        want = Act((0,), must=True, what=what)
        assert line_question(want) == "Your turn." or line_question(want).endswith(("?", ")"))
        assert bool(question(want)) == (what in ("axe", "vote")), "the board asks the others"


def test_help_names_every_command_of_the_table_and_no_other() -> None:
    view = view_of(Tabletop(BOOK.rules, 5, lambda below: 0))
    lines = help_lines(view, QUIT)
    text = "\n".join(lines)
    named = {verb for verb in (*all_verbs(), *TALK) if re.search(rf"^  (?:\w+, )*{verb}\b", text, re.MULTILINE)}
    assert named == {*verbs(view), *TALK}
    assert max(map(len, [*lines, *board_help(view)])) <= 80


# names


WAYS = {"up": "N", "right": "E", "down": "S", "left": "W"}
EVERY_WAY = "up, right, down and left"


def sides_in(text: str) -> str:
    return "".join(side for word, side in WAYS.items() if re.search(rf"\b{word}\b", text))


@pytest.mark.parametrize("card", PATHS, ids=lambda card: card.key)
@pytest.mark.parametrize("turned", [0, 180])
def test_the_name_of_a_path_card_tells_its_level_and_its_tunnels(card: Card, turned: int) -> None:
    """Upright and turned; a name that is wrong would send a listener the wrong way."""
    words = lying_name(card.number, turned)
    assert re.search(r"\bI+\b", words)[0] == "I" * card.level  # type: ignore[index]
    shown = {letters(group) for group in (half_turned(card.groups) if turned else card.groups)}
    if len(card.tunnels) == 1:
        text = EVERY_WAY if "crossing" in words or "four ways" in words else words
        assert {sides_in(text)} == shown
    elif card.wood:
        assert sides_in(words) == card.wood
    else:
        first, second = re.findall(r"(\w+ and \w+)", words)
        assert {sides_in(first), sides_in(second)} == shown


@pytest.mark.parametrize("card", PATHS, ids=lambda card: card.key)
def test_a_card_has_a_second_name_where_it_is_another_card_when_turned(card: Card) -> None:
    assert (lying_name(card.number, 180) != card_name(card.number)) == (masks(card)[1] >= 0)


def test_no_two_cards_of_the_deck_have_one_name() -> None:
    names = Counter(lying_name(card.number, turned) for card in (*PATHS, *ACTIONS) for turned in (0, 180))
    assert {name for name, count in names.items() if count > 2} == set()
    assert len({card_name(card.number) for card in (*PATHS, *ACTIONS)}) == len((*PATHS, *ACTIONS))


def test_every_action_card_says_what_it_does_and_every_clan_card_who_it_works_for() -> None:
    assert all(card_meaning(card.number).endswith(".") for card in ACTIONS)
    assert not any(card_meaning(card.number) for card in PATHS)
    for card in CLANS:
        assert loyalty(card.number).startswith(f"a {'loyal ' if card.clan == card.works_for else ''}{card.clan}")
        assert loyalty(card.number).endswith(f"works for {card.works_for}")


@pytest.mark.parametrize("card", [card for card in CARDS if card.tunnels], ids=lambda card: card.key)
@pytest.mark.parametrize("turned", [False, True])
def test_no_two_spaces_of_a_card_have_one_word(card: Card, *, turned: bool) -> None:
    board = BOOK.empty_board()
    spaces = chart(card).turned() if turned else chart(card)
    board.lay(cell(1, 0), 7, card.groups, spaces, 180 if turned else 0)
    words = [space_word(board, space(cell(1, 0), number)) for number in range(len(spaces.edges))]
    assert len(set(words)) == len(words)
    assert all(re.fullmatch(r"[a-z-]+", word) for word in words) or words == [""]


def test_goals_are_called_by_their_corners() -> None:
    corners = {goal_name(corner): corner for corner in BOOK.goal_cells}
    assert corners["upper-right"] == cell(4, 4)
    assert corners["lower-left"] == cell(-4, -4)
    assert len(corners) == len(GOALS)


# what is told


class Told:
    """What whole tables are told, seat by seat, with the events behind it."""

    def __init__(self) -> None:
        self.sentences: dict[type, list[str]] = {}

    def watch(self, table: Tabletop) -> None:
        seats = table.state.book.seats
        tellers = [Teller(view_of(table, seat), people(seats, seat)) for seat in range(seats)]

        def note(events: list[object]) -> None:
            for event in events:
                told = self.sentences.setdefault(type(event), [])
                told.extend(line.text for teller in tellers for line in teller.tell(event))

        table.watchers.append(note)


@cache
def seen_in_games() -> list[tuple[Any, Any]]:
    return [(view, want) for view, want in games(TOLD_IN_GAMES.watch)]


TOLD_IN_GAMES = Told()
WEB = [(2 * cell(0, 0) + 1, 2, 1)]
"""Right of the start, fresh, of seat 1."""
HANDS = [held("cross-2"), *(held(f"tee-long-{level}") for level in (1, 2, 3))]


def chopped() -> Told:
    told = Told()
    table = cave(Position(board=lying((1, 0, "cross-1", 0)), hands=HANDS, axes=[0], webs=WEB))
    told.watch(table)
    table.play(legal(table, ChopWeb)[0])
    return told


def bitten() -> Told:
    """A dwarf walks to the Rat, with an axe that is not used."""
    told = Told()
    board = lying((1, 0, "cross-1", 0), (2, 0, "lair-short-1", 180))
    table = cave(Position(board=board, hands=HANDS, axes=[0], monsters={"rat": (at(2, 0), 1)}))
    told.watch(table)
    table.play(legal(table, PlacePath)[0])
    for to in (at(1, 0), at(2, 0)):
        [step] = [act for act in legal(table, Step) if space(act.cell, act.space) == to]
        table.play(step)
    table.play(legal(table, HoldAxe)[0])
    return told


def test_every_event_that_is_not_silent_is_really_told() -> None:
    assert seen_in_games()
    told = [TOLD_IN_GAMES, chopped(), bitten()]
    assert TOLD - {kind for each in told for kind, lines in each.sentences.items() if lines} == set()
    lines = [line for each in told for lines in each.sentences.values() for line in lines]
    assert len(lines) > 500
    assert [line for line in lines if "{" in line or "None" in line] == []


def test_the_clans_are_told_to_all() -> None:
    told = TOLD_IN_GAMES.sentences[ClansDealt]
    assert any(line.startswith("The blue clan: ") for line in told)
    assert any(re.fullmatch(r"Clan cards that no player has: .*\d (blue|yellow)\.", line) for line in told)


def test_whatever_is_asked_can_be_listed_and_chosen() -> None:
    """What `moves` lists, and what each act does as a sentence; on a way, what each step costs."""
    waits = Counter[str]()
    table: Any = None

    def watch(begun: Tabletop) -> None:
        nonlocal table
        table = begun

    for view, want in games(watch):
        waits[want.what] += 1
        if waits[want.what] > 60:
            continue
        there = people(table.state.book.seats, want.seats[0])
        assert moves(view, there)
        assert hand_lines(view, ASCII, there, want)
        told = [sentence(act, view, there) for act in legal(table, object)]
        assert all(re.fullmatch(r"[A-Za-z][^{}]*[^.]", line) for line in told)
    assert waits.keys() == all_of("questions").keys()


def test_every_card_of_the_deck_is_known() -> None:
    assert {card.number for card in CARDS} == CARD.keys()


def test_clan_and_loyalty_are_explained_in_the_help() -> None:
    assert [line.partition(":")[0] for line in roles_help(BOOK)] == ["blue or yellow", "loyal", "saboteur"]
    assert card_help(next(card.number for card in CARDS if card.key == "boots")).startswith(
        "Boots: Play it on a player"
    )
