#!/usr/bin/env python3
"""Fits the weights of the confidence (src/engine/confidence_weights.h) to pages whose records are known.

  fit-confidence.py [--regions PROGRAM] [--prior X] [--without NAME]... [--worst N] [--write FILE] SET...

A SET is a folder of pages, each with PAGE.html.gold.json as tests/score.py reads it.  PROGRAM is tests/fit/regions of
the build folder.  Needs numpy.  Deterministic: the same pages give the same weights.

A page is right if F1 of the records of its first region (`sep` of tests/score.py) is at least .9.  The weights are
those of a logistic regression, with each set's pages counting as much as another set's, and a Gaussian prior around 0
on standardised features.  Printed is, for each tenth of the confidence, the number of pages, the mean confidence, the
share of the pages that are right, and the share whose first region is within .05 of the best region: with the present
weights, and for each set with weights from the other sets.  Then follow the Brier score and the log loss, and with
--worst the wrong pages with the highest confidence.

The upper bound by the score is not fitted: all pages here have a main list.  It is part of all figures that are printed.
Fit the ranking first (fit-regions.py): the features depend on the scores of the regions.
"""
import argparse, collections

from region_pages import np, read_pages, read_weights, write_weights

RIGHT, NEARLY_BEST, STEPS = 0.9, 0.05, 40
COMMENT = """engine/confidence_weights.h: made by tests/fit/fit-confidence.py (doc/method 2.9): what each feature adds to the
 * logit of the confidence."""


def logistic(z):
    return 1 / (1 + np.exp(-z))


def set_weights(sets):
    """Returns the weight of each page: the sets have the same weight, and all weights together are 1."""
    count = collections.Counter(sets)
    return np.array([1 / count[of] / len(count) for of in sets])


def fit(x, right, sets, prior, fixed):
    """Newton's method, of limited step.  The prior is on standardised features; a constant has none."""
    weight, free = set_weights(sets), ~fixed
    spread = np.sqrt(weight @ (x - weight @ x) ** 2)
    ridge = (prior * spread**2 + 1e-9)[free]
    w, z = np.zeros(x.shape[1]), x[:, free]
    for _ in range(STEPS):
        p = logistic(x @ w)
        curve = (z * (weight * p * (1 - p))[:, None]).T @ z + np.diag(ridge)
        step = np.linalg.solve(curve, z.T @ (weight * (p - right)) + ridge * w[free])
        w[free] -= step * min(1, 2 / np.abs(step).max())
    return w


def print_tenths(title, confidence, right, best):
    print(f"\n{title}\nconfidence   pages      mean     right      best")
    tenth = np.minimum(9, (confidence * 10).astype(int))
    for t in sorted(set(tenth), reverse=True):
        here = tenth == t
        print(f"{t / 10:.1f} to {t / 10 + 0.1:.1f} {here.sum():9d} {confidence[here].mean():9.3f} {right[here].mean():9.3f} {best[here].mean():9.3f}")


def print_losses(columns, right, sets):
    """Prints the Brier score and the log loss, with all pages and with all sets of the same weight."""
    print("\n                      Brier  of sets  log loss  of sets")
    for title, confidence in columns.items():
        p = np.clip(confidence, 1e-3, 1 - 1e-3)
        losses = (p - right) ** 2, -np.log(np.where(right, p, 1 - p))
        print(title.ljust(18), *(f"{mean:9.4f}" for loss in losses for mean in (loss.mean(), set_weights(sets) @ loss)))


def print_worst(count, pages, confidence, right):
    wrong = [i for i in np.argsort(-confidence, kind="stable") if not right[i]]
    for i in wrong[:count]:
        print(f"{confidence[i]:.3f}  F1 {pages[i].f1[0]:.2f}, best {pages[i].best():.2f}  {pages[i].set}  {pages[i].name}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--regions", default="tests/fit/regions", help="the program that reads pages")
    parser.add_argument("--prior", type=float, default=0.003, help="the strength of the prior")
    parser.add_argument("--without", action="append", default=[], help="a feature to leave out")
    parser.add_argument("--worst", type=int, default=0, help="how many wrong pages to print")
    parser.add_argument("--write", help="write the weights as C")
    parser.add_argument("sets", nargs="+", help="folders of pages")
    args = parser.parse_args()
    names, now = read_weights(args.regions, "confidence")
    fixed = np.array([name in args.without for name in names])
    pages = [p for p in read_pages(args.regions, args.sets) if len(p.f1)]
    x, sets = np.array([p.doubts for p in pages]), np.array([p.set for p in pages])
    right = np.array([p.f1[0] >= RIGHT for p in pages])
    best = np.array([p.f1[0] >= p.best() - NEARLY_BEST for p in pages])
    fitted = fit(x, right, sets, args.prior, fixed).round(2)
    most = np.array([p.most for p in pages])
    columns = {"present weights": np.minimum(most, logistic(x @ now)), "fitted weights": np.minimum(most, logistic(x @ fitted))}
    if len(set(sets)) > 1:
        others = {of: fit(x[sets != of], right[sets != of], sets[sets != of], args.prior, fixed) for of in set(sets)}
        columns["other sets"] = np.minimum(most, [logistic(p.doubts @ others[p.set]) for p in pages])
    for title, confidence in columns.items():
        print_tenths(title, confidence, right, best)
    print_losses(columns, right, sets)
    print_worst(args.worst, pages, list(columns.values())[-1], right)
    for name, before, weight in zip(names, now, fitted):
        print(name.ljust(16), f"{before:6.2f} -> {weight:6.2f}")
    if args.write:
        write_weights(args.write, COMMENT, "DT_C_", names, fitted)


if __name__ == "__main__":
    main()
