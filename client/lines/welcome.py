"""The first start in lines, at a terminal: what this game is, and the person's name."""

import sys
from collections.abc import Callable
from dataclasses import replace

from client.lines.commands import Say
from client.profile.person import Person
from client.profile.profile import BadProfile
from client.words.people import NAME_RULE, is_name
from client.words.welcome import GAME, RULES, TITLE, YOUR_NAME


def is_first_start(person: Person) -> bool:
    """Whether there is no name yet, and a person who can be asked."""
    return not person.settings.name and sys.stdin is not None and sys.stdin.isatty() and sys.stdout.isatty()


def welcome(person: Person, say: Say, ask: Callable[[str], str] = input) -> Person:
    """The same person by the name that was typed, which is kept; an empty line takes the one that stands there.

    `EOFError` if the person has left.
    """
    say(TITLE, "", *GAME, "", *RULES, "")
    while not is_name(name := ask(f"{YOUR_NAME} [{person.name}] ").strip() or person.name):
        say(NAME_RULE)
    try:
        person.profile.keep_player_name(name)
    except BadProfile as error:  # it holds until the program ends
        say(str(error))
    return replace(person, name=name, settings=replace(person.settings, name=name))
