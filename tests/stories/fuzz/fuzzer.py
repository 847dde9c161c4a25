"""Inputs by the million, led by what code they reach: `python -m tests.stories.fuzz.fuzzer --help`.

It needs atheris.  An input that raises what its target does not declare ends the run with its traceback, and is
written as `crash-...` into the folder of `--finds`.
"""

import argparse
import importlib
import sys
import tempfile
from hashlib import sha256
from pathlib import Path
from types import ModuleType

TARGETS = {
    "messages": ("protocol.wire", "protocol.log"),
    "log": ("protocol",),
    "audit": ("protocol",),
    "archive": ("client.net", "protocol.wire", "protocol.log", "server.tables"),
    "scenario": ("engine.scenario", "engine.rules"),
    "settings": ("server.settings", "client.profile", "tomllib"),
}
"""By name: the packages whose branches count."""

CORPUS = Path(__file__).parent / "corpus"


def target(name: str) -> ModuleType:
    """The module of a target: `one` takes an input, `seeds` gives some, LONGEST is their longest.

    With `mutated` it says itself how one input becomes another.
    """
    return importlib.import_module(f"tests.stories.fuzz.targets.{name}")


def kept(name: str) -> list[Path]:
    """The inputs that the repository keeps."""
    return sorted((CORPUS / name).glob("*"))


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.stories.fuzz.fuzzer", description=__doc__)
    parser.add_argument("target", choices=TARGETS)
    parser.add_argument("--runs", type=int, default=100_000, help="how many inputs")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--finds", type=Path, help="where new inputs are written, and those of an earlier run are read")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        fuzz(options, Path(folder))


def fuzz(options: argparse.Namespace, folder: Path) -> None:
    """Does not return: libFuzzer ends the process."""
    import atheris  # here: there are machines without it, and they read the corpora with this module

    with atheris.instrument_imports(include=list(TARGETS[options.target])):
        chosen = target(options.target)
    seeds, finds = folder / "seeds", options.finds or folder / "finds"
    for place in (seeds, finds):
        place.mkdir(exist_ok=True, parents=True)
    for data in chosen.seeds():
        (seeds / sha256(data).hexdigest()[:16]).write_bytes(data)
    limits = [f"-runs={options.runs}", f"-seed={options.seed}", f"-artifact_prefix={finds}/"]
    rules = [f"-max_len={chosen.LONGEST}", "-timeout=60", "-rss_limit_mb=4096", "-print_final_stats=1"]
    places = map(str, (finds, seeds, CORPUS / options.target))
    mutated = getattr(chosen, "mutated", None)
    own = {"custom_mutator": mutated} if mutated is not None else {}
    atheris.Setup([sys.argv[0], *limits, *rules, *places], chosen.one, **own)
    atheris.Fuzz()


if __name__ == "__main__":
    main()
