#!/usr/bin/env python3
"""Changes pages as sites change theirs, to measure verify and repair.

    change.py --detm DETM CORPUS OUT

Takes 40 sites of CORPUS/records and CORPUS/templates with two or more pages (pages PAGE.html with PAGE.html.gold.json,
see tests/score.py), and writes for each into OUT/SITE
    old.xml             the wrapper learned from the first half of the site's pages, or the template of its first page
    orig/PAGE           the original page
    truth/PAGE.ndjson   the results of old.xml on the original page
    KIND/PAGE           the changed page
and OUT/manifest.ndjson with a line per changed page: site, type (records, template), half (tune, unseen: by a hash of
the site), kind, page, learned (whether old.xml was learned from the original page), fits (whether old.xml still finds
records on it), harmful (whether it finds other values than before), file, original, truth, old, gold, note, fields
(still on the page) and gone (no longer on it).

Kinds:
    class-renamed, class-hashed   classes and ids have other names, the same on all pages of the site
    wrap-record, wrap-value, wrap-region   a new element around each record, each value, all records
    drop                          one field is removed from all records
    swap                          two fields are exchanged, with their labels, classes and column headers
    swap-bare                     only their contents are exchanged: classes, labels and headers stay
    move-end, move-deep           the records are moved to the end of the body; into new elements at its start
    retag                         table -> div, li -> div, div -> article
    same                          unchanged: the other pages of the site
Choices depend on a hash of the site's name, so two runs write the same files.
"""

import argparse
import hashlib
import json
import re
import subprocess
import sys
import xml.etree.ElementTree as ET
from collections import Counter, defaultdict
from pathlib import Path

from page import CLASS, VOID, Page, edit, squeeze

SITES = {"records": 24, "templates": 16}
MOST_PAGES = 4
LEAST_RECORDS = 4
SPACE = "{urn:detm:results:1}"
NO_DIV_IN = {"p", "a", "span", "b", "i", "em", "strong", "font", "h1", "h2", "h3", "h4", "h5", "h6", "dt", "label", "u", "small"}
LEAST = 0.95  # share of the records' values that a change must affect


def number_of(text):
    return int(hashlib.sha256(text.encode()).hexdigest()[:12], 16)


def half_of(site):
    return "tune" if number_of(site) % 2 else "unseen"


