"""Keys that come faster than they are dealt with are obeyed in the order in which they were typed."""

from pathlib import Path

from textual import events

from client.screen.widgets.dialogues import LineDialogue
from engine.mine.rules.turn.passing import Pass
from tests.client.lines.rooms import position
from tests.client.screen.local_table import laid_out
from tests.client.screen.piloted import piloted
from tests.client.screen.table_pilot import Keys, Person, at_table


async def type_at_once(person: Person, *keys: tuple[str, str | None]) -> None:
    """All of them lie there before the first one is looked at."""
    for key, character in keys:
        event = events.Key(key, character)
        event.set_sender(person.app)
        person.app.post_message(event)
    await person.settle()


@piloted
async def test_a_card_is_discarded_and_not_played(tmp_path: Path) -> None:
    table = laid_out(position(["broken-pick", "cross"]), tmp_path)
    async with at_table(table, tmp_path, Keys) as person:
        await type_at_once(person, ("d", "d"), ("1", "1"), ("enter", "\r"))
        assert [type(act) for act in table.done] == [Pass]


@piloted
async def test_escape_with_a_key_close_behind_it_is_two_keys(tmp_path: Path) -> None:
    """A terminal sends the same for that key with Alt."""
    table = laid_out(position(["cross", "straight-short"]), tmp_path)
    async with at_table(table, tmp_path, Keys) as person:
        await type_at_once(person, ("1", "1"), ("alt+2", None))
        assert "[2]" in person.text
        await type_at_once(person, ("alt+d", None))
        assert "DISCARD" in person.text


@piloted
async def test_whoever_types_a_line_does_not_lose_it_by_a_key_with_alt(tmp_path: Path) -> None:
    table = laid_out(position(["cross", "map"]), tmp_path)
    async with at_table(table, tmp_path, Keys) as person:
        await person.press("t", "h", "o")
        await type_at_once(person, ("alt+b", None))
        assert isinstance(person.top, LineDialogue)
        assert "ho" in person.text


@piloted
async def test_a_card_is_picked_after_everything_was_put_back(tmp_path: Path) -> None:
    table = laid_out(position(["cross", "map"]), tmp_path)
    async with at_table(table, tmp_path, Keys) as person:
        await type_at_once(person, ("escape", None), ("1", "1"))
        assert "[1]" in person.text
