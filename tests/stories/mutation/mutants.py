"""Small mistakes made on purpose: a comparison turned round, a number off by one, a condition dropped."""

import ast
from collections.abc import Iterator
from pathlib import Path

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


def mutants(source: str) -> Iterator[tuple[int, str]]:
    """Every mutant of a module: the line that changed, and the whole changed text."""
    count = sum(1 for _ in _places(ast.parse(source)))
    for number in range(count):
        tree = ast.parse(source)
        node = list(_places(tree))[number]
        _change(node)
        yield node.lineno, ast.unparse(tree)


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


def all_mutants(files: list[Path]) -> list[tuple[Path, int, str]]:
    """Of all these files, in a fixed order."""
    return [(file, line, text) for file in files for line, text in mutants(file.read_text("utf-8"))]


def with_less(source: str) -> Iterator[tuple[int, str]]:
    """Every module in which one part of something hashed or signed is left out."""
    count = sum(1 for _ in _absorbed(ast.parse(source)))
    for number in range(count):
        tree = ast.parse(source)
        parts, at = list(_absorbed(tree))[number]
        line = parts.pop(at).lineno
        yield line, ast.unparse(tree)


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
