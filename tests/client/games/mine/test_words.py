"""Nothing that can happen is left without words."""

import re
from collections import Counter
from dataclasses import fields, is_dataclass
from pathlib import Path
from typing import Any

import pytest

import client
from client.games.mine.game import all_verbs, board_help, roles_help, verbs
from client.games.mine.game import help as help_lines
from client.games.mine.names import GOALS, card_name, lying_name, role_name
from client.games.mine.pictures.cards import mark
from client.games.mine.typed import ways_of
from client.games.mine.words.teller import PLACES, Teller
from client.games.mine.words.words import LEXICON, PARTS
from client.games.words import Counted, Said
from client.lines.commands import QUIT, TALK, verb_of
from client.words.people import BOT_NAMES, People
from engine.bots import BOTS
from engine.bots.match import Sitting
from engine.events import ChanceCalled, ChoiceMade, NumberDrawn, QuestionAnswered, RoundClosed, SlotsRenewed
from engine.front import choices, setup
from engine.grid.cells import cell, half_turned, is_symmetric, letters
from engine.inputs import TimeUp
from engine.machine import reasons_of
from engine.mine.book import Book
from engine.mine.cards import minis
from engine.mine.cards.card import TOOLS as BITS
from engine.mine.cards.card import Card
from engine.mine.game import CARD_SETS, RULES
from engine.mine.game import seats as seats_of
from engine.mine.modules import PARTS as MODULES
from engine.mine.modules.chests.at_once import ChestAsked
from engine.mine.modules.new_goals import DragonWaits
from engine.mine.modules.party import RolesDealt
from engine.mine.modules.toll.state import Collector
from engine.mine.modules.toll.turns import ConsentsLapsed
from engine.mine.modules.tournament import MiddleCardDrawn
from engine.mine.modules.trailblazer import TrailWentOn
from engine.mine.modules.treasury import TreasuryLookedThrough
from engine.mine.modules.veto import ObjectorDraws, VetoTimeOver
from engine.mine.rules.actions.rockfall import CauseRockfall
from engine.mine.rules.actions.swap_hands import HandTaken
from engine.mine.rules.placing.goals import GoalTied
from engine.mine.rules.round.game_end import GoldTurnedUp
from engine.mine.rules.round.gold_draft import GoldPassed
from engine.mine.rules.round.pay_gold_cards import GoldTurned
from engine.mine.rules.round.paying import GoldShown, NuggetNoted
from engine.mine.rules.round.steal import TheftBegan
from engine.mine.rules.turn.pending import PlayTookEffect
from engine.mine.rules.turn.turn import CardDrawn, TurnBegan
from engine.mine.scenario.position import arrange
from engine.mine.sets.catalogue import all_cards
from engine.mine.view import View
from engine.placing import PlacePath
from engine.rules import parse
from engine.slots import TABLE
from engine.tabletop import Tabletop
from engine.waits import RULE as WAITS
from engine.waits import SECRETS
from engine.wants import Act, Window
from tests.client.lines.rooms import NAMES, QUESTIONS, SEATS, Curious, Room, faces, laid, position, stream
from tests.support.every_table import TABLES
from tests.support.mine_words import CARDS, REFUSALS, ROLES, TURNED, all_of

RULES_PAGE = Path(client.__file__).parent.parent / "docs" / "rules.md"
SILENT = {
    MiddleCardDrawn,
    ChestAsked,
    # told by what follows at once, or by the next question
    CardDrawn,
    ChanceCalled,
    ChoiceMade,
    ConsentsLapsed,
    DragonWaits,
    GoalTied,
    GoldPassed,
    GoldShown,
    GoldTurned,
    GoldTurnedUp,
    HandTaken,
    NuggetNoted,
    NumberDrawn,
    ObjectorDraws,
    PlayTookEffect,
    QuestionAnswered,
    RolesDealt,
    RoundClosed,
    SlotsRenewed,
    TheftBegan,
    TrailWentOn,
    TreasuryLookedThrough,
    TurnBegan,
    VetoTimeOver,
}
DEALERS = {
    *("AnswerQuestion", "CommitChoice", "DealRound", "GiveRandom", "OpenSlots", "RenewSlots", "ShowSlots", "TimeUp")
}
"""Inputs that are no acts."""


def book_of(table: str) -> Book:
    rules = parse(table)
    book = setup(rules, max(seats_of(rules))).book
    assert isinstance(book, Book)
    return book


