"""Bots of the server are checked move by move: a better legal move in the place of the bot's own is found."""

from typing import Any
from unittest.mock import patch

import pytest

from engine.bots import BOTS
from engine.bots.bot import Bot
from engine.front import choices
from engine.rules import parse
from protocol.audit.audit import Verdict, Why, audit
from protocol.host.selfplay import SelfPlay, from_seed
from protocol.log.faults import Code
from tests.support.threats import threat


def game(bot: Bot, server_bots: int) -> SelfPlay:
    return SelfPlay(parse("base"), 4, [bot], from_seed(b"bots"), server_bots=server_bots)


@pytest.mark.parametrize("name", BOTS)
@pytest.mark.parametrize("server_bots", [1, 3])
def test_honest_bots_are_worked_out_again(name: str, server_bots: int) -> None:
    report = audit(game(BOTS[name], server_bots).play())
    assert (report.verdict, report.bots_checked, report.findings) == (Verdict.VERIFIED, True, [])


def test_a_table_without_bots_has_none_to_check() -> None:
    report = audit(game(BOTS["random"], 0).play())
    assert (report.verdict, report.bots_checked) == (Verdict.VERIFIED, False)


@threat("bot-better", Code.BOT)
def test_another_legal_move_in_the_place_of_a_bots_own() -> None:
    played = game(BOTS["random"], 1)
    honest, key = played.host.act_for_bot, played.host.setting.server_key
    wrong: list[int] = []

    def act_for_bot(seat: int, act: Any) -> list[object]:
        legal = choices(played.host._bots._players[seat].view)
        if not wrong and len(legal) > 1:
            wrong.append(played.host.next_seq)
            act = next(other for other in legal if other != act)
        return honest(seat, act)

    played.host.act_for_bot = act_for_bot  # type: ignore[method-assign]
    log = played.play()
    assert audit(log, bots=False).verdict is Verdict.VERIFIED
    report = audit(log)
    assert report.verdict is Verdict.REFUTED
    assert (report.findings[0].code, report.findings[0].at, report.findings[0].key) == (Code.BOT, wrong[0], key)


def test_a_bot_that_this_program_does_not_have_leaves_the_log_unproven() -> None:
    stranger = Bot("stranger", 7, *(getattr(BOTS["random"], part) for part in ("memory", "remember", "choose")))
    with patch.dict(BOTS, {"stranger": stranger}):
        log = game(stranger, 1).play()
        assert audit(log).bots_checked
    report = audit(log)
    assert (report.verdict, report.why, report.bots_checked) == (Verdict.UNPROVEN, Why.BOTS, False)
    assert report.detail == "seat 3 is the bot 'stranger' in revision 7, which this program does not have"
    assert audit(log, bots=False).verdict is Verdict.VERIFIED
