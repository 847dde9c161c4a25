"""Everything that the server stores, in one hand."""

from dataclasses import dataclass
from pathlib import Path

from server.store.archive import ArchiveStore
from server.store.journal import Journal
from server.store.names import NameStore
from server.store.on_view import OnViewStore
from server.store.secrets import SecretsStore


@dataclass(frozen=True, slots=True)
class Stores:
    """Opened together and closed together; all but the secrets are in the journal's keeping."""

    journal: Journal
    secrets: SecretsStore
    names: NameStore
    archive: ArchiveStore
    on_view: OnViewStore
    aside: tuple[Path, ...] = ()
    """Damaged files of secrets, of this start and of earlier ones."""

    async def close(self) -> None:
        """Returns when everything that was asked for is stored."""
        await self.journal.close()
        await self.secrets.close()
