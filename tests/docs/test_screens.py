"""The pictures of the screen load nothing and tell nothing of a computer; the guide names every key and every word."""

import re
import signal
from io import StringIO
from ipaddress import ip_address, ip_network
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from rich.console import Console
from textual.binding import Binding, BindingType

from client.games.mine.game import help as help_of_rules
from client.games.registry import all_verbs
from client.lines.at_table import HELP, QUIT
from client.lines.lines import HELP as HELP_EVERYWHERE
from client.lines.lobby import GATHERING_HELP, LOBBY_HELP
from client.profile.settings import SETTINGS, Setting
from client.screen.app.app import UndermineApp
from client.screen.table.screen import TableScreen
from client.terminal.signals import exit_code
from docs.svg import plain_svg
from engine.mine.modules import PARTS
from engine.registry import game_of
from engine.rules import parse
from engine.tabletop import Tabletop

TREE = Path(__file__).parents[2]
PICTURES = sorted((TREE / "docs" / "pictures").iterdir())
GUIDE = (TREE / "docs" / "playing.md").read_text("utf-8")
IMAGE = re.compile(r"!\[[^\]]+\]\(([^()\s]+)\)")
SVG = "{http://www.w3.org/2000/svg}"
ELEMENTS = {
    f"{SVG}{name}" for name in ("svg", "title", "style", "defs", "clipPath", "rect", "circle", "line", "g", "text")
}
ELSEWHERE = re.compile(r"@import|@font-face|(?<!xmlns=\")https?:|\burl\((?!#)|\bhref\b|<!|<\?", re.IGNORECASE)
MACHINE = re.compile(r"(?<![~\w])/(?:home|root|tmp|usr|var|opt|etc|mnt|srv|work|Users|private)\b|\b[A-Z]:\\")
ADDRESS = re.compile(r"\b\d{1,3}(?:\.\d{1,3}){3}\b")
DOCUMENTATION = ip_network("192.0.2.0/24")
MOST_BYTES = 3 << 19


def rows(heading: str) -> list[str]:
    """The rows of the tables between a heading of the guide and the next one of its rank."""
    found = re.search(rf"^(#+) {heading}\n(.*?)(?=^\1 |^## |\Z)", GUIDE, re.MULTILINE | re.DOTALL)
    assert found, f"docs/playing.md has no heading {heading!r}"
    return [line for line in found[2].splitlines() if line.startswith("| `")]


def codes(cell: str) -> list[str]:
    """What stands between backticks."""
    return re.findall(r"`([^`]+)`", cell)


# pictures


def shown() -> set[Path]:
    """The pictures that some page shows."""
    pages = [TREE / "README.md", *(TREE / "docs").rglob("*.md")]
    return {(page.parent / target).resolve() for page in pages for target in IMAGE.findall(page.read_text("utf-8"))}


def text_of(picture: Path) -> str:
    """What one reads in it."""
    return "\n".join(part.text or "" for part in ET.parse(picture).iter(f"{SVG}text")).replace("\xa0", " ")


def test_every_picture_that_a_page_shows_is_there_and_no_other() -> None:
    assert shown() == set(PICTURES)


def test_the_pictures_are_small_together() -> None:
    assert sum(picture.stat().st_size for picture in PICTURES) < MOST_BYTES


@pytest.mark.parametrize("picture", PICTURES, ids=lambda picture: picture.stem)
def test_a_picture_loads_nothing_from_elsewhere(picture: Path) -> None:
    assert {part.tag for part in ET.parse(picture).iter()} <= ELEMENTS
    assert not ELSEWHERE.findall(picture.read_text("utf-8"))


@pytest.mark.parametrize("picture", PICTURES, ids=lambda picture: picture.stem)
def test_a_picture_tells_nothing_of_the_computer_that_made_it(picture: Path) -> None:
    text = text_of(picture)
    assert not MACHINE.findall(text)
    assert all(ip_address(found) in DOCUMENTATION for found in ADDRESS.findall(text))


def test_a_picture_that_is_made_now_loads_nothing_and_keeps_its_spaces() -> None:
    console = Console(record=True, width=40, file=StringIO())
    console.print("[bold]two  words[/bold] and [red]three[/red]")
    exported = console.export_svg(title="Undermine")
    assert ELSEWHERE.search(exported)
    made = plain_svg(exported)
    assert not ELSEWHERE.search(made)
    svg = ET.fromstring(made)
    assert svg.get("{http://www.w3.org/XML/1998/namespace}space") == "preserve"
    words = [part.text for part in svg.iter(f"{SVG}text")][1]
    assert words is not None
    assert words.replace("\xa0", " ") == "two  words"


# what can be played


def test_every_module_and_variant_stands_in_the_guide_in_its_order() -> None:
    named = [codes(row)[0] for row in rows("What can be played")]
    assert [name for name in named if name in PARTS] == list(PARTS)


