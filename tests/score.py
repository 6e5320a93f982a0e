#!/usr/bin/env python3
"""Measures how well detm finds records, fields and lists on pages with known answers.

A folder has pages, PAGE.html, and beside each its records, PAGE.html.gold.json:

    {"records": [{"title": "Baking steel", "tags": ["new", "steel"]}, ...], "title_field": "title"}

  records      the records of the main list of the page, in any order: each field's text as the page
               shows it, or a list of texts.  Keys that begin with "_" are notes, not fields.
  title_field  the field that identifies a record (default "title"); a record without it is
               identified by all its texts.
  site         the site of the page, for --wrappers; pages without it belong to one site.
  count_is_lower_bound: true if the page has more records than the file.

Prints for each folder the means of its pages, and then the means of the folders:
  p, r     precision and recall of the records of region 1: an expected record is found if a record
           of region 1 contains its title, and if that does not hide another expected record.
  sep      the harmonic mean of p and r.
  region   sep of the best region: the difference to sep is due to the choice of the list.
  cells    fields are paired with detm's, one to one, so that most values agree: the share of the
           expected values that agree (pages with two fields or more).
  perfect  the share of pages whose records are all found, without others.

With --wrappers a wrapper is learned from the first page of each site and applied to its other pages;
only these count.

With --fields N each page has one record, with the wanted fields.  `detm fields` reads each page
together with N - 1 others of its site ("template" in the file, or else "site").  Printed are
  all     the share of a page's fields whose values are among the values of the candidates.
  top     the same for the first 20 candidates.
  rank    the mean number of the candidate with a field, for fields that are found.

With --examples the folder has names.json, {site: {column: {"names": [...], "kind": ..., "composite": ...}}}: names that
people give to the columns.  `detm learn` gets two to four values of one record of a site's first page, and the wrapper is
applied to all pages of the site.  Printed are
  columns the columns that were asked for.
  found   the share of them for which the wrapper has a field.
  whole   the share of them that is complete: nine in ten of the values that the pages show are the value of the field in
          their record (apart from label words and punctuation at the ends).
With --lists N each page has one record too.  For each page with a list field of more than N values (at
least 3) `detm template` gets the first N values of each list field and all values of the other fields;
the template is applied to the page itself and to the other pages of its site.  With --spread the N
values are the first, the last and some between instead.  Printed are the shares of the list fields with
exactly the expected values in their order,
  whole   on all pages.
  own     on the page of the template.
  other   on the other pages.
  f1      the mean agreement of values, on all pages.
N = 0 gives all values: the upper bound of --lists 2.
"""

import argparse
import json
import re
import subprocess
import sys
import tempfile
import unicodedata
from collections import Counter, defaultdict
from html.parser import HTMLParser
from pathlib import Path
from statistics import mean

COLUMNS = ("sep", "p", "r", "region", "cells", "perfect")
FIELD_COLUMNS = ("all", "top", "rank")
EXAMPLE_COLUMNS = ("columns", "found", "whole")
LIST_COLUMNS = ("whole", "own", "other", "f1")
TOP = 20
MOST_EXAMPLES = 4  # columns of a site that get an example
WHOLE = 0.9  # share of a column's values that must be right


def squeeze(text):
    """Normalises a text for comparison: no white space, no zero-width characters, no case."""
    return re.sub(r"[\s\u200b-\u200f\u00ad\ufeff]+", "", unicodedata.normalize("NFKC", text)).casefold()


def values(record):
    """Yields (field, text) of a record, expected or found; a list yields several."""
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
    """Returns [(page, gold)] of the folder, sorted by name."""
    found = []
    for path in sorted(Path(folder).rglob("*.gold.json")):
        gold = json.loads(path.read_text(encoding="utf-8"))
        page = path.with_name(path.name[: -len(".gold.json")])
        if page.is_file() and gold.get("records"):
            found.append((str(page), gold))
    return found or sys.exit(f"score.py: no page with a .gold.json in {folder}")


def run(*command):
    """Returns the records that detm prints; on failure none, with a message."""
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, encoding="utf-8", errors="replace")
    if done.returncode in (0, 1):  # 1: a page without records
        return [json.loads(line) for line in done.stdout.split("\n") if line.strip()]
    print(f"score.py: {' '.join(command)}: status {done.returncode}\n{done.stderr}", file=sys.stderr)
    return []


