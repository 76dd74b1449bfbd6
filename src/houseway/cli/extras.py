"""Extras: what a command needs besides the plain installation, and by which name it is installed."""

# By the module that is missing; pyproject.toml says what each of them installs.
EXTRAS = {
    "numba": "lab",
    "numpy": "lab",
    "psycopg": "postgresql",
    "jinja2": "web",
    "litestar": "web",
    "markdown_it": "web",
    "uvicorn": "web",
}


def extra_for(missing: ModuleNotFoundError) -> str:
    """The extra that brings a module which is missing; empty where none does."""
    return EXTRAS.get((missing.name or "").partition(".")[0], "")
