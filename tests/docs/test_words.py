"""Words that were replaced by ones that a player would use stay away from what the client says, and from the guide."""

import re
from pathlib import Path

import pytest

from docs.catalogue import ROOT, catalogue

REPLACED = {
    r"no contradiction": "fair so far",
    r"(?i)\bgather(s|ing|ings)?\b": "lobby",
    r"signed up": "matches up",
    r"which you agree|agreed to (rules|times|another|none)": "accepted",
    r"\bknows all cards": "could peek",
    r"before them\b|\bbefore (a|the) player\b": "in front of",
    r"(?i)\bleft[ -]over( role|:)|\bundealt\b": "unused",
    r"\bturn(s|ed)? up\b": "revealed",
    r"\bgo(es)? round\b|\bpassed round\b": "shared",
    r"wins the game": "Cleo wins with 7 nuggets",
    r"\bgo(es)? on with\b|^Go on\b": "continue",
    r"(?i)\blays? (the|this|a|that) (path )?cards?\b|\blay no path": "place",
    r"\bmends?\b": "repairs",
    r"\bseats? pass(es)?\b|, or pass\b|^To pass\b|can be passed at once": "discard",
    r"brings down": "collapses",
    r"\bwaits? for you\b": "is saved",
    r"whatever else": "options ignored",
    r"^Take it\b": "OK",
    r"^What (are you|else could you be) called": "Your name",
    r"clocks? (stands?|stood) still|clocks? runs? again": "paused",
    r"[Ll]ook behind": "Show table",
    r"connection is (gone|lost)": "Connection lost",
    r"\b[Tt]ake {?\w+}? for\b": "What do you think Ann is?",
    r"talk do you not": "Mute whom?",
    r"name together": "rule set",
    r"\bas usual\b": "reset",
    r"could lie\b": "open spots",
    r"card is the one (that )?the seeds": "the deck was shuffled fairly",
    r"pencil mark": "your note",
    r"What is agreed|this computer signs|You agree to|^Not agreed": "accepted, or ready",
    r"(Tab|[Kk]ey) goes on": "next spot, or continues",
    r"Enter (lays the|plays rockfall|says what)": "Enter: place at",
    r"(?i)\blay it before": "play it",
    r"^(root|{who}) passes\b|\[pass\|passes]": "discards",
    r"clock runs on": "your clock keeps running",
    r"Another table with": "Custom game with bots…",
    r"one word of at most": "Use one word, up to 16 characters",
    r"\bdissolved\b": "cancelled",
    r"\bchance (names|named|chose)\b": "random",
    r"(?i)does not hold\b": "is wrong",
    r"worked out again": "checked",
    r"stands between": "intercepting",
    r"(?i)\b(any|some|every|no)body\b(?!'s)|\bwho(m|so)?ever\b": "anyone, or a subject from the game",
}
GUIDE = ("README.md", "docs/playing.md", "docs/hosting.md")
PRINTED = re.compile(r"```.*?```|`[^`]*`", re.DOTALL)


def sentences() -> dict[str, str]:
    found = {}
    for message in catalogue():
        for text in (message.id,) if isinstance(message.id, str) else message.id:
            found[text] = message.locations[0][0] if message.locations else ""
    return found


def test_replaced_words_stay_away_from_what_the_client_says() -> None:
    said = sentences()
    assert len(said) > 2000, "an empty catalogue must not pass"
    found = [(where, text, REPLACED[old]) for old in REPLACED for text, where in said.items() if re.search(old, text)]
    assert found == []


@pytest.mark.parametrize("name", GUIDE)
def test_replaced_words_stay_away_from_the_guide(name: str) -> None:
    """Commands and what they print are not prose."""
    prose = PRINTED.sub("", Path(ROOT, name).read_text(encoding="utf-8"))
    lines = [line for line in prose.splitlines() if line.strip()]
    assert lines
    assert [(line, REPLACED[old]) for old in REPLACED for line in lines if re.search(old, line)] == []


@pytest.mark.parametrize("old", REPLACED)
def test_a_pattern_finds_something(old: str) -> None:
    """Each was broken by a sentence of an earlier version."""
    assert any(re.search(old, sentence) for sentence in BEFORE), old


BEFORE = (
    "What is agreed to",
    "R: ready. You agree to these rules, times and seats",
    "and this computer signs nothing",
    "Not agreed yet: Ann",
    "Left over: gold-digger.",
    "Tab goes on",
    "Any key goes on.",
    "Enter plays rockfall at 1,0",
    "Enter says what to do with this card",
    "Lay it before another player",
    "root passes",
    "the game waits, and its clock runs on",
    "Another table with bots…",
    "every card is the one the seeds give",
    "no contradiction so far: five words",
    "Gathering UOP6GUPA",
    "gathering",
    "Who has signed up to which entry",
    "What you agreed to rules",
    "This computer deals and knows all cards",
    "before them: bot",
    "Left over role",
    "11 undealt roles",
    "The roles are turned up",
    "3 gold cards go round",
    "* wins the game",
    "a path card goes on with the tunnel",
    "Enter lays the card at 2,0",
    "Dirk mends the lantern of Dirk",
    "Their seats pass.",
    "Ann brings down the tunnel",
    "what is not finished waits for you.",
    "whatever else was asked for",
    "Take it (Enter)",
    "What are you called?",
    "The clocks stand still.",
    "Look behind this",
    "The connection is gone",
    "What do you take Ann for?",
    "Whose talk do you not want to read?",
    "cards and flags that have a name together",
    "Del as usual",
    "Some card could lie at",
    "every card is the one that the seeds give",
    "a pencil mark",
    "that name is not one word of at most 16",
    "The start was dissolved",
    "a card that chance names",
    "SOMETHING DOES NOT HOLD",
    "was not worked out again",
    "someone stands between you and it",
    "Anybody can check it",
)


@pytest.mark.parametrize("sentence", BEFORE)
def test_a_sentence_that_was_replaced_would_be_found(sentence: str) -> None:
    assert any(re.search(old, sentence) for old in REPLACED)
