"""Programs as users: tokens that act for a person, asked for by that person and given by two departments."""
