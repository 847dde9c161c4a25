"""The people at a table as one person knows them: signs behind names, and whom not to read."""

from pathlib import Path
from unittest.mock import Mock

from client.render.charset import ASCII, BOX
from client.screen.app.kit import Kit
from client.screen.table.beside import Beside
from client.screen.table.hands import AtDesk
from tests.client.screen.local_table import LocalTable, asked
from tests.client.screen.piloted import piloted
from tests.client.screen.table_pilot import Keys, at_table, kit_of

ANN, OTHER = b"a" * 32, b"o" * 32


class Known(Beside):
    """With the table at hand."""

    def __init__(self, table: LocalTable, kit: Kit) -> None:
        nowhere = Mock()
        super().__init__(AtDesk(table, nowhere, kit.charset), kit, guessed=nowhere)
        self.table = table

    def toggle_mute(self, seat: int) -> None:
        self.muting(seat).do()


def met(folder: Path, key: bytes, *, ascii_only: bool = False) -> Known:
    """Ann sits at a table, with this key."""
    table = asked("turn", folder)
    table.keys = {1: key}
    people = Known(table, kit_of(folder, ASCII if ascii_only else BOX))
    people.meet()
    return people


def test_who_was_met_before_has_a_sign(tmp_path: Path) -> None:
    assert met(tmp_path, ANN).signs() == {1: ""}
    assert met(tmp_path, ANN).signs() == {1: "✓"}
    assert met(tmp_path, ANN, ascii_only=True).signs() == {1: "+"}


def test_a_namesake_is_warned_of_and_does_not_take_the_name(tmp_path: Path) -> None:
    met(tmp_path, ANN)
    assert met(tmp_path, OTHER).signs() == {1: "!"}
    assert met(tmp_path, OTHER).signs() == {1: "!"}
    assert met(tmp_path, ANN).signs() == {1: "✓"}


def test_people_are_looked_up_once_at_a_table(tmp_path: Path) -> None:
    people = met(tmp_path, ANN)
    people.meet()
    assert people.signs() == {1: ""}, "whoever was met just now is still new"


def test_who_is_muted_stays_muted_at_other_tables(tmp_path: Path) -> None:
    people = met(tmp_path, ANN)
    people.toggle_mute(1)
    again = met(tmp_path, ANN)
    assert again.table.muted == {1}
    assert again.muting(1).words == "hear Ann again"
    again.toggle_mute(1)
    assert met(tmp_path, ANN).table.muted == set()


def test_a_file_of_names_that_cannot_be_read_stops_nobody(tmp_path: Path) -> None:
    met(tmp_path, ANN)
    file = tmp_path / "data" / "known-players"
    file.write_text("this is not a pin and a name\n")
    people = met(tmp_path, ANN)
    assert people.signs() == {1: ""}
    people.toggle_mute(1)
    people.toggle_mute(1)
    assert people.table.muted == set()


def test_bots_can_be_muted_but_are_not_remembered(tmp_path: Path) -> None:
    people = met(tmp_path, ANN)
    people.toggle_mute(2)
    assert people.table.muted == {2}
    assert met(tmp_path, ANN).table.muted == set()


@piloted
async def test_a_sign_stands_behind_the_name(tmp_path: Path) -> None:
    met(tmp_path, ANN)
    table = asked("turn", tmp_path)
    table.keys = {1: OTHER}
    async with at_table(table, tmp_path, Keys) as person:
        await person.settle()
        table.listener()
        await person.settle()
        assert " Ann! " in person.text
