#!/usr/bin/env python3
"""Measures whether a wrapper knows what it reads: the values of changed pages, by their names.

    identity.py --detm DETM [--limit N] [--kind KIND] [--half tune|unseen] [-v] FOLDER...

FOLDERs have pages PAGE.html with PAGE.html.gold.json (see tests/score.py).  Of each site, a wrapper is learned from
the first half of its pages and applied to two of its pages, the last ones, as they are and changed:

keep the meaning: every value should be under its name as before
    class-hashed, class-renamed, wrap-value, drop    see change.py
    swap         two fields that their classes or headers tell apart are exchanged, with these
    badge        every third record has a new badge beside its first value
    unit-price   every second record has a unit price beside an amount
    sale         every third record has an old, struck-out amount before the new one, which has another class
    column       all records have a new value in front of one they had
destroy the meaning: detm should report it
    blocked      the page says instead that access is denied
    halved       every second record is missing; detm knows the one to five pages it was learned from
    halved-night the same after ten saved runs of this page, of which three lacked a record
    emptied      the values of a field are missing from all records
    swap-kinds   the contents of two fields are exchanged: words and amounts
    same         unchanged pages that were not used for learning: a report is a false alarm
    same-night   the page as it was after the ten saved runs: a report is a false alarm

Prints a line per kind: pages, values, the share of values that are under the right name, of those that are missing, of
values under a name that the record did not have them under (wrong), and of these in silence: the exit status is 0 and
nothing is warned of.  For the others, the share of pages reported by apply --verify.
"""

import argparse
import itertools
import json
import re
import subprocess
import sys
import tempfile
from collections import Counter, defaultdict
from pathlib import Path

import change
from page import edit, squeeze
from repair import pair

AMOUNT = re.compile(r"\D{0,4}\d[\d.,\s]*\D{0,4}")
LEAST_PLACES = 2
PAGES_A_SITE = 2
NIGHTS = 10
SHOWN = 2  # values of a field that --verbose prints


# ---- changes that keep the meaning ----


def is_amount(value):
    return len(value) < 16 and AMOUNT.fullmatch(value) is not None


def amount_field(view):
    """Returns the field whose values are amounts, None if there is none."""
    for field, place in view.places.items():
        values = [record[field][0] for record in view.records if field in record]
        if values and sum(map(is_amount, values)) >= change.LEAST * len(values):
            return field
    return None


def beside(element, before, after):
    """Adds text around an element, within its parent: within the element if only certain elements can be there."""
    if change.needs_parent(element) or element.parent is None:
        return [(element.inner, element.inner, before), (element.inner_end, element.inner_end, after)]
    return [(element.start, element.start, before), (element.end, element.end, after)]


def classes_of(view, element):
    """Returns the classes of an element, of those in it, and of those that it fills."""
    tops = [top for span in view.spans for top in span]
    around = []
    for up in element.up():
        if up in tops or view.page.text(up) != view.page.text(element):
            break
        around.append(up)
    return {view.page.attribute(e, "class") for e in [*around, *element.elements()]} - {None, ""}


def swap(view, site):
    """Exchanges two fields if something tells them apart: what nobody can know is not asked."""
    told = {}
    for field, place in view.places.items():
        marks = [classes_of(view, element) for element in place if element]
        told[field] = set.intersection(*marks) if marks else set()
    fields = sorted(told, key=lambda f: change.number_of(site + f))
    for a, b in itertools.combinations(fields, 2):
        classed = told[a] and told[b] and not told[a] & told[b]
        if len(change.both(view, (a, b))) >= change.LEAST * len(view.records) and (classed or change.header_cells(view, (a, b))):  # fmt: skip
            return change.swap(view, site, (a, b))
    return None


def badge(view, site):
    first = next(iter(view.places.values()))
    edits = [e for r, element in enumerate(first) if element and r % 3 == 1 for e in beside(element, "", ' <span class="badge-new">Staff pick</span>')]  # fmt: skip
    return (edits, [], "a badge in every third record") if edits else None


def unit_price(view, site):
    field, edits = amount_field(view), []
    for r, element in enumerate(view.places[field] if field else ()):
        if element and r % 2 == 0:
            edits += beside(element, "", ' <small class="unit-price">(%d.%02d / kg)</small>' % (r + 2, 7 * r % 100))
    return (edits, [], "unit price beside: " + field) if edits else None


def sale(view, site):
    field, edits = amount_field(view), []
    for r, element in enumerate(view.places[field] if field else ()):
        if element and r % 3 == 1 and not element.children:
            edits += [(element.inner, element.inner, '<del class="was">%d.50</del> <ins class="now">' % (900 + r))]
            edits += [(element.inner_end, element.inner_end, "</ins>")]
    return (edits, [], "old price before: " + field) if edits else None


