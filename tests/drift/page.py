"""A page as elements with their positions in the source, so that edits change nothing else.

The source is decoded as ISO 8859-1, one character per byte in any encoding.  Elements without end tags are closed as
browsers do; the tag tree of detm is that of `detm tree`.
"""

import html
import re
import unicodedata

VOID = set("area base br col embed frame hr img input link meta param source track wbr".split())
RAW = ("script", "style", "textarea", "title", "noscript", "template")
BLOCK = set(
    "address article aside blockquote center dir div dl fieldset footer form h1 h2 h3 h4 h5 h6 header hr main menu nav "
    "ol p pre section table ul".split()
)
# a start tag closes the elements on the left, within the nearest element on the right
ENDS = {
    "li": ({"li"}, {"ul", "ol", "menu", "dir", "table"}),
    "dt": ({"dt", "dd"}, {"dl", "table"}),
    "dd": ({"dt", "dd"}, {"dl", "table"}),
    "option": ({"option"}, {"select"}),
    "td": ({"td", "th"}, {"tr", "table"}),
    "th": ({"td", "th"}, {"tr", "table"}),
    "tr": ({"tr"}, {"table"}),
    "tbody": ({"tbody", "thead", "tfoot"}, {"table"}),
    "thead": ({"tbody", "thead", "tfoot"}, {"table"}),
    "tfoot": ({"tbody", "thead", "tfoot"}, {"table"}),
}
TOKEN = re.compile(
    r"<!--.*?(?:-->|$)|<[!?][^>]*>|</([a-zA-Z][^\s>/]*)[^>]*>"
    r"|<([a-zA-Z][^\s>/]*)((?:[^>\"'=]|=\s*\"[^\"]*\"|=\s*'[^']*'|[=\"'])*)>",
    re.S,
)
CLASS = re.compile(r"(?<=\s)((class|id)\s*=\s*)(\"[^\"]*\"|'[^']*'|[^\s\"'>]+)", re.I)


def squeeze(text):
    """Normalises a text for comparison: no white space, no zero-width characters, no case."""
    return re.sub(r"[\s\u200b-\u200f\u00ad\ufeff]+", "", unicodedata.normalize("NFKC", text)).casefold()


class Element:
    """The start tag is [start, inner), the end tag [inner_end, end), which may be empty."""

    def __init__(self, tag, start, inner, parent):
        self.tag, self.start, self.inner, self.parent = tag, start, inner, parent
        self.inner_end = self.end = inner
        self.children = []

    def elements(self):
        """Yields the element and its descendants in document order."""
        stack = [self]
        while stack:
            element = stack.pop()
            yield element
            stack.extend(reversed(element.children))

    def within(self, other):
        return other.start <= self.start and self.end <= other.end

    def up(self):
        element = self
        while element is not None:
            yield element
            element = element.parent


class Page:
    def __init__(self, source, encoding="utf-8"):
        self.source, self.encoding = source, encoding
        self.root = Element("#page", 0, 0, None)
        self.root.inner_end = self.root.end = len(source)
        self.texts = []  # [(start, end)]
        self.starts = []  # elements in document order
        self._parse()

    def _close(self, stack, count, at, end):
        """Closes all but the `count` outermost open elements at `at`; the outermost of these has an end tag up to `end`."""
        while len(stack) > count:
            element = stack.pop()
            element.inner_end = at
            element.end = end if len(stack) == count else at

    def _open(self, stack, tag, at):
        if tag in ENDS:
            closes, bound = ENDS[tag]
            for i in range(len(stack) - 1, 0, -1):
                if stack[i].tag in closes:
                    self._close(stack, i, at, at)
                    break
                if stack[i].tag in bound:
                    break
        if tag in BLOCK and stack[-1].tag == "p":
            self._close(stack, len(stack) - 1, at, at)

    def _end(self, stack, tag, at, end):
        for i in range(len(stack) - 1, 0, -1):
            if stack[i].tag == tag:
                return self._close(stack, i, at, end)
            if stack[i].tag in ("td", "th", "table") and tag not in ("table", "tr", "tbody", "thead", "tfoot"):
                return None
        return None

    def _parse(self):
        source, stack, at = self.source, [self.root], 0
        while at < len(source):
            token = TOKEN.search(source, at)
            stop = token.start() if token else len(source)
            if source[at:stop].strip():
                self.texts.append((at, stop))
            if not token:
                break
            at = token.end()
            if token.group(1):
                self._end(stack, token.group(1).lower(), token.start(), at)
            elif token.group(2):
                at = self._start_tag(stack, token)
        self._close(stack, 1, len(source), len(source))

    def _start_tag(self, stack, token):
        tag, at = token.group(2).lower(), token.end()
        self._open(stack, tag, token.start())
        element = Element(tag, token.start(), at, stack[-1])
        stack[-1].children.append(element)
        self.starts.append(element)
        if tag in RAW:
            end = re.compile("</%s[^>]*>" % tag, re.I).search(self.source, at)
            element.inner_end = end.start() if end else at
            element.end = end.end() if end else at
            return element.end
        if tag not in VOID and not token.group(3).endswith("/"):
            stack.append(element)
        return at

    def text(self, element):
        """Returns the normalised text of an element."""
        return self.words(element.inner, element.inner_end)

    def words(self, start, end):
        out = []
        low, high = 0, len(self.texts)
        while low < high:
            middle = (low + high) // 2
            low, high = (middle + 1, high) if self.texts[middle][1] <= start else (low, middle)
        for a, b in self.texts[low:]:
            if a >= end:
                break
            out.append(self.source[max(a, start) : min(b, end)])
        raw = "".join(out).encode("latin-1").decode(self.encoding, "replace")
        return squeeze(html.unescape(raw))

    def attribute(self, element, name):
        tag = self.source[element.start : element.inner]
        found = re.search(r"\s%s\s*=\s*(\"[^\"]*\"|'[^']*'|[^\s\"'>]+)" % name, tag, re.I)
        return html.unescape(found.group(1).strip("\"'")) if found else None

    def marked(self):
        """Returns the source with the number of each element as its id."""
        out, at = [], 0
        for number, element in enumerate(self.starts):
            name_end = element.start + 1 + len(element.tag)
            out += [self.source[at:name_end], ' id="dm%d"' % number]
            at = name_end
        return "".join(out) + self.source[at:]


def edit(source, edits):
    """Replaces [start, end) of the source by text, for each (start, end, text); edits at one position keep their order."""
    out, at = [], 0
    for _, (start, end, text) in sorted(enumerate(edits), key=lambda item: (item[1][0], item[1][1], item[0])):
        if start < at:
            raise ValueError("edits overlap")
        out += [source[at:start], text]
        at = end
    return "".join(out) + source[at:]
