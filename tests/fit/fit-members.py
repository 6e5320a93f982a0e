#!/usr/bin/env python3
"""Fits the weights by which groups are told from their members (src/engine/member_weights.h).

  fit-members.py [--regions PROGRAM] [--prior X] [--without NAME]... [--write FILE] SET...

A SET is a folder as fit-regions.py reads it; those of wrap.py show it most groups and parts.  The choice is between the
first region of the ranking and those that hold it or are in it; the weights maximise the log of the probability of a
choice within .03 of the best F1, each set with the same weight.  Printed are the mean F1 of the first region, of
the present choice, of that with the fitted weights and, for each set, with weights without it and without the pages that
wrap.py made of it; and the best of these regions.
"""
import argparse, os

from region_pages import Fit, np, print_table, read_pages, read_weights, write_weights

LEAST = 1  # DT_MIN_PREFERENCE
COMMENT = """engine/member_weights.h: made by tests/fit/fit-members.py (doc/method 2.8): what each feature adds to the
 * preference for members."""


class Choice:
    """What the records of a page may be: those of the first region (a row of zeros), or of one that holds it or is in it."""

    def __init__(self, page, kept):
        nested = [n for n in page.nested if n["region"] < len(page.f1)]
        signed = [np.array(n["x"])[kept] * (1 if n["members"] else -1) for n in nested]
        self.name, self.set = page.name, page.set
        self.x = np.array([np.zeros(kept.sum())] + signed)
        self.f1 = page.f1[[0] + [n["region"] for n in nested]]
        self.offset = np.zeros(len(self.f1))
        self.present = page.f1[page.preferred]

    def best(self):
        return self.f1.max()

    def chosen(self, w):
        z = self.x @ w
        z[0] = LEAST
        return self.f1[np.argmax(z)]

    def is_of(self, name):
        return self.set == name or os.path.basename(self.name).startswith(name + "-")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--regions", default="tests/fit/regions", help="the program that reads pages")
    parser.add_argument("--prior", type=float, default=0.25, help="how much weights of 0 count, in pages")
    parser.add_argument("--without", action="append", default=[], help="a feature to leave out")
    parser.add_argument("--write", help="write the weights as C")
    parser.add_argument("sets", nargs="+", help="folders of pages")
    args = parser.parse_args()
    names, now = read_weights(args.regions, "members")
    kept = np.array([name not in args.without for name in names])
    pages = [Choice(page, kept) for page in read_pages(args.regions, args.sets) if len(page.f1)]
    fit = lambda pages: Fit(pages, np.zeros(kept.sum()), args.prior, np.zeros(kept.sum(), bool)).weights()
    fitted = fit(pages).round(2)
    others = {of: fit([p for p in pages if not p.is_of(of)]) for of in sorted({p.set for p in pages})}
    origin = lambda p: next((of for of in others if os.path.basename(p.name).startswith(of + "-")), p.set)
    columns = {
        "first": lambda p: p.f1[0],
        "present": lambda p: p.present,
        "fitted": lambda p: p.chosen(fitted),
        "other sets": lambda p: p.chosen(others[origin(p)]),
        "best": Choice.best,
    }
    print_table(pages, columns)
    for name, weight in zip(np.array(names)[kept], fitted):
        print(name.ljust(16), f"{weight:6.2f}")
    if args.write:
        write_weights(args.write, COMMENT, "DT_M_", np.array(names)[kept], fitted)


if __name__ == "__main__":
    main()
