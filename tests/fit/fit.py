#!/usr/bin/env python3
"""Fits the weights of auto (src/content/text/features.h) to pages whose main text is known.

  fit.py [--features PROGRAM] [--folds N] [--write FILE] [--without NAME]... [--factor SET=NUMBER]... FOLDER...

A FOLDER has pages, each with PAGE.html.gold.json or PAGE.gold.json: {"text": ..., "url": ...}; "page_type" names the
kind of a page, a true "doubt" halves its weight.  PROGRAM is tests/fit/features of the build folder.  Needs numpy.
Deterministic: the same pages give the same weights.

A set is the pages of a folder, or those of one kind.  Every block is labelled with the share of its tokens that the
4-shingles of the gold text cover.  The weights maximise the mean soft F1 of the pages, starting from logistic
regression.  A page counts (pages of its set) ^ -.75 times the factor of its set.  The scores are those of the program
with the fitted weights: from all pages, in folds (pages of one host stay together), and for each folder with weights
from the others; folders named alike up to a hyphen (news, news-zh) are left out together.  --folds 0 omits the last
two.
"""
import argparse, collections, concurrent.futures, glob, hashlib, json, os, re, subprocess, tempfile
import unicodedata, urllib.parse

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # the folds run in threads
import numpy as np

import region_pages

WORD = re.compile(r"[぀-ヿ㐀-鿿가-힯]|[^\W぀-ヿ㐀-鿿가-힯]+")
RIDGE, STEPS, POWER = 3e-4, 60, 0.75


def tokens(text):
    return WORD.findall(unicodedata.normalize("NFKC", text or ""))


def shingles(words, n=4):
    n = min(n, len(words)) or 1
    return collections.Counter(tuple(words[i : i + n]) for i in range(len(words) - n + 1))


def f1(text, gold):
    have = shingles(tokens(text))
    same, given, wanted = sum((gold & have).values()), sum(have.values()), sum(gold.values())
    return 2 * same / (given + wanted) if same else 0.0


class Page:
    """A page: features of its blocks (x), the numbers of their tokens, and the shares that the gold text has."""

    def __init__(self, name, gold):
        folder = os.path.basename(os.path.dirname(name))
        self.name, self.set, self.origin = name, gold.get("page_type") or folder, folder.split("-")[0]
        self.certainty = 0.5 if gold.get("doubt") else 1.0
        words = tokens(gold["text"])
        self.words, self.gold = shingles(words, 1), shingles(words)
        self.lines = {tuple(tokens(line)) for line in gold["text"].split("\n")}
        site = urllib.parse.urlsplit(gold.get("url") or "").hostname or os.path.basename(name)
        self.fold = int(hashlib.sha1(site.encode()).hexdigest(), 16)

    def take(self, blocks):
        self.x = np.array([b["x"] for b in blocks], np.float32).reshape(len(blocks), -1)
        words = [tokens(b["text"]) for b in blocks]
        self.count = np.array([len(w) for w in words], float)
        self.share = np.array(self.label(words))

    def label(self, blocks):
        words = [word for block in blocks for word in block]
        covered = np.zeros(len(words))
        for i in range(len(words) - 3):
            if tuple(words[i : i + 4]) in self.gold:
                covered[i : i + 4] = 1
        at, shares = 0, []
        for block in blocks:
            share = covered[at : at + len(block)].mean() if block else 0.0
            if 1 < len(block) < 4 and tuple(block) in self.lines:
                share = max(share, 0.5)
            shares.append(share)
            at += len(block)
        return shares


def read_golds(folders):
    for folder in folders:
        for path in sorted(glob.glob(os.path.join(folder, "**", "*.gold.json"), recursive=True)):
            stem = path[: -len(".gold.json")]
            name = next((n for n in (stem, stem + ".html", stem + ".htm") if os.path.isfile(n)), None)
            with open(path, encoding="utf-8") as file:
                gold = json.load(file)
            if name and gold.get("text"):
                yield Page(name, gold)