def view_of(book: Book) -> View:
    view: View = Tabletop(book.rules, book.seats, lambda below: 0).view(0)
    return view


TOLD = {event for name in TABLES for event in LEXICON.tells(parse(name))}
BOOKS = [pytest.param(book_of(name), id=name) for name in TABLES]
ALL_CARDS = all_cards()


def refusals_of_the_page() -> dict[str, str]:
    """Code and sentence of every row of the table under Refusals."""
    section = RULES_PAGE.read_text(encoding="utf-8").partition("## Refusals")[2].partition("\n## ")[0]
    return dict(re.findall(r"^\| `([^`]+)` \| [^|]+ \| ([^|]+?) \|$", section, re.MULTILINE))


def test_every_refusal_has_the_sentence_of_the_rules_page() -> None:
    assert {code: refusals_of_the_page()[code] for code in REFUSALS} == REFUSALS
    assert REFUSALS.keys() == reasons_of([WAITS, SECRETS, *RULES]).keys()


@pytest.mark.parametrize("code", REFUSALS)
def test_a_refusal_is_one_sentence(code: str) -> None:
    assert re.fullmatch(r"[A-Z][^.{}]+\.", REFUSALS[code])


@pytest.mark.parametrize("book", BOOKS)
def test_every_event_is_told_or_is_silent_for_a_reason(book: Book) -> None:
    told = set(LEXICON.tells(book.rules))
    assert told & SILENT == set()
    assert set(book.evolve) - told - SILENT == set()


def test_nothing_is_told_that_cannot_happen() -> None:
    in_cards = setup(parse("base+saboteur-pay-from=gold-cards"), 5).book
    there = {event for book in (in_cards, *map(book_of, TABLES)) for event in book.evolve}
    assert there == TOLD | SILENT


@pytest.mark.parametrize("book", BOOKS)
def test_every_act_has_a_command_and_every_command_an_act(book: Book) -> None:
    acts = {kind for kind in book.decide if kind.__name__ not in DEALERS}
    ways = ways_of(book)
    assert {way.row.act for way in ways} == acts
    assert list(dict.fromkeys(way.words[0] for way in ways)) == list(verbs(view_of(book)))
    assert set(verbs(view_of(book))) <= set(all_verbs())


def test_every_act_of_the_engine_has_words_and_no_words_are_left_over() -> None:
    rows = {row.key for name in TABLES for row in book_of(name).acts.values()}
    assert rows == {key for part in PARTS.values() for key in part.acts}
    assert PARTS.keys() == CARD_SETS.keys() | MODULES.keys()


@pytest.mark.parametrize("book", BOOKS)
def test_what_is_typed_names_fields_of_the_row_and_all_that_cannot_be_found_out(book: Book) -> None:
    for way in ways_of(book):
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
    typed = [text for words in (all_of("zones"), all_of("terms")) for text in sentences(words)]
    assert {name for text in typed for name in re.findall(r"{(\w+)}", text)} == {"word", "names", "most"}
    told = [text for words in (all_of("acts"), all_of("events")) for text in sentences(words)]
    assert len(told) > 30
    assert {name for text in told for name in re.findall(r"{(\w+)}", text)} == PLACES.keys()


def test_every_card_has_a_name() -> None:
    assert CARDS.keys() == {card.key for card in ALL_CARDS}
    assert all(card_name(card.number) == CARDS[card.key] for card in ALL_CARDS)


@pytest.mark.parametrize("name", CARD_SETS)
def test_cards_that_are_played_alike_are_the_only_ones_of_one_name(name: str) -> None:
    """Two path cards of one name could not be told apart without a picture."""
    cards: tuple[Card, ...] = CARD_SETS[name].CARDS
    twice = {name for name, count in Counter(CARDS[card.key] for card in cards).items() if count > 1}
    assert twice == {"stone"}


def test_every_role_has_a_phrase() -> None:
    roles = [card for card in ALL_CARDS if card.kind == "role"]
    assert ROLES.keys() == {role.key for role in roles}
    for role in roles:
        assert re.fullmatch(rf"(?:a|the) {CARDS[role.key]}", role_name(role.number))
        assert role_name(role.number).startswith("the ") == (role.copies == 1)


WAYS = {"up": "N", "right": "E", "down": "S", "left": "W"}
EVERY_WAY = "up, right, down and left"
PATHS = [card for card in all_cards() if card.kind in ("path", "ladder", "cover")]