class Detm:
    def __init__(self, command):
        self.command = command

    def run(self, *arguments, stdin=None):
        done = subprocess.run([self.command, *map(str, arguments)], input=stdin, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        return done.stdout.decode("utf-8", "replace"), done.returncode

    def results(self, old, page):
        """Applies a wrapper or template: (encoding, path, [{field: [values]}]), or None if it does not fit."""
        out, status = self.run("apply", "-q", "-w", old, "-f", "xml", page)
        regions = ET.fromstring(out).iter(SPACE + "region") if status == 0 else ()
        for region in regions:
            records = []
            for record in region.iter(SPACE + "record"):
                values = defaultdict(list)
                for field in record.iter(SPACE + "field"):
                    values[field.get("name")].append("".join(field.itertext()))
                records.append(dict(values))
            encoding = next(ET.fromstring(out).iter(SPACE + "page")).get("encoding")
            return encoding, region.get("path"), records
        return None

    def element_at(self, source, page, path):
        """Returns the element of the page at a path of detm's tag tree."""
        out, status = self.run("tree", "--xml", "-", stdin=page.marked().encode("latin-1"))
        node = ET.fromstring(out) if status == 0 else None
        for step in path.strip("/").split("/")[1:]:
            tag, _, place = step.rstrip("]").partition("[")
            same = [child for child in (node if node is not None else ()) if child.tag == tag]
            node = same[int(place or 1) - 1] if len(same) >= int(place or 1) else None
        mark = node.get("id", "") if node is not None else ""
        return page.starts[int(mark[2:])] if re.fullmatch(r"dm\d+", mark) else None


# ---- finding records and fields in a page ----


class View:
    """A page with its records: lists of siblings, and the elements of their fields."""

    def __init__(self, page, region, records, spans):
        self.page, self.region, self.records, self.spans = page, region, records, spans
        self.places = {}  # field: [element of each record or None]

    def first(self):
        return self.spans[0][0].start

    def last(self):
        return self.spans[-1][-1].end


def is_text(field, values):
    return not any(re.match(r"(https?:)?/", value) for value in values)


def find_spans(page, region, records):
    """Returns the children of the region that make up each record, None if they cannot be determined."""
    children = [child for child in region.children if child.tag not in ("script", "style")]
    texts = [page.text(child) for child in children]
    spans, at = [], 0
    for record in records:
        wanted = [squeeze(value) for name, values in record.items() for value in values if is_text(name, [value])]
        wanted = [value for value in wanted if value]
        best = None
        for first in range(at, min(at + 12, len(children))):
            if not wanted or wanted[0] not in texts[first]:
                continue
            whole = ""
            for last in range(first, min(first + 12, len(children))):
                whole += texts[last]
                if all(value in whole for value in wanted):
                    best = (first, last)
                    break
            break
        if not best:
            return None
        spans.append(children[best[0] : best[1] + 1])
        at = best[1] + 1
    return spans


def steps(element, tops):
    """Returns the path of the element from the top elements of its record."""
    path = []
    while element not in tops:
        parent = element.parent
        path.append((element.tag, sum(child.tag == element.tag for child in parent.children[: parent.children.index(element)])))
        element = parent
    return tuple(reversed([*path, ("top", tops.index(element))]))


def candidates(page, tops, value):
    """Returns the outermost elements of a record whose text is this value."""
    found = []
    for top in tops:
        for element in top.elements():
            if page.text(element) == value and not (found and element.within(found[-1])):
                if element is not top or len(tops) > 1:
                    found.append(element)
    return found


def find_places(view):
    """Finds the element of each record for every field whose values are whole elements."""
    fields = Counter(name for record in view.records for name in record)
    taken = [set() for _ in view.records]
    for field in fields:
        if not all(is_text(field, record[field]) for record in view.records if field in record):
            continue
        held = [(r, record[field]) for r, record in enumerate(view.records) if field in record]
        options = {
            r: [e for e in candidates(view.page, view.spans[r], squeeze(values[0])) if e not in taken[r]]
            for r, values in held
            if len(values) == 1 and squeeze(values[0])
        }
        votes = Counter(steps(e, view.spans[r]) for r, elements in options.items() for e in elements)
        place = [None] * len(view.records)
        for r, elements in options.items():
            if elements:
                place[r] = max(elements, key=lambda e: (votes[steps(e, view.spans[r])], -e.start))
                taken[r].add(place[r])
        if held and sum(e is not None for e in place) >= LEAST * len(held):
            view.places[field] = place
    # removes fields within the element of another field
    for field, place in list(view.places.items()):
        for other, others in view.places.items():
            if other != field and any(a and b and a.within(b) for a, b in zip(place, others)):
                del view.places[field]
                break


def view_list(detm, file, found):
    encoding, path, records = found
    source = file.read_bytes().decode("latin-1")
    page = Page(source, encoding)
    region = detm.element_at(source, page, path)
    spans = find_spans(page, region, records) if region is not None and len(records) >= LEAST_RECORDS else None
    if spans is None:
        return None
    view = View(page, region, records, spans)
    find_places(view)
    return view


def view_detail(file, found):
    """Views a page about one thing as a list with one record, the body."""
    encoding, _, records = found
    page = Page(file.read_bytes().decode("latin-1"), encoding)
    body = next((e for e in page.starts if e.tag == "body"), None)
    if body is None or not records:
        return None
    view = View(page, body, records[:1], [body.children])
    find_places(view)
    if view.places:
        view.region = common(view)
    return view if len(view.places) >= 3 else None


def common(view):
    """Returns the smallest element that contains all fields."""
    elements = [e for place in view.places.values() for e in place if e]
    for up in elements[0].parent.up():
        if all(e.within(up) for e in elements):
            return up
    return view.region


# ---- changes: (edits of the source, removed fields, note), or None if the change is not possible on the page ----


def rename_tokens(view, rename):
    edits = []
    for element in view.page.starts:
        tag = view.page.source[element.start : element.inner]
        for found in CLASS.finditer(tag):
            value = found.group(3)
            quote = value[0] if value[0] in "\"'" else '"'
            words = value.strip("\"'").split()
            if words:
                new = quote + " ".join(rename(word) for word in words) + quote
                edits.append((element.start + found.start(3), element.start + found.end(3), new))
    return edits, [], ""


def class_renamed(view, site):
    return rename_tokens(view, lambda word: "c-" + word[::-1] if len(word) < 4 else word[:1] + "n" + word[3:] + "-v2")


def class_hashed(view, site):
    return rename_tokens(view, lambda word: "_" + hashlib.sha256((site + word).encode()).hexdigest()[:7] + "_1")


def wrap_inside(element, name):
    return [(element.inner, element.inner, "<%s>" % name), (element.inner_end, element.inner_end, "</%s>" % name.split()[0])]


def wrap_around(start, end, name):
    return [(start, start, "<%s>" % name), (end, end, "</%s>" % name.split()[0])]


def needs_parent(element):
    """Whether only certain elements can be the parent."""
    return element.tag in ("tr", "td", "th", "tbody", "li", "dt", "dd", "body", "thead")


def wrap_record(view, site):
    edits = []
    for span in view.spans:
        if len(span) == 1 and span[0].tag == "tr":
            edits += wrap_around(span[0].start, span[0].end, 'tbody class="entry"')
        elif len(span) == 1 and needs_parent(span[0]):
            edits += wrap_inside(span[0], 'div class="entry"')
        elif not any(needs_parent(top) for top in span):
            edits += wrap_around(span[0].start, span[-1].end, 'div class="entry"')
        else:
            return None
    if view.region.tag == "tbody" and view.spans[0][0].tag == "tr":  # a tbody cannot contain another
        start, end = view.region.start, view.region.end
        edits += [(start, view.region.inner, ""), (view.region.inner_end, end, "")]
    return edits, [], "an element around each record"


def wrap_value(view, site):
    edits = []
    for place in view.places.values():
        for element in filter(None, place):
            inline = any(up.tag in NO_DIV_IN for up in element.up())
            edits += wrap_inside(element, 'span class="val"' if inline else 'div class="val"')
    return (edits, [], "an element around each value") if edits else None


def table_of(element):
    return next((up for up in element.up() if up.tag == "table"), None)


def movable(view):
    """[start, end) of the records with the elements that they need around them."""
    first = view.spans[0][0]
    if view.region.tag == "body" or (first.tag not in ("tr", "td") and view.region.tag in ("td", "form", "center")):
        return (view.first(), view.last()) if not needs_parent(first) else None
    region = view.region
    if needs_parent(region) and region.tag != "li":
        region = table_of(region)
    return (region.start, region.end) if region is not None and region.tag != "body" else None


def wrap_region(view, site):
    span = movable(view)
    return (wrap_around(*span, 'div class="outer"'), [], "an element around all records") if span else None


def moved(view, before, after, place):
    span = movable(view)
    body = next((e for e in view.page.starts if e.tag == "body"), None)
    if span is None or body is None:
        return None
    at = body.inner if place == "first" else body.inner_end
    if span[0] <= at < span[1] or (at == body.inner_end and span[1] > at):
        return None
    block = before + view.page.source[span[0] : span[1]] + after
    return [(span[0], span[1], ""), (at, at, block)], [], "the records are moved: %s in the body" % place


def move_end(view, site):
    return moved(view, '<div class="below">', "</div>", "last")


def move_deep(view, site):
    return moved(view, '<div class="shell"><div class="inner"><section>', "</section></div></div>", "first")


def row_of(view, record, element):
    """[start, end) of the element with its label: a row of two cells, a dt and a dd; otherwise of the element alone."""
    parent = element.parent
    tops = view.spans[record]
    if element not in tops and parent not in tops and parent.tag in ("tr", "li", "p", "div"):
        others = [view.places[f][record] for f in view.places if view.places[f][record] is not element]
        words = len(view.page.text(parent)) - len(view.page.text(element))
        if words <= 40 and not any(o is not None and o.within(parent) for o in others):
            return parent.start, parent.end
    before = parent.children[: parent.children.index(element)]
    if before and before[-1].tag in ("dt", "th", "label") and element.tag in ("dd", "td", "span", "div"):
        return before[-1].start, element.end
    return element.start, element.end


def removed_with(view, spans):
    """Returns the fields whose values or addresses are all within these spans."""
    gone = set()
    for field in {name for record in view.records for name in record}:
        if field in view.places:
            inside = [any(a <= e.start and e.end <= b for a, b in spans) for e in view.places[field] if e]
        else:
            inside = [has_address(view, spans, r, record[field]) for r, record in enumerate(view.records) if field in record]
        if inside and all(inside):
            gone.add(field)
    return sorted(gone)


def has_address(view, spans, record, values):
    """Whether the address is in the spans, and not elsewhere in the record."""
    inside = outside = 0
    for top in view.spans[record]:
        for element in top.elements():
            for name in ("href", "src"):
                address = view.page.attribute(element, name)
                if address and any(value.strip() == address.strip() or value.endswith(address.lstrip("./")) for value in values):
                    if any(a <= element.start and element.end <= b for a, b in spans):
                        inside += 1
                    else:
                        outside += 1
    return inside > 0 and outside == 0


def header_cells(view, fields):
    """Returns the header cells of the columns of these fields in a table whose records are rows."""
    table, first = table_of(view.region), view.spans[0][0]
    if table is None or first.tag != "tr":
        return None
    rows = [e for e in table.elements() if e.tag == "tr" and e.end <= view.first() and table_of(e) is table]
    for row in reversed(rows):
        cells = [c for c in row.children if c.tag in ("td", "th")]
        head = row.parent.tag == "thead" or all(c.tag == "th" for c in cells)
        if len(cells) == len(first.children) and head:
            columns = []
            for field in fields:
                shown = [(place, span[0]) for place, span in zip(view.places[field], view.spans) if place is not None]
                element, record = shown[0] if shown else (None, first)
                while element is not None and element.parent is not record:
                    element = element.parent
                at = record.children.index(element) if element in record.children else len(cells)
                columns.append(cells[at] if at < len(cells) else None)
            return columns if None not in columns else None
    return None


def droppable(view, title):
    return sorted(f for f in view.places if f != title and all(view.places[f][r] or f not in record for r, record in enumerate(view.records)))


def drop(view, site, choice):
    (field,) = choice
    if field not in view.places:
        return None
    spans = [row_of(view, r, e) for r, e in enumerate(view.places[field]) if e]
    head = header_cells(view, [field])
    if head:
        spans.append((head[0].start, head[0].end))
    if any(e in span for span, e in zip(view.spans, view.places[field]) if e) and len(view.spans[0]) == 1:
        return None
    return [(a, b, "") for a, b in spans], removed_with(view, spans), "removed: " + field


def exchange(view, pairs, note):
    edits = []
    for a, b in pairs:
        if not (a[1] <= b[0] or b[1] <= a[0]):
            return None
        edits += [(*a, view.page.source[b[0] : b[1]]), (*b, view.page.source[a[0] : a[1]])]
    return (edits, [], note) if edits else None


def both(view, fields):
    return [(r, a, b) for r, (a, b) in enumerate(zip(*(view.places.get(f, ()) for f in fields))) if a and b]


def swap(view, site, choice):
    pairs = [(row_of(view, r, a), row_of(view, r, b)) for r, a, b in both(view, choice)]
    if any(not (a[1] <= b[0] or b[1] <= a[0]) for a, b in pairs):
        pairs = [((a.start, a.end), (b.start, b.end)) for _, a, b in both(view, choice)]
    head = header_cells(view, choice) if all(f in view.places for f in choice) else None
    if head:
        pairs.append(((head[0].start, head[0].end), (head[1].start, head[1].end)))
    return exchange(view, pairs, "exchanged: " + ", ".join(choice))


def swap_bare(view, site, choice):
    pairs = [((a.inner, a.inner_end), (b.inner, b.inner_end)) for _, a, b in both(view, choice)]
    return exchange(view, pairs, "exchanged contents: " + ", ".join(choice))


NEW_TAGS = {"table": "div", "tbody": "div", "tr": "div", "td": "div", "th": "div", "thead": "div", "ul": "div", "ol": "div",
            "li": "div", "dl": "div", "dt": "div", "dd": "div", "div": "article", "article": "section", "section": "div", "p": "div"}  # fmt: skip


def retag_element(element, tag):
    edits = [(element.start + 1, element.start + 1 + len(element.tag), tag)]
    if element.end > element.inner_end:
        return [*edits, (element.inner_end + 2, element.inner_end + 2 + len(element.tag), tag)]
    return [*edits, (element.inner_end, element.inner_end, "</%s>" % tag)] if element.tag not in VOID else edits


def retag(view, site):
    tops = {top for span in view.spans for top in span}
    if view.spans[0][0].tag in ("tr", "td"):
        table = table_of(view.region)
        if table is None:
            return None
        chosen = [e for e in table.elements() if e.tag in ("table", "tbody", "thead", "tr", "td", "th") and table_of(e) is table]
        if table_of(table.parent) is not None and table.parent.tag not in ("td", "th"):
            return None
    else:
        chosen = [e for e in view.region.children if e in tops and e.tag in NEW_TAGS]
        if view.region.tag in ("ul", "ol", "dl"):
            chosen = [e for e in view.region.children if e.tag in NEW_TAGS] + [view.region]
    if not chosen:
        return None
    edits = [change for element in chosen for change in retag_element(element, NEW_TAGS[element.tag])]
    return edits, [], "%s -> %s" % (chosen[0].tag, NEW_TAGS[chosen[0].tag])


def same(view, site):
    return [], [], ""


# kind: (change, number of fields that it needs)
KINDS = {
    "same": (same, 0),
    "class-renamed": (class_renamed, 0),
    "class-hashed": (class_hashed, 0),
    "wrap-record": (wrap_record, 0),
    "wrap-value": (wrap_value, 0),
    "wrap-region": (wrap_region, 0),
    "drop": (drop, 1),
    "swap": (swap, 2),
    "swap-bare": (swap_bare, 2),
    "move-end": (move_end, 0),
    "move-deep": (move_deep, 0),
    "retag": (retag, 0),
}


def choose(views, site, kind, count):
    """Chooses the fields of a change from those that all pages have."""
    title = next(iter(views[0].places), None)
    fields = [f for f in droppable(views[0], title) if all(f in v.places for v in views)]
    if count == 2:
        fields = sorted(f for f in views[0].places if all(f in v.places for v in views) and
                        len(both(views[0], (f, f))) >= LEAST * len(views[0].records))  # fmt: skip
    fields.sort(key=lambda f: number_of(site + kind + f))
    return fields[:count] if len(fields) >= count else None


# ---- sites ----


def read_sites(corpus, folder, least=2):
    """Returns the pages of the sites that have `least` pages: {site: [(page, its gold)]}."""
    sites = defaultdict(list)
    for gold in sorted((corpus / folder).rglob("*.gold.json")):
        page = gold.with_name(gold.name[: -len(".gold.json")])
        known = json.loads(gold.read_text(encoding="utf-8"))
        name = known.get("template") or known.get("site")
        if page.is_file() and known.get("records") and name:
            sites[known["source"] + "-" + name if "source" in known else name].append((page, known))
    return {re.sub(r"[^\w.-]", "_", name): pages[:MOST_PAGES] for name, pages in sites.items() if len(pages) >= least}


def learn_list(detm, old, pages):
    learned = pages[: (len(pages) + 1) // 2]
    detm.run("learn", "-q", "-o", old, *(page for page, _ in learned))
    return [page for page, _ in learned]


def learn_detail(detm, old, pages):
    page, gold = pages[0]
    wanted = []
    for name, value in gold["records"][0].items():
        if not name.startswith("_") and re.fullmatch(r"[A-Za-z][\w.-]*", name):
            for one in (value if isinstance(value, list) else [value])[:3]:
                if one and str(one).strip() and len(str(one)) < 400:
                    wanted += ["--field", "%s=%s" % (name, one)]
    if wanted:
        detm.run("template", "-q", "-o", old, *wanted, page)
    return [page]


def view_site(detm, out, site, pages, kind):
    """Returns the views of a site's pages, None if the site is not suitable."""
    folder = out / site
    folder.mkdir(parents=True, exist_ok=True)
    old = folder / "old.xml"
    learned = (learn_list if kind == "records" else learn_detail)(detm, old, pages)
    views = {}
    for page, _ in pages if old.is_file() else ():
        found = detm.results(old, page)
        view = found and (view_list(detm, page, found) if kind == "records" else view_detail(page, found))
        if view and len(view.places) >= 2:
            views[page] = view
    return (learned, views) if len(views) >= 2 and learned[0] in views else None


def remove_folder(folder):
    for file in sorted(folder.rglob("*"), reverse=True):
        file.rmdir() if file.is_dir() else file.unlink()
    folder.rmdir()


def write_page(detm, folder, kind, page, view, done):
    """Writes the changed page and returns its line of the manifest."""
    edits, gone, note = done
    file = folder / kind / page.name
    file.parent.mkdir(exist_ok=True)
    file.write_bytes(edit(view.page.source, edits).encode("latin-1"))
    found = detm.results(folder / "old.xml", file)
    if len(view.records) == 1 and found:  # the page may also have the value elsewhere, as structured data
        gone = [f for f in gone if found[2][0].get(f) != view.records[0][f]]
    fields = sorted({f for record in view.records for f in record} - set(gone))
    return {
        "kind": kind,
        "page": page.name,
        "fits": bool(found and found[2]),
        "harmful": not found or found[2][: len(view.records)] != view.records,
        "file": str(file),
        "original": str(folder / "orig" / page.name),
        "truth": str(folder / "truth" / (page.name + ".ndjson")),
        "old": str(folder / "old.xml"),
        "gold": str(page) + ".gold.json",
        "note": note,
        "fields": fields,
        "gone": gone,
    }


def write_originals(folder, views):
    for sub in ("orig", "truth"):
        (folder / sub).mkdir(exist_ok=True)
    for page, view in views.items():
        (folder / "orig" / page.name).write_bytes(view.page.source.encode("latin-1"))
        rows = "".join(json.dumps(record, ensure_ascii=False) + "\n" for record in view.records)
        (folder / "truth" / (page.name + ".ndjson")).write_text(rows, encoding="utf-8")


def write_site(detm, out, site, kind, found, manifest):
    learned, views = found
    half = half_of(site)
    write_originals(out / site, views)
    for name, (change, count) in KINDS.items():
        choice = choose(list(views.values()), site, name, count) if count else ()
        for page, view in views.items() if choice is not None else ():
            done = change(view, site, choice) if count else change(view, site)
            if done is not None:
                line = {"site": site, "type": kind, "half": half, "learned": page in learned}
                line.update(write_page(detm, out / site, name, page, view, done))
                manifest.write(json.dumps(line, ensure_ascii=False) + "\n")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--detm", default="detm", help="the program (detm)")
    parser.add_argument("corpus", type=Path)
    parser.add_argument("out", type=Path)
    options = parser.parse_args()
    detm, taken = Detm(options.detm), Counter()
    options.out.mkdir(parents=True, exist_ok=True)
    with open(options.out / "manifest.ndjson", "w", encoding="utf-8") as manifest:
        for folder, most in SITES.items():
            sites = read_sites(options.corpus, folder)
            for site in sorted(sites, key=number_of):
                if taken[folder] == most:
                    break
                kind = "records" if folder == "records" else "template"
                found = view_site(detm, options.out, site, sites[site], kind)
                if not found:
                    remove_folder(options.out / site)
                    continue
                write_site(detm, options.out, site, kind, found, manifest)
                taken[folder] += 1
    print("change.py: %d sites" % sum(taken.values()), file=sys.stderr)


if __name__ == "__main__":
    main()
