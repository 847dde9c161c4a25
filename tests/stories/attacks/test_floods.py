"""More messages than a person can read: the screen is drawn once for many of them, and shows the last."""

from pathlib import Path

import pytest

from client.screen.app.app import Heard
from client.screen.screens.lobby import LobbyScreen
from client.visit.news import News, What
from protocol.wire import lobby
from protocol.wire.messages import Presence
from tests.client.screen.piloted import piloted
from tests.stories.attacks.hostile import sent
from tests.stories.attacks.memory_door import on_screen
from tests.support.world import World


@piloted
async def test_a_flood_of_words_is_drawn_at_once(world: World, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    drawn: list[int] = []
    update = LobbyScreen.update

    def counted(screen: LobbyScreen) -> None:
        drawn.append(1)
        update(screen)

    monkeypatch.setattr(LobbyScreen, "update", counted)
    async with on_screen(world, tmp_path) as person:
        drawn.clear()
        texts = [f"number {number}" for number in range(1000)]
        sent(person.door, *(lobby.Said(gathering=None, name="Bob", key=b"\1" * 32, text=text) for text in texts))
        await person.go_on()
        assert "Bob: number 999" in person.text
        assert 1 <= len(drawn) < 20


@piloted
async def test_a_flood_of_hints_about_a_table_is_drawn_at_once(world: World, tmp_path: Path) -> None:
    async with on_screen(world, tmp_path) as person:
        table = await person.play_with_bots()
        updated: list[int] = []
        update = person.screen.update

        def counted() -> None:
            updated.append(1)
            update()

        person.screen.update = counted
        hint = Presence(table=table.tid, seats=(), waiting=(), left_ms=1, paused=False, pause_wanted=())
        sent(person.door, *[hint] * 500)
        await person.go_on()
        assert 1 <= len(updated) < 20
        assert "YOUR TURN" in person.text


def test_different_news_are_all_told() -> None:
    one = Heard(News(What.TABLE, table=b"1"))
    assert one.can_replace(Heard(News(What.TABLE, table=b"1")))
    assert not one.can_replace(Heard(News(What.TABLE, table=b"2")))
    assert not one.can_replace(Heard(News(What.SAID)))
