#!/usr/bin/env python3
"""Fits the quality of the main text (src/content/text/quality.h) to pages whose main text is known.

  fit-quality.py [--features PROGRAM] [--folds N] [--write FILE] [--without NAME]... FOLDER...

Folders, sets and PROGRAM are those of fit.py; so is numpy.  Deterministic: the same pages give the same weights.

The quality is the expected F1 of the words of the text: logistic regression of the F1 on the figures of the choice
(quality.h), where each set counts the same, and a little caution.  The tables have the F1 by tenths of the quality, in folds (pages of one
host stay together), and for each set with weights from the others: error is the mean difference, r the correlation.
"""
import argparse, subprocess

import numpy as np

from fit import logistic, minimise, read_golds, run, shingles, tokens
from region_pages import write_weights

RIDGE, STEPS = 1e-2, 200
CAUTION = 0.2  # subtracted from the bias, so that nine in ten pages of other sets with .9 have an F1 of .9


def word_f1(text, page):
    have = shingles(tokens(text), 1)
    same = sum((page.words & have).values())
    return 2 * same / (sum(have.values()) + sum(page.words.values())) if same else 0.0


def page_weights(pages):
    """Returns weights with which each set counts the same."""
    sets = [page.set for page in pages]
    weights = np.array([page.certainty / sets.count(page.set) for page in pages])
    return weights / weights.sum()


def fit(x, f1, weights):
    mean, deviation = weights @ x, np.sqrt(weights @ (x - weights @ x) ** 2)
    mean[0], deviation[0] = 0, 1
    deviation[deviation < 1e-9] = np.inf
    z = (x - mean) / deviation

    def loss(w):
        p = logistic(z @ w)
        value = -weights @ (f1 * np.log(p + 1e-12) + (1 - f1) * np.log(1 - p + 1e-12))
        slope = z.T @ (weights * (p - f1)) + np.concatenate([[0], 2 * RIDGE * w[1:]])
        return value + RIDGE * (w[1:] @ w[1:]), slope

    w = minimise(loss, np.zeros(x.shape[1]), STEPS)
    effect = w.copy()
    w = w / deviation
    w[0] -= w[1:] @ mean[1:] + CAUTION
    return np.round(w, 2), effect


def across(pages, x, f1, part_of):
    """Returns the quality of each page with weights from the pages of the other parts."""
    parts, found = np.array([part_of(page) for page in pages]), np.zeros(len(pages))
    for part in sorted(set(parts)):
        others = parts != part
        weights = page_weights([page for page, other in zip(pages, others) if other])
        found[~others] = logistic(x[~others] @ fit(x[others], f1[others], weights)[0])
    return found


def print_tenths(title, quality, f1, sets):
    print(f"\n{title}: error {np.abs(quality - f1).mean():.3f}, r {np.corrcoef(quality, f1)[0, 1]:.2f}")
    print("quality     pages  stated   F1   F1 >= .8   F1 >= .9")
    for tenth in range(10):
        here = (np.minimum(quality, 0.999) * 10).astype(int) == tenth
        if here.any():
            print(f"{tenth / 10:.1f} to {tenth / 10 + 0.1:.1f}  {here.sum():5}   {quality[here].mean():.3f}  "
                  f"{f1[here].mean():.3f}   {(f1[here] >= 0.8).mean():.2f}       {(f1[here] >= 0.9).mean():.2f}")
    for name in sorted(set(sets)):
        here = sets == name
        print(f"{name:16}{here.sum():5}   {quality[here].mean():.3f}  {f1[here].mean():.3f}   "
              f"r {np.corrcoef(quality[here], f1[here])[0, 1]:.2f}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--features", default="tests/fit/features", help="the program that reads pages")
    parser.add_argument("--folds", type=int, default=5, help="parts for cross-validation")
    parser.add_argument("--write", help="the header for the weights")
    parser.add_argument("--without", action="append", default=[], help="a figure to leave out")
    parser.add_argument("folders", nargs="+", help="folders of pages")
    args = parser.parse_args()
    names = subprocess.run([args.features, "--figures"], stdout=subprocess.PIPE, check=True, text=True).stdout.split()
    pages = list(read_golds(args.folders))
    rows = {row["@page"]: row for row in run(args.features, ["--choose"], pages)}
    pages = [page for page in pages if rows[page.name]["text"]]
    x = np.array([rows[page.name]["figures"] for page in pages])
    x[:, [names.index(name) for name in args.without]] = 0
    f1 = np.array([word_f1(rows[page.name]["text"], page) for page in pages])
    sets = np.array([page.set for page in pages])
    weights, effect = fit(x, f1, page_weights(pages))
    print_tenths(f"{args.folds} folds", across(pages, x, f1, lambda page: page.fold % args.folds), f1, sets)
    print_tenths("other sets", across(pages, x, f1, lambda page: page.origin), f1, sets)
    for name, weight, part in zip(names, weights, effect):
        print(f"{name:20}{weight:8.2f}{part:8.2f}")
    if args.write:
        write_weights(args.write, "DT_QUALITY_FIGURES", names, weights)


if __name__ == "__main__":
    main()
