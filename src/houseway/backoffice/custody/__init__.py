"""Custody: dice, cards and tiles from the delivery to the table and out of the house, and who had them when."""
