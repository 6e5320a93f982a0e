#!/usr/bin/env python3
"""Fits the weights of detm classify (src/content/kind/kind_figures.h) to pages whose kind is known.

  kinds.py [--detm PROGRAM] [--present FILE] [--prior X] [--write FILE] SET...

A SET is a folder of pages, each with PAGE.html.gold.json or PAGE.gold.json: {"kind": "list"} or {"page_type": "product"},
see KINDS.  Needs numpy.  Deterministic: the same pages give the same weights.

Ridge logistic regression on standardised figures; lists and topics have the same weight, and so has each set in either,
sets with both three times.  The weights that are written have a Gaussian prior around the present ones (FILE of
--present): without it a few sets would forget what others taught.  Prints the share of right pages by set, with the
present weights, with the written ones, and with weights that know nothing of the present ones: from all pages, in five
folds, and for each set from the other sets.
"""
import argparse, glob, hashlib, json, os, re, subprocess, sys
import numpy as np

from region_pages import write_weights

KINDS = {"list": 1, "listing": 1, "collection": 1, "article": 0, "detail": 0, "documentation": 0, "product": 0}
RIDGE, STEPS, FOLDS, BOTH = 1e-2, 40, 5, 3


def pages_of(folder):
    for gold in sorted(glob.glob(os.path.join(folder, "**", "*.gold.json"), recursive=True)):
        with open(gold, encoding="utf-8") as file:
            answer = json.load(file)
        kind = KINDS.get(answer.get("page_type") or answer.get("kind"))
        for page in (gold[: -len(".gold.json")] + end for end in ("", ".html", ".htm")):
            if kind is not None and os.path.isfile(page):
                yield page, kind
                break


def figures_of(detm, pages):
    """Returns the names and values of the figures, in the order of the program."""
    done = subprocess.run([detm, "classify", "-f", "ndjson", *pages], stdout=subprocess.PIPE)
    if done.returncode not in (0, 1):  # 1: some page is damaged
        raise subprocess.CalledProcessError(done.returncode, "detm classify")
    out = done.stdout
    rows = [json.loads(line) for line in out.decode().splitlines()]
    assert [row["@page"] for row in rows] == pages
    names = [name for name in list(rows[0]) if list(rows[0]).index(name) > list(rows[0]).index("record-count")]
    return names, np.array([[row[name] for name in names] for row in rows])


def page_weights(sets, kinds):
    weights = np.zeros(len(sets))
    for name in set(sets):
        both = len(set(kinds[sets == name])) > 1
        for kind in (0, 1):
            here = (sets == name) & (kinds == kind)
            if here.any():
                weights[here] = (BOTH if both else 1) / here.sum()
    for kind in (0, 1):
        weights[kinds == kind] /= max(weights[kinds == kind].sum(), 1e-9)
    return weights / weights.sum()


def fit(x, kinds, weights, prior, start):
    """Newton's method; the prior around `start` is on standardised figures.  The last of the figures is constant."""
    ridge = prior * (weights @ (x - weights @ x) ** 2) + 1e-9
    w = start.copy()
    for _ in range(STEPS):
        p = 1 / (1 + np.exp(-np.clip(x @ w, -30, 30)))
        hessian = (x * (weights * p * (1 - p))[:, None]).T @ x + np.diag(ridge)
        w -= np.linalg.solve(hessian, x.T @ (weights * (p - kinds)) + ridge * (w - start))
    return w


def fitted_without(x, kinds, sets, left_out):
    kept = ~left_out
    w = fit(x[kept], kinds[kept], page_weights(sets[kept], kinds[kept]), RIDGE, np.zeros(x.shape[1]))
    return x[left_out] @ w


def index_of(name):
    return name.replace("-", "_").upper()


def read_weights(file, names):
    with open(file) as header:
        found = dict(re.findall(r"\bX\((\w+), ([-.\d]+),", header.read()))
    return np.array([found[index_of(name)] for name in names], float)


def report(title, scores, kinds, sets):
    right = (scores > 0) == (kinds == 1)
    shares = {name: right[sets == name].mean() for name in sorted(set(sets))}
    print(f"{title:24}{np.mean(list(shares.values())):.3f}  " + " ".join(f"{n} {s:.3f}" for n, s in shares.items()))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--detm", default="./detm")
    header = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../src/content/kind/kind_figures.h")
    parser.add_argument("--present", default=header, metavar="FILE", help="the present weights")
    parser.add_argument("--prior", type=float, default=0.2, help="the strength of the prior around them")
    parser.add_argument("--write", metavar="FILE", help="the header for the weights")
    parser.add_argument("sets", nargs="+", metavar="SET")
    args = parser.parse_args()
    found = [(page, kind, os.path.basename(os.path.normpath(name))) for name in args.sets for page, kind in pages_of(name)]
    if not found:
        sys.exit("kinds.py: no page whose kind is known in " + " ".join(args.sets))
    names, x = figures_of(args.detm, [page for page, _, _ in found])
    kinds, sets = np.array([kind for _, kind, _ in found]), np.array([name for _, _, name in found])
    folds = np.array([int(hashlib.sha1(os.path.basename(page).encode()).hexdigest(), 16) % FOLDS for page, _, _ in found])
    x, names = np.c_[x, np.ones(len(x))], names + ["figures"]  # DETM_KIND_FIGURES: the constant
    present = read_weights(args.present, names)
    fitted = fit(x, kinds, page_weights(sets, kinds), args.prior, present).round(2)
    report("present weights", x @ present, kinds, sets)
    report("written weights", x @ fitted, kinds, sets)
    report("all pages", x @ fit(x, kinds, page_weights(sets, kinds), RIDGE, np.zeros(x.shape[1])), kinds, sets)
    scores = np.zeros(len(kinds))
    for fold in range(FOLDS):
        scores[folds == fold] = fitted_without(x, kinds, sets, folds == fold)
    report(f"{FOLDS} folds", scores, kinds, sets)
    for name in set(sets):
        scores[sets == name] = fitted_without(x, kinds, sets, sets == name)
    report("each set left out", scores, kinds, sets)
    for name, before, weight in zip(names, present, fitted):
        print(f"{name:16}{before:6.2f} -> {weight:6.2f}")
    if args.write:
        write_weights(args.write, "DT_KIND_FIGURES", [index_of(name) for name in names], fitted)


main()
