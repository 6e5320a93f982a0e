#!/usr/bin/env python3
"""Writes chars.tsv: the properties of Unicode characters, of which chars.awk makes a table.

    python3 src/text/chars.py > src/text/chars.tsv

The Unicode version is that of Python's unicodedata: 14.0.0 now.  The build does not need Python."""
import itertools
import sys
import unicodedata

VISIBLE_FORMATS = {*range(0x600, 0x606), 0x6DD, 0x70F, 0x890, 0x891, 0x8E2, 0x110BD, 0x110CD}
FILLERS = {0x115F, 0x1160, 0x3164, 0xFFA0}
HIRAGANA_NAMES = ("HIRAGANA ", "COMBINING KATAKANA-HIRAGANA ")
KATAKANA_NAMES = ("KATAKANA", "HALFWIDTH KATAKANA")
DENSE_NAMES = ("CJK UNIFIED ", "CJK COMPATIBILITY IDEOGRAPH", "IDEOGRAPHIC ", "HANGZHOU ", "HANGUL SYLLABLE ")
UNSPACED_NAMES = ("THAI ", "LAO ", "MYANMAR ", "KHMER ")


def is_shaping(code):
    """Invisible, but changes how its neighbours look."""
    return (code in (0x34F, 0x200C, 0x200D) or 0x180B <= code <= 0x180F or 0xFE00 <= code <= 0xFE0F
            or 0xE0020 <= code <= 0xE007F or 0xE0100 <= code <= 0xE01EF)


def flags_of(code):
    """Returns the names of the flags as in dt_char_flag of chars.h."""
    category, name = unicodedata.category(chr(code)), unicodedata.name(chr(code), "")
    if is_shaping(code):
        return "invisible shaping"
    if code in FILLERS or (category == "Cf" and code not in VISIBLE_FORMATS):
        return "invisible"
    if category[0] == "Z" or code <= 0x1F or code in (0x7F, 0x85):
        return "white"
    if category[0] == "P":
        return "punctuation closing" if category in ("Pe", "Pf", "Pi") else "punctuation"
    flags = "letter" if category[0] in "LM" or category == "Nl" else "digit" if category == "Nd" else ""
    if not flags:
        return ""
    if name.startswith(HIRAGANA_NAMES):
        return flags + " cjk hiragana"
    if name.startswith(KATAKANA_NAMES):
        return flags + " cjk katakana"
    if name.startswith(DENSE_NAMES):
        return flags + " cjk"
    return flags + " unspaced" if name.startswith(UNSPACED_NAMES) else flags


def lower_case(code):
    """Returns the difference to the lower case, if this is one character."""
    lower = chr(code).lower()
    return ord(lower) - code if len(lower) == 1 else 0


def main():
    """Prints the first and the last of the characters that are alike (if it is another), the flags, the lower case."""
    alike = itertools.groupby(range(0x110000), lambda code: (flags_of(code), lower_case(code)))
    for (flags, lower), codes in alike:
        codes = list(codes)
        if flags or lower:
            last = f"{codes[-1]:04X}" if len(codes) > 1 else ""
            print(f"{codes[0]:04X}", last, flags, lower or "", sep="\t")


if __name__ == "__main__":
    sys.exit(main())
