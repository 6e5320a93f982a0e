#!/usr/bin/env python3
"""Fits the weights of the confidence (src/engine/features.h) to pages whose records are known, and to
articles.

  fit-confidence.py [--regions PROGRAM] [--articles SET]... [--share X] [--prior X] [--without NAME]... [--worst N]
                    [--write FILE] SET...

A SET is a folder of pages, each with PAGE.html.gold.json as tests/score.py reads it.  Of the sets of articles the pages
count whose gold has no "page_type" or "article".  PROGRAM is tests/fit/regions of the build folder.  Needs numpy.
Deterministic: the same pages give the same weights.

The confidence is the product of two probabilities: that the records are right if the page is a list page, and that it
is one.  A page is right if F1 of the records of its first region (`sep` of tests/score.py) is at least .9; an article
never is.  The weights of both are those of a logistic regression, with each set's pages counting as much as another
set's, and a Gaussian prior around 0 on standardised features.  The share X of the pages are articles, default .2.

Printed is, for each tenth of the confidence, the number of list pages, the mean confidence, the share of the pages that
are right, the share whose first region is within .05 of the best region, and the number of articles: with the present
weights, and for each set with weights from the other sets.  Then follow the Brier score and the log loss, and with
--worst the wrong pages with the highest confidence.

The upper bound by the score is not fitted: all list pages here have a main list.  It is part of all figures that are
printed.  Fit the ranking first (fit-regions.py): the features depend on the scores of the regions.
"""
import argparse, collections

from region_pages import np, read_articles, read_pages, read_weights, write_weights

RIGHT, NEARLY_BEST, STEPS = 0.9, 0.05, 40


def logistic(z):
    return 1 / (1 + np.exp(-z))


def set_weights(sets, articles, share):
    """Returns the weight of each page: 1 of all together, `share` of the articles; the sets of a kind have the same weight."""
    kinds = list(zip(sets, articles))
    count = collections.Counter(kinds)
    weight = np.array([1 / count[kind] for kind in kinds])
    for here, part in ((articles, share if any(articles) else 0), (~articles, 1 - share if any(articles) else 1)):
        weight[here] *= part / max(weight[here].sum(), 1e-9)
    return weight


def fit(x, right, weight, prior, fixed):
    """Newton's method, of limited step.  The prior is on standardised features; a constant has none."""
    free = ~fixed
    spread = np.sqrt(weight @ (x - weight @ x) ** 2)
    ridge = (prior * spread**2 + 1e-9)[free]
    w, z = np.zeros(x.shape[1]), x[:, free]
    for _ in range(STEPS):
        p = logistic(x @ w)
        curve = (z * (weight * p * (1 - p))[:, None]).T @ z + np.diag(ridge)
        step = np.linalg.solve(curve, z.T @ (weight * (p - right)) + ridge * w[free])
        w[free] -= step * min(1, 2 / np.abs(step).max())
    return w


class Model:
    """The pages, and the probabilities from the weights of both parts of the confidence."""

    def __init__(self, pages, articles, args):
        self.pages, self.prior, self.share = pages + articles, args.prior, args.share
        self.sets = np.array([p.set for p in self.pages])
        self.articles = np.array([False] * len(pages) + [True] * len(articles))
        self.right = np.array([bool(len(p.f1)) and p.f1[0] >= RIGHT for p in self.pages])
        self.best = np.array([bool(len(p.f1)) and p.f1[0] >= p.best() - NEARLY_BEST for p in self.pages])
        self.most = np.array([p.most for p in self.pages])
        self.parts = []  # features, and the weights that stay 0
        for names, x in ((args.names, [p.doubts for p in self.pages]), (args.list_names, [p.list_page for p in self.pages])):
            self.parts.append((np.array(x), np.array([name in args.without for name in names])))

    def weights(self, here):
        """Returns the weights of both parts, fitted to the pages `here`."""
        lists, none = here & ~self.articles, np.zeros(0, bool)
        even = set_weights(self.sets[lists], np.zeros(lists.sum(), bool), 0)
        mixed = set_weights(self.sets[here], self.articles[here], self.share)
        (x, fixed), (y, list_fixed) = self.parts
        records = fit(x[lists], self.right[lists], even, self.prior, fixed)
        return records, fit(y[here], ~self.articles[here], mixed, self.prior, list_fixed) if self.articles.any() else none

    def confidence(self, records, list_page, here=slice(None)):
        (x, _), (y, _) = self.parts
        p = logistic(x[here] @ records)
        return np.minimum(self.most[here], p * logistic(y[here] @ list_page) if len(list_page) else p)

    def from_other_sets(self):
        confidence = np.zeros(len(self.pages))
        for of in sorted(set(self.sets)):
            confidence[self.sets == of] = self.confidence(*self.weights(self.sets != of), self.sets == of)
        return confidence


