"""Everything that the dashboard asks for is on the page of a running server."""

from pathlib import Path

import pytest
import yaml
from pytest_twisted import ensureDeferred
from twisted.internet.threads import deferToThread

from protocol.wire.invite import Invite
from protocol.wire.messages import Resume
from tests.deploy.dashboard import Figures, missing, on_page, queries, read_dashboard
from tests.deploy.shipped import compose, text
from tests.server.at_server import running, stopped, until
from tests.server.callers import Party
from tests.server.metrics.pages import free_port, got
from tests.support.tables_at_play import small_mine

DASHBOARD = read_dashboard()
SERVICES = compose()["services"]
THERE: Figures = {"undermine_tables": set(), "undermine_refusals_total": {"code"}, "a_bucket": {"le"}}


@ensureDeferred
async def test_every_figure_and_label_of_the_dashboard_is_on_the_page(tmp_path: Path) -> None:
    from twisted.internet import reactor

    with small_mine():
        at = free_port()
        server, port = await running(tmp_path, metrics_port=at)
        party = Party(reactor, Invite("127.0.0.1", port))
        party.start()
        await party.done
        party.callers[0].say(Resume(table=bytes(32), next=1, head=bytes(32)))
        await until(lambda: "table/none" in party.callers[0].codes)
        server.connections.say_goodbye()
        _status, page = await deferToThread(got, at, "/metrics")
        await party.stop()
        await stopped(server)
    there = on_page(page)
    asked = queries(DASHBOARD)
    assert len(asked) > 20
    assert [lack for query, legend in asked for lack in missing(query, legend, there)] == []


@pytest.mark.parametrize(
    ("query", "legend", "lacks"),
    [
        ("undermine_tables", "tables", []),
        ("60 * sum by (code) (rate(undermine_refusals_total[5m]))", "{{code}}", []),
        ("histogram_quantile(0.95, sum by (le) (rate(a_bucket[5m])))", "95 %", []),
        ("undermine_table", "tables", ["undermine_table"]),
        ("sum by (player) (undermine_refusals_total)", "{{player}}", ["player"]),
        ("undermine_tables", "{{code}}", ["code"]),
        ('rate(undermine_refusals_total{cod="x"}[5m])', "x", ["cod"]),
        ("max(undermine_tables)", "x", ["max"]),
    ],
)
def test_what_is_not_there_is_found(query: str, legend: str, lacks: list[str]) -> None:
    assert list(missing(query, legend, THERE)) == lacks


def test_it_shows_tables_moves_answers_and_refusals() -> None:
    asked = " ".join(query for query, _legend in queries(DASHBOARD))
    for figure in ("tables", "moves_total", "answer_seconds_bucket", "refusals_total"):
        assert f"undermine_{figure}" in asked
    assert len({panel["id"] for panel in DASHBOARD["panels"]}) == len(DASHBOARD["panels"])


def test_prometheus_asks_where_the_server_answers() -> None:
    [job] = yaml.safe_load(text("prometheus.yml"))["scrape_configs"]
    port = SERVICES["server"]["environment"]["UNDERMINE_SERVER_METRICS_PORT"]
    assert job["static_configs"] == [{"targets": [f"127.0.0.1:{port}"]}]
    assert SERVICES["prometheus"]["network_mode"] == "service:server"


def test_grafana_finds_prometheus_and_the_dashboard() -> None:
    [source] = yaml.safe_load(text("grafana/datasource.yaml"))["datasources"]
    assert (source["url"], source["type"]) == ("http://server:9090", "prometheus")
    used = {(panel["datasource"]["type"], panel["datasource"]["uid"]) for panel in DASHBOARD["panels"]}
    assert used == {("prometheus", source["uid"])}
    [provider] = yaml.safe_load(text("grafana/dashboards.yaml"))["providers"]
    inside = [volume.split(":")[1] for volume in SERVICES["grafana"]["volumes"]]
    assert f"{provider['options']['path']}/undermine.json" in inside
    assert SERVICES["grafana"]["environment"]["GF_DASHBOARDS_DEFAULT_HOME_DASHBOARD_PATH"] in inside
