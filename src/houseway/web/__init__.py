"""The front door with pages: what a dealer sees in a browser, and the JSON API for the same moves."""

from houseway.web.app import make_app
from houseway.web.server import CannotListen, HouseServer, say_open, serve

__all__ = ["CannotListen", "HouseServer", "make_app", "say_open", "serve"]
