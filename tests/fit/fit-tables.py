#!/usr/bin/env python3
"""Fits the weights of the measure of tables (src/grid/measure_features.h) to pages whose records or cells are known.

  fit-tables.py [--tables PROGRAM] [--ridge X] [--without NAME]... [--write FILE] [--wrong] SET...

A SET is a folder of pages, each with PAGE.html.gold.json: records as tests/score.py reads them, or {"tables": [{"rows":
[[text, ...], ...]}, ...]}.  PROGRAM is tests/fit/tables of the build folder.  Needs numpy.  Deterministic: the same
pages give the same weights.

A table is labelled by the known records of its page, if it has most of them:
  data    its rows are the records, one each, and no cell has two fields of a record, of which two are known, or there
          is a row of head cells; or its cells are those of a known table
  layout  a table in it has these records, too; or it has no row of head cells, and its rows have several records each,
          or a record has several rows, or a cell has several fields of a record
Others are left out.  Ridge logistic regression, in which a set counts as the root of the number of its tables.  Printed
are the shares of right tables by set, with the present weights, with the fitted ones, and for each set with weights from
the other sets; --wrong lists the tables that these get wrong.
"""
import argparse, json, os, subprocess, sys

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # the matrices are small
import numpy as np

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
import score
from region_pages import write_weights

STEPS = 60
LEAST_FOUND = 0.6  # share of the known records that a labelled table has
MOST_SEVERAL = 0.15  # share of rows with several records, in a table of data
MOST_BETWEEN = 0.4  # rows without records between those with them, for each of these
MOST_JOINED = 0.4  # share of records with two fields in one cell, or with fields in several rows
LEAST_CELLS = 0.9  # share of the cells of a known table
MORE_ROWS = 6  # of a table than of the known one: heads, totals


def places(rows, titles):
    """Returns {record: row}: the first row at or after that of the record before, or else any."""
    at, last = {}, 0
    for i, title in enumerate(titles):
        row = next((k for k in [*range(last, len(rows)), *range(last)] if title in rows[k]), None)
        if row is not None:
            at[i] = last = row
    return at


def joins_fields(cells, record):
    """Whether two fields of a record are in one cell; None = fewer than two are found."""
    texts = dict.fromkeys(score.squeeze(text) for _, text in score.values(record))
    found = [next((c for c, cell in enumerate(cells) if text in cell), None) for text in texts if len(text) > 1]
    found = [c for c in found if c is not None]
    return len(set(found)) < len(found) if len(found) >= 2 else None


def is_over_rows(rows, row, end, record):
    """Whether a record has fields in the rows after its own, before that of the next record."""
    texts = dict.fromkeys(score.squeeze(text) for _, text in score.values(record))
    below = "".join(rows[row + 1 : end])
    return any(len(text) > 1 and text not in rows[row] and text in below for text in texts)


def label_by_records(table, gold, holds, has_head):
    """Returns 1 (data), 0 (layout) or None; holds: whether a table in it has the records."""
    titled = [(r, score.title_of(r, gold.get("title_field", "title"))) for r in gold["records"]]
    titled = [(record, title) for record, title in titled if len(title) >= 2]
    rows = ["".join(row) for row in table["rows"]]
    at = places(rows, [title for _, title in titled])
    if len(at) < max(2, LEAST_FOUND * len(titled)):
        return None
    used = sorted(set(at.values()))
    several = sum(sum(row == k for row in at.values()) > 1 for k in used)
    between = sum(1 for k in range(used[0], used[-1]) if k not in used and rows[k])
    ends = dict(zip(used, used[1:] + [len(rows)]))
    over_rows = sum(is_over_rows(rows, row, ends[row], titled[i][0]) for i, row in at.items())
    joined = [joins_fields(table["rows"][row], titled[i][0]) for i, row in at.items()]
    joined = [j for j in joined if j is not None]
    several, over_rows = several > MOST_SEVERAL * len(used), over_rows > MOST_JOINED * len(at)
    if holds or several or over_rows or sum(joined) > MOST_JOINED * len(joined):
        return 0 if holds or not has_head else None
    return 1 if (joined or has_head) and between <= MOST_BETWEEN * len(used) else None


def label_by_cells(table, gold, holds):
    text = "".join("".join(row) for row in table["rows"])
    for known in gold["tables"]:
        cells = [score.squeeze(c) for row in known["rows"] for c in row if isinstance(c, str) and c.strip()]
        if not holds and sum(c in text for c in cells) > LEAST_CELLS * len(cells):
            return 1 if len(table["rows"]) <= len(known["rows"]) + MORE_ROWS else None
    return None