@pytest.mark.parametrize("page", ["README.md", "docs/playing.md"])
def test_what_can_be_played_can_be_read_and_has_so_many_seats(page: str) -> None:
    section = (TREE / page).read_text("utf-8").partition("# What can be played\n")[2].partition("\n#")[0]
    told = [row.split(" | ")[1:] for row in section.splitlines() if "`" in row and "…" not in row and "such" not in row]
    told = [row for row in told if len(row) == 2]
    assert len(told) >= 6
    for cell, players in told:
        fewest, most = re.findall(r"\d+", players)
        for text in codes(cell):
            seats = game_of(parse(text)).seats(parse(text))
            assert (min(seats), max(seats)) == (int(fewest), int(most)), text


def test_every_command_for_an_act_stands_in_the_guide() -> None:
    told = {
        code.split()[0]
        for page in ("The line mode", "The anniversary box", "The Dark Cave")
        for row in rows(page)
        for code in codes(row)
    }
    assert {*all_verbs()} <= told


# keys

NAMES = {
    "question_mark": "?",
    "escape": "Esc",
    "ctrl+q": "Ctrl+Q",
    "ctrl+c": "Ctrl+C",
    "ctrl+z": "Ctrl+Z",
    "pageup": "PageUp",
    "pagedown": "PageDown",
}


def bindings() -> list[Binding]:
    """One for each key that our own classes bind, at the table and everywhere."""
    ours = [one for one in (*TableScreen.__mro__, *UndermineApp.__mro__) if one.__module__.startswith("client.")]
    given: list[BindingType] = [binding for one in ours for binding in vars(one).get("BINDINGS", ())]
    return list(Binding.make_bindings(given))


def key_name(key: str) -> str:
    """As the guide writes it: Shift+Left, Tab, D."""
    return NAMES.get(key) or "+".join(part.capitalize() for part in key.split("+"))


@pytest.mark.parametrize("key", [binding.key for binding in bindings()])
def test_every_key_of_the_table_stands_in_the_guide(key: str) -> None:
    named = {code for row in rows("Keys") for code in codes(row.split(" | ")[0])}
    assert {"1", "9"} <= named, "the numbers stand there as `1` to `9`"
    assert key_name(key) in named | set("2345678")


def test_the_picture_of_the_table_has_keys_that_the_table_has() -> None:
    """Of those that do something at that moment, while a card is picked."""
    parts = list(ET.parse(TREE / "docs" / "pictures" / "table.svg").iter(f"{SVG}text"))
    last_line = " ".join(part.text or "" for part in parts if part.get("y") == parts[-1].get("y"))
    bar = last_line.replace("\xa0", " ").split()
    named = {f"{one.key_display or one.key} {one.description}" for one in bindings() if one.show}
    told = {one for one in named if one in " ".join(bar)}
    assert {"Enter play", "Space turn", "Esc back"} <= told, "make them anew: python -m docs.screens"
    assert sorted(" ".join(told).split()) == sorted(bar), "make them anew: python -m docs.screens"


# settings


@pytest.mark.parametrize("setting", SETTINGS, ids=lambda setting: setting.key)
def test_every_setting_stands_in_the_guide_with_its_values(setting: Setting) -> None:
    [row] = [row for row in rows("Settings") if row.startswith(f"| `{setting.key}` |")]
    values = codes(row.split(" | ")[1])
    if setting.choices:
        assert values == list(setting.choices)
    elif isinstance(setting.default, bool):
        assert sorted(values) == ["false", "true"]
        assert values[0] == str(setting.default).lower()
    else:
        assert not values


# commands


def commands() -> list[str]:
    """What stands on the left in every line that `help` prints."""
    lines = f"{HELP}\n{QUIT}\n{LOBBY_HELP}\n{HELP_EVERYWHERE}\n{GATHERING_HELP}".splitlines()
    views = [Tabletop(parse(rules), 4, lambda below: 0).view(0) for rules in ("base", "saboteur2")]
    lines += [line for view in views for line in help_of_rules(view, "") if line.startswith("  ")]
    left = [re.split(r"\s{2,}", line.removeprefix("  "), maxsplit=1)[0] for line in lines]
    return sorted({command for part in left for command in re.split(r", (?=[a-z])", part) if command})


@pytest.mark.parametrize("command", commands())
def test_every_command_of_the_line_mode_stands_in_the_guide(command: str) -> None:
    assert command in {code for row in rows("The line mode") for code in codes(row)}


# exit codes


@pytest.mark.parametrize("name", ["SIGHUP", "SIGINT", "SIGTERM"])
def test_the_guide_names_what_every_signal_ends_with(name: str) -> None:
    assert f"\n| {exit_code(signal.Signals[name])} | " in GUIDE
