#!/usr/bin/env python3
"""How well does detm tell records apart on pages of your own?

A folder holds pages, PAGE.html, and beside each what its records are, PAGE.html.gold.json:

    {"records": [{"title": "Baking steel", "tags": ["new", "steel"]}, ...], "title_field": "title"}

  records      the records of the page's main list, in any order: each field's text as the page shows
               it, or a list of texts.  Keys that begin with "_" are notes, no fields.
  title_field  the field that tells a record from the others ("title" if it is not said); a record
               without it is told by all its texts.
  site         the site of the page, for --wrappers; pages without one are of one site.
  count_is_lower_bound: true if the page has more records than are written down.

It prints per folder, and at last for all folders, each counting the same, the means of the pages':
  p, r     parts of the records of region 1, and of the written ones, that are found: a record is if
           one of region 1 holds its title, and no other record's that is lost by that.
  sep      the harmonic mean of p and r.
  region   sep of the best region: what is above sep is lost to a wrong choice of the list.
  cells    fields are paired with detm's, one to one, so that most values agree: the part of the
           written values that do (pages with two fields or more).
  perfect  the part of the pages whose records are all found, and nothing else.

With --wrappers a wrapper is learned from each site's first page and applied to its other pages;
only these count.

With --fields N pages hold one record each: "records" has one, the fields that somebody wants.
`detm fields` is asked for each page together with N - 1 others of its site ("template" in the gold,
or else "site"), and printed are
  all     the part of a page's fields whose values are among the candidates' values.
  top     the same of the first 20 candidates.
  rank    the mean number of the candidate that holds a field, of those that are found.
"""

import argparse
import json
import re
import subprocess
import sys
import tempfile
import unicodedata
from collections import Counter, defaultdict
from pathlib import Path
from statistics import mean

COLUMNS = ("sep", "p", "r", "region", "cells", "perfect")
FIELD_COLUMNS = ("all", "top", "rank")
TOP = 20


def squeeze(text):
    """A text as it is compared: no white space, no zero-width signs, no case."""
    return re.sub(r"[\s\u200b-\u200f\u00ad\ufeff]+", "", unicodedata.normalize("NFKC", text)).casefold()


def values(record):
    """(field, text) of a record, of ours or of detm's; lists give several."""
    for field, value in record.items():
        if not field.startswith(("@", "_")):
            for text in value if isinstance(value, list) else [value]:
                if text is not None and str(text).strip():
                    yield field, str(text)


def title_of(record, title_field):
    title = record.get(title_field)
    if isinstance(title, str) and title.strip():
        return squeeze(title)
    return squeeze("".join(text for _, text in values(record)) or record.get("_title", ""))


def read_pages(folder):
    """[(page, gold)] of the folder, by name."""
    found = []
    for path in sorted(Path(folder).rglob("*.gold.json")):
        gold = json.loads(path.read_text(encoding="utf-8"))
        page = path.with_name(path.name[: -len(".gold.json")])
        if page.is_file() and gold.get("records"):
            found.append((str(page), gold))
    return found or sys.exit(f"score.py: no page with a .gold.json in {folder}")


def run(*command):
    """The rows that detm prints; none, and a word about it, if it fails."""
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, encoding="utf-8", errors="replace")
    if done.returncode in (0, 1):  # 1: a page without records
        return [json.loads(line) for line in done.stdout.split("\n") if line.strip()]
    print(f"score.py: {' '.join(command)}: status {done.returncode}\n{done.stderr}", file=sys.stderr)
    return []


def assign(choices):
    """{i: j} with j in choices[i] and every j once, for as many i as can be."""
    owner = {}

    def place(i, seen):
        free = [j for j in choices[i] if j not in owner]
        for j in free[:1] or choices[i]:
            if j in seen:
                continue
            seen.add(j)
            if j not in owner or place(owner[j], seen):
                owner[j] = i
                return True
        return False

    for i in sorted(range(len(choices)), key=lambda i: len(choices[i])):
        place(i, set())
    return {i: j for j, i in owner.items()}


def pair(wanted, given, title_field):
    """Which of detm's records is which written one: {written: given}."""
    titles = [title_of(record, title_field) for record in wanted]
    texts = [squeeze("".join(text for _, text in values(record))) for record in given]
    holds = [[j for j, text in enumerate(texts) if title and title in text] for title in titles]
    for i, record in enumerate(wanted):  # the one that holds most of the record is tried first
        parts = [squeeze(text) for _, text in values(record)]
        holds[i].sort(key=lambda j: -sum(part in texts[j] for part in parts))
    pairs = assign(holds)
    lost = [i for i in range(len(wanted)) if i not in pairs and len(titles[i]) > 3]
    merged = {i for i, j in pairs.items() if any(j in holds[k] and titles[k] not in titles[i] for k in lost)}
    return {i: j for i, j in pairs.items() if i not in merged}


def cells_of(wanted, given, pairs):
    """The part of the written values that agree, with fields paired from the most alike down."""
    agree = Counter()
    for i, j in pairs.items():
        for ours, text in values(wanted[i]):
            alike = {theirs for theirs, other in values(given[j]) if squeeze(other) == squeeze(text)}
            agree.update((ours, theirs) for theirs in sorted(alike))
    right, paired = 0, set()
    for (ours, theirs), count in agree.most_common():
        if paired.isdisjoint({("ours", ours), ("theirs", theirs)}):
            paired |= {("ours", ours), ("theirs", theirs)}
            right += count
    return right / sum(1 for record in wanted for _ in values(record))


