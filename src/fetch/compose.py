#!/usr/bin/env python3
"""Writes compose.tsv: the pairs of characters that are one in the normal form C of Unicode.

    python3 src/fetch/compose.py > src/fetch/compose.tsv

Only those of 16 bits: names of hosts have no others.  The Unicode version is that of Python's unicodedata: 14.0.0 now.
The build does not need Python."""
import unicodedata

pairs = []
for code in range(0x10000):
    parts = unicodedata.decomposition(chr(code)).split()
    if len(parts) == 2 and not parts[0].startswith("<") and unicodedata.normalize("NFC", chr(code)) == chr(code):
        pairs.append((int(parts[0], 16), int(parts[1], 16), code))
pairs.sort()
for pair in pairs:
    print("\t".join(f"{code:04X}" for code in pair))
