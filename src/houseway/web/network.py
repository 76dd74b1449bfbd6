"""How a house stands on the network: where it listens, which names it answers to, whom it believes."""

import ipaddress
from dataclasses import dataclass, field
from pathlib import Path

Network = ipaddress.IPv4Network | ipaddress.IPv6Network

# What a browser cannot be made to call another machine by.
LOCAL_NAMES = frozenset({"localhost", "127.0.0.1", "::1"})
ANY_ADDRESS = frozenset({"0.0.0.0", "::"})


class BadNetwork(ValueError):
    """Something that the house cannot stand on the network with: why, and what to do about it."""

    def __init__(self, cause: str, fix: str) -> None:
        super().__init__(f"{cause}; {fix}")
        self.cause = cause
        self.fix = fix


@dataclass(frozen=True, slots=True)
class Standing:
    """Where and how a house is served.

    `names` are host names it answers to besides those of this machine itself. `proxies` may say for whom they ask, and
    whether over TLS; nobody else is believed. `watchers` may read the metrics besides this machine itself.
    """

    host: str = "127.0.0.1"
    port: int = 8000
    names: tuple[str, ...] = ()
    proxies: tuple[Network, ...] = ()
    watchers: tuple[Network, ...] = ()
    certificate: Path | None = None
    key: Path | None = field(default=None, repr=False)

    def __post_init__(self) -> None:
        """Refuse half of a pair, and names that no browser would send."""
        if (self.certificate is None) != (self.key is None):
            raise BadNetwork("a certificate and its key go together", "give both --certificate and --key")
        for name in self.names:
            if not name or any(mark in name for mark in "/:@, ") or name != name.lower():
                raise BadNetwork(
                    f"{name!r} is no host name", "give the name alone, in small letters, as house.example"
                )

    @property
    def over_tls(self) -> bool:
        """Whether this server itself speaks TLS."""
        return self.certificate is not None

    @property
    def is_local(self) -> bool:
        """Whether only this machine itself can reach it."""
        return self.host in LOCAL_NAMES or is_loopback(self.host)

    def address(self, port: int) -> str:
        """Where the door is once it listens at a port, by the first of its names."""
        scheme = "https" if self.over_tls else "http"
        shown = self.names[0] if self.over_tls and self.names else self.host
        return f"{scheme}://{f'[{shown}]' if ':' in shown else shown}:{port}"


def networks(given: tuple[str, ...]) -> tuple[Network, ...]:
    """Addresses and networks as an operator writes them."""
    return tuple(_network(one) for one in given)


def _network(text: str) -> Network:
    try:
        return ipaddress.ip_network(text)
    except ValueError:
        raise BadNetwork(
            f"{text!r} is neither an address nor a network", "write it as 10.0.0.5 or 10.0.0.0/24"
        ) from None


def is_among(address: str, known: tuple[Network, ...]) -> bool:
    """Whether an address belongs to one of some networks."""
    try:
        found = ipaddress.ip_address(address)
    except ValueError:
        return False
    return any(found in network for network in known)


def is_loopback(address: str) -> bool:
    """Whether a request came from this machine itself."""
    try:
        return ipaddress.ip_address(address).is_loopback
    except ValueError:
        return False
