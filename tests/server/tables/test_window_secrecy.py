"""Who could have reacted is not told by a window: not by what is sent, in which order and how much, and not by when."""

from contextlib import AbstractContextManager
from itertools import combinations, islice, product
from typing import Any
from unittest.mock import patch

import pytest

from engine.front import choices
from engine.mine.cards.championship import VETO
from engine.mine.rules.turn.passing import Pass
from engine.mine.state import mine_state
from engine.placing import PlacePath
from engine.wants import Window
from protocol.host.host import Host
from protocol.log.records import Kind
from tests.server.tables.window_pairs import SEATS, WINDOW, Company, Module, Played, played
from tests.support.dealing import dealer_of
from tests.support.gremlins import CRY, gremlins
from tests.support.nights import thinned
from tests.support.reacting import STOP, reacting
from tests.support.tables_at_play import CROSS, MAP, small_mine


def mine() -> AbstractContextManager[None]:
    """One card in the deck can be reacted with."""
    return small_mine((CROSS,) * 8 + (MAP,) * 5 + (STOP,), rounds=1, hand_size=3, change=reacting())


def use_a_card(view: Any) -> Any:
    """The first crossing on the first place, else a pass."""
    acts = choices(view)
    crossings = (act for act in acts if isinstance(act, PlacePath) and act.face == CROSS)
    return next(crossings, None) or next(act for act in acts if isinstance(act, Pass))


def react(view: Any) -> Any:
    return next(iter(choices(view)), None)


def play_a_card(view: Any) -> Any:
    """The first card that can be stopped."""
    return next(act for act in choices(view) if hasattr(act, "face"))


STOPS = Module(card=STOP, play=use_a_card, react=react, mine=mine)
CRIES = Module(card=CRY, play=play_a_card, react=react, rules="base+gremlins=far", mine=lambda: gremlins(cries=1))
VETOES = Module(card=VETO.number, play=play_a_card, react=react, rules="base+veto")
IN_COMPANY = Module(card=VETO.number, play=play_a_card, react=react, rules="saboteur2+everything")
MODULES = {"a tiny rule": STOPS, "the made-up module": CRIES, "Veto": VETOES, "Veto in company": IN_COMPANY}
COMPANIES = {
    "people alone": Company(),
    "a bot": Company(bots=1),
    "bots": Company(bots=2),
    "one who has left": Company(gone=(1,)),
    "one who has left, and a bot": Company(bots=1, gone=(2,)),
}


def games(module: Module, company: Company, seed: bytes) -> dict[int | None, Played]:
    """By holder: every game with this public history."""
    holders = (None, *range(SEATS))
    made = {holder: played(module, company, holder, seed) for holder in holders}
    return {holder: game for holder, game in made.items() if game is not None}


def seeds(company: Company, module: Module) -> list[bytes]:
    """One with which a person begins who has not left."""
    tried = (b"pairs %d" % number for number in range(30))
    return list(islice((seed for seed in tried if played(module, company, None, seed) is not None), 1))


@pytest.mark.parametrize(("module", "name"), thinned(product(MODULES, COMPANIES), 2))
def test_a_silent_window_looks_the_same_for_every_holder_of_the_card(module: str, name: str) -> None:
    company = COMPANIES[name]
    for seed in seeds(company, MODULES[module]):
        found = games(MODULES[module], company, seed)
        assert len(found) == SEATS, "each seat but the active one, or none"
        for one, other in combinations(found.values(), 2):
            assert one.frames == other.frames
            assert one.log == other.log
            assert one.closed - one.opened == other.closed - other.opened == WINDOW
            assert one.closing is not None
            assert one.closing.kind == Kind.TIMEOUT
            assert one.closing == other.closing


@pytest.mark.parametrize(
    ("module", "name"), thinned(product(MODULES, ("a bot", "bots", "one who has left, and a bot")), 2)
)
def test_a_bot_that_reacts_does_so_at_the_end_and_nothing_tells_it_before(module: str, name: str) -> None:
    company = Company(COMPANIES[name].bots, COMPANIES[name].gone, eager=True)
    for seed in seeds(company, MODULES[module]):
        found = games(MODULES[module], company, seed)
        silent = found.pop(None)
        reacted = 0
        for game in found.values():
            assert game.before(game.closed) == silent.before(silent.closed)
            assert game.log[:-1] == silent.log[:-1]
            assert (game.opened, game.closed) == (silent.opened, silent.closed)
            assert game.closing is not None
            reacted += game.closing.kind == Kind.ACT
        assert reacted == company.bots + len(company.gone)


def test_a_server_that_asks_its_bots_at_once_is_seen() -> None:
    """Else the comparisons above would prove little."""
    time_over = Host._window_over

    def at_once(host: Host) -> Window | None:
        waiting = host.follower.play.waiting()
        holds = any(
            dealer_of(host).opening(slot).face == STOP for slot in mine_state(host.follower.state).hands[SEATS - 1]
        )
        return waiting if isinstance(waiting, Window) and holds else time_over(host)

    company = Company(bots=1, eager=True)
    [seed, *_] = seeds(company, STOPS)
    with (
        patch.object(Host, "_window_over", at_once),
        patch("protocol.follow.play.Play._check_time", lambda *given: None),
    ):
        found = games(STOPS, company, seed)
    assert found[None].closed == found[None].opened + WINDOW
    assert found[SEATS - 1].closed == found[SEATS - 1].opened
    assert found[None].frames != found[SEATS - 1].frames
