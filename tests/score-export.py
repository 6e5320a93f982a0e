#!/usr/bin/env python3
"""score-export.py DETM FOLDER...: compares detm export with detm apply, by parsel on the pages' source.

For each page of the folders a wrapper is learned, and exported as a Python module with the page as its sample.  A page
counts as the same if the module finds as many records as detm apply, with the same values in each column that it has;
columns of addresses are compared by the number of values.  Prints the shares for each folder.  -v lists the other
pages.  Needs parsel."""
import json
import re
import subprocess
import sys
import tempfile
from pathlib import Path

import parsel


def run(*words):
    return subprocess.run(words, capture_output=True, text=True, check=False)


def decoded(page):
    source = page.read_bytes()
    try:
        text = source.decode()
    except UnicodeDecodeError:
        text = source.decode("cp1252", "replace")
    return re.sub(r"^\s*<\?xml[^>]*\?>", "", text).replace("\0", "")


def folded(value):
    values = value if isinstance(value, list) else [] if value is None else [value]
    return [" ".join(text.split()) for text in values]


def compare(detm, page, folder):
    """Returns (outcome, exported columns, all columns); the outcome is "same" or says what differs."""
    wrapper, module = folder / "w.xml", folder / "m.py"
    if run(detm, "learn", "-o", wrapper, page).returncode != 0:
        return None, 0, 0
    exported = run(detm, "export", "-w", wrapper, "--as", "parsel", "-o", module, page)
    left_out = exported.stderr.count(" is left out: ")
    if exported.returncode != 0:
        return exported.stderr.splitlines()[-1], 0, left_out
    names = {}
    exec(module.read_text(), names)  # pylint: disable=exec-used
    fields = {field[0]: field[1] for field in names["FIELDS"]}
    found = list(names["records"](parsel.Selector(text=decoded(page), type="html")))
    rows = [json.loads(line) for line in run(detm, "apply", "-f", "ndjson", "-w", wrapper, page).stdout.splitlines()]
    expected = [row for row in rows if row.get("@region", 1) == 1]
    columns = len(fields), len(fields) + left_out
    if len(found) != len(expected):
        return f"{len(found)} records, not {len(expected)}", *columns
    for got, row in zip(found, expected):
        for name, xpath in fields.items():
            a, b = folded(got.get(name)), folded(row.get(name))
            if len(a) != len(b) or (a != b and not xpath.endswith(("/@href", "/@src"))):
                return f"{name}: {a}, not {b}", *columns
    return "same", *columns


def main():
    words = [word for word in sys.argv[1:] if word != "-v"]
    with tempfile.TemporaryDirectory() as folder:
        for pages in words[1:]:
            outcomes = {}
            for page in sorted(Path(pages).glob("*.html")):
                outcome, *columns = compare(words[0], page, Path(folder))
                if outcome is not None:
                    outcomes[page.name] = (outcome, *columns)
                if "-v" in sys.argv and outcome not in (None, "same"):
                    print(f"  {page.name}: {outcome[:160]}")
            same = sum(outcome == "same" for outcome, _, _ in outcomes.values())
            exported, columns = (sum(found[i] for found in outcomes.values()) for i in (1, 2))
            print(f"{Path(pages).name}: {same} of {len(outcomes)} pages the same; "
                  f"{exported} of {columns} columns exported")


main()