def sides_in(text: str) -> str:
    """The sides that the words tell, in the order of the letters."""
    return "".join(side for word, side in WAYS.items() if re.search(rf"\b{word}\b", text))


@pytest.mark.parametrize("card", PATHS, ids=lambda card: card.key)
@pytest.mark.parametrize("turned", [0, 180])
def test_the_name_of_a_path_card_tells_its_tunnels(card: Card, turned: int) -> None:
    """Upright and turned; a name that is wrong would send a listener the wrong way."""
    words = lying_name(card.number, turned).replace("crossing", EVERY_WAY).replace("four ways", EVERY_WAY)
    through, _, dead = re.sub("stubs?", "dead end", words.replace(" over ", ", ")).partition("dead end")
    joined = through.split(", ")[1:] if through.startswith(("double", "bridge")) else [through]
    groups = [letters(group) for group in (half_turned(card.groups) if turned else card.groups)]
    assert sorted(filter(None, map(sides_in, joined))) == sorted(g for g in groups if card.ladder or len(g) > 1)
    assert sorted(sides_in(dead)) == sorted(g for g in groups if not card.ladder and len(g) == 1)


def test_a_card_has_a_second_name_where_it_is_another_card_when_turned() -> None:
    assert TURNED.keys() == {card.key for card in PATHS if not is_symmetric(card.groups)}


def test_every_tool_has_a_name() -> None:
    assert all_of("terms")["tool"].names.keys() == BITS.keys()
    assert sorted(GOALS.values()) == ["bottom", "highest", "lowest", "middle", "top"]


def waits_of(card_set: str) -> set[str]:
    """What players are asked at a table, by the name of the wait."""
    state: Any = setup(parse(card_set), 5)
    state.active, state.pickers, state.thieves = 0, (0,), (0,)
    if hasattr(state, "toll_asked"):
        state.toll_asked = [0]
    asked = [stage.wants(state) for stage in state.book.stages.values() if stage.time_up is not None]
    return {want.what for wants in asked for want in wants if isinstance(want, Act | Window)}


def test_every_wait_for_a_player_has_a_question() -> None:
    assert set[str]().union(*map(waits_of, TABLES)) == all_of("questions").keys()
    assert tuple(question.line for question in all_of("questions").values()) == QUESTIONS


@pytest.mark.parametrize("book", BOOKS)
def test_help_names_every_command_of_the_table_and_no_other(book: Book) -> None:
    view = view_of(book)
    text = "\n".join(help_lines(view, QUIT))
    named = {verb for verb in (*all_verbs(), *TALK) if re.search(rf"^  (?:\w+, )*{verb}\b", text, re.MULTILINE)}
    assert named == {*verbs(view), *TALK}
    assert max(map(len, [*help_lines(view, QUIT), *board_help(view)])) <= 80


@pytest.mark.parametrize("name", CARD_SETS)
def test_help_explains_every_mark_of_the_board(name: str) -> None:
    text = "\n".join(board_help(view_of(book_of(name))))
    marks = {mark(card) for card in CARD_SETS[name].CARDS if card.tunnels} - {""}
    assert [
        sign for sign in sorted(marks) if not re.search(rf"(?:^|[ (]){re.escape(sign)}[ )]", text, re.MULTILINE)
    ] == []
    assert ("bridge" in text) == any(
        len(card.tunnels) > 1 and len(card.tunnels[1]) > 1 for card in CARD_SETS[name].CARDS
    )


@pytest.mark.parametrize("book", BOOKS)
def test_commands_may_be_shortened_as_long_as_they_are_clear(book: Book) -> None:
    known = (*verbs(view_of(book)), *TALK)
    for verb in known:
        for length in range(1, len(verb) + 1):
            begun = [other for other in known if other.startswith(verb[:length])]
            if len(begun) == 1:
                assert verb_of(verb[:length], known) == verb


def test_there_are_names_for_all_bots_and_one_more_each_one_word() -> None:
    most = max(max(seats) for seats in SEATS.values())
    assert len({name.casefold() for name in BOT_NAMES}) == most
    assert all(name.isalpha() for name in BOT_NAMES)
    assert len({name[0] for name in BOT_NAMES}) == most  # one letter is enough to name one


