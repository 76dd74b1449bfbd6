"""Metrics: what the server counts about its own work, in the text form that Prometheus reads."""

import threading
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from itertools import accumulate

import houseway

# Seconds up to which answers are counted together.
_BUCKETS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)
# Whoever asks cannot make up more names than these.
_METHODS = frozenset({"GET", "HEAD", "OPTIONS", "POST", "PUT", "PATCH", "DELETE"})
NOT_ALLOWED = 422
CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8"

Labels = Mapping[str, str]


class Metrics:
    """Counts since the server started; safe to use from several threads."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._requests: Counter[tuple[str, str, int]] = Counter()
        # Of each route: how many answers fell into each bucket and into none before it, all of them, and their seconds together.
        self._buckets: Counter[tuple[str, int]] = Counter()
        self._answers: Counter[str] = Counter()
        self._seconds: Counter[str] = Counter()
        self._moves = self._refusals = self._streams = 0

    def note_request(self, method: str, route: str, status: int, seconds: float | None) -> None:
        """Count an answer; a stream, which never ends by itself, has no seconds worth counting."""
        with self._lock:
            self._requests[method if method in _METHODS else "other", route, status] += 1
            self._refusals += status == NOT_ALLOWED
            if seconds is not None:
                self._answers[route] += 1
                self._seconds[route] += seconds  # type: ignore[assignment]  # a counter adds up anything
                self._buckets[route, bisect_left(_BUCKETS, seconds)] += 1

    def note_move(self) -> None:
        """Count a move that was acknowledged."""
        with self._lock:
            self._moves += 1

    def note_stream(self, change: int) -> None:
        """Count a stream that opened, or with -1 one that closed."""
        with self._lock:
            self._streams += change

    def text(self, entries: int) -> str:
        """Everything counted, and the number of entries in the journal."""
        with self._lock:
            return "".join(f"{line}\n" for line in self._lines(entries))

    def _lines(self, entries: int) -> Iterator[str]:
        version = {"version": houseway.__version__}
        yield from _family("houseway_info", "gauge", "The version that runs.", [(version, 1)])
        yield from _family(
            "houseway_requests_total",
            "counter",
            "Answers by route and status.",
            (
                ({"method": method, "route": route, "status": str(status)}, count)
                for (method, route, status), count in sorted(self._requests.items())
            ),
        )
        yield from self._histogram()
        for name, kind, about, value in (
            ("houseway_moves_total", "counter", "Moves acknowledged by this server.", self._moves),
            ("houseway_refusals_total", "counter", "Requests that the rules did not allow.", self._refusals),
            ("houseway_streams_open", "gauge", "Event streams that are open.", self._streams),
            ("houseway_journal_entries", "gauge", "Entries in the journal.", entries),
        ):
            yield from _family(name, kind, about, [({}, value)])

    def _histogram(self) -> Iterator[str]:
        name = "houseway_request_duration_seconds"
        yield from _family(name, "histogram", "How long answers took, by route.", ())
        for route, answers in sorted(self._answers.items()):
            upto = accumulate(self._buckets[route, number] for number in range(len(_BUCKETS)))
            for bound, count in zip(_BUCKETS, upto, strict=True):
                yield _sample(f"{name}_bucket", {"route": route, "le": str(bound)}, count)
            yield _sample(f"{name}_bucket", {"route": route, "le": "+Inf"}, answers)
            yield _sample(f"{name}_sum", {"route": route}, self._seconds[route])
            yield _sample(f"{name}_count", {"route": route}, answers)


def _family(name: str, kind: str, about: str, samples: Iterable[tuple[Labels, float]]) -> Iterator[str]:
    yield f"# HELP {name} {about}"
    yield f"# TYPE {name} {kind}"
    for labels, value in samples:
        yield _sample(name, labels, value)


def _sample(name: str, labels: Labels, value: float) -> str:
    told = ",".join(f'{label}="{_escaped(text)}"' for label, text in labels.items())
    return f"{name}{{{told}}} {value}" if told else f"{name} {value}"


def _escaped(text: str) -> str:
    return text.replace("\\", r"\\").replace('"', r"\"").replace("\n", r"\n")
