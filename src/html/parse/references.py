#!/usr/bin/env python3
"""references.py: writes references_table.h, the named character references of the HTML standard (13.5), from Python's
copy of the standard's table (html.entities.html5)."""
from bisect import bisect_left
from html.entities import html5

names = sorted(html5)
text = "".join(names)
offsets, at = [], 0
for name in names:
    offsets.append(at)
    at += len(name)
offsets.append(at)
letters = [chr(c) for c in range(ord("A"), ord("z") + 1)]
first = [bisect_left(names, a + b) for a in letters for b in letters] + [len(names)]


def rows(values, width):
    line = "   "
    for value in values:
        if len(line) + len(value) + 2 > width:
            yield line
            line = "   "
        line += " " + value + ","
    yield line


print("/* html/parse/references_table.h: written by src/html/parse/references.py; do not edit. */")
print("/* clang-format off */")
print("static const char reference_names[] = {")
print("\n".join(rows(("'%s'" % c for c in text), 120)))
print("};")
print("static const uint16_t reference_starts[] = {")
print("\n".join(rows(map(str, offsets), 120)))
print("};")
print("enum { REFERENCE_LETTERS = %d };" % len(letters))
print("/* The first name that does not come before each pair of characters from A to z, and the number of names. */")
print("static const uint16_t reference_first[] = {")
print("\n".join(rows(map(str, first), 120)))
print("};")
print("static const uint32_t reference_codes[][2] = {")
print("\n".join(rows(("{%s}" % ", ".join(hex(ord(c)) for c in (html5[n] + "\0")[:2]) for n in names), 120)))
print("};")
print("/* clang-format on */")
