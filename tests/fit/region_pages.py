"""Pages whose records are known, with their candidate regions: what fit-regions.py, fit-members.py and fit-confidence.py read.

A set is a folder of pages, each with PAGE.html.gold.json as tests/score.py reads it.  The regions and features come
from the program tests/fit/regions.
"""
import collections, glob, json, os, subprocess, sys

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # the matrices are small
import numpy as np

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
import score


NEARLY_BEST, STEPS = 0.03, 25


class Page:
    """A page: the features (x), offsets and F1 of its candidate regions, the features of the confidence (doubts) and its
    upper bound, and those of a list page.  The gold of an article is None: it has no F1."""

    def __init__(self, row, gold, folder):
        self.name, self.set = row["@page"], os.path.basename(os.path.normpath(folder))
        regions = row["regions"]
        self.x = np.array([r["x"] for r in regions], float)
        self.offset = np.array([r["offset"] for r in regions], float)
        self.doubts = np.array(row["confidence"].get("x", []), float)
        self.list_page = np.array(row["confidence"].get("list", []), float)
        self.most = row["confidence"].get("most", 0.0)
        self.preferred, self.nested = row["preferred"], row["nested"]
        self.f1 = np.zeros(0)
        if gold is None:
            return
        texts = [score.squeeze(text) for text in row["texts"]]
        titles = [score.title_of(g, gold.get("title_field", "title")) for g in gold["records"]]
        self.f1 = np.array([f1(["".join(texts[a:b]) for a, b in r["records"]], titles, gold) for r in regions], float)

    def best(self):
        return self.f1.max() if len(self.f1) else 0.0


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


def f1(records, titles, gold):
    """Returns F1 as tests/score.py does: a record that hides another expected record finds none."""
    joined = "\0".join(records)
    holds = [[j for j, r in enumerate(records) if t in r] if t and t in joined else [] for t in titles]
    owner = score.assign(holds)
    lost = [i for i, t in enumerate(titles) if t and i not in owner]
    hides = lambda j, title: any(j in holds[k] and len(titles[k]) > 3 and titles[k] not in title for k in lost)
    found = sum(not hides(j, titles[i]) for i, j in owner.items())
    given = found if gold.get("count_is_lower_bound") else len(records)
    return 2 * found / (given + len(titles)) if found else 0.0


def read_pages(program, folders):
    pages = []
    for folder in folders:
        golds = dict(score.read_pages(folder))
        output = subprocess.Popen([program, *golds], stdout=subprocess.PIPE)
        for line in output.stdout:
            row = json.loads(line)
            pages.append(Page(row, golds[row["@page"]], folder))
    return pages


def read_articles(program, folders):
    pages = []
    for folder in folders:
        names = []
        for gold in sorted(glob.glob(os.path.join(folder, "**", "*.gold.json"), recursive=True)):
            with open(gold, encoding="utf-8") as file:
                if json.load(file).get("page_type", "article") == "article":
                    names.append(gold[: -len(".gold.json")])
        if not names:
            sys.exit(f"no article with a .gold.json in {folder}")
        output = subprocess.run([program, *names], stdout=subprocess.PIPE, check=True).stdout
        pages += [Page(json.loads(line), None, folder) for line in output.splitlines()]
    return pages


def read_weights(program, model):
    """Returns the names of the features of a model (ranking, confidence, list-page) and their present weights."""
    command = [program, "--names", model]
    listed = subprocess.run(command, stdout=subprocess.PIPE, check=True, text=True).stdout.split()
    return listed[::2], np.array(listed[1::2], float)


def write_weights(file, comment, prefix, names, weights):
    """Writes the weights as elements of an array of C."""
    with open(file, "w") as out:
        out.write(f"/* {comment} */\n/* clang-format off */\n")
        for name, weight in zip(names, weights):
            out.write(f"[{prefix}{name}] = {weight:.2f},\n")
