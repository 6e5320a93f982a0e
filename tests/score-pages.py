#!/usr/bin/env python3
"""Measures templates, match, content and classify on pages with known answers (Python 3.8+, standard library only).

  score-pages.py templates [-k N] FOLDER...   fields by a template of the first N pages of each site, on its other pages;
                                              with --turns each page and those after it are the samples in turn
  score-pages.py match FOLDER...              the page's own template among those of all sites, each of the first page
  score-pages.py content FOLDER...            main text, title and day
  score-pages.py kinds FOLDER...              topic or list page

A FOLDER has pages, PAGE.html, and beside each its answer, PAGE.html.gold.json:
  templates, match   {"kind": "detail", "records": [{field: text or list of texts}], "template" or "site": ...}
  content            {"text": ..., "title": ..., "date": "2024-02-03"}, each if it is known
  kinds              {"page_type" or "kind": "article", "product", "detail" ... are topics, "list", "listing",
                     "collection" lists}; pages of other kinds do not count
Prints a line for each folder, and the mean of the folders:
  f1, p, r   templates: of the values of a page, each right if it is equal without white space and case, or joined;
             content: of the runs of four words of the text
  title      the share of titles that are equal, or of which one contains the other and at most .3 more
  date       the share of days that are equal
  right      the share of pages
"""

import argparse
import json
import re
import subprocess
import sys
import tempfile
from collections import Counter, defaultdict
from pathlib import Path
from statistics import mean
from unicodedata import normalize

WORD = re.compile(r"[぀-ヿ㐀-鿿가-힯]|[^\W぀-ヿ㐀-鿿가-힯]+")  # each character of Chinese, Japanese and Korean
TOPICS = ("article", "documentation", "product", "topic", "detail")
LISTS = ("listing", "collection", "list")


def fold(text):
    return " ".join(normalize("NFKC", text or "").split()).casefold()


def squeeze(text):
    return re.sub(r"[\s\u200b-\u200f\u00ad\ufeff]+", "", normalize("NFKC", text or "")).casefold()


def as_list(value):
    return [one for one in (value if isinstance(value, list) else [value]) if one]


def f1(right, given, wanted):
    precision, recall = right / given if given else 0, right / wanted if wanted else 0
    total = precision + recall
    return {"f1": 2 * precision * recall / total if total else 0, "p": precision, "r": recall}


def read_pages(folder):
    """The pages of a folder with their answers, in order."""
    pages = {}
    for path in sorted(Path(folder).rglob("*.gold.json")):
        for name in (str(path)[: -len(".gold.json")] + suffix for suffix in ("", ".html", ".htm")):
            if Path(name).is_file():
                pages[name] = json.loads(path.read_text(encoding="utf-8"))
                break
    return pages


def rows_of(detm, words, pages):
    """The first row of NDJSON of each page."""
    rows = {}
    for start in range(0, len(pages), 40):
        done = subprocess.run([detm, *words, "-q", "-f", "ndjson", *pages[start : start + 40]], stdout=subprocess.PIPE)
        for line in done.stdout.decode("utf-8", "replace").splitlines():
            row = json.loads(line)
            rows.setdefault(row["@page"], row)
    return rows


# ---- templates ----

def sites_of(pages):
    """The pages about one thing of each site with two of them or more."""
    sites = defaultdict(list)
    for page, gold in pages.items():
        if gold.get("kind") == "detail" and gold.get("records"):
            sites[gold.get("template") or gold["site"]].append(page)
    return {site: names for site, names in sorted(sites.items()) if len(names) > 1}


def fields_of(gold):
    return {name: value for name, value in gold["records"][0].items() if value and not name.startswith("_")}


