"""Tools for working on Houseway."""
