"""The house on the network: its names, a proxy before it, TLS of its own, and what its cookies are called."""

import logging
import re
import socket
import ssl
import struct
from datetime import datetime
from pathlib import Path

import httpx
import msgspec
import pytest
from litestar import Litestar
from litestar.testing import TestClient

from houseway.backoffice.access import Access
from houseway.floor import Floor
from houseway.floor.demo import PASSWORD, STAFF
from houseway.journal import Journal
from houseway.web import CannotListen, make_app
from houseway.web.app import cookie_names
from houseway.web.log import keep_log
from houseway.web.metrics import Metrics
from houseway.web.network import BadNetwork, Standing, networks
from houseway.web.server import HouseServer
from tests.web.certificates import Authority, make_authority
from tests.web.house import PIT_MANAGER, served, signed_in, until
from tests.web.test_tokens import token_of

SIGN_IN = {"credential": PIT_MANAGER, "password": PASSWORD}
NAME = "house.example"


@pytest.fixture
def authority(tmp_path: Path) -> Authority:
    return make_authority(tmp_path, NAME)


def visitor(floor: Floor, base_url: str, **options: object) -> TestClient[Litestar]:
    return TestClient(make_app(floor, **options), base_url=base_url)  # type: ignore[arg-type]


def test_a_house_answers_to_the_names_it_is_served_with_and_to_no_other(floor: Floor) -> None:
    with visitor(floor, f"http://{NAME}", hosts=(NAME,)) as client:
        assert client.get("/sign-in").status_code == 200
        assert client.get("/sign-in", headers={"Host": "HOUSE.example:8443"}).status_code == 200
        other = client.get("/sign-in", headers={"Host": "another.example"})
    assert other.status_code == 403
    assert "--allow-host" in other.text


@pytest.mark.parametrize("name", ["https://house.example", "house.example:443", "", "House.example"])
def test_what_is_no_host_name_is_refused_with_its_fix(name: str) -> None:
    with pytest.raises(BadNetwork) as refusal:
        Standing(names=(name,))
    assert refusal.value.fix


def test_what_is_no_address_is_refused_with_its_fix() -> None:
    assert networks(("10.0.0.5", "10.1.0.0/16", "fd00::/8"))
    with pytest.raises(BadNetwork, match="neither an address nor a network"):
        networks(("proxy.example",))


@pytest.mark.parametrize(
    ("origin", "host", "status"),
    [
        (f"https://{NAME}", NAME, 201),
        (f"https://{NAME}", f"{NAME}:443", 201),
        (f"https://{NAME}:8443", f"{NAME}:8443", 201),
        (f"http://{NAME}", NAME, 403),
        (f"https://{NAME}:8443", NAME, 403),
        ("https://another.example", NAME, 403),
        ("null", NAME, 403),
    ],
)
def test_only_a_page_of_the_very_same_address_may_change_something(
    floor: Floor, origin: str, host: str, status: int
) -> None:
    with visitor(floor, f"https://{NAME}", hosts=(NAME,)) as client:
        answer = client.post("/api/session", json=SIGN_IN, headers={"Origin": origin, "Host": host})
    assert answer.status_code == status


def test_a_proxy_that_speaks_tls_and_is_not_named_is_told_so(floor: Floor) -> None:
    with visitor(floor, f"http://{NAME}", hosts=(NAME,)) as client:
        answer = client.post("/api/session", json=SIGN_IN, headers={"Origin": f"https://{NAME}"})
    assert answer.status_code == 403
    assert "--trusted-proxy" in answer.json()["detail"]


def test_two_houses_under_one_name_do_not_sign_each_others_people_out(floor: Floor, tmp_path: Path) -> None:
    with Journal.open(tmp_path / "other.db") as journal:
        other = Floor(journal)
        other.office.open_house("Another House", STAFF)
        Access(other.office).open_demo_accounts([PIT_MANAGER], PASSWORD)
        with visitor(floor, "http://127.0.0.1") as first, visitor(other, "http://127.0.0.1") as second:
            answers = [house.post("/api/session", json=SIGN_IN) for house in (first, second)]
            # One browser sends both cookies to both.
            kept = {"Cookie": "; ".join(answer.headers["set-cookie"].split(";")[0] for answer in answers)}
            seen = [house.get("/api/session", headers=kept) for house in (first, second)]
    assert [answer.json()["csrf"] for answer in answers] == [answer.json()["csrf"] for answer in seen]
    assert cookie_names(floor) != cookie_names(other)


def test_over_tls_a_cookie_that_came_without_it_opens_nothing(floor: Floor) -> None:
    opened = Access(floor.office).sign_in(PIT_MANAGER, PASSWORD, host="127.0.0.1")
    with visitor(floor, "https://127.0.0.1") as client:
        names = cookie_names(floor)
        plain = {"Cookie": f"{names.session(over_tls=False)}={opened.token}"}
        assert client.get("/api/session", headers=plain).status_code == 401
        kept = {"Cookie": f"{names.session(over_tls=True)}={opened.token}"}
        assert client.get("/api/session", headers=kept).status_code == 200