def assign(choices):
    """Maximum matching: {i: j} with j in choices[i] and every j at most once."""
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
    """Pairs expected records with those of detm: {expected: found}."""
    titles = [title_of(record, title_field) for record in wanted]
    texts = [squeeze("".join(text for _, text in values(record))) for record in given]
    holds = [[j for j, text in enumerate(texts) if title and title in text] for title in titles]
    for i, record in enumerate(wanted):  # first the one with most of the record's values
        parts = [squeeze(text) for _, text in values(record)]
        holds[i].sort(key=lambda j: -sum(part in texts[j] for part in parts))
    pairs = assign(holds)
    lost = [i for i in range(len(wanted)) if i not in pairs and len(titles[i]) > 3]
    merged = {i for i, j in pairs.items() if any(j in holds[k] and titles[k] not in titles[i] for k in lost)}
    return {i: j for i, j in pairs.items() if i not in merged}


def cells_of(wanted, given, pairs):
    """Returns the share of expected values that agree, with fields paired by most agreement."""
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
    """Scores the candidates: each expected field counts with the share of its values that were found."""
    first = {}  # the candidate with each text
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
    """Returns a task: candidates of each page together with others of its site."""

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


class Shown(HTMLParser):
    """The normalised text that a page shows."""

    def __init__(self, page):
        super().__init__()
        self.parts, self.hidden = [], 0
        self.feed(re.sub("<!--.*?-->", "", Path(page).read_text(encoding="utf-8", errors="replace"), flags=re.S))
        self.text = squeeze("".join(self.parts))

    def handle_starttag(self, tag, attributes):
        self.hidden += tag in ("script", "style")

    def handle_endtag(self, tag):
        self.hidden -= tag in ("script", "style") and self.hidden > 0

    def handle_data(self, data):
        if not self.hidden:
            self.parts.append(data)


def listed(value):
    """Returns the values of a column in one record."""
    return [str(v) for v in (value if isinstance(value, list) else [value]) if v is not None and str(v).strip()]


def label_words(texts):
    """Counts the words at the start and end of nine in ten values of a column, such as "by" and "comments"."""
    words = [text.casefold().split() for text in texts]
    if len(words) < 5 or len(set(texts)) < 3:
        return 0, 0

    def shared(at, more):
        found = [w[at] for w in words if len(w) > more]
        return len(found) >= 0.9 * len(words) and max(Counter(found).values()) >= 0.9 * len(words)

    head = tail = 0
    while head < 3 and shared(head, head + 1):
        head += 1
    while tail < 3 and shared(-1 - tail, head + tail + 1):
        tail += 1
    return head, tail


def forms(text, cut):
    """Returns the accepted forms of a value: with and without the label words of its column and punctuation at the ends."""
    text = re.sub(r",? et al[.,]*$", "", text, flags=re.I)  # the scrapers that made some of the files leave this out
    words = unicodedata.normalize("NFKC", re.sub("[‘’“”`´\"]", "'", text)).split()
    cuts = [(0, 0), cut, (cut[0], 0), (0, cut[1])]
    edges = r"^[\s:;,.|·•()\[\]–—/-]+|[\s:;,.|·•()\[\]–—/-]+$"
    return {squeeze(re.sub(edges, "", " ".join(words[a : len(words) - b]))) for a, b in cuts} - {""}


def columns_of(page, gold, known):
    """Returns ({name: columns}, the name of the title): columns with one name are merged if no record has both."""
    file = Path(page).name
    names = {}
    for key in sorted(known, key=lambda key: "@" in key):  # "c1@FILE" is the column of one page
        if "@" not in key or key.split("@", 1)[1] == file:
            names[key.split("@")[0]] = known[key]
    held = defaultdict(set)
    for number, record in enumerate(gold["records"]):
        for column, _ in values(record):
            held[column].add(number)
    merged, title = {}, None
    for column in held:
        about = names.get(column, {})
        if not about.get("names") or about.get("kind") in ("label", "button") or about.get("composite"):
            continue
        meaning = about["names"][0]
        if any(held[other] & held[column] for other in merged.get(meaning, ())):
            continue
        merged.setdefault(meaning, []).append(column)
        if about.get("title") or column == gold.get("title_field", "title"):
            title = title or meaning
    return merged, title


def value_of(record, columns):
    return [text for column in columns for text in listed(record.get(column))]


