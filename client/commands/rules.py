"""`undermine rules`: which rules there are, and what those of a table mean.

Everything that is told here is data of the engine; its sentences are translated as they are printed.
"""

import argparse
import json
from collections.abc import Iterator
from textwrap import fill
from typing import Any

from client.commands.asked import rules_of
from client.commands.ends import DONE
from client.i18n import _
from client.words.rules import evenings, excluded_by, offered_games, presets
from engine.front import Game
from engine.registry import game_of
from engine.rules import Evening, Flag, Part, Preset, Rules, flags_there, parse, preset

_WIDTH = 80
_Told = dict[str, Any]


def main(arguments: argparse.Namespace) -> int:
    if arguments.name is None:
        told, lines = _all(), _list_lines
    else:
        told, lines = _explained(rules_of(arguments.name, arguments.players)), _explanation_lines
    print(json.dumps(told, indent=1) if arguments.json else "\n".join(lines(told)))
    return DONE


def _all() -> _Told:
    return {
        "evenings": [_of_evening(each) for each in evenings()],
        "presets": [_of_preset(each, preset(each.name)) for each in presets()],
        "flags": [_of_flag(flag) for game in offered_games() for flag in game.FLAGS],
        "parts": [_of_part(part, game) for game in offered_games() for part in game.PARTS.values()],
        "groups": {name: list(parts) for game in offered_games() for name, parts in game.GROUPS.items()},
    }


def _of_evening(each: Evening) -> _Told:
    return {
        "name": each.name,
        "rules": each.rules,
        "players": _players(parse(each.rules)),
        "meaning": each.meaning,
    }


def _of_preset(each: Preset, rules: Rules) -> _Told:
    return {
        "name": each.name,
        "card_set": each.card_set,
        "players": _players(rules),
        "meaning": each.meaning,
        "changes": dict(each.changes),
        "flags": dict(rules.flags),
    }


def _of_flag(flag: Flag) -> _Told:
    return {**_named(flag), "meaning": flag.meaning, "default": flag.default, "values": dict(flag.readings)}


def _of_part(part: Part, game: Game) -> _Told:
    return {
        **_named(part),
        "kind": "variant" if part.variant else "module",
        "meaning": part.meaning,
        "layouts": dict(part.layouts),
        "excludes": excluded_by(part, game),
    }


def _named(thing: Flag | Part) -> _Told:
    part = {"part": thing.part} if isinstance(thing, Flag) and thing.part else {}
    return {"name": thing.name, "rule": thing.rule, "card_sets": list(thing.card_sets), **part}


def _explained(rules: Rules) -> _Told:
    name, game = str(rules), game_of(rules)
    layouts = dict(rules.layouts)
    here = flags_there(rules)
    on = [game.PARTS[part] for part in (*rules.modules, *rules.variants)]
    return {
        "rules": name,
        "in_full": rules.in_full(),
        "card_set": rules.card_set,
        "players": _players(rules),
        "meaning": game.PRESETS[name.partition("+")[0]].meaning,
        "flags": [{**_of_flag(flag), "value": rules[flag.name]} for flag in here],
        "parts": [{**_of_part(part, game), "layout": layouts.get(part.name)} for part in on],
        "elsewhere": [{**_named(flag), "instead": flag.instead} for flag in game.FLAGS if flag not in here],
    }


def _players(rules: Rules) -> list[int]:
    seats = game_of(rules).seats(rules)
    return [min(seats), max(seats)]


def _list_lines(told: _Told) -> Iterator[str]:
    yield _("Ready-made evenings, and the rules to ask for:")
    for each in told["evenings"]:
        fewest, most = each["players"]
        name = _("{name}, for {fewest} to {most}", name=_(each["name"]), fewest=fewest, most=most)
        yield f"  {each['rules']:21} {name}"
        yield _filled(_(each["meaning"]))
    yield ""
    yield _("Rules are the name of a preset, and after “+” what is changed in it:")
    yield "  base+everything    base+chests=diamond    saboteur2+veto+toll"
    yield ""
    yield _("Presets:")
    for each in told["presets"]:
        yield f"  {each['name']}"
        yield _filled(_(each["meaning"]))
        if each["changes"]:
            changes = ", ".join(f"{name}={value}" for name, value in each["changes"].items())
            yield _filled(_("What differs from {card_set}: {changes}.", card_set=each["card_set"], changes=changes))
    yield from _part_lines(told)
    yield ""
    yield _("House rules (flags), each with its rule; the first value is the default:")
    for flag in told["flags"]:
        yield from _entry(flag, flag["values"])


def _part_lines(told: _Told) -> Iterator[str]:
    if told["parts"]:
        yield ""
        yield _("Modules and variants, switched on by name; the first layout is the default:")
    for part in told["parts"]:
        yield from _entry(part, part["layouts"])
        if part["excludes"]:
            others = ", ".join(_("{name} ({rule})", name=name, rule=rule) for name, rule in part["excludes"].items())
            yield _filled(_("It does not combine with {others}.", others=others))
    if told["groups"]:
        yield ""
        yield _("Groups, each short for the modules that go with the preset:")
    for name, parts in told["groups"].items():
        yield f"  {name}"
        yield _filled(", ".join(parts))


def _entry(thing: _Told, values: dict[str, str]) -> Iterator[str]:
    yield ""
    yield _heading(thing)
    yield _filled(_(thing["meaning"]))
    for value, meaning in values.items():
        yield _filled(f"{value:12} {_(meaning)}", " " * 19)


def _explanation_lines(told: _Told) -> Iterator[str]:
    fewest, most = told["players"]
    yield told["rules"]
    yield _filled(_(told["meaning"]))
    yield _filled(_("Players: {fewest} to {most}.", fewest=fewest, most=most))
    for part in told["parts"]:
        layout = part["layout"]
        yield ""
        yield _("  {name} ({rule})", name=f"{part['name']}={layout}" if layout else part["name"], rule=part["rule"])
        yield _filled(f"{_(part['meaning'])} {_(part['layouts'][layout]) if layout else ''}".rstrip())
    for flag in told["flags"]:
        yield ""
        yield _flag_line(flag)
        yield _filled(f"{_(flag['meaning'])} {_(flag['values'][flag['value']])}")
    if told["elsewhere"]:
        yield ""
        yield _("Flags that these rules do not have:")
        for flag in told["elsewhere"]:
            yield _heading(flag)
            yield _filled(f"{_(flag['instead'])}.")


def _flag_line(flag: _Told) -> str:
    told = {key: flag[key] for key in ("name", "value", "rule", "default")}
    if flag["value"] != flag["default"]:
        return _("  {name}={value} ({rule}; changed from {default})", **told)
    others = ", ".join(value for value in flag["values"] if value != flag["value"])
    return _("  {name}={value} ({rule}; or {others})", others=others, **told)


def _heading(thing: _Told) -> str:
    owners = thing.get("part") or ", ".join(thing["card_sets"])
    return _("  {name} ({rule}; {owners})", name=thing["name"], rule=thing["rule"], owners=owners)


def _filled(text: str, indent: str = " " * 6) -> str:
    """Names are not broken at their hyphens: they can be copied."""
    return fill(text, _WIDTH, initial_indent=" " * 6, subsequent_indent=indent, break_on_hyphens=False)
