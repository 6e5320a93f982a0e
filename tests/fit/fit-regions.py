#!/usr/bin/env python3
"""Fits the weights of the ranking (src/engine/region_weights.h) to pages whose records are known.

  fit-regions.py [--regions PROGRAM] [--prior X] [--without NAME]... [--write FILE] SET...

A SET is a folder of pages, each with PAGE.html.gold.json as tests/score.py reads it.  PROGRAM is tests/fit/regions of
the build folder.  Needs numpy.  Deterministic: the same pages give the same weights.

Each candidate region has the F1 of the records that the page's result would have if it were the main one (`sep` of
tests/score.py).  The weights maximise the log of the probability that the region with the highest score is within
.03 of the best (a conditional logit), with each set's pages counting as much as another set's, and a Gaussian prior
around the present weights: without it a few hundred pages would forget what others taught.  A weight of
0.0000 is new, and its prior is around 0.  Printed are the mean F1 of the region that wins, with the present weights,
with the fitted ones, and for each set with weights from the other sets; and the best region's.
"""
import argparse

from region_pages import Fit, Page, np, print_table, read_pages, read_weights, write_weights

COMMENT = """engine/region_weights.h: made by tests/fit/fit-regions.py (doc/method 2.8): what each feature adds to a region's
 * score."""


def winner(page, w):
    """Returns F1 of the region with the highest score."""
    return page.f1[np.argmax(page.x @ w + page.offset)] if len(page.f1) else 0.0


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--regions", default="tests/fit/regions", help="the program that reads pages")
    parser.add_argument("--prior", type=float, default=10, help="how much the present weights count, in pages")
    parser.add_argument("--without", action="append", default=[], help="a feature to leave out")
    parser.add_argument("--write", help="write the weights as C")
    parser.add_argument("sets", nargs="+", help="folders of pages")
    args = parser.parse_args()
    names, now = read_weights(args.regions, "ranking")
    fixed = np.array([name in args.without for name in names])
    start = np.where(fixed, 0, now)
    pages = read_pages(args.regions, args.sets)
    fitted = Fit(pages, start, args.prior, fixed).weights().round(2)
    sets = sorted({p.set for p in pages})
    others = {of: Fit([p for p in pages if p.set != of], start, args.prior, fixed).weights() for of in sets[: len(sets) * (len(sets) > 1)]}
    columns = {"present": lambda p: winner(p, now), "fitted": lambda p: winner(p, fitted)}
    if others:
        columns["other sets"] = lambda p: winner(p, others[p.set])
    columns["best"] = Page.best
    print_table(pages, columns)
    for name, before, weight in zip(names, now, fitted):
        print(name.ljust(16), f"{before:6.2f} -> {weight:6.2f}")
    if args.write:
        write_weights(args.write, COMMENT, "DT_R_", names, fitted)


if __name__ == "__main__":
    main()