def score_region(gold, given):
    wanted = gold["records"]
    pairs = pair(wanted, given, gold.get("title_field", "title"))
    extra = 0 if gold.get("count_is_lower_bound") else len(given) - len(pairs)
    p, r = len(pairs) / max(1, len(pairs) + extra), len(pairs) / len(wanted)
    figures = {"p": p, "r": r, "sep": 2 * p * r / (p + r) if pairs else 0.0}
    if len({field for record in wanted for field, _ in values(record)}) > 1:
        figures["cells"] = cells_of(wanted, given, pairs)
    return figures


def score_page(gold, rows):
    regions = defaultdict(list)
    for row in rows:
        regions[row["@region"]].append(row)
    scores = [score_region(gold, regions[number]) for number in sorted(regions)] or [score_region(gold, [])]
    best = max(figures["sep"] for figures in scores)
    return dict(scores[0], region=best, perfect=float(scores[0]["sep"] == 1.0))


def extract(detm, pages):
    return {page: score_page(gold, run(detm, "extract", "--all-regions", "-f", "ndjson", page)) for page, gold in pages}


def learn_and_apply(detm, pages):
    sites = defaultdict(list)
    for page, gold in pages:
        sites[gold.get("site", "")].append((page, gold))
    scores = {}
    with tempfile.TemporaryDirectory() as folder:
        for number, ((first, _), *others) in enumerate(sites.values()):
            wrapper = f"{folder}/{number}.xml"
            run(detm, "learn", "-o", wrapper, first)
            for page, gold in others:
                rows = run(detm, "apply", "-w", wrapper, "-f", "ndjson", page) if Path(wrapper).exists() else []
                scores[page] = score_page(gold, rows)
    return scores


def score_fields(gold, rows):
    """How many of the written fields are among the candidates: each counts as the part of its values that is."""
    first = {}  # of each text, the candidate that holds it
    for row in rows:
        found = row.get("value", [])
        for text in found if isinstance(found, list) else [found]:
            first.setdefault(squeeze(text), int(row["id"]))
    wanted = defaultdict(list)
    for field, text in values(gold["records"][0]):
        wanted[field].append(first.get(squeeze(text), 0))
    missed = [field for field, ids in wanted.items() if not any(ids)]
    ranks = [min(filter(None, ids)) for ids in wanted.values() if any(ids)]
    figures = {
        "all": mean(sum(number > 0 for number in ids) / len(ids) for ids in wanted.values()),
        "top": mean(sum(0 < number <= TOP for number in ids) / len(ids) for ids in wanted.values()),
        "missed": missed + [f"{field}@{min(ids)}" for field, ids in wanted.items() if min(ids) > TOP],
    }
    if ranks:
        figures["rank"] = mean(ranks)
    return figures


def fields_of(count):
    """A task: candidates of each page, looked at together with others of its site."""

    def task(detm, pages):
        sites = defaultdict(list)
        for page, gold in pages:
            sites[gold.get("template") or gold.get("site", "")].append((page, gold))
        scores = {}
        for site in sites.values():
            for i, (page, gold) in enumerate(site if len(site) >= min(count, 2) else []):
                together = [site[(i + n) % len(site)][0] for n in range(min(count, len(site)))]
                rows = run(detm, "fields", "-f", "ndjson", *together)
                scores[page] = score_fields(gold, [row for row in rows if row["@page"] == page])
        return scores

    return task


def print_means(name, count, scores, names):
    """Prints a line of the table, and returns its figures."""
    columns = {column: [figures[column] for figures in scores if column in figures] for column in names}
    means = {column: mean(found) for column, found in columns.items() if found}
    print(f"{name:24} {count:5}", *(f"{means[column]:8.3f}" if column in means else f"{'-':>8}" for column in names))
    return means


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folders", nargs="+", metavar="FOLDER")
    parser.add_argument("--detm", default="./detm", help="the program (./detm)")
    parser.add_argument("--wrappers", action="store_true", help="learn from a page of each site, apply to the others")
    parser.add_argument("--fields", type=int, default=0, metavar="N", help="candidate fields, N pages of a site at once")
    parser.add_argument("--worst", type=int, default=0, metavar="N", help="name the N pages with the lowest figures")
    options = parser.parse_args()
    sys.setrecursionlimit(20000)  # assign() goes as deep as a list is long, at most
    names = FIELD_COLUMNS if options.fields else COLUMNS
    print(f"{'folder':24} {'pages':>5}", *(f"{column:>8}" for column in names))
    task = fields_of(options.fields) if options.fields else learn_and_apply if options.wrappers else extract
    pages, rows = {}, []
    for folder in options.folders:
        scores = task(options.detm, read_pages(folder))
        rows.append(print_means(Path(folder).resolve().name, len(scores), scores.values(), names))
        pages.update(scores)
    print_means("mean", len(pages), rows, names)
    worst = "top" if options.fields else "sep"
    for page in sorted(pages, key=lambda page: pages[page][worst])[: options.worst]:
        figures = pages[page]
        note = ", ".join(figures["missed"]) if options.fields else f"best region {figures['region']:.3f}"
        print(f"{figures[worst]:.3f} ({note})  {page}")


if __name__ == "__main__":
    main()