class Told:
    """What a whole table is told, seat by seat, with the events behind it."""

    def __init__(self, table: Tabletop) -> None:
        self.table = table
        self.sentences: dict[type, list[str]] = {}
        seats = table.state.book.seats
        self.tellers = [Teller(table.view(seat), People(NAMES[:seats], seat)) for seat in range(seats)]
        table.watchers.append(self.note)

    def note(self, events: list[object]) -> None:
        for teller in self.tellers:
            for event in events:
                self.sentences.setdefault(type(event), []).extend(line.text for line in teller.tell(event))


def curious_games(table: str) -> list[Told]:
    """Few seats, some, and many; everything is tried, and now and then a seat is late."""
    rules = parse(table)
    seats = (min(seats_of(rules)), 5, max(seats_of(rules)))
    told = [Told(Tabletop(rules, count, stream("deal", count).draw)) for count in seats]
    for each in told:
        each.table.advance()
        play_curiously(each.table)
    return told


def play_curiously(table: Tabletop) -> None:
    curious, late = Curious(), stream("late").draw
    while want := table.waiting():
        seat = next((seat for seat in want.seats if choices(table.view(seat))), want.seats[0])
        act = curious.choose(table.view(seat)) if late(20) else None
        table.play(act or TimeUp(TABLE if isinstance(want, Window) else seat))


def opened_chests() -> list[Told]:
    """Each chest is found by the first card that is played."""
    told = []
    for chest in minis.CHESTS:
        each = Told(Tabletop(parse("base+chests"), 4, stream("chests").draw))
        line = laid((1, 0, "straight-short", 0), (2, 0, "straight-short", 0))
        arrange(each.table, position(["curve-left"], board=line, pile=faces("cross")))
        state, hidden = each.table.state, each.table.faces
        there = state.chests[cell(3, 1)]
        other = next(slot for slot, face in hidden.items() if face == chest.number)
        hidden[there], hidden[other] = hidden[other], hidden[there]
        [slot] = state.hands[0]
        each.table.play(PlacePath(0, slot, hidden[slot], cell(3, 0), 0))
        play_curiously(each.table)
        told.append(each)
    return told


def paid_in_gold_cards() -> Told:
    """Some that were turned up are not needed."""
    told = Told(Tabletop(parse("base+saboteur-pay-from=gold-cards"), 3, stream("gold").draw))
    told.table.advance()
    play_curiously(told.table)
    return told


def thieves_at_the_end() -> Told:
    """All use the last card, and there is something to steal."""
    told = Told(Tabletop(parse("saboteur2"), 4, stream("thieves").draw))
    arrange(told.table, position(["map"], card_set="saboteur2", theft=[0, 2, 3, 1], nuggets=[1, 1, 2, 1]))
    play_curiously(told.table)
    return told


def new_goals_reached() -> list[Told]:
    """Each kind of goal, with and without gold that is sure."""
    board = laid(*((x, 0, "cross" if x % 2 else "tee-short", 0) for x in range(1, 7)))
    return [
        reached(goal, board, gold=[faces(*gold), [], [], []], nuggets=[nuggets, 0, 0, 0])
        for goal, gold, nuggets in (
            ("bag-2", [], 0),
            ("spider", [], 0),
            ("dragon", [], 0),
            ("dragon", [], 1),
            *(("dragon", ["gold-3"], -1) for _ in range(2)),
        )
        for _ in range(2)
    ]


def reached(goal: str, board: Any, **parts: Any) -> Told:
    """The middle goal is reached, and the last round played to its end."""
    told = Told(Tabletop(parse("base+new-goals"), 4, stream(goal).draw))
    goals = faces("treasure", "stone-a", goal, "stone-b", "bag-1-a")
    arrange(told.table, position(["cross"], board=board, **{"goals": goals, "round": 3, **parts}))
    [act] = [act for act in choices(told.table.view(0)) if isinstance(act, PlacePath) and act.cell == cell(7, 0)]
    told.table.play(act)
    if told.table.state.stage == "dragon-waits":
        told.table.play(choices(told.table.view(0))[REACHED["dragon"] % 2])
        REACHED["dragon"] += 1
    play_curiously(told.table)
    return told


REACHED = Counter[str]()
"""The dragon that waits is answered in one way, then in the other."""


def a_costume_too_few() -> Told:
    """All undealt roles are out of the round."""
    told = Told(Tabletop(parse("saboteur2+costume+swap-hats-old=aside"), 4, stream("costume").draw))
    aside = [role.number for role in CARD_SETS["saboteur2"].CARDS if role.kind == "role" for _ in range(role.copies)]
    there = position(["cross"], card_set="saboteur2", board=laid((1, 0, "cross", 0), (2, 0, "cross", 0)))
    for role in there.roles:
        aside.remove(role)
    there.roles_aside = aside
    arrange(told.table, there)
    [act] = [act for act in choices(told.table.view(0)) if isinstance(act, PlacePath) and act.cell == cell(3, 0)]
    told.table.play(act)
    return told