def choose_examples(page, gold, columns, title):
    """Chooses {column: values}: the title and the most common columns, of the first record with most of them."""
    text = Shown(page).text
    often = Counter(c for r in gold["records"] for c in columns if value_of(r, columns[c]))
    wanted = sorted(often, key=lambda c: (c != title, -often[c], c))[:MOST_EXAMPLES]

    def shown(record):
        found = {c: value_of(record, columns[c]) for c in wanted}
        return {c: v for c, v in found.items() if v and all(squeeze(t) in text for t in v)}

    record = max((shown(record) for record in gold["records"]), key=len, default={})
    edges = r"^[\s,;:|·•–—-]+|[\s,;:|·•–—-]+$"  # which users do not copy
    return {column: [re.sub(edges, "", text) or text for text in texts[:2]] for column, texts in record.items()}


def pair_by_values(wanted, given):
    """Pairs each expected record with the record of detm that has most of its values; in case of a tie, the nearest."""
    texts = [squeeze("".join(text for _, text in values(record))) for record in given]
    held = []
    for i, record in enumerate(wanted):
        parts = {squeeze(text) for _, text in values(record)}
        for j, text in enumerate(texts):
            count = sum(len(part) > 1 and part in text for part in parts)
            if count:
                held.append((-count, abs(i - j), i, j))
    pairs, used = {}, set()
    for _, _, i, j in sorted(held):
        if i not in pairs and j not in used:
            pairs[i] = j
            used.add(j)
    return pairs


def right_values(gold, rows, columns, chosen, shown):
    """Returns {column: (right values, values)} of one page."""
    pairs = pair_by_values(gold["records"], rows)
    counts = {}
    for number, column in enumerate(chosen):
        name = f"f{number}"
        ours = [(i, t) for i, r in enumerate(gold["records"]) for t in value_of(r, columns.get(column, ())) if squeeze(t) in shown]
        theirs = [text for row in rows for text in listed(row.get(name))]
        cut, other = label_words([t for _, t in ours]), label_words(theirs)
        right = 0
        for i, text in ours:
            have = listed(rows[pairs[i]].get(name)) if i in pairs else []
            right += any(forms(t, other) & forms(text, cut) for t in have)
        counts[column] = (right, len(ours))
    return counts


def score_site(detm, pages, known, wrapper):
    (first, gold) = pages[0]
    chosen = choose_examples(first, gold, *columns_of(first, gold, known))
    if not chosen:
        return None
    fields = [f"--field=f{n}={text}" for n, texts in enumerate(chosen.values()) for text in texts]
    Path(wrapper).unlink(missing_ok=True)
    run(detm, "learn", "-q", "-o", wrapper, *fields, first)
    learned = Path(wrapper).read_text(encoding="utf-8") if Path(wrapper).exists() else ""
    total = {column: [0, 0] for column in chosen}
    for page, gold in pages:
        rows = run(detm, "apply", "-q", "--all-columns", "-w", wrapper, "-f", "ndjson", page) if learned else []
        columns, _ = columns_of(page, gold, known)
        for column, (right, count) in right_values(gold, rows, columns, chosen, Shown(page).text).items():
            total[column][0] += right
            total[column][1] += count
    shares = {column: right / max(1, count) for column, (right, count) in total.items()}
    return {
        "columns": len(chosen),
        "found": mean(f'name="f{n}"' in learned for n in range(len(chosen))),
        "whole": mean(share >= WHOLE for share in shares.values()),
        "missed": [f"{column} {share:.2f} {chosen[column][0][:40]!r}" for column, share in shares.items() if share < WHOLE],
    }


def by_examples(folder, detm, pages):
    known = json.loads((Path(folder) / "names.json").read_text(encoding="utf-8"))
    sites = defaultdict(list)
    for page, gold in pages:
        if gold.get("site") in known and not gold.get("title_only"):
            sites[gold["site"]].append((page, gold))
    scores = {}
    with tempfile.TemporaryDirectory() as scratch:
        for site, its_pages in sites.items():
            figures = score_site(detm, its_pages, known[site], f"{scratch}/w.xml")
            if figures:
                scores[f"{folder}: {site}"] = figures
    return scores


def print_examples(folders, detm, worst):
    """Prints means over columns, not over sites."""
    everything = []
    for folder in folders:
        scores = by_examples(folder, detm, read_pages(folder))
        everything += sorted(scores.items())
        print_columns(Path(folder).resolve().name, scores.values())
    print_columns("all", [figures for _, figures in everything])
    for site, figures in sorted(everything, key=lambda one: one[1]["whole"])[:worst]:
        if figures["missed"]:
            print(f"{figures['whole']:.3f}  {site}: {'; '.join(figures['missed'])}")


