"""Everything that a person reads can be translated: it goes through gettext, and translators are given all of it."""

import ast
import io
import os
import re
import subprocess
import sys
from functools import cache
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog, Message
from babel.messages.mofile import write_mo

from client.profile.settings import SETTINGS
from docs.catalogue import ROOT, catalogue

OF_THE_ENGINE = {
    "client/games/cave/words/cards.py": {"_(name.text, level=LEVELS[int(level)])"},
    "client/games/typed.py": {
        "_(words.other.text, word=word, names=', '.join(there), most=len(slots))",
        "_(words.other.text, word=word, names=', '.join(words.names.values()))",
    },
    "client/games/teller.py": {
        "_(tell.text, **self._filled(tell.text, about))",
        "plural(tell.one, tell.many, **self._filled(tell.many, about))",
    },
    "client/commands/rules.py": {
        "_(each['meaning'])",
        "_(each['name'])",
        "_(flag['instead'])",
        "_(flag['meaning'])",
        "_(flag['values'][flag['value']])",
        "_(meaning)",
        "_(part['layouts'][layout])",
        "_(part['meaning'])",
        "_(thing['meaning'])",
        "_(told['meaning'])",
    },
    "client/words/sayings.py": {"_(text)"},
    "client/words/rules.py": {
        "_(game_of(rules).PRESETS[name].meaning)",
        "_(dict(words.layouts)[layout])",
        "_(words.meaning)",
        "_(flag.meaning)",
        "_(flag.meaning_of(value))",
        "_(error.sentence, **values)",
        "_(str(error.values['instead']))",
    },
    "client/screen/screens/setup_rows.py": {
        "_(each.meaning)",
        "_(each.name)",
        "_(flag.meaning)",
        "_(meaning)",
        "_(part.meaning)",
    },
}
"""Where something is translated that does not stand there as it is; the catalogue gets it elsewhere."""
PLACE = re.compile(r"{(\w+)[^}]*}")
FORMS = re.compile(r"\[[^]|]*\|[^]|]*]")
"""Of `[discard|discards]`, who does it says which."""
NO_BRACKETS = re.compile("⟦[^⟦⟧]*⟧")
TRANSLATED = """
import gettext, sys
import client.i18n
client.i18n._TRANSLATION = gettext.GNUTranslations(open(sys.argv.pop(1), "rb"))
from client.main import main
sys.exit(main())
"""
NOT_OURS = set(
    re.findall(
        r"\w+",
        "usage options positional arguments show this help message and exit program version number",
    )
)
"""Words of `argparse`, which Python's own catalogues have."""
NAMES = {"mira", "ann", "bob", "cleo", "dirk", "undermine", "saboteur", "steady", "random"}


def ids_of(message: Message) -> tuple[str, ...]:
    """One text, or a singular and its plural."""
    return tuple(message.id) if isinstance(message.id, (tuple, list)) else (message.id,)


@cache
def calls() -> list[tuple[str, ast.Call]]:
    """Every place of the client where a sentence is translated, with its file."""
    return [
        (path.relative_to(ROOT).as_posix(), node)
        for path in sorted((ROOT / "client").rglob("*.py"))
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in {"_", "plural"}
    ]


def sentences(call: ast.Call) -> list[ast.expr]:
    assert isinstance(call.func, ast.Name)
    return call.args[: 2 if call.func.id == "plural" else 1]


def test_every_sentence_stands_where_it_is_translated_or_comes_from_the_engine() -> None:
    found: dict[str, set[str]] = {}
    for file, call in calls():
        if not all(isinstance(one, ast.Constant) and isinstance(one.value, str) for one in sentences(call)):
            found.setdefault(file, set()).add(ast.unparse(call))
    assert found == OF_THE_ENGINE


def test_translators_are_given_every_sentence_that_is_translated() -> None:
    """Babel does not look into f-strings."""
    given = {text for message in catalogue() for text in ids_of(message)}
    asked = {one.value for _file, call in calls() for one in sentences(call) if isinstance(one, ast.Constant)}
    assert asked <= given


