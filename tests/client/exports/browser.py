"""A headless Chromium, driven through its debugging protocol over a pair of pipes."""

import json
import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")
PROGRAM = next(filter(None, map(shutil.which, NAMES)), None)
_OPTIONS = ("--headless", "--no-sandbox", "--disable-gpu", "--remote-debugging-pipe", "--no-first-run")


class Browser:
    """One page."""

    def __init__(self, orders: int, answers: int) -> None:
        self._orders = orders
        self._answers = answers
        self._left = b""
        self._number = 0
        self._session = ""
        target = self.do("Target.createTarget", url="about:blank")["targetId"]
        self._session = self.do("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        self.do("Page.enable")
        self.do("Log.enable")
        self.errors: list[str] = []
        """What the page or the browser complains of."""

    def do(self, method: str, **values: Any) -> dict[str, Any]:
        self._number += 1
        order = {"id": self._number, "method": method, "params": values}
        if self._session:
            order["sessionId"] = self._session
        os.write(self._orders, json.dumps(order).encode() + b"\0")
        while True:
            said = self._next()
            if said.get("id") == self._number:
                assert "error" not in said, said["error"]
                result: dict[str, Any] = said["result"]
                return result

    def wait_for(self, event: str) -> None:
        while self._next().get("method") != event:
            pass

    def _next(self) -> dict[str, Any]:
        while b"\0" not in self._left:
            read = os.read(self._answers, 1 << 16)
            assert read, "the browser is gone"
            self._left += read
        text, _, self._left = self._left.partition(b"\0")
        said: dict[str, Any] = json.loads(text)
        if said.get("method") in {"Runtime.exceptionThrown", "Log.entryAdded"}:
            self.errors.append(str(said["params"]))
        return said

    def open(self, page: Path) -> None:
        self.do("Runtime.enable")
        self.do("Page.navigate", url=page.as_uri())
        self.wait_for("Page.loadEventFired")

    def ask(self, expression: str) -> Any:
        return self.do("Runtime.evaluate", expression=expression, returnByValue=True)["result"].get("value")

    def key(self, key: str, code: int) -> None:
        for kind in ("keyDown", "keyUp"):
            self.do("Input.dispatchKeyEvent", type=kind, key=key, code=key, windowsVirtualKeyCode=code)

    def click(self, selector: str) -> None:
        """In its middle, with the mouse."""
        box = self.ask(
            f"(() => {{ const it = document.querySelector({selector!r}); it.scrollIntoView({{block: 'center'}});"
            " const box = it.getBoundingClientRect(); return [box.x + box.width / 2, box.y + box.height / 2] })()"
        )
        for kind in ("mousePressed", "mouseReleased"):
            self.do("Input.dispatchMouseEvent", type=kind, x=box[0], y=box[1], button="left", clickCount=1)


@contextmanager
def browser(folder: Path) -> Iterator[Browser]:
    """Its profile is kept in that folder."""
    assert PROGRAM is not None
    ours_in, theirs_out = os.pipe()
    theirs_in, ours_out = os.pipe()

    def take_pipes() -> None:
        """The browser reads from 3 and writes to 4."""
        inner_in, inner_out = os.dup(theirs_in), os.dup(theirs_out)
        os.dup2(inner_in, 3)
        os.dup2(inner_out, 4)

    process = subprocess.Popen(
        [PROGRAM, *_OPTIONS, f"--user-data-dir={folder}"],
        close_fds=False,
        preexec_fn=take_pipes,  # noqa: PLW1509  nothing else runs in this process
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    os.close(theirs_in)
    os.close(theirs_out)
    try:
        yield Browser(ours_out, ours_in)
    finally:
        os.close(ours_out)
        process.kill()
        process.wait()
        os.close(ours_in)
