"""Rosters: who deals, sticks, boxes and supervises at which table, and which cameras watch it (465a.9, 465a.35)."""