def run(program, options, pages):
    """Yields the output of the program, a row for each page, as it comes."""
    command = [program, *options, *(p.name for p in pages)]
    with subprocess.Popen(command, stdout=subprocess.PIPE) as process:
        yield from map(json.loads, process.stdout)
    if process.returncode != 0:
        raise subprocess.CalledProcessError(process.returncode, command)


# ---- Fitting --------------------------------------------------------------------------------------


def minimise(function, start, steps):
    """Minimises a function by L-BFGS with a backtracking line search."""
    w, (value, slope), past = start, function(start), collections.deque(maxlen=10)
    for _ in range(steps):
        step, alphas = slope.copy(), []
        for s, y in reversed(past):
            alphas.append(s @ step / (y @ s))
            step -= alphas[-1] * y
        if past:
            step *= past[-1][0] @ past[-1][1] / (past[-1][1] @ past[-1][1])
        for (s, y), alpha in zip(past, reversed(alphas)):
            step += s * (alpha - y @ step / (y @ s))
        size = 1.0 if past else min(1.0, 1 / np.abs(slope).sum())
        while True:
            new = w - size * step
            new_value, new_slope = function(new)
            if new_value <= value - 1e-4 * size * (slope @ step) or size < 1e-10:
                break
            size /= 2
        if size < 1e-10:
            break
        if (new_slope - slope) @ (new - w) > 1e-12:
            past.append((new - w, new_slope - slope))
        w, value, slope = new, new_value, new_slope
    return w


def logistic(z):
    return 1 / (1 + np.exp(-np.clip(z, -40, 40)))


class Fit:
    """The blocks of all pages, concatenated, with standardised features except the bias (the first)."""

    def __init__(self, pages, left_out, factors):
        pages = [p for p in pages if len(p.count)]
        per_set = collections.Counter(p.set for p in pages)
        self.x = np.concatenate([p.x for p in pages])
        self.mean, self.deviation = self.x.mean(0, dtype=float), self.x.std(0, dtype=float)
        self.mean[0], self.deviation[0] = 0, 1
        self.deviation[self.deviation < 1e-9] = np.inf
        self.deviation[left_out] = np.inf
        self.x = ((self.x - self.mean) / self.deviation).astype(np.float32)
        self.starts = np.cumsum([0] + [len(p.count) for p in pages[:-1]])
        self.page = np.repeat(np.arange(len(pages)), [len(p.count) for p in pages])
        self.count = np.concatenate([p.count for p in pages])
        self.share = np.concatenate([p.share for p in pages])
        self.weight = np.array([per_set[p.set] ** -POWER * factors.get(p.set, 1) * p.certainty for p in pages])
        self.weight /= self.weight.sum()

    def ridge(self, w):
        return RIDGE * (w[1:] @ w[1:]), np.concatenate([[0], 2 * RIDGE * w[1:]])

    # The products with x are in its own precision: otherwise numpy copies it into doubles, which is most of the time.

    def chances(self, w):
        return logistic((self.x @ w.astype(np.float32)).astype(float))

    def slope(self, by_block):
        return (by_block.astype(np.float32) @ self.x).astype(float)

    def log_loss(self, w):
        totals = np.add.reduceat(self.count, self.starts)
        each = self.weight[self.page] * self.count / np.maximum(totals[self.page], 1)
        p, (penalty, slope) = self.chances(w), self.ridge(w)
        loss = -(each * (self.share * np.log(p + 1e-12) + (1 - self.share) * np.log(1 - p + 1e-12))).sum()
        return loss + penalty, self.slope(each * (p - self.share)) + slope

    def soft_f1(self, w):
        p, (penalty, slope) = self.chances(w), self.ridge(w)
        add = lambda values: np.add.reduceat(values, self.starts)
        right, below = 2 * add(p * self.count * self.share), add(p * self.count) + add(self.count * self.share)
        below = np.maximum(below, 1e-9)
        grow = self.count * (2 * self.share / below[self.page] - (right / below**2)[self.page])
        return penalty - self.weight @ (right / below), slope - self.slope(self.weight[self.page] * grow * p * (1 - p))

    def weights(self):
        w = minimise(self.log_loss, np.zeros(self.x.shape[1]), STEPS)
        w = minimise(self.soft_f1, w, STEPS)
        self.effect = w  # weight times standard deviation
        w = w / self.deviation
        w[0] -= w[1:] @ self.mean[1:]
        return np.round(w, 2)


