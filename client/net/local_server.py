"""A server of this computer: a process that lives no longer than the game that started it."""

import os
import re
import site
import subprocess
import sys
from concurrent.futures import Future
from contextlib import suppress
from pathlib import Path
from threading import Thread
from typing import IO, Self

from client.i18n import _
from client.profile.profile import Profile
from client.words.safe import shown
from protocol.keys.filelock import take_lock
from protocol.wire.invite import DEFAULT_PORT, LONGEST, BadInvite, Invite, read_invite

_HERE = "127.0.0.1"
_ANY_PORT = 0
_SETTING = "UNDERMINE_SERVER_"
_START_SECONDS = 20.0
_STOP_SECONDS = 5.0
_TAIL = 8192
_LOCK = "lock"  # what a server calls the file by which it holds its folder
_MESSAGE = re.compile(r"\d{4}-\S+ [a-z]+ +(?P<text>.*)")  # when, how important, what
_ROOT = Path(__file__).resolve().parents[2]


class ServerTrouble(Exception):
    """The server does not run; the message says why, in its own words if it had any."""


class LocalServer:
    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._process: subprocess.Popen[bytes] | None = None
        self._line: Future[bytes] = Future()
        self._reader = Thread()

    @classmethod
    def of(cls, profile: Profile) -> Self:
        return cls(profile.data / "server")

    @property
    def messages(self) -> Path:
        return self.folder / "server-messages.txt"

    @property
    def running(self) -> bool:
        return self._process is not None and self._process.poll() is None

    def start(self, *, friends: bool = False, port: int | None = None) -> None:
        """Returns at once: `invite` waits.

        Alone, only this computer reaches the server, at any port; friends reach it on all addresses, at the port that
        people need not type.  Whether that port is free is seen by `invite`; port 0 is any that is.
        """
        assert not self.running
        self.stop()
        if port is None:
            port = DEFAULT_PORT if friends else _ANY_PORT
        command = [sys.executable, "-P", "-m", "server.main", "--until-stdin-closes"]
        try:
            with self._new_messages() as messages:
                process = subprocess.Popen(
                    command,
                    cwd=self.folder,
                    env=self._environment(port, friends=friends),
                    stdin=subprocess.PIPE,
                    stdout=subprocess.PIPE,
                    stderr=messages,
                    # Ctrl-c is for the game, which may ask back: the server has to be there if it goes on.
                    start_new_session=True,
                    creationflags=getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0),
                )
        except OSError as error:
            why = f"{error.filename or self.folder}: {error.strerror}"
            raise ServerTrouble(_("the server on this computer cannot be started: {why}", why=why)) from error
        self._process = process
        line = self._line = Future()
        out = process.stdout
        assert out is not None
        self._reader = Thread(target=lambda: line.set_result(out.readline(LONGEST)), daemon=True)
        self._reader.start()

    def _new_messages(self) -> IO[bytes]:
        """A file of its own: another server that still has the folder goes on writing to the old one."""
        self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        with suppress(PermissionError):  # Windows keeps a file that is open
            self.messages.unlink(missing_ok=True)
        return self.messages.open("wb")

    def _environment(self, port: int, *, friends: bool) -> dict[str, str]:
        """Nothing that is set for another server on this computer, and the code that this program runs itself."""
        kept = {name: value for name, value in os.environ.items() if not name.startswith(_SETTING)}
        settings = {"DATA_DIR": str(self.folder.absolute()), "PORT": str(port), "LOG_LEVEL": "warn"}
        settings |= {"MOST_TABLES_PER_PLAYER": "64", "HOST_PLAYS": "true"}
        settings |= dict.fromkeys(("TABLES_PER_HOUR_PER_PLAYER", "TABLES_PER_HOUR_PER_ADDRESS"), "100000")
        if not friends:
            settings["HOST"] = _HERE
        ours = {f"{_SETTING}{name}": value for name, value in settings.items()}
        return kept | ours | {"PYTHONPATH": _search_path(), "PYTHONIOENCODING": "utf-8"}

    def invite(self, seconds: float = _START_SECONDS) -> Invite:
        """The link for this computer, once the server listens; `ServerTrouble` if it does not."""
        process = self._process
        assert process is not None
        try:
            link = _link(self._line.result(seconds))
        except TimeoutError:
            raise self._trouble(_("the server on this computer does not answer")) from None
        if link is None:
            with suppress(subprocess.TimeoutExpired):  # it may still have something to say
                process.wait(_STOP_SECONDS)
            if self._is_taken():
                raise ServerTrouble(
                    _(
                        "this profile is already playing in another window: play there,"
                        " or use another profile with --profile NAME"
                    )
                )
            raise self._trouble(_("the server on this computer stopped without a message"))
        return link

    def _is_taken(self) -> bool:
        """Whether another server holds the folder, now that ours has ended."""
        try:
            lock = take_lock(self.folder / _LOCK, wait=False)
        except OSError:
            return False
        if lock is not None:
            os.close(lock)
        return lock is None

    def _trouble(self, without_words: str) -> ServerTrouble:
        said = self.last_message()
        quoted = _("the server on this computer did not start: “{said}”", said=said)
        return ServerTrouble(quoted if said else without_words)

    def last_message(self) -> str:
        try:
            with self.messages.open("rb") as file:
                file.seek(max(0, self.messages.stat().st_size - _TAIL))
                lines = file.read().decode("utf-8", "replace").splitlines()
        except OSError:
            return ""
        said = [line for line in lines if line.strip() and not line.startswith(" ")]  # else the rest of a traceback
        last = said[-1] if said else ""
        message = _MESSAGE.fullmatch(last)
        return shown(message["text"] if message else last)

    def stop(self) -> None:
        process, self._process = self._process, None
        if process is None:
            return
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.close()
        try:
            process.wait(_STOP_SECONDS)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()
        self._reader.join()
        process.stdout.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_exception: object) -> None:
        self.stop()


def served(server: LocalServer, *, friends: bool) -> Invite:
    """Where it listens; it is started if it does not run.  If the port for friends is taken, any other will do."""
    try:
        if not server.running:
            server.start(friends=friends)
        return server.invite()
    except ServerTrouble:
        if not friends:
            raise
        server.stop()
        server.start(friends=friends, port=_ANY_PORT)
        return server.invite()


def _link(line: bytes) -> Invite | None:
    try:
        there = read_invite(line.decode("ascii", "replace"))
    except BadInvite:
        return None
    return None if there.pin is None else Invite(_HERE, there.port, there.pin)


def _search_path() -> str:
    """Where the process looks for code: an installed package is found anyway, a checkout has to be named."""
    given = os.environ.get("PYTHONPATH", "")
    installed = _ROOT in {Path(folder).resolve() for folder in (*site.getsitepackages(), site.getusersitepackages())}
    return given if installed else os.pathsep.join(filter(None, [str(_ROOT), given]))
