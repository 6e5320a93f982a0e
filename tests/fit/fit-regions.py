#!/usr/bin/env python3
"""Fits the weights of the ranking (src/engine/features.h) to pages whose records are known.

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
import argparse, collections

from region_pages import Page, np, read_pages, read_weights, write_weights

NEARLY_BEST, STEPS = 0.03, 25


def winner(page, w):
    """Returns F1 of the region with the highest score."""
    return page.f1[np.argmax(page.x @ w + page.offset)] if len(page.f1) else 0.0


class Fit:
    """A conditional logit over the candidates of all pages that have both good and bad ones."""

    def __init__(self, pages, start, prior, fixed):
        per_set = collections.Counter(p.set for p in pages)
        self.start, self.fixed = start, fixed
        useful = [p for p in pages if len(p.f1) and p.best() > 0 and (p.f1 < p.best() - NEARLY_BEST).any()]
        self.x = np.concatenate([p.x for p in useful])
        self.offset = np.concatenate([p.offset for p in useful])
        self.good = np.concatenate([p.f1 >= p.best() - NEARLY_BEST for p in useful])
        sizes = [len(p.f1) for p in useful]
        self.starts = np.cumsum([0] + sizes[:-1])
        self.page = np.repeat(np.arange(len(useful)), sizes)
        self.weight = np.array([1 / per_set[p.set] for p in useful]) / len(per_set)
        self.prior = prior * self.x.var(0) / len(pages)

    def slope(self, w):
        """Returns the slope and the curvature of the loss."""
        z = self.x @ w + self.offset
        z -= np.maximum.reduceat(z, self.starts)[self.page]
        p = np.exp(z)
        q = p * self.good + 1e-12 * p
        p /= np.add.reduceat(p, self.starts)[self.page]
        q /= np.add.reduceat(q, self.starts)[self.page]
        each = self.weight[self.page]
        mean = np.add.reduceat(self.x * p[:, None], self.starts)
        slope = self.x.T @ (each * (p - q)) + 2 * self.prior * (w - self.start)
        curve = (self.x * (each * p)[:, None]).T @ self.x - (mean * self.weight[:, None]).T @ mean
        return slope, curve + np.diag(2 * self.prior + 1e-9)

    def weights(self):
        """Newton steps on the free weights, of limited length: the loss is not convex."""
        w, free = self.start.copy(), ~self.fixed
        for _ in range(STEPS):
            slope, curve = self.slope(w)
            step = np.linalg.solve(curve[np.ix_(free, free)], slope[free])
            step *= min(1, 1 / np.abs(step).max())
            w[free] -= step
            if np.abs(step).max() < 1e-6:
                break
        return w


def print_table(pages, columns):
    sets = sorted({p.set for p in pages})
    print("set".ljust(16), "pages", *(name.rjust(10) for name in columns))
    means = collections.defaultdict(list)
    for of in sets:
        mine = [p for p in pages if p.set == of]
        for name, figure in columns.items():
            means[name].append(np.mean([figure(p) for p in mine]))
        print(of.ljust(16), str(len(mine)).rjust(5), *(f"{m[-1]:10.3f}" for m in means.values()))
    print("mean of the sets".ljust(16), str(len(pages)).rjust(5), *(f"{np.mean(m):10.3f}" for m in means.values()))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--regions", default="tests/fit/regions", help="the program that reads pages")
    parser.add_argument("--prior", type=float, default=10, help="how much the present weights count, in pages")
    parser.add_argument("--without", action="append", default=[], help="a feature to leave out")
    parser.add_argument("--write", help="the header for the weights")
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
        write_weights(args.write, "DT_REGION_FEATURES", names, fitted)


if __name__ == "__main__":
    main()