def column(view, site):
    """Adds a column to a table with its header, otherwise an element before a value."""
    field = sorted(view.places, key=lambda f: change.number_of(site + f))[0]
    edits, head = [], change.header_cells(view, [field])
    table = change.table_of(view.region)
    in_cells = any(place.tag in ("td", "th") for place in view.places[field] if place)
    headed = table is not None and any(e.tag in ("th", "thead") for e in table.elements())
    if in_cells and (None in view.places[field] or (headed and not head)):
        return None  # a cell in some rows only, or one that no header is above, moves what the page itself shows
    for r, element in enumerate(view.places[field]):
        if element and (element.tag in ("td", "th") or not change.needs_parent(element)) and element not in view.spans[r]:
            tag = element.tag if element.tag not in ("a", "img") else "span"
            edits.append((element.start, element.start, '<%s class="added">Depot %d</%s>' % (tag, r % 7 + 1, tag)))
    if head and next(place for place in view.places[field] if place is not None).tag in ("td", "th"):
        edits.append((head[0].start, head[0].start, "<th>Depot</th>"))
    return (edits, [], "added before: " + field) if edits else None


KEEP = {
    "swap": (swap, 0),
    "class-hashed": change.KINDS["class-hashed"],
    "class-renamed": change.KINDS["class-renamed"],
    "wrap-value": change.KINDS["wrap-value"],
    "drop": change.KINDS["drop"],
    "badge": (badge, 0),
    "unit-price": (unit_price, 0),
    "sale": (sale, 0),
    "column": (column, 0),
}


# ---- changes that destroy the meaning ----


def blocked(view, site):
    body = next((e for e in view.page.starts if e.tag == "body"), None)
    text = "<h1>Access denied</h1><p>Please confirm that you are human.</p><p>Reference 18.2f4</p>"
    return ([(body.inner, body.inner_end, text)], [], "blocked") if body else None


def halved(view, site):
    edits = [(span[0].start, span[-1].end, "") for r, span in enumerate(view.spans) if r % 2 == 1]
    return (edits, [], "half of the records") if len(view.spans) >= 8 else None


def emptied(view, site):
    field = max(view.places, key=lambda f: sum(e is not None for e in view.places[f]))
    edits = [(e.inner, e.inner_end, "") for e in view.places[field] if e]
    return edits, [field], "emptied: " + field


def swap_kinds(view, site):
    amounts = amount_field(view)
    words = next((f for f in view.places if not any(is_amount(r[f][0]) for r in view.records if f in r)), None)
    return change.swap_bare(view, site, [amounts, words]) if amounts and words else None


DESTROY = {"blocked": (blocked, 0), "halved": (halved, 0), "emptied": (emptied, 0), "swap-kinds": (swap_kinds, 0)}


# ---- measuring ----


class Count:
    def __init__(self):
        self.pages = self.values = self.right = self.missing = self.wrong = self.silent = self.reported = 0


