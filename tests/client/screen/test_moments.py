"""Moments of a game on the screen: what is told stays in sight, and the last line names what does something now."""

from pathlib import Path

from client.screen.widgets.key_bar import KeyBar
from client.visit.told import Told, ToldKind
from tests.client.lines.rooms import position
from tests.client.screen.local_table import LocalTable, laid_out
from tests.client.screen.piloted import piloted
from tests.client.screen.table_pilot import SIZES, Keys, at_table


def keys(person: Keys) -> set[str]:
    return {key.words for key in person.top.query_one(KeyBar).fitting}


def told_much(folder: Path) -> LocalTable:
    table = laid_out(position(["cross", "map", "curve-left"]), folder)
    table.told_lines += [Told(ToldKind.STORY, f"Line {number}.") for number in range(60)]
    return table


@piloted
async def test_the_last_line_shows_the_keys_that_do_something_now(tmp_path: Path) -> None:
    table = told_much(tmp_path)
    async with at_table(table, tmp_path, Keys, SIZES["160x50"]) as person:
        assert not {"play", "turn", "next", "back"} & keys(person)
        assert "discard" in keys(person)
        await person.press("1")
        assert {"play", "next", "back", "discard"} <= keys(person)
        assert "turn" not in keys(person), "a crossing looks the same both ways"
        await person.press("3")
        assert "turn" in keys(person)
        table.gone = True
        table.listener()
        await person.settle()
        assert "come back" in keys(person)
        assert not {"play", "turn", "discard"} & keys(person)


@piloted
async def test_what_is_told_below_is_marked_and_ones_own_act_returns_to_the_end(tmp_path: Path) -> None:
    table = told_much(tmp_path)
    async with at_table(table, tmp_path, Keys) as person:
        assert "Line 59." in person.text
        await person.press("pageup", "pageup")
        assert "Line 59." not in person.text
        assert "new below" not in person.text
        table.told_lines.append(Told(ToldKind.NOTICE, "Line 60."))
        table.listener()
        await person.settle()
        assert "new below ▼ PgDn" in person.text
        await person.press("pagedown", "pagedown", "pagedown")
        assert "Line 60." in person.text
        assert "new below" not in person.text
        await person.press("pageup", "1", "enter")
        assert "Eva places" in " ".join(person.text.split())


@piloted
async def test_the_story_is_wider_from_a_hundred_columns_on(tmp_path: Path) -> None:
    async with at_table(told_much(tmp_path), tmp_path, Keys) as person:
        widths = []
        for columns in (80, 100, 130):
            await person.resize(columns, 30)
            widths.append(person.screen.query_one("#story").size.width)
        assert widths == sorted(set(widths))