def a_collector_under_the_rocks() -> Told:
    """The card goes on which it stands, and the collector with it."""
    told = Told(Tabletop(parse("base+toll"), 4, stream("rocks").draw))
    arrange(told.table, position(["rockfall", "map"], board=laid((1, 0, "cross", 0))))
    table, at = told.table, cell(1, 0)
    table.state.collectors.append(Collector(1, 1, at, table.state.board.network.slots[at], cell(2, 0)))
    [act] = [act for act in choices(table.view(0)) if isinstance(act, CauseRockfall) and act.cell == at]
    table.play(act)
    return told


def steady_games() -> list[Told]:
    """Tunnels that reach the goals."""
    told = [Told(Tabletop(parse("base"), 5, stream("deal", seed).draw)) for seed in range(3)]
    for each in told:
        sitting = [Sitting(BOTS["steady"], each.table, seat, stream(seat).draw) for seat in range(5)]
        each.table.advance()
        while want := each.table.waiting():
            each.table.play(sitting[want.seats[0]].choose())
    return told


def test_every_event_that_is_not_silent_is_really_told() -> None:
    told = [
        thieves_at_the_end(),
        paid_in_gold_cards(),
        *opened_chests(),
        *new_goals_reached(),
        a_costume_too_few(),
        a_collector_under_the_rocks(),
        *steady_games(),
        *(each for table in TABLES for each in curious_games(table)),
    ]
    assert {kind for each in told for kind, lines in each.sentences.items() if lines} == TOLD
    lines = [line for each in told for lines in each.sentences.values() for line in lines]
    assert len(lines) > 500
    assert not [line for line in lines if "{" in line or "None" in line]


def test_a_story_tells_a_round_that_is_won() -> None:
    board = laid(*((x, 0, "cross" if x % 2 else "tee-short", 0) for x in range(1, 7)))
    gold = faces("gold-2", "gold-3", "gold-1")
    room = Room(laid_out=position(["cross", "map"], board=board, gold_pile=gold), bots="steady")
    room.type("place 1 at 7,0", "take 1")
    told = "\n".join(room.said)
    assert (
        "You place crossing at 7,0.\n"
        "The tunnel reaches the middle goal!\n"
        "The middle goal is the treasure.\n"
        "\n"
        "You have found the treasure: the gold-diggers win the round.\n"
        "Roles revealed:\n"
        "  Eva              gold-digger\n"
        "  Ann              saboteur\n"
        "  Bob              gold-digger\n"
        "  Cleo             gold-digger\n"
        "Unused role: gold-digger.\n"
        "The top goal was a stone.\n"
        "The bottom goal was a stone.\n"
        "Gold shared by you, Cleo, Bob: 3 cards.\n"
    ) in told
    assert "You keep a gold card.\nSecret: it is worth " in told
    assert "Round 2 of 3." in told


def last_cards(*roles: str) -> str:
    """All pass the last card of a round; what is told."""
    room = Room(laid_out=position(["map"], roles=faces(*roles)), bots="random")
    room.type("pass 1")
    return "\n".join(room.said)


def test_a_story_tells_who_is_paid_and_what_for() -> None:
    told = last_cards("digger", "saboteur", "digger", "digger")
    assert "the treasure is not found: the gold-diggers lose the round.\n" in told
    assert "\nAnn gets 4 nuggets as a saboteur.\n\nRound 2 of 3." in told


def test_a_story_tells_that_nobody_is_paid() -> None:
    told = last_cards("digger", "digger", "digger", "digger")
    assert "\nNo player is a saboteur: no gold is paid.\n\nRound 2 of 3." in told
    assert "There is no saboteur" not in last_cards("saboteur", "digger", "digger", "digger")


@pytest.mark.parametrize("book", BOOKS)
def test_every_role_that_can_be_dealt_is_explained_in_the_help(book: Book) -> None:
    [roles] = [pile for pile in book.piles if pile.name == "roles"]
    lines = roles_help(book)
    assert [line.partition(":")[0] for line in lines] == [card_name(face) for face in dict.fromkeys(roles.faces)]
    assert all(line.endswith(".") and len(line) > 20 for line in lines)
