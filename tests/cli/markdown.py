"""Compares the Markdown that detm content prints with its XML: a Markdown parser turns the Markdown into HTML.

    markdown.py DETM CMARK PAGE...             compares these pages
    markdown.py PROGRAM CMARK --random COUNT   compares pages of random elements and words that look like markup;
                                               PROGRAM is tests/cli/markdown

Each character of the text must have the same heading, lists, quotations, emphasis, code, link and cell in both.
Prints the first difference of each page; the exit status is 1 if there are any.
"""
import html.parser, random, re, subprocess, sys, urllib.parse, xml.etree.ElementTree as tree

DEEPEST = 20  # nested containers; detm does not indent deeper ones
WIDEST = 32   # columns that are compared


def squeeze(text):
    return re.sub(r"\s+", "", text)


def address(href):
    """An address without escapes, which Markdown parsers add."""
    return squeeze(urllib.parse.unquote(href, errors="replace"))


class Reader:
    """Collects the characters of a document, each with the elements that contain it."""

    def __init__(self):
        self.out, self.lists, self.within, self.cell = [], [], [], None
        self.link = None

    def state(self):
        names = frozenset(name for name in self.within)
        return (tuple(self.lists), names, self.link, self.cell)

    def add(self, text):
        state = self.state()
        self.out.extend((char, state) for char in squeeze(text))

    def image(self, src, alt):
        lists, names, link, cell = self.state()
        self.out.append(("image " + address(src) + " " + squeeze(alt or ""), (lists, names - {"code"}, link, cell)))

    def enter_link(self, href):
        self.link, self.start = address(href), len(self.out)

    def leave_link(self):
        """Ignores a link whose text is its address: Markdown parsers make links of plain addresses."""
        said = "".join(char for char, _ in self.out[self.start:])
        if said in (self.link, self.link.replace("&", "&amp;")):
            self.out[self.start:] = [(c, (l, n, None, cell)) for c, (l, n, _, cell) in self.out[self.start:]]
        self.link = None


class Html(Reader, html.parser.HTMLParser):
    """Reads the HTML that the Markdown parser writes."""
    KEPT = {"h1", "h2", "h3", "h4", "h5", "h6", "strong", "em", "code", "sub", "sup", "pre"}

    def __init__(self, page):
        Reader.__init__(self)
        html.parser.HTMLParser.__init__(self)
        self.row = self.column = 0
        self.feed(page)
        self.close()

    def handle_starttag(self, tag, attributes):
        attributes = dict(attributes)
        if tag in self.KEPT:
            self.within.append(tag)
        elif tag in ("ul", "ol", "blockquote"):
            self.lists.append(tag)
        elif tag == "a":
            self.enter_link(attributes.get("href") or "")
        elif tag == "img":
            self.image(attributes.get("src") or "", attributes.get("alt"))
        elif tag == "table":
            self.row = -1
        elif tag == "tr":
            self.row, self.column = self.row + 1, -1
        elif tag in ("td", "th"):
            self.column += 1
            self.cell = (self.row, self.column)

    def handle_endtag(self, tag):
        if tag in self.KEPT:
            self.within.remove(tag)
        elif tag in ("ul", "ol", "blockquote"):
            self.lists.pop()
        elif tag == "a":
            self.leave_link()
        elif tag in ("td", "th"):
            self.cell = None

    def handle_data(self, text):
        before = self.within
        if "pre" in before:
            self.within = [name for name in before if name != "code"]
        self.add(text)
        self.within = before


class Xml(Reader):
    """Reads the XML of detm, with elements that Markdown lacks changed as detm changes them."""

    def __init__(self, field):
        super().__init__()
        self.children(field)

    def state(self):
        """Terms are strong, except headings and code within them."""
        lists, names, link, cell = super().state()
        if "term" in names and not names & {"h1", "h2", "h3", "h4", "h5", "h6", "pre"}:
            names |= {"strong"}
        return lists, names - {"term"}, link, cell

    def children(self, element):
        self.add(element.text or "")
        for child in element:
            self.element(child)
            self.add(child.tail or "")

    def inside(self, stack, name, element):
        stack.append(name)
        self.children(element)
        stack.pop()

    def element(self, element):
        tag = element.tag.split("}")[1]
        if tag in ("h1", "h2", "h3", "h4", "h5", "h6"):
            self.children(element) if self.cell else self.inside(self.within, tag, element)
        elif tag in ("strong", "em", "code", "sub", "sup"):
            self.inside(self.within, tag, element)
        elif tag == "pre":
            self.inside(self.within, "code" if self.cell else "pre", element)
        elif tag in ("ul", "ol"):
            self.list(tag, element)
        elif tag == "blockquote":
            self.children(element) if self.cell else self.inside(self.lists, tag, element)
        elif tag == "dt":
            self.children(element) if self.cell else self.inside(self.within, "term", element)
        elif tag == "dd":
            self.children(element) if self.cell else self.inside(self.lists, "ul", element)
        elif tag == "a" and "href" in element.attrib and self.link is None:
            self.enter_link(element.get("href"))
            self.children(element)
            self.leave_link()
        elif tag == "img":
            self.image(element.get("src"), element.get("alt"))
        elif tag == "table" and self.cell is None:
            self.table(element)
        else:
            self.children(element)

    def list(self, tag, element):
        if self.cell is None:
            return self.inside(self.lists, tag, element)
        for number, item in enumerate(element, 1):
            self.add("-" if tag == "ul" else "%d." % number)
            self.children(item)

    def table(self, element):
        below = {}
        rows = [child for child in element if child.tag.endswith("}tr")]
        first = [c for c in rows[0] if "".join(c.itertext()).strip() or c.find(".//{*}img") is not None] if rows else []
        header = bool(first) and all(c.tag.endswith("}th") for c in first)
        for child in element:  # captions come before the rows
            if not child.tag.endswith("}tr"):
                self.children(child)
        for number, row in enumerate(rows, 0 if header else 1):
            column = 0
            for cell in row:
                while below.get(column, 0):
                    below[column] -= 1
                    column += 1
                columns = min(int(cell.get("colspan", 1)), WIDEST)
                self.cell = (number, column)
                self.children(cell)
                for covered in range(column, min(column + columns, WIDEST)):
                    below[covered] = int(cell.get("rowspan", 1)) - 1
                column += columns
            self.cell = None
            for left in range(column, WIDEST):
                below[left] = max(0, below.get(left, 0) - 1)