def make_template(detm, file, samples, pages, lists=True):
    command = [detm, "template", "-q", "-o", file]
    for page in samples:
        for name, value in fields_of(pages[page]).items():
            if lists or isinstance(value, str):
                command += [word for one in as_list(value) for word in ("--field", f"{name}={one}")]
        command.append(page)
    subprocess.run(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def compare_fields(names, gold, row):
    right = given = wanted = 0
    for name in names:
        value = gold["records"][0].get(name)
        want, have = [squeeze(str(one)) for one in as_list(value)], [squeeze(one) for one in as_list(row.get(name))]
        if isinstance(value, list):
            right += sum((Counter(want) & Counter(have)).values())
            wanted, given = wanted + len(want), given + len(have)
        else:
            right += bool(want and have) and (have[0] in want or "".join(have) in want)
            wanted, given = wanted + bool(want), given + bool(have)
    return f1(right, given, wanted) if wanted else None


def templates(options, pages):
    scores = []
    with tempfile.TemporaryDirectory() as folder:
        for site in sites_of(pages).values():
            for start in range(0 if len(site) <= options.k else len(site) if options.turns else 1):
                turned = site[start:] + site[:start]
                samples, others = turned[: options.k], turned[options.k :]
                file = f"{folder}/{len(scores)}-{start}.xml"
                make_template(options.detm, file, samples, pages)
                rows = rows_of(options.detm, ["apply", "-w", file], others) if Path(file).exists() else {}
                names = {name for page in samples for name in fields_of(pages[page])}
                scores += [compare_fields(names, pages[page], rows.get(page, {})) for page in others]
    return [score for score in scores if score]


def match(options, pages):
    """As `templates`, for all folders at once."""
    with tempfile.TemporaryDirectory() as folder:
        own = {}
        for number, site in enumerate(sites_of(pages).values()):
            make_template(options.detm, f"{folder}/{number}.xml", site[:1], pages, lists=False)
            own.update((page, f"{number}.xml") for page in site[1:])
        rows = rows_of(options.detm, ["match", "-L", folder], list(own))
        return [{"right": rows.get(page, {}).get("template") == file} for page, file in own.items()]


# ---- content ----

def runs_of_words(text):
    words = WORD.findall(normalize("NFKC", text or ""))
    length = min(4, len(words)) or 1
    return Counter(tuple(words[i : i + length]) for i in range(len(words) - length + 1))


def is_title(given, wanted):
    given, wanted = fold(given), fold(wanted)
    short, long = sorted((given, wanted), key=len)
    return bool(given) and short in long and len(long) <= 1.3 * len(short)


def day_of(text):
    found = re.match(r"\s*(\d{4})[-/.](\d{1,2})[-/.](\d{1,2})(?!\d)", str(text or ""))
    return tuple(map(int, found.groups())) if found else None


def content(options, pages):
    pages = {page: gold for page, gold in pages.items() if gold.get("text") or gold.get("title") or gold.get("date")}
    rows = rows_of(options.detm, ["content"], list(pages))
    scores = []
    for page, gold in pages.items():
        row, score = rows.get(page, {}), {}
        if gold.get("text"):
            want, have = runs_of_words(gold["text"]), runs_of_words(row.get("text"))
            score.update(f1(sum((want & have).values()), sum(have.values()), sum(want.values())))
        if gold.get("title"):
            score["title"] = is_title(row.get("title"), gold["title"])
        if day_of(gold.get("date")):
            score["date"] = day_of(row.get("date")) == day_of(gold["date"])
        scores.append(score)
    return scores


# ---- kinds ----

def kinds(options, pages):
    wanted = {page: gold.get("page_type") or gold.get("kind") for page, gold in pages.items()}
    wanted = {page: kind for page, kind in wanted.items() if kind in (*TOPICS, *LISTS, "navigation")}
    rows = rows_of(options.detm, ["classify"], list(wanted))
    scores = []
    for page, kind in wanted.items():
        right = ("topic",) if kind in TOPICS else ("list", "navigation") if kind in LISTS else ("navigation",)
        scores.append({"right": rows.get(page, {}).get("kind") in right})
    return scores


# ---- the table ----

TASKS = {"templates": (templates, ("f1", "p", "r")), "match": (match, ("right",)),
         "content": (content, ("f1", "p", "r", "title", "date")), "kinds": (kinds, ("right",))}


def print_row(name, count, figures):
    print(f"{name:24} {count:5}", *(f"{figure:8.3f}" if figure is not None else f"{'-':>8}" for figure in figures))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("task", choices=TASKS)
    parser.add_argument("folders", nargs="+", metavar="FOLDER")
    parser.add_argument("--detm", default="./detm", help="the program (./detm)")
    parser.add_argument("-k", type=int, default=1, metavar="N", help="sample pages of a template (1)")
    parser.add_argument("--turns", action="store_true", help="templates: each page is the first sample once")
    options = parser.parse_args()
    task, columns = TASKS[options.task]
    folders = {Path(folder).resolve().name: read_pages(folder) for folder in options.folders}
    if options.task == "match":
        folders = {"all": {page: gold for pages in folders.values() for page, gold in pages.items()}}
    print(f"{'folder':24} {'pages':>5}", *(f"{column:>8}" for column in columns))
    means, total = defaultdict(list), 0
    for name, pages in folders.items():
        scores = task(options, pages)
        figures = {column: mean(score[column] for score in scores if column in score) if any(column in s for s in scores) else None
                   for column in columns}
        print_row(name, len(scores), figures.values())
        total += len(scores)
        for column, figure in figures.items():
            if figure is not None:
                means[column].append(figure)
    print_row("mean", total, [mean(means[column]) if means[column] else None for column in columns])


if __name__ == "__main__":
    main()