def test_whoever_came_over_tls_is_told_to_come_no_other_way(floor: Floor) -> None:
    with visitor(floor, "https://127.0.0.1") as client:
        assert client.get("/sign-in").headers["strict-transport-security"] == "max-age=31536000"
        assert client.get("/nowhere").headers["strict-transport-security"] == "max-age=31536000"
    with visitor(floor, "http://127.0.0.1") as client:
        assert "strict-transport-security" not in client.get("/sign-in").headers


@pytest.mark.usefixtures("stopped_clock")
def test_only_a_trusted_proxy_says_for_whom_it_asks(floor: Floor) -> None:
    """Each patron of the proxy has failures of their own; whoever makes addresses up has those of where they sit."""
    with served(floor, proxies=networks(("127.0.0.1",)), names=(NAME,)) as address:

        def guess(claimed: str, number: int) -> int:
            wrong = {"credential": f"PA-98{number:02}", "password": "wrong"}
            told = {"X-Forwarded-For": claimed, "X-Forwarded-Proto": "https", "Host": NAME}
            return httpx.post(f"{address}/api/session", json=wrong, headers=told, timeout=60).status_code

        # What whoever asks wrote themselves stands before what the proxy added.
        assert [guess(f"10.9.9.{number}, 192.0.2.1", number) for number in range(7)] == [401] * 6 + [429]
        assert guess("192.0.2.2", 8) == 401
        told = {"X-Forwarded-For": "192.0.2.3", "X-Forwarded-Proto": "https", "Host": NAME}
        answer = httpx.post(f"{address}/api/session", json=SIGN_IN, headers=told, timeout=60)
        assert answer.headers["set-cookie"].startswith("__Host-")
        assert "Secure" in answer.headers["set-cookie"]
        assert "strict-transport-security" in answer.headers


def test_it_serves_tls_with_the_operators_certificate(floor: Floor, authority: Authority) -> None:
    trusted = ssl.create_default_context(cafile=authority.root)
    with (
        served(floor, certificate=authority.certificate, key=authority.key) as address,
        httpx.Client(base_url=address, verify=trusted, timeout=60) as client,
    ):
        assert address.startswith("https://127.0.0.1:")
        assert client.post("/api/session", json=SIGN_IN).status_code == 201
        assert client.get("/api/session").json()["credential"] == PIT_MANAGER


def test_a_certificate_that_cannot_be_used_is_told_with_its_fix(floor: Floor, authority: Authority) -> None:
    with pytest.raises(BadNetwork, match="go together"):
        Standing(certificate=authority.certificate)
    for certificate, key, said in (
        (authority.key, authority.key, "no certificate with its key"),
        (authority.certificate, authority.root, "no certificate with its key"),
        (authority.certificate, authority.key.with_name("missing.pem"), "cannot be read"),
    ):
        with pytest.raises(CannotListen, match=said) as refusal:
            HouseServer(floor, Standing(port=0, certificate=certificate, key=key))
        assert refusal.value.fix
    authority.key.chmod(0o644)
    with pytest.raises(CannotListen, match="can be read by everybody"):
        HouseServer(floor, Standing(port=0, certificate=authority.certificate, key=authority.key))


def test_small_writes_do_not_wait_for_the_other_sides_word(floor: Floor) -> None:
    server = HouseServer(floor, Standing(port=0))
    with server.listener as listener, socket.create_connection(listener.getsockname()):
        connection, _ = listener.accept()
        with connection:
            assert connection.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)


# Health, metrics, and the ids of requests.


def test_health_is_told_to_anybody_and_says_nothing_of_the_house(floor: Floor, demo_house: Path) -> None:
    with visitor(floor, "http://127.0.0.1") as client:
        answer = client.get("/health")
        assert answer.status_code == 200
        assert set(answer.json()) == {"status", "version"}
        assert answer.json()["status"] == "ok"
        floor.journal.close()
        demo_house.rename(demo_house.with_suffix(".gone"))
        gone = client.get("/health")
        assert (gone.status_code, set(gone.json())) == (503, {"status", "version"})


def test_metrics_count_requests_moves_refusals_and_entries(floor: Floor) -> None:
    with served(floor) as address, httpx.Client(base_url=address, timeout=60) as client:
        csrf = client.post("/api/session", json=SIGN_IN).json()["csrf"]
        client.headers["X-CSRF-Token"] = csrf
        seat = {"move": {"move": "take-seat", "seat": 5}, "who": "patron-5"}
        assert client.post("/api/tables/TDF-1/moves", json=seat).status_code == 201
        assert client.post("/api/tables/TDF-1/moves", json=seat).status_code == 422
        assert client.get('/nowhere"').status_code == 404
        told = client.get("/metrics")
    assert told.headers["content-type"].startswith("text/plain; version=0.0.4")
    lines = told.text.splitlines()
    route = 'route="/api/tables/{table}/moves"'
    assert f'houseway_requests_total{{method="POST",{route},status="201"}} 1' in lines
    assert f'houseway_requests_total{{method="POST",{route},status="422"}} 1' in lines
    assert f"houseway_request_duration_seconds_count{{{route}}} 2" in lines
    assert f'houseway_request_duration_seconds_bucket{{{route},le="+Inf"}} 2' in lines
    assert {"houseway_moves_total 1", "houseway_refusals_total 1", "houseway_streams_open 0"} <= set(lines)
    assert f"houseway_journal_entries {floor.journal.head().position}" in lines
    for line in lines:
        assert re.fullmatch(r'# (HELP|TYPE) .+|[a-z_]+(\{([a-z]+="(\\.|[^"\\])*",?)+\})? [0-9.e+-]+', line), (
            line
        )