def run(*command, text=None):
    return subprocess.run(command, input=text, stdout=subprocess.PIPE, check=False).stdout


def too_deep(field, depth=0):
    return depth > DEEPEST or any(too_deep(child, depth + 1) for child in field)


def too_wide(field):
    return any(len(row) > WIDEST for row in field.iter("{urn:detm:results:1}tr"))


def compare(field, page, name):
    """Returns the first difference between detm's XML and the HTML of its Markdown, or None."""
    given, wanted = Html(page).out, Xml(field).out
    for at, (one, other) in enumerate(zip(given, wanted)):
        if one != other:
            around = "".join(char for char, _ in wanted[max(0, at - 30):at + 20])
            return "%s: at %r: Markdown has %s, XML %s" % (name, around, one, other)
    if len(given) != len(wanted):
        return "%s: %d characters in Markdown, %d in XML" % (name, len(given), len(wanted))
    return None


def compare_page(detm, cmark, page):
    options = ["content", "-q", "--text-only", page]
    field = tree.fromstring(run(detm, *options)).find(".//{*}field[@name='text']")
    markdown = run(detm, *options, "-f", "markdown")
    if field is None:
        return page + ": Markdown without a text" if markdown else None
    if too_deep(field) or too_wide(field):
        return None
    return compare(field, run(*cmark, text=markdown).decode(), page)


WORDS = ("word two-words # ## 1. 2) - + * ** *a* _b_ __c__ a_b_c `code` `` ``` ~~~ ~x~ ~~y~~ [link](x) ![i](y) [a]: <b> "
         "&lt;i&gt; &amp;lt; &amp;amp; &amp;#35; a|b | --- |---| === --- > >quote \\ \\* a\\ http://x.org/a_b*c~d "
         "https://x.org/~u?a=1&amp;b=2. www.x.org a@b.org ! !! 2*3*4 \"quoted\" (x) 水 木。 “q” ä é… «x» $ % : :-: ; C# "
         "end.").split()
BLOCKS = ["<p>", "</p>", "<h2>", "</h2>", "<h3>", "<ul>", "</ul>", "<ol>", "</ol>", "<ol start=3>", "</ol>", "<li>", "<li>", "<dl>", "</dl>", "<dt>",
          "<dd>", "<table>", "</table>", "<tr>", "<td>", "<td>", "<th>", "<td colspan=2>", "<td rowspan=2>", "<caption>", "</caption>",
          "<pre>", "</pre>", "<blockquote>", "</blockquote>", "<div>", "</div>", "<br>", "<br><br>"]
PHRASES = ["<b>", "</b>", "<b>", "</b>", "<i>", "</i>", "<code>", "</code>", "<a href='u?a=1&amp;lt;=(2)'>", "</a>", "<sup>",
           "</sup>", "<img src='i(1).png' alt='[x] *y*'>", "<a href='a b|c'>"]
LINE = "This is a sentence that is long enough to be chosen as the text of a page. "


def random_page(seed):
    chosen = random.Random(seed)
    page = ["<base href='http://x.org/d/'><title>A page</title><body><article>"]
    for _ in range(chosen.randrange(10, 120)):
        kind = chosen.random()
        part = chosen.choice(BLOCKS if kind < .2 else PHRASES if kind < .5 else WORDS)
        page.append(part)
        if part in ("<p>", "<li>", "<td>", "<dd>", "<blockquote>", "<br>", "<h2>"):
            page.append(chosen.choice(WORDS) + " " + LINE)
        if chosen.random() < .5:
            page.append(" ")
    return "".join(page)


def compare_random(program, cmark, count):
    """Joins the pages into one document, so an element that a page leaves open shows up as a fault of the next."""
    pages = [random_page(seed) for seed in range(count)]
    texts = run(program, text="\0".join(pages).encode()).decode().split("\0")
    whole = "".join("PAGEBREAK\n\n" + markdown + "\n" for markdown in texts[1::2])
    html_pages = run(*cmark, text=whole.encode()).decode().split("<p>PAGEBREAK</p>\n")[1:]
    if len(html_pages) != count or len(texts) != 2 * count + 1:
        yield "%d pages, but %d texts and %d pages of HTML" % (count, len(texts) // 2, len(html_pages))
    for seed, (xml, page) in enumerate(zip(texts[::2], html_pages)):
        field = tree.fromstring("<text xmlns='urn:detm:results:1'>" + xml + "</text>")
        if not too_deep(field) and not too_wide(field):
            yield compare(field, page, "random page %d" % seed)


def main():
    detm, cmark, pages = sys.argv[1], sys.argv[2].split(), sys.argv[3:]
    if pages[0] == "--random":
        found = compare_random(detm, cmark, int(pages[1]))
    else:
        found = (compare_page(detm, cmark, page) for page in pages)
    wrong = [difference for difference in found if difference]
    print("\n".join(wrong))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