def print_columns(name, scores):
    count = sum(figures["columns"] for figures in scores)
    parts = [sum(figures[c] * figures["columns"] for figures in scores) / max(1, count) for c in ("found", "whole")]
    print(f"{name:24} {len(scores):5} {count:8} {parts[0]:8.3f} {parts[1]:8.3f}")


def examples_of(found, count, spread):
    """Returns `count` values of a list field (0: all): the first ones, or some spread over the list."""
    if count == 0 or len(found) <= count:
        return found
    if not spread or count == 1:
        return found[:count]
    return [found[round(i * (len(found) - 1) / (count - 1))] for i in range(count)]


def score_lists(gold, rows, names):
    """Scores the list fields `names` of a page."""
    figures = {}
    for name in names:
        want = [squeeze(text) for field, text in values(gold["records"][0]) if field == name]
        have = [squeeze(text) for row in rows[:1] for field, text in values(row) if field == name]
        same = sum((Counter(want) & Counter(have)).values())
        figures[name] = {"whole": float(want == have), "f1": 2 * same / max(1, len(want) + len(have))}
    return figures


def lists_of(count, spread):
    """Returns a task: list fields learned from a few of their values."""

    def task(detm, pages):
        sites = defaultdict(list)
        for page, gold in pages:
            sites[gold.get("template") or gold.get("site", "")].append((page, gold))
        scores = {}
        with tempfile.TemporaryDirectory() as folder:
            for page, gold in pages:
                record = gold["records"][0]
                lists = [field for field, found in record.items() if isinstance(found, list) and len(found) > max(2, count)]
                if not lists:
                    continue
                template, arguments = f"{folder}/{len(scores)}.xml", []
                for field, found in record.items():
                    texts = [str(text) for text in (found if isinstance(found, list) else [found]) if text]
                    chosen = examples_of(texts, count if field in lists else 0, spread)
                    arguments += [part for text in chosen if not field.startswith("_") for part in ("--field", f"{field}={text}")]
                run(detm, "template", "-q", "-o", template, *arguments, page)
                there = sites[gold.get("template") or gold.get("site", "")]
                for other, wanted in there:
                    names = [name for name in lists if wanted["records"][0].get(name)]
                    rows = run(detm, "apply", "-q", "-w", template, "-f", "ndjson", other) if Path(template).exists() else []
                    for name, figures in score_lists(wanted, rows, names).items():
                        figures["own" if other == page else "other"] = figures["whole"]
                        scores[f"{page} -> {Path(other).name} {name}"] = figures
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
    parser.add_argument("--wrappers", action="store_true", help="learn from the first page of each site, apply to the others")
    parser.add_argument("--fields", type=int, default=0, metavar="N", help="candidate fields, N pages of a site at once")
    parser.add_argument("--lists", type=int, default=-1, metavar="N", help="list fields learned from N of their values (0: all)")
    parser.add_argument("--spread", action="store_true", help="with --lists: values spread over the list instead of the first N")
    parser.add_argument("--worst", type=int, default=0, metavar="N", help="name the N pages with the lowest figures")
    parser.add_argument("--examples", action="store_true", help="columns learned from examples (needs names.json)")
    options = parser.parse_args()
    sys.setrecursionlimit(20000)  # the depth of assign() is at most the length of a list
    if options.examples:
        print(f"{'folder':24} {'sites':>5}", *(f"{column:>8}" for column in EXAMPLE_COLUMNS))
        return print_examples(options.folders, options.detm, options.worst)
    names = FIELD_COLUMNS if options.fields else LIST_COLUMNS if options.lists >= 0 else COLUMNS
    print(f"{'folder':24} {'pages':>5}", *(f"{column:>8}" for column in names))
    task = lists_of(options.lists, options.spread) if options.lists >= 0 else fields_of(options.fields) if options.fields else learn_and_apply if options.wrappers else extract
    pages, rows = {}, []
    for folder in options.folders:
        scores = task(options.detm, read_pages(folder))
        rows.append(print_means(Path(folder).resolve().name, len(scores), scores.values(), names))
        pages.update(scores)
    print_means("mean", len(pages), rows, names)
    worst = "top" if options.fields else "f1" if options.lists >= 0 else "sep"
    for page in sorted(pages, key=lambda page: pages[page][worst])[: options.worst]:
        figures = pages[page]
        note = ", ".join(figures["missed"]) if options.fields else f"whole {figures['whole']:.0f}" if options.lists >= 0 else f"best region {figures['region']:.3f}"
        print(f"{figures[worst]:.3f} ({note})  {page}")


if __name__ == "__main__":
    main()
