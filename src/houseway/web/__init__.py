"""The front door with pages: what a dealer sees in a browser, and the JSON API for the same moves."""

from houseway.web.app import make_app
from houseway.web.server import CannotListen, HouseServer, OpeningServer, say_open, say_opening, serve

__all__ = ["CannotListen", "HouseServer", "OpeningServer", "make_app", "say_open", "say_opening", "serve"]
