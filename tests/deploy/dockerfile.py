"""A Dockerfile as its instructions, and the rules that ours keeps; most of them are those of hadolint."""

import json
import re
from collections.abc import Iterator
from typing import NamedTuple

_TAG = re.compile(r"[a-z0-9/._-]+:(?P<tag>[\w.-]+)")


class Instruction(NamedTuple):
    """One instruction of one stage."""

    stage: int
    word: str
    rest: str

    @property
    def flags(self) -> dict[str, str]:
        return dict(re.findall(r"--([a-z]+)=(\S+)", self.rest.split(" && ", maxsplit=1)[0]))

    @property
    def arguments(self) -> list[str]:
        return [part for part in self.rest.split() if not part.startswith("--")]


def instructions(text: str) -> list[Instruction]:
    """All of them in order, long lines joined and comments left out."""
    lines = [line for line in text.splitlines() if line.strip() and not line.lstrip().startswith("#")]
    found: list[Instruction] = []
    stage = -1
    for line in re.sub(r"\s*\\\n\s*", " ", "\n".join(lines)).splitlines():
        word, _, rest = line.partition(" ")
        stage += word == "FROM"
        found.append(Instruction(stage, word, rest.strip()))
    return found


def last(found: list[Instruction], word: str) -> str:
    """What the finished image has of this word, or an empty text."""
    stage = max(one.stage for one in found)
    return next((one.rest for one in reversed(found) if (one.stage, one.word) == (stage, word)), "")


def health(found: list[Instruction]) -> str:
    """The command that says whether the server in the image is well."""
    return last(found, "HEALTHCHECK").partition("CMD ")[2]


def problems(text: str) -> Iterator[str]:
    """A sentence for each rule that is broken."""
    found = instructions(text)
    final = [one for one in found if one.stage == max(one.stage for one in found)]
    for one in found:
        yield from _PROBLEMS.get(one.word, _none)(one)
    if len({one.stage for one in found}) != 2:
        yield "there are two stages: what builds stays out of the image"
    if any(one.word == "RUN" for one in final):
        yield "the last stage only copies"
    if not re.fullmatch(r"[1-9]\d*:[1-9]\d*", last(found, "USER")):
        yield "the image runs as a user with a number, who is not root"
    if not _is_list(last(found, "ENTRYPOINT")):
        yield "the entry point is a list: a shell would swallow SIGTERM"
    if not _is_list(health(found)):
        yield "a list says how to ask the server whether it is well"


def _none(_: Instruction) -> Iterator[str]:
    yield from ()


def _from(one: Instruction) -> Iterator[str]:
    image = _TAG.fullmatch(one.arguments[0])
    if image is None or image["tag"] == "latest":
        yield f"{one.arguments[0]}: says which version it is"


def _run(one: Instruction) -> Iterator[str]:
    if re.search(r"\b(sudo|cd|curl|wget)\b", one.rest):
        yield f"{one.rest}: needs no sudo and no cd, and fetches nothing that has no hash"
    if "pip install" in one.rest and not {"--require-hashes", "--no-cache-dir"} <= set(one.rest.split()):
        yield f"{one.rest}: packages are checked against their hashes, and leave no cache"


def _workdir(one: Instruction) -> Iterator[str]:
    if not one.rest.startswith("/"):
        yield f"{one.rest}: is no whole path"


def _copy(one: Instruction) -> Iterator[str]:
    if "from" not in one.flags and "." in one.arguments[:-1]:
        yield "copies by name, not all that lies there"


def _add(_: Instruction) -> Iterator[str]:
    yield "copies, and adds nothing from elsewhere"


def _is_list(text: str) -> bool:
    try:
        return isinstance(json.loads(text), list)
    except ValueError:
        return False


_PROBLEMS = {"FROM": _from, "RUN": _run, "WORKDIR": _workdir, "COPY": _copy, "ADD": _add}
