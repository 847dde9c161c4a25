"""A tiny mine: two rounds, hands of one card, the goals next door, and a rule that asks for a secret choice.

The base game asks for none, so the rule is made here: before the first turn of a round, the seat that begins
says in secret whether the first two goals change places.
"""

from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from functools import cache
from typing import Any
from unittest.mock import patch

from engine.bots.bot import Bot
from engine.front import choices
from engine.grid.cells import cell
from engine.machine import Question, Rule, Stage
from engine.mine import game as mine
from engine.mine.book import Book
from engine.mine.rules.turn.turn import TurnBegan
from engine.mine.state import State
from engine.records import record
from engine.rules import Rules
from engine.slots import Draw, Pile, Seat
from engine.waits import SECRETS

CROSS, TREASURE, STONE = 11, 2, 3
NEAR = ((2, 2), (2, 0), (2, -2))


def _choose_far(memory: object, view: Any, chance: Draw) -> Any:
    return max(choices(view), key=lambda act: getattr(act, "cell", -1))


EAGER = Bot("eager", 1, lambda seat, seats: None, lambda memory, event, view: None, _choose_far)
"""Lays a card as far to the east as it can."""


# the rule


@record
class SwapOffered:
    """The seat that begins is asked in secret: 0 leaves the first two goals where they are, 1 swaps them."""

    seat: Seat


@record
class SwapAnswered:
    """The seat has chosen, or the clock has."""

    seat: Seat


@record
class GoalWondered:
    """Is the first goal a treasure now?"""

    seat: Seat


def _offer(state: State) -> tuple[object, ...]:
    return (SwapOffered(state.number if state.round == 1 else state.starter),)


def _offered(state: State, event: SwapOffered) -> None:
    state.active = event.seat
    state.ask_secretly(event.seat, 2, "goal-swap", then="swap-chosen", ways=("stay", "swap"))


def _answered(state: State, event: SwapAnswered) -> None:
    """Also when they stay: that the slots are new ones must not tell it."""
    state.renew(tuple(state.goals.values())[:2], then="swap-done", by=event.seat)


def _wondered(state: State, event: GoalWondered) -> None:
    state.ask("treasure-first", event.seat, tuple(state.goals.values())[:1], then="first-turn")


GOAL_SWAP = Rule(
    inputs=SECRETS.inputs,
    events={**SECRETS.events, SwapOffered: _offered, SwapAnswered: _answered, GoalWondered: _wondered},
    stages={
        **SECRETS.stages,
        "first-player": Stage(follow=_offer),
        "swap-chosen": Stage(follow=lambda state: (SwapAnswered(state.active),)),
        "swap-done": Stage(follow=lambda state: (GoalWondered(state.active),)),
        "first-turn": Stage(follow=lambda state: (TurnBegan(state.active),)),
    },
    chances=SECRETS.chances,
    questions={"treasure-first": Question(250, lambda subject, faces: faces[0] == TREASURE)},
)


def _begin_round(whole: Book) -> Stage:
    begin = whole.stages["begin-round"].follow
    assert begin is not None
    return Stage(follow=lambda state: begin(state) if state.round == 1 else _offer(state))


# the mine


@contextmanager
def tiny_mine() -> Iterator[None]:
    """The first card laid finds a goal, most likely the treasure."""
    real = mine.book

    @cache
    def book(rules: Rules, seats: int) -> Book:
        whole = real(rules, seats)
        saboteur_and_diggers = whole.piles[1]
        piles = (
            Pile("gold", 0, (211, 211, 212, 212, 213, 213, 213), "game", once=True),
            saboteur_and_diggers,
            Pile("goals", 2, (TREASURE, TREASURE, STONE), "round"),
            Pile("deck", 3, (CROSS,) * 3 + (13, 13), "game"),
        )
        return replace(
            whole,
            rounds=2,
            hand_size=1,
            piles=piles,
            goal_cells=tuple(cell(*at) for at in NEAR),
            copies={number: Counter(pile.faces) for number, pile in enumerate(piles)},
            decide={**whole.decide, **GOAL_SWAP.inputs},
            evolve={**whole.evolve, **GOAL_SWAP.events},
            stages={**whole.stages, **GOAL_SWAP.stages, "begin-round": _begin_round(whole)},
            chances={**whole.chances, **GOAL_SWAP.chances},
            questions={**whole.questions, **GOAL_SWAP.questions},
        )

    with patch("engine.mine.game.book", book):
        yield
