#!/usr/bin/env python3
"""Makes sets of list pages of other layouts from pages whose records are known.

  wrap.py [--only NAME]... --to FOLDER SET...

A SET is a folder of pages, each with PAGE.html.gold.json as tests/score.py reads it.  Needs lxml.  Each page whose
records are siblings of each other, at least six, is written once for each of the layouts below, with the same records:
FOLDER/LAYOUT/SET-PAGE.html.  So tests/score.py shows in which layouts a list is lost that is found as it was
written; `same` is the page as lxml prints it, with which to compare.  What is added to a page (adverts, comments,
headings) is made of words of its own and of numbers that depend on the name of the page only.
"""
import argparse, copy, glob, json, os, random, re, sys
import lxml.html
from lxml.html import HtmlElement

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
import score

LEAST, MOST_BYTES = 6, 600000  # records; bytes of a page
IN_TABLE = {"tr": "tbody", "tbody": "table"}  # elements that may stand in a table only: what groups of them are
INLINE = {"a", "b", "br", "em", "font", "i", "img", "span", "strong", "small", "u"}
WORDS = (
    "amber basin cedar delta ember fjord grove haven inlet jetty kiln ledge meadow north orchard pier quarry ridge "
    "spruce timber upland valley willow yonder anchor beacon copper dune estuary flint gable harbour island juniper"
).split()
NAMES = "Ada Bela Cora Dino Edda Falk Gesa Hilja Ivo Jarl Kaja Lev Mika Nele Odo Pia".split()
HEADINGS = "North South East West Upper Lower Inner Outer Old New Great Little".split()


class Wrap:
    """A page with the elements of its records, which are changed in place, and its random numbers."""

    def __init__(self, root, items, golds, title, seed):
        self.root, self.items, self.golds, self.title = root, items, golds, title
        self.random = random.Random(seed)
        self.parent, self.tag = items[0].getparent(), items[0].tag

    def words(self, least, most):
        return " ".join(self.random.choice(WORDS) for _ in range(self.random.randint(least, most))).capitalize()

    def group_tag(self):
        return IN_TABLE.get(self.tag, self.parent.tag if self.parent.tag in ("ul", "ol", "dl") else "div")

    def place(self):
        """The parent of what groups are put in, and the position there.  The list's element itself is a group if it may
        have no other children than records."""
        if self.group_tag() in ("ul", "ol", "dl"):
            holder = element("div", "list")
            self.parent.addprevious(holder)
            holder.tail, self.parent.tail = self.parent.tail, None
            return holder, 0
        if self.parent.tag == "tbody" and self.tag == "tr":
            return self.parent.getparent(), self.parent.getparent().index(self.parent) + 1
        return self.parent, self.parent.index(self.items[0])

    def group(self, runs, name, before=None, between=None):
        """Puts each run of records into an element of its own."""
        holder, at = self.place()
        for number, run in enumerate(runs):
            parts = [before(number)] if before else []
            box = element(self.group_tag(), name)
            for item in run:
                box.append(item)
            parts.append(box)
            if between and number + 1 < len(runs):
                parts.append(between(number))
            for part in parts:
                holder.insert(at, part)
                at += 1
        if self.parent is not holder and len(self.parent) == 0 and not (self.parent.text or "").strip():
            self.parent.drop_tree()

    def runs(self, least, most):
        """The records in runs of a number between these."""
        runs, at = [], 0
        while at < len(self.items):
            size = self.random.randint(least, most)
            runs.append(self.items[at : at + size])
            at += size
        return runs

    def row(self, *contents):
        """An element that may stand among the records, with these contents."""
        if self.tag != "tr":
            box = element(self.tag if self.tag in ("li", "div") else "div")
            for one in contents:
                box.append(one)
            return box
        box, cell = element("tr"), element("td")
        cell.set("colspan", str(max(len(item) for item in self.items)))
        for one in contents:
            cell.append(one)
        box.append(cell)
        return box

    def room(self, item):
        """The element of a record that may have further blocks."""
        if item.tag != "tr":
            return item
        cells = [cell for cell in item if cell.tag in ("td", "th")]
        return max(cells, key=lambda cell: len(cell.text_content())) if cells else None

    def heading(self, tag, words):
        if self.tag == "tr" or self.tag == "tbody":
            return self.row(element("b", None, words)) if self.tag == "tr" else element("tbody")
        return element(tag, "heading", words)


def element(tag, name=None, text=None):
    made = HtmlElement()
    made.tag = tag
    if name:
        made.set("class", name)
    made.text = text
    return made


def link(text, address):
    made = element("a", None, text)
    made.set("href", address)
    return made


# ---- layouts: each changes the page, and returns False if that is not possible


def same(w):
    """as it was"""


