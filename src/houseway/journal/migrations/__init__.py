"""The schema of the journal, step by step."""

import sqlalchemy as sa
from alembic import command
from alembic.config import Config


def upgrade(connection: sa.Connection) -> None:
    """Bring the schema to the newest step, inside the transaction of the connection."""
    config = Config()
    config.set_main_option("script_location", "houseway.journal:migrations")
    config.attributes["connection"] = connection
    command.upgrade(config, "head")