def read_golds(folder):
    golds = {}
    for path in sorted(score.Path(folder).rglob("*.gold.json")):
        gold = json.loads(path.read_text(encoding="utf-8"))
        page = path.with_name(path.name[: -len(".gold.json")])
        if page.is_file() and (gold.get("records") or gold.get("tables")):
            golds[str(page)] = gold
    return golds


def read_tables(program, folders, names):
    """Returns the features, labels, sets and names of the labelled tables."""
    found, head = [], names.index("head")
    for folder in folders:
        golds = read_golds(folder)
        output = subprocess.run([program, *golds], stdout=subprocess.PIPE, check=True).stdout if golds else b""
        for page in map(json.loads, output.splitlines()):
            gold, tables, holders = golds[page["@page"]], page["tables"], set()
            for number in reversed(range(len(tables))):  # those within come after the outer ones
                table = tables[number]
                table["rows"] = [[score.squeeze(cell) for cell in row] for row in table["rows"]]
                holds = number in holders
                if gold.get("records"):
                    label = label_by_records(table, gold, holds, table["x"][head] == 1)
                else:
                    label = label_by_cells(table, gold, holds)
                if label is not None or holds:
                    holders.add(table["outer"])
                if label is not None:
                    found.append((table["x"], label, os.path.basename(os.path.normpath(folder)), f"{page['@page']} {number}"))
    if not found:
        sys.exit("fit-tables.py: no table is labelled")
    x, labels, sets, where = zip(*found)
    return np.array(x, float), np.array(labels), np.array(sets), where


def chances(x, w):
    return 1 / (1 + np.exp(-np.clip(x @ w, -30, 30)))


def fit(x, labels, sets, ridge, free):
    """Newton's method; `free`: the features that are used; the first is constant."""
    each = np.array([(sets == s).sum() ** -0.5 for s in sets])
    each *= len(each) / each.sum()
    w, x = np.zeros(x.shape[1]), x * free
    ridge = np.where(np.arange(len(w)) == 0, 1e-9, ridge)
    for _ in range(STEPS):
        p = chances(x, w)
        hessian = (x * (each * p * (1 - p))[:, None]).T @ x + np.diag(ridge)
        w += np.linalg.solve(hessian, x.T @ (each * (labels - p)) - ridge * w)
    return w


def print_table(labels, sets, columns):
    print("set".ljust(16), "tables", "data", *(name.rjust(10) for name in columns))
    right = {name: (p > 0.5) == labels for name, p in columns.items()}
    for of in [*sorted(set(sets)), None]:
        here = (sets == of) | (of is None)
        shares = (f"{r[here].mean():10.3f}" for r in right.values())
        print((of or "all").ljust(16), f"{here.sum():6} {labels[here].sum():4}", *shares)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--tables", default="tests/fit/tables", help="the program that reads pages")
    parser.add_argument("--ridge", type=float, default=0.3)
    parser.add_argument("--without", action="append", default=[], help="a feature to leave out")
    parser.add_argument("--write", help="the header for the weights")
    parser.add_argument("--wrong", action="store_true", help="list the tables that other sets get wrong")
    parser.add_argument("sets", nargs="+", help="folders of pages")
    args = parser.parse_args()
    listed = subprocess.run([args.tables, "--names"], stdout=subprocess.PIPE, check=True, text=True).stdout.split()
    names, now = listed[::2], np.array(listed[1::2], float)
    free = np.array([name not in args.without for name in names])
    x, labels, sets, where = read_tables(args.tables, args.sets, names)
    fitted = fit(x, labels, sets, args.ridge, free).round(2)
    others = np.zeros(len(labels))
    for of in set(sets) if len(set(sets)) > 1 else []:
        here = sets == of
        others[here] = chances(x[here], fit(x[~here], labels[~here], sets[~here], args.ridge, free))
    print_table(labels, sets, {"present": chances(x, now), "fitted": chances(x, fitted), "other sets": others})
    for name, before, weight in zip(names, now, fitted):
        print(name.ljust(16), f"{before:6.2f} -> {weight:6.2f}")
    for i in np.flatnonzero((others > 0.5) != labels) if args.wrong else []:
        print(f"{('layout', 'data')[labels[i]]} {others[i]:.2f} {where[i]}")
    if args.write:
        write_weights(args.write, "DT_TABLE_FEATURES", names, fitted)


if __name__ == "__main__":
    main()
