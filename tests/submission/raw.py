"""How to tell what files write from what patrons read."""

import re

# What only a file or a programmer writes: underscores, letters that run into digits, and numbers of editions.
RAW = re.compile(r"_|\b[a-z]+\d|\d[a-z]*-\d{4}")
