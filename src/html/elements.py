#!/usr/bin/env python3
"""elements.py: prints perfect hashes of the names of tags and attributes, for elements.h.

The hash of a name multiplies its bytes 0 to 7 and 8 to 15 by constants and takes the upper bits; the first constants
without collision are used."""
import random
import re
from pathlib import Path

MASK = (1 << 64) - 1
header = (Path(__file__).parent / "elements.h").read_text()
tags = re.findall(r"^  X\((\w+), [A-Z]+, [A-Z]+, ", header, re.M) + ["#text", "#run", "br2", "annotation-xml"]
attributes = re.findall(r'X\(\w+, "([a-z:-]+)"\)', header)


def key(name):
    padded = name.encode().ljust(16, b"\0")
    return int.from_bytes(padded[:8], "little"), int.from_bytes(padded[8:], "little")


def find(names, bits):
    """Returns two constants."""
    keys, numbers = [key(name) for name in names], random.Random(1)
    while True:
        a, b = numbers.getrandbits(64) | 1, numbers.getrandbits(64) | 1
        if len({((low * a ^ high * b) & MASK) >> (64 - bits) for low, high in keys}) == len(keys):
            return a, b


for kind, names, bits in ("TAG", tags, 11), ("ATTRIBUTE", attributes, 6):
    a, b = find(names, bits)
    print(f"#define DT_{kind}_HASH(low, high) \\")
    print(f"  (((low)*UINT64_C({a:#x}) ^ (high)*UINT64_C({b:#x})) >> (64 - DT_{kind}_HASH_BITS))")
