"""The versions of this program, of Python and of packages, beside what the project asks for."""

import re
import sys
import tomllib
from collections.abc import Callable, Iterator
from importlib import metadata
from pathlib import Path

from client.doctor.finding import Finding, hint, ok, wrong
from client.i18n import PROGRAM, _
from client.version import VERSION

_PROJECT = Path(__file__).parents[2] / "pyproject.toml"
_REQUIREMENT = re.compile(r"([A-Za-z0-9._-]+)(?:\[[^]]*\])?\s*([^;]*)(?:;.*extra\s*==.*)?")
_BOUND = re.compile(r"(>=|<)\s*([0-9.]+)")


def findings() -> Iterator[Finding]:
    python, needed, nice = asked_for()
    yield _python(python)
    for requirement in needed:
        yield from _package(requirement, wrong)
    for requirement in nice:
        yield from _package(requirement, hint)
    yield from _protocol()


def asked_for() -> tuple[str, list[str], list[str]]:
    """The bounds of Python, and the packages that are needed or only nice to have; of a checkout, or as installed."""
    try:
        project = tomllib.loads(_PROJECT.read_text(encoding="utf-8"))["project"]
    except OSError:
        told = metadata.metadata("undermine")
        packages = metadata.requires("undermine") or []
        nice = [each for each in packages if "extra ==" in each]
        return told["Requires-Python"], [each for each in packages if each not in nice], nice
    extras = [each for extra in project["optional-dependencies"].values() for each in extra]
    return project["requires-python"], project["dependencies"], extras


def fits(version: str, bounds: str) -> bool:
    """Whether a version lies within bounds such as “>=8.2,<9”."""
    numbers = _numbers(version)
    return all(
        numbers >= _numbers(bound) if sign == ">=" else numbers < _numbers(bound)
        for sign, bound in _BOUND.findall(bounds)
    )


def _numbers(version: str) -> tuple[int, ...]:
    """As far as it has some; zeros at its end say nothing."""
    found = re.match(r"[0-9]+(?:\.[0-9]+)*", version)
    numbers = [int(each) for each in found[0].split(".")] if found else []
    while numbers and not numbers[-1]:
        numbers.pop()
    return tuple(numbers)


def _python(bounds: str) -> Finding:
    version = ".".join(map(str, sys.version_info[:3]))
    told = {"version": version, "bounds": bounds}
    if not fits(version, bounds):
        remedy = _("Install a Python that fits, from python.org or your system's packages.")
        return wrong("version/python", _("This is Python {version}; {bounds} is asked for.", **told), remedy)
    return ok("version/python", _("Python {version}", version=version))


def _package(requirement: str, bad: Callable[[str, str, str], Finding]) -> Iterator[Finding]:
    found = _REQUIREMENT.match(requirement)
    if found is None:
        return
    name, bounds = found[1], found[2].strip(" ()")
    told = {"name": name, "bounds": bounds}
    if PROGRAM == "undermine":
        remedy = f"pip install --upgrade '{name}{bounds}'"
    else:
        remedy = _(
            "Start {program} again: it sets up what is missing. If that does not help, remove its folder .envs.",
            program=PROGRAM,
        )
    try:
        version = metadata.version(name)
    except metadata.PackageNotFoundError:
        yield bad("version/missing", _("The package {name} is not installed; {bounds} is asked for.", **told), remedy)
        return
    if fits(version, bounds):
        yield ok("version/package", f"{name} {version}")
    else:
        yield bad(
            "version/package",
            _("{name} {version} is installed; {bounds} is asked for.", version=version, **told),
            remedy,
        )


def _protocol() -> Iterator[Finding]:
    from protocol.log.setting import PROTO  # noqa: PLC0415
    from protocol.wire.messages import WIRE_MAX  # noqa: PLC0415

    told = {"version": VERSION, "wire": WIRE_MAX, "proto": PROTO}
    yield ok("version/undermine", _("undermine {version}, messages {wire}, logs {proto}", **told))