BY_ITSELF = {"count", "undermine"}
"""Filled without being asked for: the number of a plural, and what the program is called."""


def test_every_named_place_is_filled() -> None:
    """By name: the order may be another one in another language."""
    wrong = []
    for file, call in calls():
        given = {keyword.arg for keyword in call.keywords}
        if isinstance(call.func, ast.Name) and call.func.id == "plural":
            given.add("count")
        for one in sentences(call):
            if None not in given and isinstance(one, ast.Constant):
                assert isinstance(one.value, str)
                named = set(PLACE.findall(one.value.replace("{{", "").replace("}}", "")))
                named |= {"who"} if FORMS.search(one.value) else set()
                wrong += [(file, call.lineno, name) for name in named ^ given if name not in BY_ITSELF]
    assert wrong == []


COUNTED = re.compile(r"{(?!undermine})\w+[^}]*} ([a-z]+)")


def test_whatever_is_counted_somewhere_has_a_plural_everywhere() -> None:
    """A thing that ends differently if there are several: a language may have more such endings than English."""
    several = set()
    once = []
    for file, call in calls():
        told = [str(one.value) for one in sentences(call) if isinstance(one, ast.Constant)]
        counted = {word for one in told for word in COUNTED.findall(one)}
        if len(told) == 2:
            several |= counted - set(re.findall(r"\w+", told[0]))
        else:
            once += [(file, call.lineno, word) for word in counted]
    assert several >= {"bots", "cards", "games", "nuggets", "players", "seats", "starts"}
    assert [place for place in once if place[-1] in several] == []


def test_translators_are_given_every_word_of_the_settings() -> None:
    given = {message.id for message in catalogue()}
    for setting in SETTINGS:
        assert {setting.label, setting.meaning, *setting.choices.values()} <= given


NO_SENTENCES = {
    "client/games/cave/words/actions.py": {"cobweb at {cell} {edge}"},  # typed
    "client/games/cave/words/ending.py": {"propose end", "vote yes", "vote no"},
    "client/games/cave/words/walk.py": {"axe hold", "axe swing", "stop here"},
    "client/games/mine/words/trailblazer.py": {"end-trail now"},  # typed
    "client/games/mine/words/new_goals.py": {"show-gold nothing"},
    "client/games/mine/words/saboteur2.py": {"hands off {target}", "swap hats {target}", "steal nothing"},  # typed
    "client/games/mine/words/toll.py": {"toll yes", "toll no"},
    "client/lines/at_table.py": {"for good"},  # a command
}
SEVERAL_WORDS = re.compile(r"[a-z]{2,} [a-z]{2,}")
STYLE = re.compile(r"#[0-9a-f]{6}|{ |</?[a-z]+[ >]")
"""Of a style sheet or a page."""


@pytest.mark.parametrize(
    "folder", ["audit", "exports", "games", "learn", "lines", "past", "render", "replay", "screen", "visit", "words"]
)
def test_no_sentence_on_the_screen_or_in_lines_goes_past_the_translation(folder: str) -> None:
    found: dict[str, set[str]] = {}
    for path in sorted((ROOT / "client" / folder).rglob("*.py")):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        aside = {id(part) for node in ast.walk(tree) if is_aside(node) for part in ast.walk(node)}
        for node in ast.walk(tree):
            if isinstance(node, ast.Constant) and id(node) not in aside and is_sentence(node.value):
                found.setdefault(path.relative_to(ROOT).as_posix(), set()).add(str(node.value))
    assert found == {file: words for file, words in NO_SENTENCES.items() if file.startswith(f"client/{folder}/")}


def is_sentence(value: object) -> bool:
    return isinstance(value, str) and bool(SEVERAL_WORDS.search(value)) and not STYLE.search(value)


def is_aside(node: ast.AST) -> bool:
    """What is translated, and what is said to readers of the source."""
    if isinstance(node, ast.Call):
        return isinstance(node.func, ast.Name) and node.func.id in {"_", "plural", "Said", "Counted"}
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)


