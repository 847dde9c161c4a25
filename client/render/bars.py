"""Figures as bars with their 95 % intervals, for a terminal."""

from collections.abc import Iterable, Iterator
from shutil import get_terminal_size

from client.games.matches import Row
from client.games.measures import Measured
from client.words.safe import cut

_LABEL, _FIGURE, _SHARE, _INTERVAL = 38, 7, 6, 11
_WIDEST, _SHORTEST = 60, 14


def lines_of(rows: Iterable[Row], columns: int | None = None) -> Iterator[str]:
    """Each a label, a figure, a share, its interval and a bar, as wide as there is room for.

    ``columns``: in all, where labels make room for bars; without, those of the terminal.
    """
    every = list(rows)
    figure = max([_FIGURE, *(len(str(row.figure)) for row in every if row.bar)])
    rest = figure + _SHARE + _INTERVAL + 4
    label = _LABEL
    if columns is not None:
        label = min(max((len(row.label) for row in every), default=0), columns - rest - _SHORTEST)
    room = columns or get_terminal_size().columns - 1
    label = max(1, min(label, room - rest + 1))  # in a narrow terminal the bars go first, then the ends of labels
    width = max(0, min(room - label - rest, _WIDEST))
    for row in every:
        interval = _interval(row) if row.bar else ""
        text = f"{cut(row.label, label):{label}} {row.figure:>{figure}} {row.share:>{_SHARE}} {interval:>{_INTERVAL}}"
        yield f"{text} {bar(row.bar, row.full, width)}".rstrip() if row.bar else text.rstrip()


def _interval(row: Row) -> str:
    if row.bar is None or row.bar.interval is None:
        return ""
    low, high = row.bar.interval
    return f"{100 * low:.1f}-{100 * high:.1f}" if row.share else f"{low:.2f}-{high:.2f}"


def bar(measured: Measured, full: float, width: int) -> str:
    """Filled up to the figure, with marks at the ends of what it may truly be."""

    def place(value: float) -> int:
        return max(0, min(width - 1, round(value / full * width) - 1)) if full else 0

    if not width:
        return ""
    cells = ["▓"] * (place(measured.value) + 1 if measured.value > 0 else 0)
    cells += [" "] * (width - len(cells))
    if measured.interval and full:
        low, high = map(place, measured.interval)
        cells[low : high + 1] = "─" * (high + 1 - low)
        cells[low], cells[high] = "├", "┤"
        cells[place(measured.value)] = "┼"
    return "".join(cells).rstrip()
