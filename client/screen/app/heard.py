"""News of the network as a message of the screen: all that the network may do to a screen is to post it."""

from textual.message import Message

from client.visit.news import News


class Heard(Message):
    """Something has changed."""

    def __init__(self, news: News) -> None:
        super().__init__()
        self.news = news

    def can_replace(self, message: Message) -> bool:
        """The same news right behind each other are one: who looks at the visit sees what both are about."""
        return isinstance(message, Heard) and message.news == self.news
