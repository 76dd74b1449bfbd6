"""Table accounting: what every table was given and gave back, what it won, and what is owed on it."""
