"""Postings: who works here, as what, from when to when."""
