"""What the dashboard asks for, and what of it is not on the page of a server."""

import json
import re
from collections.abc import Iterator
from typing import Any

from prometheus_client.parser import text_string_to_metric_families

from tests.deploy.shipped import text

_LANGUAGE = {"rate", "sum", "by", "histogram_quantile"}
"""What else stands in our queries."""
_CHOSEN = re.compile(r"([a-z_]+)\{([^}]*)\}")
_GROUPED = re.compile(r"\bby\s*\(([^)]*)\)")
_WORD = re.compile(r"\b[a-zA-Z_]\w*")
_SHOWN = re.compile(r"\{\{\s*(\w+)\s*\}\}")

Figures = dict[str, set[str]]
"""By figure, its labels."""


def on_page(page: str) -> Figures:
    found: Figures = {}
    for family in text_string_to_metric_families(page):
        for sample in family.samples:
            found.setdefault(sample.name, set()).update(sample.labels)
    return found


def read_dashboard() -> dict[str, Any]:
    read: dict[str, Any] = json.loads(text("grafana/undermine.json"))
    return read


def queries(dashboard: dict[str, Any]) -> list[tuple[str, str]]:
    """Each with what its lines are called."""
    return [(one["expr"], one["legendFormat"]) for panel in dashboard["panels"] for one in panel["targets"]]


def missing(query: str, legend: str, there: Figures) -> Iterator[str]:
    """Figures and labels that the page does not have."""
    grouped = {label.strip() for labels in _GROUPED.findall(query) for label in labels.split(",")}
    plain = _GROUPED.sub("", _CHOSEN.sub(r"\1", query))
    figures = [word for word in _WORD.findall(plain) if word not in _LANGUAGE]
    yield from (figure for figure in figures if figure not in there)
    labels = {label for figure in figures for label in there.get(figure, ())}
    for figure, chosen in _CHOSEN.findall(query):
        yield from (word for word in re.findall(r"(\w+)\s*[=!]", chosen) if word not in there.get(figure, ()))
    yield from sorted(grouped - labels)
    yield from sorted(set(_SHOWN.findall(legend)) - (grouped or labels))
