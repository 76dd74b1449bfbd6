"""Equipment: dice (later cards, tiles, shoes, shakers) and how long each may be used."""
