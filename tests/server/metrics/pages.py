"""For tests of the page of figures: a port for it, and what stands there."""

import socket
from contextlib import closing
from http.client import HTTPConnection


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as one:
        port: int = one.getsockname()[1]
        return port


def got(port: int, path: str, method: str = "GET") -> tuple[int, str]:
    """Code and content of an answer."""
    with closing(HTTPConnection("127.0.0.1", port, timeout=20)) as line:
        line.request(method, path)
        answer = line.getresponse()
        return answer.status, answer.read().decode()