@cache
def pseudo() -> bytes:
    """A language in which everything that was translated stands in brackets."""
    language = Catalog("en")
    for message in catalogue():
        if message.id:
            told = tuple(f"⟦{one}⟧" for one in ids_of(message))
            language.add(message.id, told if isinstance(message.id, tuple) else told[0])
    file = io.BytesIO()
    write_mo(file, language)
    return file.getvalue()


def said(tmp_path: Path, *arguments: str, typed: str = "") -> str:
    """What the program says in that language."""
    (language := tmp_path / "pseudo.mo").write_bytes(pseudo())
    folders = {"XDG_DATA_HOME": str(tmp_path / "data"), "XDG_CONFIG_HOME": str(tmp_path / "config"), "COLUMNS": "200"}
    run = subprocess.run(
        [sys.executable, "-c", TRANSLATED, str(language), *arguments],
        input=typed,
        cwd=ROOT,
        env={"PATH": os.environ["PATH"], "PYTHONIOENCODING": "utf-8", **folders},
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert "Traceback" not in run.stderr
    return run.stdout + run.stderr


def bare_words(text: str) -> set[str]:
    """What stands in no brackets."""
    while (less := NO_BRACKETS.sub(" ", text)) != text:
        text = less
    return {word.lower() for word in re.findall(r"[A-Za-z]{3,}", text)}


PARTS = {"bots", "client", "engine", "server", "replay", "games", "name", "export", "import", "soak"}
"""Of commands, again."""
COMMANDS = [
    "play",
    "host",
    "join",
    "menu",
    "rules",
    "simulate",
    "selfplay",
    "replay",
    "games",
    "export",
    "learn",
    "watch",
    "archive",
    "ping",
    "doctor",
    "audit",
    "bot",
    "key",
    "bench",
]


@pytest.mark.parametrize("command", COMMANDS)
def test_the_help_of_every_command_can_be_translated(tmp_path: Path, command: str) -> None:
    text = said(tmp_path, command, "--help")
    assert "⟦" in text
    spelt = re.sub(r"--?[a-z-]+|[A-Z_]{1,}\b|\{[^}]*\}", " ", text)
    assert bare_words(spelt) <= NOT_OURS | NAMES | set(COMMANDS) | PARTS


@pytest.mark.parametrize(
    "arguments",
    [
        ("play", "--rules", "nonsense"),
        ("play", "--players", "99"),
        ("play", "--rules", "base+sapphire=yes"),
        ("play", "--rules", "base+must-connect=never"),
        ("play", "--rules", "base+swap-hats-old=aside"),
        ("rules", "base"),
        ("rules", "saboteur2"),
        ("join", "nothing at all://"),
        ("audit", "nowhere.umlog"),
    ],
)
def test_what_is_said_about_rules_links_and_files_can_be_translated(tmp_path: Path, arguments: tuple[str, ...]) -> None:
    text = said(tmp_path, *arguments)
    assert "⟦" in text
    quoted = re.sub(r"'[^']*'|[a-z0-9]+(?:-[a-z0-9]+)+(?:=\S+)?|\w+=\w+", " ", text)
    assert bare_words(quoted) <= NAMES | {"base", "nowhere", "umlog", "audit"}


def test_lessons_and_puzzles_can_be_translated(tmp_path: Path) -> None:
    for what in ("lessons", "puzzles"):
        text = said(tmp_path, "learn", what, "--plain", typed="help\nlist\nhint\nsolution\nnext\nnext\nquit\n")
        assert text.count("⟦") > 50
        assert bare_words(re.sub(r"│[^│\n]*│", " ", text)) <= NAMES


def test_a_whole_game_in_lines_can_be_translated(tmp_path: Path) -> None:
    typed = "help\nlook\nhand\nwho\nwhy\nnonsense\nplace 9\n" + "pass 1\n" * 60 + "quit\n"
    text = said(tmp_path, "play", "--seed", "1", "--plain", "--players", "3", "--name", "Mira", typed=typed)
    assert text.count("⟦") > 500
    assert bare_words(re.sub(r"│[^│\n]*│", " ", text)) <= NAMES
