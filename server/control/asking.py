"""The commands that ask a running server: `status`, `tables`, `kick` and the others."""

import argparse
import json
import socket
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from server.store.data_dir import CONTROL, DataDirTrouble, folder_of
from server.streams import print_line

DONE, FAILED = 0, 1
_SECONDS = 30.0
_STOPS_SOON = "This server stops soon: games at play can be finished, and no new ones begin."


def add_commands(commands: Any) -> None:
    """Beside those that start a server."""
    for name, meaning in (("status", "say how a running server is"), ("tables", "list its tables in memory")):
        _command(commands, name, meaning)
    _with_player(_command(commands, "kick", "close a player's connections and keep the player out for ten minutes"))
    for name, meaning in (
        ("ban", "close a player's connections and keep the player out; without a player: list who is banned"),
        ("mute", "let a player say nothing in lobby and at tables; without a player: list who is muted"),
        ("allow", "let a player in on a private server; without a player: list who is allowed"),
    ):
        command = _command(commands, name, meaning)
        _with_player(command, nargs="?")
        command.add_argument("--lift", action="store_true", help="undo it")
    remove = _command(
        commands, "remove-texts", "remove what a player said at a game that is over, and the player's name there"
    )
    remove.add_argument("table", metavar="TABLE", help="the number of the game, or its beginning")
    _with_player(remove)
    _with_player(_command(commands, "names", "list the names that are known, and whose they are"), nargs="?")
    forget = _command(commands, "forget", "free a name: it belongs to the next player who uses it")
    forget.add_argument("name", metavar="NAME")
    announce = _command(commands, "announce", "tell all who are connected")
    announce.add_argument("text", metavar="TEXT")
    drain = _command(commands, "drain", "let no table begin any more, and stop when no player is at a game")
    drain.add_argument(
        "text", metavar="TEXT", nargs="?", default=_STOPS_SOON, help="what all who are connected are told"
    )
    drain.add_argument("--minutes", type=int, metavar="N", help="stop after so many minutes at the latest")
    drain.add_argument("--lift", action="store_true", help="serve on")


def _command(commands: Any, name: str, meaning: str) -> argparse.ArgumentParser:
    command: argparse.ArgumentParser = commands.add_parser(name, help=meaning, description=f"{meaning.capitalize()}.")
    command.add_argument("--config", type=Path, metavar="FILE", default=argparse.SUPPRESS, help="the server's settings")
    command.add_argument("--json", action="store_true", help="the answer as JSON on one line")
    return command


def _with_player(command: argparse.ArgumentParser, **how: Any) -> None:
    command.add_argument("player", metavar="PLAYER", help="a name, or the pin of a player", **how)


def ask(given: argparse.Namespace, data_dir: str) -> int:
    """Ask the server that has this folder, and print what it answers."""
    order = {name: value for name, value in vars(given).items() if name in _FIELDS}
    order["order"] = given.command
    try:
        answer = _asked(folder_of(data_dir), order)
    except (DataDirTrouble, OSError, ValueError) as error:
        answer = {"error": _why(error, data_dir)}
    if "error" in answer:
        print(json.dumps(answer) if given.json else answer["error"], file=sys.stdout if given.json else sys.stderr)
        return FAILED
    text = json.dumps(answer) if given.json else "\n".join(_READABLE[given.command](answer))
    return DONE if print_line(text) is None else FAILED


_FIELDS = ("player", "lift", "text", "minutes", "table", "name")


def _asked(folder: Path, order: dict[str, Any]) -> dict[str, Any]:
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as line:
        line.settimeout(_SECONDS)
        line.connect(str(folder / CONTROL))
        line.sendall(json.dumps(order).encode() + b"\n")
        answer = json.loads(b"".join(_all_of(line)))
    if not isinstance(answer, dict):
        raise ValueError("no answer")
    return answer


def _all_of(line: socket.socket) -> Iterator[bytes]:
    while part := line.recv(1 << 16):
        yield part


def _why(error: Exception, data_dir: str) -> str:
    match error:
        case DataDirTrouble():
            return str(error)
        case FileNotFoundError() | ConnectionRefusedError():
            return f"no server runs with the folder {folder_of(data_dir)}; is --config or data-dir another one?"
        case PermissionError():
            return f"the server with the folder {folder_of(data_dir)} belongs to another user of this computer"
        case TimeoutError():
            return f"the server does not answer within {_SECONDS:.0f} seconds"
    return f"the server gives no answer: {error}"


def _status(answer: dict[str, Any]) -> Iterator[str]:
    for name, value in answer.items():
        yield f"{name.replace('_', ' '):18} {value}"


def _tables(answer: dict[str, Any]) -> Iterator[str]:
    for table in answer["tables"]:
        state = f"ended: {table['ended']}" if table["ended"] else f"{table['entries']} entries"
        yield f"{table['table'][:16]}  {table['rules']}, {state}, watched by {table['watchers']}"
        for player in table["players"]:
            yield f"    {player['seat'] + 1}  {player['pin']}  {player['name'] or '(not connected)'}"
    if not answer["tables"]:
        yield "no tables are in memory"


def _changed(answer: dict[str, Any]) -> Iterator[str]:
    if "players" in answer:
        yield from (f"{player['pin']}  {player['name']}".rstrip() for player in answer["players"])
        if not answer["players"]:
            yield "none"
        return
    closed = f", connections closed: {answer['closed']}" if "closed" in answer else ""
    yield f"done for {answer['pin']}{closed}"


def _names(answer: dict[str, Any]) -> Iterator[str]:
    for one in answer["names"]:
        yield f"{one['used']}  {one['pin']}  {one['name']}"
    if not answer["names"]:
        yield "none"


def _forgotten(answer: dict[str, Any]) -> Iterator[str]:
    yield f"{answer['name']} is free; it was last used on {answer['used']} by {answer['pin']}"


def _removed(answer: dict[str, Any]) -> Iterator[str]:
    yield f"texts removed from this server's log of {answer['table'][:8]}: {answer['removed']}"


def _announced(answer: dict[str, Any]) -> Iterator[str]:
    if not answer.get("draining", True):
        yield "tables begin again"
        return
    yield f"told to players: {answer['heard']}"
    if "played" in answer:
        yield f"the server stops when games with connected players are over: {answer['played']}"


_READABLE: dict[str, Callable[[dict[str, Any]], Iterator[str]]] = {
    "status": _status,
    "tables": _tables,
    "kick": _changed,
    "ban": _changed,
    "mute": _changed,
    "allow": _changed,
    "announce": _announced,
    "drain": _announced,
    "remove-texts": _removed,
    "names": _names,
    "forget": _forgotten,
}
ASKING = frozenset(_READABLE)