def print_tenths(title, confidence, model):
    print(f"\n{title}\nconfidence   pages      mean     right      best  articles")
    tenth = np.minimum(9, (confidence * 10).astype(int))
    for t in sorted(set(tenth), reverse=True):
        here, articles = (tenth == t) & ~model.articles, ((tenth == t) & model.articles).sum()
        means = [f"{of[here].mean():9.3f}" if here.any() else " " * 9 for of in (confidence, model.right, model.best)]
        print(f"{t / 10:.1f} to {t / 10 + 0.1:.1f} {here.sum():9d}", *means, f"{articles:9d}")


def print_losses(columns, model):
    """Prints the Brier score and the log loss of the list pages, and of all pages with the share of articles."""
    weight, lists = set_weights(model.sets, model.articles, model.share), ~model.articles
    print("\n                      Brier  with art.  log loss  with art.")
    for title, confidence in columns.items():
        p = np.clip(confidence, 1e-3, 1 - 1e-3)
        losses = (p - model.right) ** 2, -np.log(np.where(model.right, p, 1 - p))
        print(title.ljust(18), *(f"{mean:9.4f}" for loss in losses for mean in (weight[lists] @ loss[lists] / weight[lists].sum(), weight @ loss)))


def print_worst(count, confidence, model):
    wrong = [i for i in np.argsort(-confidence, kind="stable") if not model.right[i]]
    for i in wrong[:count]:
        page = model.pages[i]
        f1 = "article        " if model.articles[i] else f"F1 {page.f1[0]:.2f}, best {page.best():.2f}"
        print(f"{confidence[i]:.3f}  {f1}  {page.set}  {page.name}")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--regions", default="tests/fit/regions", help="the program that reads pages")
    parser.add_argument("--articles", action="append", default=[], help="folders of articles, in one argument or several")
    parser.add_argument("--share", type=float, default=0.2, help="the share of articles")
    parser.add_argument("--prior", type=float, default=0.003, help="the strength of the prior")
    parser.add_argument("--without", action="append", default=[], help="a feature to leave out")
    parser.add_argument("--worst", type=int, default=0, help="how many wrong pages to print")
    parser.add_argument("--write", help="the header for the weights")
    parser.add_argument("sets", nargs="+", help="folders of pages")
    args = parser.parse_args()
    args.names, now = read_weights(args.regions, "confidence")
    args.list_names, list_now = read_weights(args.regions, "list-page")
    pages = [p for p in read_pages(args.regions, args.sets) if len(p.f1)]
    articles = [p for p in read_articles(args.regions, " ".join(args.articles).split()) if len(p.doubts)]
    model = Model(pages, articles, args)
    fitted = [weights.round(2) for weights in model.weights(np.ones(len(model.pages), bool))]
    columns = {"present weights": model.confidence(now, list_now), "fitted weights": model.confidence(*fitted)}
    if len(set(model.sets)) > 1:
        columns["other sets"] = model.from_other_sets()
    for title, confidence in columns.items():
        print_tenths(title, confidence, model)
    print_losses(columns, model)
    print_worst(args.worst, list(columns.values())[-1], model)
    for table, names, before, weights in (("DT_CONFIDENCE_FEATURES", args.names, now, fitted[0]),
                                          ("DT_LIST_PAGE_FEATURES", args.list_names, list_now, fitted[1])):
        for name, old, weight in zip(names, before, weights):
            print(name.ljust(16), f"{old:6.2f} -> {weight:6.2f}")
        if args.write and len(weights):
            write_weights(args.write, table, names, weights)


if __name__ == "__main__":
    main()
