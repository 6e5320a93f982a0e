#!/usr/bin/env python3
"""Fits the weights of detm classify (src/content/kind/page_kind.c) to pages whose kind is known.

  kinds.py [--detm PROGRAM] SET...

A SET is a folder of pages, each with PAGE.html.gold.json or PAGE.gold.json: {"kind": "list"} or {"page_type": "product"},
see KINDS.  Needs numpy.  Deterministic: the same pages give the same weights.

Ridge logistic regression on standardised figures; lists and topics have the same weight, and so has each set in either,
sets with both three times.  Prints the share of right pages by set, with weights from all pages, in five folds, and for
each set with weights from the other sets; then the weights as C.
"""
import argparse, glob, hashlib, json, os, subprocess, sys
import numpy as np

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
    out = subprocess.run([detm, "classify", "-f", "ndjson", *pages], stdout=subprocess.PIPE, check=True).stdout
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


def fit(x, kinds, weights):
    mean = weights @ x
    spread = np.sqrt(weights @ (x - mean) ** 2) + 1e-6
    z = np.c_[(x - mean) / spread, np.ones(len(x))]
    ridge = np.r_[np.full(x.shape[1], RIDGE), 1e-9]
    w = np.zeros(z.shape[1])
    for _ in range(STEPS):
        p = 1 / (1 + np.exp(-np.clip(z @ w, -30, 30)))
        hessian = (z * (weights * p * (1 - p))[:, None]).T @ z + np.diag(ridge)
        w -= np.linalg.solve(hessian, z.T @ (weights * (p - kinds)) + ridge * w)
    return w[:-1] / spread, w[-1] - (w[:-1] / spread) @ mean


def fitted_without(x, kinds, sets, left_out):
    w, bias = fit(x[~left_out], kinds[~left_out], page_weights(sets[~left_out], kinds[~left_out]))
    return x[left_out] @ w + bias


def report(title, scores, kinds, sets):
    right = (scores > 0) == (kinds == 1)
    shares = {name: right[sets == name].mean() for name in sorted(set(sets))}
    print(f"{title:24}{np.mean(list(shares.values())):.3f}  " + " ".join(f"{n} {s:.3f}" for n, s in shares.items()))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--detm", default="./detm")
    parser.add_argument("sets", nargs="+", metavar="SET")
    args = parser.parse_args()
    found = [(page, kind, os.path.basename(os.path.normpath(name))) for name in args.sets for page, kind in pages_of(name)]
    if not found:
        sys.exit("kinds.py: no page whose kind is known in " + " ".join(args.sets))
    names, x = figures_of(args.detm, [page for page, _, _ in found])
    kinds, sets = np.array([kind for _, kind, _ in found]), np.array([name for _, _, name in found])
    folds = np.array([int(hashlib.sha1(os.path.basename(page).encode()).hexdigest(), 16) % FOLDS for page, _, _ in found])
    w, bias = fit(x, kinds, page_weights(sets, kinds))
    report("all pages", x @ w + bias, kinds, sets)
    scores = np.zeros(len(kinds))
    for fold in range(FOLDS):
        scores[folds == fold] = fitted_without(x, kinds, sets, folds == fold)
    report(f"{FOLDS} folds", scores, kinds, sets)
    for name in set(sets):
        scores[sets == name] = fitted_without(x, kinds, sets, sets == name)
    report("each set left out", scores, kinds, sets)
    print("\n/* " + ", ".join(names) + " */")
    print("weights[] = {" + ", ".join(f"{value:.2f}" for value in w) + f"}};\nbias = {bias:.2f};")


main()
