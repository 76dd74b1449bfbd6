"""The tests of Houseway."""
