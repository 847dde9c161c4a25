"""Small mistakes made on purpose: a comparison turned round, a number off by one, a condition or a part dropped."""

import ast
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from functools import cache, cached_property
from pathlib import Path

ROOT = Path(__file__).parents[3]
SWAPPED: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
}

Change = tuple[int, ast.Module]
"""The line that changed, and the whole changed module."""


@dataclass(frozen=True, eq=False)
class Mutant:
    """A file with one mistake."""

    file: str
    source: str
    line: int
    tree: ast.Module

    @property
    def place(self) -> str:
        """Where the mistake is."""
        return f"{self.file}:{self.line}"

    @cached_property
    def text(self) -> str:
        """The whole changed file."""
        return ast.unparse(self.tree)

    @cached_property
    def change(self) -> tuple[str, str]:
        """The line as it was and as it is, on one line each and without comments."""
        pairs = zip(plain(self.source), self.text.splitlines(), strict=True)
        return next((was.strip(), now.strip()) for was, now in pairs if was != now)


@cache
def plain(source: str) -> list[str]:
    """Its statements, each on one line."""
    return ast.unparse(ast.parse(source)).splitlines()


def mutants_of(files: Iterable[str], changes: Callable[[str], Iterator[Change]]) -> list[Mutant]:
    """Of all these files, in a fixed order."""
    sources = ((file, (ROOT / file).read_text("utf-8")) for file in files)
    return [Mutant(file, source, *change) for file, source in sources for change in changes(source)]


def with_mistakes(source: str) -> Iterator[Change]:
    """Every mutant of a module."""
    for number in range(sum(1 for _ in _places(ast.parse(source)))):
        tree = ast.parse(source)
        node = list(_places(tree))[number]
        _change(node)
        yield node.lineno, tree


def _places(tree: ast.AST) -> Iterator[ast.Compare | ast.BoolOp | ast.Constant]:
    for node in ast.walk(tree):
        if (
            (isinstance(node, ast.Compare) and type(node.ops[0]) in SWAPPED)
            or isinstance(node, ast.BoolOp)
            or (isinstance(node, ast.Constant) and type(node.value) is int)
        ):
            yield node


def _change(node: ast.Compare | ast.BoolOp | ast.Constant) -> None:
    match node:
        case ast.Compare(ops=[first, *rest]):
            node.ops = [SWAPPED[type(first)](), *rest]
        case ast.BoolOp(op=ast.And()):
            node.op = ast.Or()
        case ast.BoolOp():
            node.op = ast.And()
        case ast.Constant(value=int(value)):
            node.value = value + 1


def with_less(source: str) -> Iterator[Change]:
    """Every module in which one part of something hashed or signed is left out."""
    for number in range(sum(1 for _ in _absorbed(ast.parse(source)))):
        tree = ast.parse(source)
        parts, at = list(_absorbed(tree))[number]
        line = parts.pop(at).lineno
        yield line, tree


def _absorbed(tree: ast.AST) -> Iterator[tuple[list[ast.expr], int]]:
    """Where a part stands: behind a tag or a purpose, in what a function of parts returns, or in a tuple called so."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Call):
            tags = [at for at, argument in enumerate(node.args) if _is_tag(argument)]
            yield from ((node.args, at) for tag in tags for at in range(tag + 1, len(node.args)))
        elif isinstance(node, ast.FunctionDef) and node.name.endswith("parts"):
            returned = (each.value for each in ast.walk(node) if isinstance(each, ast.Return))
            yield from (place for value in returned for place in _places_of(value))
        elif isinstance(node, ast.Assign) and [ast.unparse(target) for target in node.targets] == ["parts"]:
            yield from _places_of(node.value)


def _places_of(value: ast.expr | None) -> Iterator[tuple[list[ast.expr], int]]:
    if isinstance(value, ast.Tuple):
        yield from ((value.elts, at) for at in range(len(value.elts)))


def _is_tag(node: ast.expr) -> bool:
    if isinstance(node, ast.Attribute | ast.Name):
        return ast.unparse(node) == "tag" or ast.unparse(node).startswith("Purpose.")
    return isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value.startswith("undermine/1/")
