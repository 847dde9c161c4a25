"""The story fits its place, whatever comes first: the news of the window's size, or the place itself."""

from pathlib import Path

from client.screen.table.sight import StoryView
from tests.client.screen.local_table import asked
from tests.client.screen.piloted import piloted
from tests.client.screen.table_pilot import Keys, at_table


@piloted
async def test_a_width_that_is_known_late_is_not_missed(tmp_path: Path) -> None:
    table = asked("turn", tmp_path)
    async with at_table(table, tmp_path, Keys) as person:
        story = person.top.query_one(StoryView)
        before = person.text
        story.styles.width = 12  # as if the window had become smaller
        await person.settle()
        assert story.size.width < 23
        assert story.fits
        assert person.text != before
        story.styles.width = "1fr"
        await person.settle()
        assert person.text == before