# ---- Scoring --------------------------------------------------------------------------------------


def write_weights(weights, names, file):
    for name, weight in zip(names, weights):
        file.write(f"{name}\t{weight:.2f}\n")
    file.flush()


def score(args, names, weights, pages):
    """Returns the F1 of the program's text for each page."""
    with tempfile.NamedTemporaryFile("w", suffix=".tsv") as file:
        write_weights(weights, names, file)
        golds = {p.name: p.gold for p in pages}
        return {row["@page"]: f1(row["text"], golds[row["@page"]])
                for row in run(args.features, ["--weights", file.name], pages)}


def across(args, names, left_out, pages, part_of):
    """Returns the F1 of each page with weights from the pages of the other parts."""
    found = {}

    def one(part):
        others = [p for p in pages if part_of(p) != part]
        return score(args, names, Fit(others, left_out, args.factors).weights(), [p for p in pages if part_of(p) == part])

    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        for scores in pool.map(one, sorted({part_of(p) for p in pages})):
            found.update(scores)
    return found


def print_table(pages, columns):
    sets = sorted({p.set for p in pages})
    mean = lambda scores, of: sum(scores[p.name] for p in pages if p.set == of) / sum(p.set == of for p in pages)
    print("set".ljust(16), "pages", *(name.rjust(10) for name in columns))
    for of in sets:
        figures = (f"{mean(s, of):10.3f}" for s in columns.values())
        print(of.ljust(16), str(sum(p.set == of for p in pages)).rjust(5), *figures)
    figures = (f"{sum(mean(s, of) for of in sets) / len(sets):10.3f}" for s in columns.values())
    print("mean of the sets".ljust(16), str(len(pages)).rjust(5), *figures)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--features", default="tests/fit/features", help="the program that reads pages")
    parser.add_argument("--folds", type=int, default=5, help="parts for cross-validation")
    parser.add_argument("--write", help="the header for the weights")
    parser.add_argument("--without", action="append", default=[], help="a feature to leave out")
    parser.add_argument("--factor", action="append", default=[], help="SET=NUMBER: the weight of a set")
    parser.add_argument("folders", nargs="+", help="folders of pages")
    args = parser.parse_args()
    args.factors = {name: float(factor) for name, factor in (given.split("=") for given in args.factor)}
    names = subprocess.run([args.features, "--names"], stdout=subprocess.PIPE, check=True, text=True).stdout.split()
    left_out = [names.index(name) for name in args.without]
    pages = list(read_golds(args.folders))
    by_name = {p.name: p for p in pages}
    for row in run(args.features, [], pages):
        by_name[row["@page"]].take(row["blocks"])
    fit = Fit(pages, left_out, args.factors)
    weights = fit.weights()
    columns = {"all": score(args, names, weights, pages)}
    if args.folds > 1:
        columns[f"{args.folds} folds"] = across(args, names, left_out, pages, lambda p: p.fold % args.folds)
        if len({p.origin for p in pages}) > 1:
            columns["other sets"] = across(args, names, left_out, pages, lambda p: p.origin)
    print_table(pages, columns)
    for name, weight, effect in zip(names, weights, fit.effect):
        print(f"{name:20}{weight:8.2f}{effect:8.2f}")
    if args.write:
        region_pages.write_weights(args.write, "DT_FEATURES", names, weights)


if __name__ == "__main__":
    main()
