"""A file of the profile that people can read and mend: a line for each thing known, for the owner's eyes only."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

from client.i18n import _, plural
from protocol.keys.secretfile import OpenToOthers, read_secret, sole_writer, write_whole

_LONGEST = 1 << 20


class KnownTrouble(Exception):
    """The file cannot be used; the message says why, and what to do."""


class KnownFile:
    """Lines of text.  What cannot be read is never passed over: what is lost would be trusted again."""

    def __init__(self, path: Path) -> None:
        self.path = path

    def lines(self) -> Iterator[tuple[int, str]]:
        with self._told():
            content = read_secret(self.path, _LONGEST + 1) or b""
        self._check_length(content)
        for number, line in enumerate(content.splitlines(), 1):
            try:
                text = line.decode("utf-8").strip()
            except UnicodeDecodeError as error:
                raise self.unreadable(number, _("this is not a text")) from error
            if text:
                yield number, text

    @contextmanager
    def changing(self) -> Iterator[None]:
        """Read and write in this block: no other process writes meanwhile."""
        with self._told(), sole_writer(self.path):
            yield

    def write(self, lines: Iterable[str]) -> None:
        content = "".join(f"{line}\n" for line in lines).encode()
        self._check_length(content)
        write_whole(self.path, content)

    def unreadable(self, number: int, why: str) -> KnownTrouble:
        return KnownTrouble(
            _("{file}, line {number}: {why}. Correct it or remove it.", file=self.path, number=number, why=why)
        )

    def _check_length(self, content: bytes) -> None:
        if len(content) > _LONGEST:
            raise KnownTrouble(
                plural(
                    "{file} is longer than {count} byte. Remove some of its lines.",
                    "{file} is longer than {count} bytes. Remove some of its lines.",
                    _LONGEST,
                    file=self.path,
                )
            )

    @contextmanager
    def _told(self) -> Iterator[None]:
        try:
            yield
        except OpenToOthers as error:
            raise KnownTrouble(
                _("{file} can be read or changed by other users of this computer, so it is not used.", file=error.path)
            ) from error
        except OSError as error:
            file = error.filename or self.path
            raise KnownTrouble(_("{file} cannot be used: {why}.", file=file, why=error.strerror)) from error
