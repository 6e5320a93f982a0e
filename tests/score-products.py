#!/usr/bin/env python3
"""Score the product fields of pages with known answers (Python 3.8+, standard library only).

  score-products.py [--detm ./detm] FOLDER...

A FOLDER has pages NAME.html, each with NAME.html.gold.json: {"records": [{"price": "12.90", "sku": ..., "brand": ...,
"availability": "InStock", "_accept": {"sku": [other right values]}}]}.  The pages are read with
`detm apply -w stock:product`.  Of several values of a field the first counts; a wrong value is a false positive, and a
false negative too if there is a right one.  Prices are compared as decimal numbers, article numbers exactly, brands
without case and white space, the availability as InStock or OutOfStock.
"""
import argparse
import collections
import glob
import json
import os
import re
import subprocess
import sys
import unicodedata
from decimal import Decimal

FIELDS = ("price", "sku", "brand", "availability")
IN_STOCK = ("instock", "limitedavailability", "presale", "preorder", "instoreonly", "onlineonly", "backorder", "madetoorder")
OUT_OF_STOCK = ("outofstock", "soldout", "discontinued", "reserved")
PAGES_PER_RUN = 40


def read_price(text):
    """Return a decimal number: 1.234,56 and 1,234.56 are 1234.56, 1.234 of a text with a currency is 1234."""
    found = re.search(r"\d[\d\s.,'’]*", text)
    if not found:
        return None
    digits = re.sub(r"[\s'’]", "", found.group()).rstrip(".,")
    plain = re.fullmatch(r"\d+(\.\d+)?", digits) and text.strip() == digits
    if not plain and re.fullmatch(r"\d{1,3}([.,])\d{3}(\1\d{3})*", digits):
        digits = re.sub(r"[.,]", "", digits)
    point = max(digits.rfind("."), digits.rfind(","))
    if point >= 0:
        digits = re.sub(r"[.,]", "", digits[:point]) + "." + digits[point + 1 :]
    return Decimal(digits)


def read_availability(text):
    word = re.sub(r"[^a-z]", "", text.lower())
    if word.endswith(OUT_OF_STOCK):
        return "OutOfStock"
    return "InStock" if word.endswith(IN_STOCK) else None


def read_brand(text):
    return re.sub(r"\s+", "", unicodedata.normalize("NFKC", text)).casefold()


READERS = {"price": read_price, "sku": str.strip, "brand": read_brand, "availability": read_availability}


def load_pages(folders):
    pages = {}
    for folder in folders:
        for path in sorted(glob.glob(os.path.join(folder, "*.gold.json"))):
            with open(path, encoding="utf-8") as file:
                pages[path[: -len(".gold.json")]] = json.load(file)["records"][0]
    return pages


def apply_template(detm, pages):
    """Return the first record of each page that fits."""
    rows = {}
    for start in range(0, len(pages), PAGES_PER_RUN):
        command = [detm, "apply", "-w", "stock:product", "-f", "ndjson"] + pages[start : start + PAGES_PER_RUN]
        done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        if done.returncode not in (0, 1):
            sys.exit("score-products: " + done.stderr.decode("utf-8", "replace"))
        for line in done.stdout.decode("utf-8", "replace").splitlines():
            row = json.loads(line)
            rows.setdefault(row["@page"], row)
    return rows


def count(field, record, row, counts):
    right = record.get("_accept", {}).get(field) or ([record[field]] if record.get(field) else [])
    right = {READERS[field](str(value)) for value in right} - {None}
    given = row.get(field)
    given = given[0] if isinstance(given, list) else given
    given = READERS[field](given) if given else None
    if given is not None:
        counts["right" if given in right else "wrong"] += 1
    if right and given not in right:
        counts["missed"] += 1


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folders", nargs="+", metavar="FOLDER")
    parser.add_argument("--detm", default="./detm")
    options = parser.parse_args()
    pages = load_pages(options.folders)
    if not pages:
        sys.exit("score-products: no page with an answer in " + " ".join(options.folders))
    rows = apply_template(options.detm, list(pages))
    print("%d pages, a product on %d" % (len(pages), len(rows)))
    print("field         f1    precision  recall")
    for field in FIELDS:
        counts = collections.Counter()
        for page, record in pages.items():
            count(field, record, rows.get(page, {}), counts)
        precision = counts["right"] / max(1, counts["right"] + counts["wrong"])
        recall = counts["right"] / max(1, counts["right"] + counts["missed"])
        f1 = 2 * precision * recall / max(1e-9, precision + recall)
        print("%-12s  %.3f  %.3f      %.3f" % (field, f1, precision, recall))


if __name__ == "__main__":
    main()
