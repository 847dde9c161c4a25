"""A game as one row: where its rounds begin, where players looked or did harm, and where the replay stands."""

from client.render.charset import Charset
from client.replay.table import ReplayedTable
from client.replay.words import sign_of


def timeline(table: ReplayedTable, width: int, charset: Charset) -> str:
    """``width`` characters; a mark covers the begin of a round, and where the replay stands covers both."""
    row = [charset.across] * width
    for entry, moment in enumerate(table.recording.moments):
        if entry and moment.lately.dealt != table.recording.moments[entry - 1].lately.dealt:
            row[_column(table, entry, width)] = "|"
    for entry, mark in table.recording.marks:
        row[_column(table, entry, width)] = sign_of(mark)
    row[_column(table, table.entry, width)] = charset.acted
    return "".join(row)


def entry_at(table: ReplayedTable, column: int, width: int) -> int:
    """The entry that a column of the row stands for."""
    return -(-max(0, min(column, width - 1)) * table.last // max(1, width - 1))


def _column(table: ReplayedTable, entry: int, width: int) -> int:
    return entry * (width - 1) // max(1, table.last)
