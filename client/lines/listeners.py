"""Several who listen to one visit."""

from client.visit.news import Listener, News


class Listeners:
    """A `Listener` that passes everything on; made before the visit, and filled behind it."""

    def __init__(self) -> None:
        self.all: list[Listener] = []

    def heard(self, news: News) -> None:
        """In the order in which they came."""
        for listener in self.all:
            listener.heard(news)
