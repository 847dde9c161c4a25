"""`undermine rules`: which rules there are, and what those of a table mean.

Everything that is told here is data of the engine; its sentences are translated as they are printed.
"""

import argparse
import json
from collections.abc import Iterator
from textwrap import fill
from typing import Any

from client.commands.options import WrongUsage
from client.i18n import _
from client.words.rules import flags_of, presets, unfit
from engine.errors import UnfitRules
from engine.front import setup
from engine.registry import game_of, games
from engine.rules import Flag, Preset, Rules, parse, preset

_WIDTH = 80
_Told = dict[str, Any]


def add(commands: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
    """The command and its arguments."""
    command = commands.add_parser(
        "rules",
        help=_("list the rules one can play by, or explain some"),
        description=_("List presets and flags, or explain the rules of a table, flag by flag."),
        epilog=_(
            "Example: {undermine} rules saboteur2+solo-must-finish=yes.  Exit code 2: the parts do not fit together."
        ),
    )
    command.add_argument("name", nargs="?", metavar="NAME", help=_("the rules, such as base+gold-draw=players"))
    command.add_argument("--players", type=int, metavar="P", help=_("whether so many can play by them"))
    command.add_argument("--json", action="store_true", help=_("for programs"))
    command.set_defaults(run=main)


def main(arguments: argparse.Namespace) -> int:
    """Print the list, or the explanation."""
    if arguments.name is None:
        told, lines = _all(), _list_lines
    else:
        told, lines = _explained(_fitting(arguments.name, arguments.players)), _explanation_lines
    if arguments.json:
        print(json.dumps(told, indent=1))
    else:
        print("\n".join(lines(told)))
    return 0


def _fitting(name: str, players: int | None) -> Rules:
    """The rules, if their parts fit together; the engine says which do not and by which rule."""
    try:
        rules = parse(name)
        if players is not None:
            setup(rules, players)
    except UnfitRules as error:
        raise WrongUsage(unfit(error)) from error
    return rules


def _all() -> _Told:
    return {
        "presets": [_of_preset(each) for each in presets()],
        "flags": [_of_flag(flag) for game in games() for flag in game.FLAGS],
    }


def _of_preset(each: Preset) -> _Told:
    return {
        "name": each.name,
        "card_set": each.card_set,
        "players": _players(preset(each.name)),
        "meaning": each.meaning,
        "changes": dict(each.changes),
        "flags": dict(preset(each.name).flags),
    }


def _of_flag(flag: Flag) -> _Told:
    return {
        "name": flag.name,
        "rule": flag.rule,
        "card_sets": list(flag.card_sets),
        "meaning": flag.meaning,
        "default": flag.default,
        "values": dict(flag.readings),
    }


def _explained(rules: Rules) -> _Told:
    name = str(rules)
    return {
        "rules": name,
        "in_full": rules.in_full(),
        "card_set": rules.card_set,
        "players": _players(rules),
        "meaning": game_of(rules).PRESETS[name.partition("+")[0]].meaning,
        "flags": [{**_of_flag(flag), "value": rules[flag.name]} for flag in flags_of(rules)],
        "elsewhere": [
            {"name": flag.name, "rule": flag.rule, "card_sets": list(flag.card_sets), "instead": flag.instead}
            for flag in game_of(rules).FLAGS
            if rules.card_set not in flag.card_sets
        ],
    }


def _players(rules: Rules) -> list[int]:
    """The fewest and the most."""
    seats = game_of(rules).seats(rules)
    return [min(seats), max(seats)]


def _list_lines(told: _Told) -> Iterator[str]:
    yield _("Rules are the name of a preset, and after “+” what is changed in it:")
    yield "  base    saboteur2    base+gold-draw=players    saboteur2+swap-hats-old=aside"
    yield ""
    yield _("Presets:")
    for each in told["presets"]:
        yield f"  {each['name']}"
        yield _indented(_(each["meaning"]))
        if each["changes"]:
            changes = ", ".join(f"{name}={value}" for name, value in each["changes"].items())
            yield _indented(_("What differs from {card_set}: {changes}.", card_set=each["card_set"], changes=changes))
    yield ""
    yield _("Flags, with the rule that they are about; the first value holds where nothing is said:")
    for flag in told["flags"]:
        yield ""
        yield _("  {name} ({rule}; {card_sets})", **_named(flag))
        yield _indented(_(flag["meaning"]))
        for value, meaning in flag["values"].items():
            yield _hanging(value, _(meaning))


def _explanation_lines(told: _Told) -> Iterator[str]:
    fewest, most = told["players"]
    yield told["rules"]
    yield _indented(_(told["meaning"]))
    yield _indented(_("Players: {fewest} to {most}.", fewest=fewest, most=most))
    for flag in told["flags"]:
        yield ""
        yield _flag_line(flag)
        yield _indented(f"{_(flag['meaning'])} {_(flag['values'][flag['value']])}")
    if told["elsewhere"]:
        yield ""
        yield _("Flags that these rules do not have:")
        for flag in told["elsewhere"]:
            yield _("  {name} ({rule}; {card_sets})", **_named(flag))
            yield _indented(f"{_(flag['instead'])}.")


def _flag_line(flag: _Told) -> str:
    told = {key: flag[key] for key in ("name", "value", "rule", "default")}
    if flag["value"] != flag["default"]:
        return _("  {name}={value} ({rule}; changed from {default})", **told)
    others = ", ".join(value for value in flag["values"] if value != flag["value"])
    return _("  {name}={value} ({rule}; or {others})", others=others, **told)


def _named(flag: _Told) -> dict[str, str]:
    return {"name": flag["name"], "rule": flag["rule"], "card_sets": ", ".join(flag["card_sets"])}


def _indented(text: str) -> str:
    return _filled(text, " " * 6)


def _hanging(value: str, meaning: str) -> str:
    """A value, and beside it what it means."""
    return _filled(f"{value:12} {meaning}", " " * 19)


def _filled(text: str, indent: str) -> str:
    """Names are not broken at their hyphens: they can be copied."""
    return fill(text, _WIDTH, initial_indent=" " * 6, subsequent_indent=indent, break_on_hyphens=False)
