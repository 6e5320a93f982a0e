#!/usr/bin/env python3
"""Compares the values of `detm extract --typed` with those of price-parser and dateparser (from PyPI; not needed to build
or test detm): compare.py DETM PAGE...  Prints the agreement for each kind, and the texts on which they differ."""
import datetime
import re
import subprocess
import sys
from collections import Counter
from pathlib import Path
from xml.etree import ElementTree

import dateparser
from price_parser import Price

NAMES = "{urn:detm:results:1}"
DATE = datetime.datetime(2024, 5, 1, 18, 20)


def language_of(page):
    head = Path(page).read_bytes()[:4000].decode("latin-1")
    found = re.search(r"<html[^>]*\slang=[\"']?([A-Za-z]{2})", head)
    return found.group(1).lower() if found else None


def fields_of(detm, page):
    done = subprocess.run(
        [detm, "extract", "-q", "--typed", "--date", DATE.isoformat(), "--all-regions", page], capture_output=True, check=False
    )
    try:
        return [field for field in ElementTree.fromstring(done.stdout).iter(NAMES + "field") if field.text]
    except ElementTree.ParseError:
        return []


def price_of(text, _):
    price = Price.fromstring(text)
    return None if price.amount is None else float(price.amount)


def number_of(text, _):
    if not re.fullmatch(r"[\s(\[#]*[-+−]?[\d.,'’\s]+[kKMB]?\s*\+?%?[\s)\].:]*", text):
        return None
    return price_of(text, _)


def date_of(text, language):
    settings = {"RELATIVE_BASE": DATE, "REQUIRE_PARTS": ["year"], "PREFER_DAY_OF_MONTH": "first"}
    known = [language] if language in ("de", "fr", "es", "it", "nl", "pt", "sv", "en", "ru", "zh", "ja") else ["en"]
    try:
        found = dateparser.parse(text, languages=known, settings=settings)
    except Exception:  # dateparser raises errors on some texts
        return None
    return found and found.date().isoformat()


KINDS = {"price": ("amount", float, price_of), "number": ("value", float, number_of), "date": ("iso", str, date_of)}


def same(kind, own, other):
    if own is None or other is None:
        return own is other
    if kind == "date":
        return other.startswith(own[:10])
    return abs(own - other) < 1e-9 * max(1, abs(own))


def main(detm, pages):
    counts, differ = Counter(), {kind: Counter() for kind in KINDS}
    for page in pages:
        language = language_of(page)
        for field in fields_of(detm, page):
            kind = field.get("type")
            if kind not in KINDS:
                continue
            key, convert, oracle = KINDS[kind]
            own = field.get(key) and convert(field.get(key))
            other = oracle(field.text, language)
            counts[kind] += 1
            counts[kind, "read"] += own is not None
            counts[kind, "both"] += own is not None and other is not None
            counts[kind, "same"] += own is not None and same(kind, own, other)
            if not same(kind, own, other):
                differ[kind][language, field.text, own, other] += 1
    for kind in KINDS:
        print(f"{kind}: {counts[kind]} values, {counts[kind, 'read']} read, {counts[kind, 'both']} by both, "
              f"{counts[kind, 'same']} equal")
        for (language, text, own, other), count in differ[kind].most_common():
            print(f"  {count:5} {language or '-':3} {text[:70]!r}: {own} {other}")


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2:])
