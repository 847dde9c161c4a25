"""The connection is gone: what is being done about it, and what the person can do."""

from client.i18n import _
from client.screen.widgets.page import Page
from client.visit.visit import Visit


class LostPage(Page):
    """Goes by itself when the server is back."""

    def __init__(self, visit: Visit) -> None:
        buttons = (
            ("now", _("Try now")),
            ("close", _("Look behind this")),
            ("menu", _("To the start menu")),
            ("quit", _("Quit")),
        )
        super().__init__(_("The connection is gone"), [], buttons)
        self._visit = visit

    def on_mount(self) -> None:
        super().on_mount()
        self.set_interval(0.5, self._say)
        self._say()

    def _say(self) -> None:
        seconds = self._visit.seconds_to_retry()
        self.tell(
            [
                str(self._visit.why or ""),
                "",
                _("Nothing is lost: what you have signed and seen is on this computer."),
                _("The next try comes in {seconds:.0f} s.", seconds=seconds)
                if seconds > 0
                else _("It is being tried again now…"),
            ]
        )

    def dismiss_with(self, key: str) -> None:
        """Trying again leaves the page where it is."""
        if key == "now":
            self._visit.guest.hurry()
        else:
            super().dismiss_with(key)
