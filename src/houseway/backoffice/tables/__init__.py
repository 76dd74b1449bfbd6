"""Tables: which stand on the floor, under which approved rules, where, and from when to when."""
