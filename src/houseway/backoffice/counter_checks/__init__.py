"""Counter checks: books of numbered checks written by hand, who has them, and what became of every number."""
