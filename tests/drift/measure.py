#!/usr/bin/env python3
"""Measures how well `detm verify` detects changes of sites.

    measure.py [--detm DETM] [--past] [--fit] CORPUS|CHANGED

CORPUS is a folder for change.py, which first changes its pages in a temporary folder; CHANGED is an output folder of
change.py.  A change is harmful if the old wrapper finds other values on the changed page than on the original one; a
false alarm is drift reported for another page of the site that is not changed (kind "same").  The first tables have
single pages, the next ones all pages of a site and kind together.

--past verifies with a store that has a saved run of the other, unchanged pages of the site, but not of the page itself.

--fit prints the weights of the figures (src/drift) that distinguish fields whose values changed from the others, by
logistic regression on the half of the sites that is called "tune".
"""

import argparse
import collections
import json
import math
import subprocess
import sys
import tempfile
from pathlib import Path


def run(*command):
    done = subprocess.run([str(part) for part in command], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    return done.stdout.decode("utf-8", "replace"), done.returncode


def lines_of(text):
    return [json.loads(line) for line in text.splitlines()]


SLIGHT = 0.1  # share of values changed, in the field that changed most, below which harm is slight
CLEARLY = 0.3  # share of values changed above which --fit counts a field as changed


def values_of(rows, field):
    values = [row.get(field) for row in rows]
    values = [value if isinstance(value, list) or value is None else [value] for value in values]
    return collections.Counter(json.dumps(value) for value in values)


def changed_share(before, after, field):
    """Returns the share of the field's values that changed."""
    was, now = values_of(before, field), values_of(after, field)
    size = max(was.total(), now.total())
    return 1 - (was & now).total() / size if size else 0


def save_past(detm, cases, folder):
    """Makes a store for each page, with a saved run of the other pages of its site."""
    pages = {(case["old"], case["original"]) for case in cases}
    for number, (old, original) in enumerate(sorted(pages)):
        others = sorted(page for wrapper, page in pages if wrapper == old and page != original)
        store = Path(folder, "%d.db" % number)
        if others:
            run(detm, "apply", "--save", "--store", store, "-w", old, *others)
        for case in cases:
            if others and (case["old"], case["original"]) == (old, original):
                case["past"] = ["--store", store]


def verify_case(detm, case):
    """Adds the findings of verify on a changed page and the changed share of each field."""
    findings, status = run(detm, "verify", "--all", "-f", "ndjson", *case.get("past", []), "-w", case["old"], case["file"])
    after, _ = run(detm, "apply", "-f", "ndjson", "-w", case["old"], case["file"])
    before = lines_of(Path(case["truth"]).read_text(encoding="utf-8"))
    rows = [{key: value for key, value in row.items() if not key.startswith("@")} for row in lines_of(after)]
    case["status"] = status
    case["findings"] = lines_of(findings)
    case["changed"] = {f["field"]: changed_share(before, rows, f["field"]) for f in case["findings"] if "field" in f}
    case["share"] = max([*case["changed"].values(), 0]) if rows else 1.0
    return case


def verify_together(detm, cases):
    _, status = run(detm, "verify", "-f", "ndjson", "-q", "-w", cases[0]["old"], *(case["file"] for case in cases))
    return {"status": status, "harmful": any(c["harmful"] for c in cases), "share": max(c["share"] for c in cases)}


# ---- the table ----


def percent(part, whole):
    return "%5.1f" % (100 * part / whole) if whole else "    -"


def print_table(title, cases):
    groups = collections.defaultdict(list)
    for case in cases:
        groups[case["kind"]].append(case)
        if case["kind"] != "same":
            groups["all changes"].append(case)
            if case["share"] >= SLIGHT or not case["harmful"]:
                groups["all but slight"].append(case)
    print("%s\n  %-14s %7s %8s %6s      %8s %6s" % (title, "", "harmful", "detected", "%", "harmless", "alarms"))
    for kind, members in sorted(groups.items()):
        bad = [c for c in members if c["harmful"]]
        good = [c for c in members if not c["harmful"]]
        found = sum(c["status"] == 1 for c in bad)
        alarms = sum(c["status"] == 1 for c in good)
        print("  %-14s %7d %8d  %s      %8d %6d  %s" %
              (kind, len(bad), found, percent(found, len(bad)), len(good), alarms, percent(alarms, len(good))))  # fmt: skip


def print_tables(cases, what):
    for kind in ("records", "template"):
        for half in ("tune", "unseen"):
            chosen = [c for c in cases if c["type"] == kind and c["half"] == half]
            print_table("%s, %s, %s" % (what, kind, half), chosen)
    for half in ("tune", "unseen"):
        print_table("%s, both, %s" % (what, half), [c for c in cases if c["half"] == half])
    print_table("%s, all" % what, cases)


def print_failures(cases):
    for case in cases:
        wrong = case["status"] != 1 if case["harmful"] else case["status"] == 1 and case["kind"] == "same"
        if wrong:
            findings = ["%s %s %.2f" % (f.get("field"), f["change"], float(f["confidence"])) for f in case["findings"][:3]]
            print("%-9s %-14s %s (%.2f changed): %s" %
                  ("missed" if case["harmful"] else "alarm", case["kind"], case["file"], case["share"], "; ".join(findings)))  # fmt: skip


# ---- the weights ----


def solve(matrix, vector):
    """Solves a linear system: Gauss-Jordan elimination with pivots."""
    n = len(vector)
    rows = [list(matrix[i]) + [vector[i]] for i in range(n)]
    for i in range(n):
        pivot = max(range(i, n), key=lambda r: abs(rows[r][i]))
        rows[i], rows[pivot] = rows[pivot], rows[i]
        rows[i] = [value / rows[i][i] for value in rows[i]]
        for r in range(n):
            if r != i and rows[r][i]:
                factor = rows[r][i]
                rows[r] = [a - factor * b for a, b in zip(rows[r], rows[i])]
    return [row[n] for row in rows]


def chance(weights, x):
    score = sum(w * v for w, v in zip(weights, x))
    return 1 / (1 + math.exp(-max(-30, min(30, score))))


def newton(samples, weights, ridge):
    """One step of Newton's method; samples are (figures with a 1 at the end, label)."""
    n = len(weights)
    slope = [-ridge * w for w in weights]
    curve = [[ridge * (i == j) for j in range(n)] for i in range(n)]
    for x, label in samples:
        p = chance(weights, x)
        there = [i for i in range(n) if x[i]]
        for i in there:
            slope[i] += (label - p) * x[i]
            for j in there:
                curve[i][j] += p * (1 - p) * x[i] * x[j]
    return [w + d for w, d in zip(weights, solve(curve, slope))]


def regress(samples):
    """Logistic regression; removes figures with negative weights, one after the other."""
    n, out = len(samples[0][0]), set()
    while True:
        kept = [i for i in range(n) if i not in out]
        chosen = [([x[i] for i in kept], label) for x, label in samples]
        weights = [0.0] * len(kept)
        for _ in range(12):
            weights = newton(chosen, weights, 1.0)
        worst = min(range(len(kept) - 1), key=lambda i: weights[i])
        if weights[worst] >= 0:
            return [weights[kept.index(i)] if i in kept else 0.0 for i in range(n)]
        out.add(kept[worst])


OTHERS = ("field", "change", "before", "now", "to", "confidence")


def samples_of(cases, half):
    for case in cases:
        if case["half"] != half or (case["kind"] == "same" and case["learned"]):
            continue
        for f in case["findings"]:
            share = case["changed"].get(f.get("field"))
            if share is not None and (share == 0 or share >= CLEARLY):
                yield [float(f[name]) for name in figures_of(f)] + [1.0], float(share > 0)


def figures_of(finding):
    return [name for name in finding if name not in OTHERS and name[0] != "@"]


def fit(cases):
    samples = list(samples_of(cases, "tune"))
    weights = regress(samples)
    names = figures_of(next(f for c in cases for f in c["findings"] if "field" in f)) + ["bias"]
    for name, weight in zip(names, weights):
        print("  %-10s %.2f" % (name, weight))
    for half in ("tune", "unseen"):
        judged = [(chance(weights, x), label) for x, label in samples_of(cases, half)]
        for least in (0.3, 0.5, 0.7, 0.9):
            bad = [p >= least for p, label in judged if label]
            good = [p >= least for p, label in judged if not label]
            print("%s, from %.1f: %.3f of %d changed fields, %.4f of %d others" % (half, least, sum(bad) / len(bad), len(bad), sum(good) / len(good), len(good)))  # fmt: skip
    return weights


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--detm", default="detm", help="the program (detm)")
    parser.add_argument("--fit", action="store_true", help="print weights")
    parser.add_argument("--past", action="store_true", help="with saved runs of the other pages of the site")
    parser.add_argument("--failures", action="store_true", help="print missed changes and false alarms")
    parser.add_argument("folder", type=Path)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as made:
        folder = options.folder
        if not (folder / "manifest.ndjson").is_file():
            change = Path(__file__).with_name("change.py")
            subprocess.run([sys.executable, "-B", change, "--detm", options.detm, folder, made], check=True)
            folder = Path(made)
        cases = lines_of((folder / "manifest.ndjson").read_text(encoding="utf-8"))
        if options.past:
            save_past(options.detm, cases, made)
        cases = [verify_case(options.detm, case) for case in cases]
        if options.fit:
            fit(cases)
            return
        fresh = [c for c in cases if not (c["kind"] == "same" and c["learned"])]
        groups = collections.defaultdict(list)
        for case in fresh:
            groups[case["site"], case["kind"]].append(case)
        together = [dict(verify_together(options.detm, g), **{k: g[0][k] for k in ("type", "half", "kind")}) for g in groups.values()]
        print_tables(fresh, "pages")
        print_tables(together, "sites")
        if options.failures:
            print_failures(fresh)


if __name__ == "__main__":
    main()
