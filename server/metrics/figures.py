"""The counts as Prometheus reads them; nothing here has a label for a player or a table."""

import shutil
from collections.abc import Callable, Iterator
from itertools import accumulate
from pathlib import Path
from typing import Any

from prometheus_client import CollectorRegistry, ProcessCollector, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, HistogramMetricFamily, Metric
from prometheus_client.registry import Collector

from server.metrics.counts import LIMITS, Counts, Times

Now = Callable[[], dict[str, int]]
"""By name, what there is at this moment; `_PRESENT` says what it means."""
_PRESENT = {
    "connections": "Connections that are open.",
    "players": "Players who are connected.",
    "lobbies": "Tables that wait in the lobby for their players.",
    "played": "Tables that have not ended, with a player who is connected.",
    "tables": "Tables in memory that have not ended.",
    "tables_in_memory": "Tables in memory, those that have ended too.",
}


class Figures(Collector):
    """What is counted, and what there is."""

    def __init__(self, counts: Counts, now: Now, folder: Path) -> None:
        self._counts = counts
        self._now = now
        self._folder = folder
        self._registry = CollectorRegistry(auto_describe=False)
        self._registry.register(self)
        ProcessCollector(registry=self._registry)  # memory, processor, descriptors: where the system tells

    def page(self) -> bytes:
        """All of it, as text."""
        return generate_latest(self._registry)

    def collect(self) -> Iterator[Metric]:
        """Each figure once."""
        yield from self._totals()
        yield from self._times()
        for name, value in self._now().items():
            if name in _PRESENT:
                yield GaugeMetricFamily(f"undermine_{name}", _PRESENT[name], value)
        yield from self._disk()

    def _totals(self) -> Iterator[Metric]:
        counts = self._counts
        for name, meaning, value in (
            ("connections_opened", "Connections that came in.", counts.connections),
            ("turned_away", "Connections that a limit has turned away.", counts.turned_away),
            ("received_bytes", "Bytes that players have sent, without those of TLS.", counts.received),
            ("sent_bytes", "Bytes that were sent to players, without those of TLS.", counts.sent),
            ("tables_begun", "Tables that have begun.", counts.begun),
            ("moves", "Acts of players and bots that were stored.", counts.moves),
            ("entries", "Entries of logs that were stored, moves among them.", counts.entries),
            ("thinkers_died", "Processes in which bots think that have died.", counts.thinkers_died),
            ("not_stored", "Times that the journal could not store what a table gave it.", counts.not_stored),
        ):
            yield CounterMetricFamily(f"undermine_{name}", meaning, value)
        for name, label, meaning, by in (
            ("refusals", "code", "What players were told that cannot be done or had.", counts.refusals),
            ("goodbyes", "code", "Connections that the server has closed, and why.", counts.goodbyes),
            ("tables_ended", "reason", "Tables that have ended, and how.", counts.ended),
        ):
            family = CounterMetricFamily(f"undermine_{name}", meaning, labels=[label])
            for code, count in sorted(by.items()):
                family.add_metric([code], count)
            yield family

    def _times(self) -> Iterator[Metric]:
        for name, meaning, times in (
            (
                "answer_seconds",
                "From what a player has done until it is stored and sent to all.",
                self._counts.answering,
            ),
            ("store_seconds", "How long the journal takes to store what a table gives it.", self._counts.storing),
        ):
            yield HistogramMetricFamily(f"undermine_{name}", meaning, _buckets(times), times.seconds)

    def _disk(self) -> Iterator[Metric]:
        stored = sum(one.stat().st_size for one in self._folder.iterdir() if one.is_file())
        free = shutil.disk_usage(self._folder).free
        yield GaugeMetricFamily("undermine_stored_bytes", "Size of all files in the folder of the server.", stored)
        yield GaugeMetricFamily("undermine_free_bytes", "Free space where that folder is.", free)


def _buckets(times: Times) -> list[Any]:
    """Each with all that was shorter."""
    return list(zip([*map(str, LIMITS), "+Inf"], accumulate(times.cases), strict=True))