def test_an_answer_is_counted_in_every_bucket_that_it_was_quick_enough_for() -> None:
    metrics = Metrics()
    for seconds in (0.004, 0.005, 0.2, 60.0):
        metrics.note_request("GET", "/", 200, seconds)
    told = re.findall(r'_bucket\{route="/",le="(.+)"\} (\d)', metrics.text(entries=0))
    assert [int(count) for _, count in told] == [2, 2, 2, 2, 2, 3, 3, 3, 3, 3, 3, 4]
    assert [told[0][0], told[-1][0]] == ["0.005", "+Inf"]


def test_metrics_are_for_this_machine_and_for_those_who_may(floor: Floor) -> None:
    watchers = networks(("192.0.2.0/24",))
    with served(floor, names=(NAME,), proxies=networks(("127.0.0.1",)), watchers=watchers) as address:

        def asked(host: str, client: str = "") -> int:
            told = {"Host": host} | ({"X-Forwarded-For": client} if client else {})
            return httpx.get(f"{address}/metrics", headers=told, timeout=60).status_code

        assert asked("localhost") == asked(NAME, "192.0.2.7") == 200
        # A proxy on this machine that says for nobody asks for everybody.
        assert asked(NAME) == asked(NAME, "192.0.3.7") == asked("localhost", "192.0.3.7") == 403


def test_a_request_has_an_id_and_is_told_in_the_log_by_credential_alone(
    floor: Floor, capsys: pytest.CaptureFixture[str]
) -> None:
    kept = logging.getLogger().handlers[:], logging.getLogger().level
    try:
        keep_log("info")
        with visitor(floor, "http://127.0.0.1") as client:
            assert client.post("/api/session", json=SIGN_IN).status_code == 201
            named = client.get("/tables/TDF-1?seen=1", headers={"X-Request-ID": "from-the-proxy.1"})
            client.cookies.clear()
            secret = token_of(floor, PIT_MANAGER, "scoreboard")
            assert client.get("/api/tables", headers={"Authorization": f"Bearer {secret}"}).status_code == 200
            bad = client.get("/static/none.css", headers={"X-Request-ID": 'made "up'})
            logging.getLogger("anything").warning("out of paper")
    finally:
        logging.getLogger().handlers[:], level = kept
        logging.getLogger().setLevel(level)
    lines = [msgspec.json.decode(line) for line in capsys.readouterr().err.splitlines()]
    for line in lines:
        assert datetime.fromisoformat(line["time"]).tzinfo is not None
    told = {line["request_id"]: line for line in lines if line["message"] == "request"}
    assert named.headers["x-request-id"] == "from-the-proxy.1"
    one = told["from-the-proxy.1"]
    assert (one["method"], one["route"], one["status"]) == ("GET", "/tables/{table}", 200)
    assert (one["level"], one["credential"]) == ("info", PIT_MANAGER)
    assert one["duration_ms"] > 0
    (program,) = (line for line in told.values() if "token" in line)
    assert (program["credential"], program["token"]) == (PIT_MANAGER, "scoreboard")
    assert re.fullmatch("[0-9a-f]{16}", bad.headers["x-request-id"])
    assert (lines[-1]["level"], lines[-1]["message"]) == ("warning", "out of paper")
    for private in (PASSWORD, secret, "Whitlock", "seen=1", "127.0.0.1"):
        assert not any(private in str(line) for line in told.values())


def test_watchers_who_have_gone_leave_no_complaints_in_the_log(
    floor: Floor, caplog: pytest.LogCaptureFixture
) -> None:
    """Many events go out at once when a stream opens; to whoever hung up meanwhile none of them can be sent."""
    opened = signed_in(floor)
    asked = (
        "GET /api/events HTTP/1.1\r\nHost: 127.0.0.1\r\n"
        f"Cookie: {cookie_names(floor).session(over_tls=False)}={opened.token}\r\n\r\n"
    )
    with served(floor) as address, httpx.Client(base_url=address, timeout=60) as client:
        place = httpx.URL(address)
        for number in range(30):
            with socket.create_connection((place.host, place.port or 80)) as watcher:
                # Closed so, it is gone at once, and says so to whoever still writes to it.
                watcher.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
                watcher.sendall(asked.encode())
                if number % 2:
                    assert watcher.recv(12) == b"HTTP/1.1 200"
        until(lambda: "houseway_streams_open 0\n" in client.get("/metrics").text)
    assert [record.getMessage() for record in caplog.records if record.name == "asyncio"] == []
