"""Houseway: table games run by the book."""

__version__ = "0.1.0"
