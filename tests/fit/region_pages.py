"""Pages whose records are known, with their candidate regions: what fit-regions.py and fit-confidence.py read.

A set is a folder of pages, each with PAGE.html.gold.json as tests/score.py reads it.  The regions and features come
from the program tests/fit/regions.
"""
import glob, json, os, re, subprocess, sys

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # the matrices are small
import numpy as np

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
import score


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
        self.f1 = np.zeros(0)
        if gold is None:
            return
        texts = [score.squeeze(text) for text in row["texts"]]
        titles = [score.title_of(g, gold.get("title_field", "title")) for g in gold["records"]]
        self.f1 = np.array([f1(["".join(texts[a:b]) for a, b in r["records"]], titles, gold) for r in regions], float)

    def best(self):
        return self.f1.max() if len(self.f1) else 0.0


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


def write_weights(file, table, names, weights):
    """Writes the weights into a list of features in a header: #define TABLE(X) with rows X(name, weight, meaning)."""
    with open(file, encoding="utf-8") as source:
        before, found, rows = source.read().partition(f"#define {table}(X)")
    rows, blank, after = rows.partition("\n\n")
    for name, weight in zip(names, weights):
        rows, count = re.subn(rf"\bX\({name}, [-.\d]+,", f"X({name}, {weight:.2f},", rows)
        if count != 1:
            sys.exit(f"{file}: {table} has no feature {name}")
    with open(file, "w", encoding="utf-8") as out:
        out.write(before + found + rows + blank + after)