def apply(detm, wrapper, file, *options):
    """Applies a wrapper: (the records of the page as {field: [values]}, whether detm reports anything)."""
    command = [detm, "apply", *options, "-w", wrapper, "-f", "ndjson", file]
    done = subprocess.run([str(word) for word in command], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    records = []
    for row in json.loads("[%s]" % ",".join(done.stdout.decode("utf-8", "replace").strip().split("\n"))):
        if row.get("@region", 1) == 1:
            values = {name: value for name, value in row.items() if not name.startswith("@")}
            records.append({name: value if isinstance(value, list) else [value] for name, value in values.items()})
    return records, done.returncode != 0 or b"warning" in done.stderr


def compare(options, count, where, truth, given, gone, reported):
    """Counts the values of records that are right, missing and wrong."""
    pairs, told = pair(truth, given), Counter()
    count.values += sum(len(values) for record in truth for name, values in record.items() if name not in gone)
    for record, got in pairs:
        for name in {*record, *got} - {"@"}:
            was = Counter(map(squeeze, record.get(name, [])) if name not in gone else ())
            now = Counter(map(squeeze, got.get(name, [])))
            count.right += (was & now).total()
            count.wrong += (now - was).total()
            count.silent += (now - was).total() if not reported else 0
            told[name] += was != now
            if was != now and options.verbose and told[name] <= SHOWN:
                print(*where, name, record.get(name), "->", got.get(name), "(reported)" if reported else "")
    count.missing = count.values - count.right


def measure_page(options, counts, site, page, wrapper, unseen, folder):
    detm = change.Detm(options.detm)
    found = detm.results(wrapper, page)
    view = found and change.view_list(detm, page, found)
    if unseen and options.kind in (None, "same"):
        _, reported = apply(options.detm, wrapper, page, "--verify")
        counts["same"].pages += 1
        counts["same"].reported += reported
        if reported and options.verbose:
            print("same", page, "is reported")
    if not view or len(view.places) < LEAST_PLACES:
        return
    truth, _ = apply(options.detm, wrapper, page)
    measure_nights(options, counts, page, view, wrapper, folder)
    for kind, (alter, needed) in {**KEEP, **DESTROY}.items():
        if options.kind not in (None, kind):
            continue
        choice = change.choose([view], site, kind, needed) if needed else None
        done = alter(view, site, choice) if choice else alter(view, site) if not needed else None
        if not done:
            continue
        edits, gone, note = done
        file = folder / page.name
        try:
            file.write_bytes(edit(view.page.source, edits).encode("latin-1"))
        except ValueError:  # the elements of two fields are one
            continue
        given, reported = apply(options.detm, wrapper, file, *(["--verify"] if kind in DESTROY else []))
        counts[kind].pages += 1
        counts[kind].reported += reported
        if kind in KEEP:
            compare(options, counts[kind], (kind, page, note + ":"), truth, given, gone, reported)
        elif not reported and options.verbose:
            print(kind, page, note, "is not reported")
        if options.keep:
            target = Path(options.keep, kind)
            target.mkdir(parents=True, exist_ok=True)
            file.replace(target / page.name)


def without(view, records):
    """The page without some records."""
    return edit(view.page.source, [(view.spans[r][0].start, view.spans[r][-1].end, "") for r in records])


def measure_nights(options, counts, page, view, wrapper, folder):
    """Saves runs of the page, and shows it then as it was and halved."""
    if len(view.spans) < 8 or options.kind not in (None, "halved-night", "same-night"):
        return
    store, file = folder / "nights.db", folder / page.name
    store.unlink(missing_ok=True)
    for night in range(NIGHTS):
        file.write_bytes(without(view, [night % len(view.spans)] if night % 3 == 2 else []).encode("latin-1"))
        apply(options.detm, wrapper, file, "--save", "--store=%s" % store)
    for kind, gone in (("same-night", []), ("halved-night", range(1, len(view.spans), 2))):
        file.write_bytes(without(view, gone).encode("latin-1"))
        _, reported = apply(options.detm, wrapper, file, "--save", "--store=%s" % store)
        counts[kind].pages += 1
        counts[kind].reported += reported
        if options.verbose and reported != (kind == "halved-night"):
            print(kind, page, "is reported" if reported else "is not reported")


def read_sites(folders):
    sites = defaultdict(list)
    for folder in folders:
        for site, pages in change.read_sites(folder.parent, folder.name, 1).items():
            sites[folder.name + "/" + site] += pages
    return sites


def share(part, whole):
    return "%.4f" % (part / whole) if whole else "-"


def show(counts):
    total = Count()
    print("%-14s %6s %7s %7s %7s %7s %7s" % ("", "pages", "values", "right", "missing", "wrong", "silent"))
    for kind in [kind for kind in KEEP if kind in counts] + ["all"]:
        count = counts[kind] if kind != "all" else total
        shares = [share(part, count.values) for part in (count.right, count.missing, count.wrong, count.silent)]
        print("%-14s %6d %7d %7s %7s %7s %7s" % (kind, count.pages, count.values, *shares))
        for name, value in vars(count).items():
            setattr(total, name, getattr(total, name) + value)
    print("%-14s %6s %8s" % ("", "pages", "reported"))
    for kind in [kind for kind in (*DESTROY, "halved-night", "same", "same-night") if kind in counts]:
        print("%-14s %6d %8s" % (kind, counts[kind].pages, share(counts[kind].reported, counts[kind].pages)))


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--detm", default="detm", help="the program (detm)")
    parser.add_argument("--limit", type=int, help="at most this many sites")
    parser.add_argument("--half", choices=("tune", "unseen"))
    parser.add_argument("--kind", help="only this kind of change")
    parser.add_argument("--keep", help="write the changed pages and the wrappers to this folder")
    parser.add_argument("-v", "--verbose", action="store_true", help="print values that are not right")
    parser.add_argument("folders", type=Path, nargs="+")
    options = parser.parse_args()
    counts, taken = defaultdict(Count), 0
    sites = read_sites(options.folders)
    with tempfile.TemporaryDirectory() as made:
        for site in sorted(sites, key=change.number_of):
            if options.half and options.half != change.half_of(site):
                continue
            if options.limit is not None and taken >= options.limit:
                break
            taken += 1
            wrapper = Path(options.keep or made, re.sub(r"\W+", "-", site) + ".xml")
            wrapper.parent.mkdir(parents=True, exist_ok=True)
            learned = change.learn_list(change.Detm(options.detm), wrapper, sites[site])
            for page, _ in sites[site][-PAGES_A_SITE:] if wrapper.is_file() else ():
                measure_page(options, counts, site, page, wrapper, page not in learned, Path(made))
    print("%d sites" % taken)
    show(counts)


if __name__ == "__main__":
    main()
