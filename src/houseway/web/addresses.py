"""Addresses of pages whose names hold signs that an address must not."""

from urllib.parse import quote


def law_address(citation: str) -> str:
    """The page of a clause, a paragraph or a chapter."""
    return f"/law/{quote(citation, safe='/:()')}"
