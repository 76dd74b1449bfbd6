"""The table: what every game shares, from seats and wagers to procedure and settlement."""
