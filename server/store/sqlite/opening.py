"""Opens the stores of a data folder."""

from twisted.internet.interfaces import IReactorFromThreads

from server.store.data_dir import DataDir
from server.store.sqlite.archive import SqliteArchive
from server.store.sqlite.journal import SqliteJournal
from server.store.sqlite.names import SqliteNames
from server.store.sqlite.on_view import SqliteOnView
from server.store.sqlite.salvage import files_aside, open_secrets
from server.store.stores import Stores

JOURNAL_FILE = "journal.sqlite3"
"""The logs of all tables, and the names of players."""
SECRETS_FILE = "secrets.sqlite3"


def open_stores(folder: DataDir, reactor: IReactorFromThreads) -> Stores:
    """The stores, made if there are none, or `CannotOpen`."""
    journal = SqliteJournal(folder.path / JOURNAL_FILE, reactor)
    secrets = open_secrets(folder.path / SECRETS_FILE, reactor)
    aside = files_aside(folder.path / SECRETS_FILE)
    return Stores(journal, secrets, SqliteNames(journal), SqliteArchive(journal), SqliteOnView(journal), aside)
