"""Run the migration steps on the connection that the journal hands over."""

from alembic import context

from houseway.journal.schema import VERSION_TABLE

context.configure(connection=context.config.attributes["connection"], version_table=VERSION_TABLE)
context.run_migrations()
