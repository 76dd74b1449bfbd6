"""Retention: what is kept, for how long at least, what may be destroyed today, and how a patron's data is erased."""