def rows(w):
    """two to four records in each row of a grid"""
    if w.tag in IN_TABLE:
        return False
    size = w.random.randint(2, 4)
    w.group(w.runs(size, size), "row")


def columns(w):
    """the list in two or three columns"""
    if w.tag in IN_TABLE:
        return False
    size = -(-len(w.items) // w.random.randint(2, 3))
    w.group(w.runs(size, size), "column")


def sections(w):
    """two to six records under each heading"""
    words = lambda n: f"{HEADINGS[n % len(HEADINGS)]} {w.words(1, 1)}"
    runs = w.runs(2, 6)
    if w.tag == "tr":
        for n, run in enumerate(runs):
            run[0].addprevious(w.heading("h3", words(n)))
    else:
        w.group(runs, "section", before=lambda n: w.heading("h3", words(n)))


def flat_sections(w):
    """headings between the records, which stay siblings"""
    for n, run in enumerate(w.runs(2, 6)):
        words = f"{HEADINGS[n % len(HEADINGS)]} {w.words(1, 1)}"
        if w.tag == "li":
            made = element("li", "heading", words)
        else:
            made = w.heading("h3", words)
        run[0].addprevious(made)


def two_levels(w):
    """sections of sections, each with a heading"""
    if w.tag in IN_TABLE or len(w.items) < 8:
        return False
    runs = w.runs(2, 3)
    holder, at = w.place()
    for outer in range(0, len(runs), 2):
        section = element("div", "chapter")
        section.append(element("h2", None, f"{HEADINGS[outer // 2 % len(HEADINGS)]} {w.words(1, 1)}"))
        for n, run in enumerate(runs[outer : outer + 2]):
            inner = element("div", "part")
            inner.append(element("h4", None, w.words(1, 2)))
            box = element(w.group_tag(), "entries")
            for item in run:
                box.append(item)
            inner.append(box)
            section.append(inner)
        holder.insert(at, section)
        at += 1


def halves(w):
    """the list in two lists with a paragraph between"""
    size = -(-len(w.items) // 2)
    if w.tag in IN_TABLE:
        return False
    note = lambda n: element("p", "note", w.words(8, 20) + ".")
    w.group(w.runs(size, size), "list", between=note)


def adverts(w):
    """an advert after every four or five records, in an element of their tag"""
    step = w.random.randint(4, 5)
    for n, item in enumerate(w.items[:-1]):
        if n % step != step - 1:
            continue
        offer = link(w.words(2, 4), "https://ads.example/?to=" + w.words(1, 1))
        made = w.row(offer, element("span", None, w.words(3, 9)))
        made.set("class", "advert")
        item.addnext(made)
        made.tail, item.tail = item.tail, None


def comments(w):
    """two to five comments in each record"""
    for item in w.items:
        room, box = w.room(item), element("ul", "comments")
        if room is None:
            return False
        for _ in range(w.random.randint(2, 5)):
            name, one = w.random.choice(NAMES), element("li", "comment")
            one.append(link(name, "/user/" + name.lower()))
            one.append(element("span", "words", w.words(4, 12) + "."))
            one.append(element("span", "when", f"{w.random.randint(2, 59)} minutes ago"))
            box.append(one)
        room.append(box)


def tags(w):
    """one to five tags in each record"""
    for item in w.items:
        room, box = w.room(item), element("ul", "tags")
        if room is None:
            return False
        for word in w.random.sample(WORDS, w.random.randint(1, 5)):
            one = element("li")
            one.append(link(word, "/tag/" + word))
            box.append(one)
        room.append(box)


def unlike(w):
    """posts of unlike size: none to six paragraphs, quotes and lists in each record"""
    for item in w.items:
        room, box = w.room(item), element("div", "body")
        if room is None:
            return False
        for _ in range(w.random.choice((0, 1, 1, 2, 3, 6))):
            tag = w.random.choice(("p", "p", "p", "blockquote", "pre", "ul"))
            part = element(tag, None, None if tag == "ul" else w.words(5, 40) + ".")
            for _ in range(w.random.randint(2, 5) if tag == "ul" else 0):
                part.append(element("li", None, w.words(2, 8)))
            box.append(part)
        room.append(box)


def lead(w):
    """the first record in other elements before the list"""
    if w.tag in IN_TABLE or len(w.items) < 8:
        return False
    first = w.items[0]
    holder, at = w.place() if w.group_tag() != "div" else (w.parent.getparent(), None)
    if holder is None:
        return False
    box = element("div", "lead")
    inner = copy.deepcopy(first)
    inner.tag, inner.tail = "div", None
    inner.attrib.clear()
    box.append(inner)
    box.append(element("p", "teaser", w.words(10, 25) + "."))
    if at is None:
        w.parent.addprevious(box)
    else:
        holder.append(box)
        holder.append(w.parent)
    first.drop_tree()


def copies(w):
    """the list twice: for wide and for narrow screens"""
    if w.tag == "tr":
        return False
    box = element("div", "d-md-none")
    for item in w.items:
        box.append(copy.deepcopy(item) if w.group_tag() == "div" else copied(item))
    top = w.parent
    if top.tag in ("body", "html"):
        return False
    top.addnext(box)
    box.tail, top.tail = top.tail, None
    top.set("class", (top.get("class", "") + " d-none d-md-block").strip())


def copied(item):
    made = copy.deepcopy(item)
    made.tag = "div"
    return made


def menus(w):
    """a menu, a box of related links and one of the latest news around the list"""
    body = w.root.find(".//body")
    if body is None:
        return False
    menu, related, news = element("div", "menu"), element("div", "related"), element("div", "latest")
    for box, heading in ((menu, None), (related, "See also"), (news, "Latest")):
        if heading:
            box.append(element("h4", None, heading))
        entries = element("ul")
        for _ in range(w.random.randint(6, 12)):
            one = element("li")
            one.append(link(w.words(1, 2) if box is menu else w.words(3, 7), "/" + w.words(1, 1).lower()))
            if box is news:
                one.append(element("span", "date", f"{w.random.randint(1, 28)} May 2024"))
            entries.append(one)
        box.append(entries)
    body.insert(0, menu)
    body.append(related)
    body.append(news)


def without_links(w):
    """records without links"""
    for item in w.items:
        for a in item.xpath("descendant-or-self::a[@href]"):
            if a is item:
                return False
            a.tag = "span"
            a.attrib.clear()


def without_classes(w):
    """a page without classes"""
    for one in w.root.iter(lxml.etree.Element):
        one.attrib.pop("class", None)
        one.attrib.pop("id", None)


def other_tags(w):
    """the list in div in place of tables and lists, or in a ul in place of div"""
    change = dict.fromkeys(("table", "tbody", "tr", "ul", "ol", "li"), "div") | {"td": "span", "th": "span"}
    if w.tag == "div":
        if w.parent.tag not in ("div", "section") or any(isinstance(k.tag, str) and k.tag != "div" for k in w.parent):
            return False
        w.parent.tag = "ul"
        for one in w.parent:
            if isinstance(one.tag, str):
                one.tag = "li"
        return None
    if w.tag not in change:
        return False
    top = w.parent.getparent() if w.parent.tag == "tbody" else w.parent
    if top.tag not in change:
        return False
    top.tag = "div"
    for one in top:
        rows = [one, *one, *(cell for row in one for cell in row)] if one.tag in ("tbody", "thead", "tr") else [one]
        for inner in rows:
            if isinstance(inner.tag, str) and inner.tag in change:
                inner.tag = change[inner.tag]
                inner.attrib.pop("colspan", None)


def own_elements(w):
    """each record in two elements of its own"""
    if w.tag in IN_TABLE:
        return False
    for item in w.items:
        if item.tag == "li":
            card = element("div", "card")
            card.text, item.text = item.text, None
            for one in list(item):
                card.append(one)
            item.append(card)
        else:
            outer, card = element("div", "cell"), element("div", "card")
            item.addprevious(outer)
            outer.tail, item.tail = item.tail, None
            outer.append(card)
            card.append(item)


def short(w):
    """a part that is missing in every third record"""
    for n, item in enumerate(w.items):
        if n % 3 != 1:
            continue
        title = score.squeeze(w.title(w.golds[n]))
        parts = [
            one
            for one in item.iterdescendants()
            if isinstance(one.tag, str)
            and one.tag not in ("td", "br", "img", "th", "tr")
            and one.text_content().strip()
            and title not in score.squeeze(one.text_content())
            and score.squeeze(one.text_content()) not in title
        ]
        if not parts:
            continue
        part = w.random.choice(parts)
        if title not in score.squeeze(item.text_content().replace(part.text_content(), "", 1)):
            continue
        part.drop_tree()


LAYOUTS = [
    same,
    rows,
    columns,
    sections,
    flat_sections,
    two_levels,
    halves,
    adverts,
    comments,
    tags,
    unlike,
    lead,
    copies,
    menus,
    without_links,
    without_classes,
    other_tags,
    own_elements,
    short,
]

# ---- pages whose records are siblings


def text_of(one, texts):
    """Notes the text of each element, without white space."""
    for node in reversed(list(one.iter(lxml.etree.Element))):
        if node.tag in ("script", "style", "noscript", "template"):
            texts[node] = ""
            continue
        own = [score.squeeze(node.text or "")]
        for kid in node:
            own.append(texts.get(kid, ""))
            own.append(score.squeeze(kid.tail or ""))
        texts[node] = "".join(own)


def find_items(root, titles):
    """The siblings that hold one title each; None if there are none."""
    texts = {}
    text_of(root, texts)
    best = None
    for parent in texts:
        kids = [kid for kid in parent if kid in texts]
        if len(kids) < len(titles) or sum(t in texts[parent] for t in titles) < len(titles):
            continue
        items, at = [], 0
        for title in titles:
            while at < len(kids) and title not in texts[kids[at]]:
                at += 1
            if at == len(kids):
                break
            items.append(kids[at])
            at += 1
        if len(items) == len(titles):
            best = items
    if best is None:
        return None
    parent = best[0].getparent()
    between = parent[parent.index(best[0]) : parent.index(best[-1]) + 1]
    others = [kid for kid in between if kid not in best and texts.get(kid, "")]
    loose = "".join(score.squeeze(kid.tail or "") for kid in between[:-1])
    if others or loose or len({kid.tag for kid in best}) > 1:
        return None
    return None if best[0].tag in ("body", "td", "th", "dt", "option", "a", "span", "font") else best


def title_of(record, field):
    title = record.get(field)
    return title if isinstance(title, str) and title.strip() else record.get("_title") or ""


def read_page(path, gold):
    data = open(path, "rb").read()
    records = gold["records"]
    if len(data) > MOST_BYTES or len(records) < LEAST or gold.get("count_is_lower_bound"):
        return None
    text = None
    for encoding in (gold.get("encoding"), "utf-8", "windows-1252"):
        try:
            text = data.decode(encoding) if encoding else None
        except (LookupError, UnicodeDecodeError):
            continue
        if text is not None:
            break
    if text is None:
        return None
    root = lxml.html.document_fromstring(re.sub(r"^\s*<\?xml[^>]*\?>|[\x00-\x08\x0b\x0c\x0e-\x1f]", "", text))
    for meta in root.xpath("//meta[@charset or translate(@http-equiv,'CONTEYP','conteyp')='content-type']"):
        meta.drop_tree()
    return root


def seen(record, page_text):
    """A record of the gold with the values that are still on the page."""
    kept = {}
    for key, value in record.items():
        if key == "_title" or key == "_href" or key.startswith("_attr"):
            kept[key] = value
        elif isinstance(value, list):
            kept[key] = [one for one in value if score.squeeze(str(one)) in page_text]
        elif value is None or score.squeeze(str(value)) in page_text:
            kept[key] = value
    return kept


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--only", action="append", metavar="NAME")
    parser.add_argument("--to", required=True, metavar="FOLDER")
    parser.add_argument("sets", nargs="+", metavar="SET")
    options = parser.parse_args()
    counts = {}
    for folder in options.sets:
        name = os.path.basename(os.path.normpath(folder))
        for path, gold in score.read_pages(folder):
            field = gold.get("title_field", "title")
            title = lambda record: title_of(record, field)
            root = read_page(path, gold)
            items = None
            if root is not None and all(title(record) for record in gold["records"]):
                items = find_items(root, [score.squeeze(title(record)) for record in gold["records"]])
            if items is None:
                continue
            page = name + "-" + os.path.basename(path)
            for n, item in enumerate(items):
                item.set("data-wrap", str(n))
            for layout in LAYOUTS:
                if options.only and layout.__name__ not in options.only:
                    continue
                tree = copy.deepcopy(root)
                own = sorted(tree.xpath("//*[@data-wrap]"), key=lambda one: int(one.get("data-wrap")))
                for item in own:
                    del item.attrib["data-wrap"]
                if layout(Wrap(tree, own, gold["records"], title, page)) is False:
                    continue
                to = os.path.join(options.to, layout.__name__)
                os.makedirs(to, exist_ok=True)
                text = lxml.html.tostring(tree, encoding="unicode", doctype="<!DOCTYPE html>")
                made = dict(gold, encoding="utf-8", source="wrap-" + layout.__name__)
                if layout is short:
                    page_text = score.squeeze(tree.text_content())
                    made["records"] = [seen(record, page_text) for record in gold["records"]]
                    for record in made["records"]:
                        record.pop("_text", None)
                charset = '<meta charset="utf-8">'
                if "<head>" in text:
                    text = text.replace("<head>", "<head>" + charset, 1)
                else:
                    text = text.replace("<body", f"<head>{charset}</head><body", 1)
                with open(os.path.join(to, page), "w", encoding="utf-8") as file:
                    file.write(text)
                with open(os.path.join(to, page + ".gold.json"), "w", encoding="utf-8") as file:
                    json.dump(made, file, ensure_ascii=False, indent=0)
                counts[layout.__name__] = counts.get(layout.__name__, 0) + 1
    for layout in LAYOUTS:
        if layout.__name__ in counts:
            print(f"{layout.__name__:16} {counts[layout.__name__]:4}  {layout.__doc__}")


if __name__ == "__main__":
    main()
