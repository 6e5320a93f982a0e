#!/usr/bin/env python3
"""elements.py: writes elements_table.h, perfect hash tables of the names of tags and attributes in elements.h, and
their keys.

The hash of a name multiplies its bytes 0 to 7 and 8 to 15 by constants and takes the upper bits; the first constants
without collision are used."""
import random
import re
from pathlib import Path

MASK = (1 << 64) - 1
header = (Path(__file__).parent / "elements.h").read_text()
tags = [(name, "DT_TAG_" + name) for name in re.findall(r"^  X\((\w+), [A-Z]+, [A-Z]+, ", header, re.M)]
tags += [("#text", "DT_TAG_TEXT"), ("#run", "DT_TAG_RUN"), ("br2", "DT_TAG_BR2")]
tags += [("annotation-xml", "DT_TAG_annotation_xml")]
attributes = [(text, "DT_ATTRIBUTE_" + name) for name, text in re.findall(r'X\((\w+), "([a-z:-]+)"\)', header)]


def key(name):
    padded = name.encode().ljust(16, b"\0")
    return int.from_bytes(padded[:8], "little"), int.from_bytes(padded[8:], "little")


def find(names, bits):
    """Returns two constants, and the number of each name by its slot."""
    keys = [(*key(name), number) for name, number in names]
    numbers = random.Random(1)
    while True:
        a, b = numbers.getrandbits(64) | 1, numbers.getrandbits(64) | 1
        slots = {}
        for low, high, number in keys:
            slot = ((low * a ^ high * b) & MASK) >> (64 - bits)
            if slot in slots:
                break
            slots[slot] = number
        else:
            return a, b, slots


print("/* html/elements_table.h: written by src/html/elements.py; do not edit. */")
print("/* clang-format off */")
for kind, names, bits in ("tag", tags, 11), ("attribute", attributes, 6):
    print(f"static const dt_name_key {kind}_keys[{len(names)}] = {{")
    print("\n".join("    [%s] = {%#x, %#x}," % (number, *key(name)) for name, number in names))
    print("};")
    a, b, slots = find(names, bits)
    print(f"#define {kind.upper()}_HASH(low, high) \\")
    print(f"  (((low) * UINT64_C({a:#x}) ^ (high) * UINT64_C({b:#x})) >> {64 - bits})")
    print(f"static const uint8_t {kind}_slots[{1 << bits}] = {{")
    print("\n".join(f"    [{slot}] = {slots[slot]}," for slot in sorted(slots)))
    print("};")
print("/* clang-format on */")
