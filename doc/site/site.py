#!/usr/bin/env python3
"""doc/site/site.py FOLDER: writes the documents and the manual pages as a folder of HTML; see `make site`.

The pages need no script and no network.  Names of documents and of manual pages in them are links.  Needs
markdown-it-py (python3-markdown-it in Debian) and mandoc.
"""

import html
import os
import re
import shutil
import subprocess
import sys

try:
    from markdown_it import MarkdownIt
    from markdown_it.token import Token
except ImportError:
    sys.exit("site.py needs markdown-it-py: apt-get install python3-markdown-it, or pip install markdown-it-py")

TOP = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
# Groups of (source, page, name in the navigation).
GROUPS = [
    ("Start", [("README", "index.html", "Overview"), ("doc/tutorial.md", "tutorial.html", "Tutorial"),
               ("python/README", "python.html", "Python")]),
    ("Manual", [("man/detm.1", "detm.1.html", "detm(1)"), ("doc/reference.md", "reference.html", "All options"),
                ("man/detm-wrapper.5", "detm-wrapper.5.html", "detm-wrapper(5)"),
                ("man/detm-template.5", "detm-template.5.html", "detm-template(5)"),
                ("man/libdetm.3", "libdetm.3.html", "libdetm(3)")]),
    ("Background", [("doc/method.md", "method.html", "Methods"), ("doc/accuracy.md", "accuracy.html", "Accuracy"),
                    ("doc/scale.md", "scale.html", "Scale"), ("doc/security.md", "security.html", "Security"),
                    ("doc/stability.md", "stability.html", "Stability"), ("NEWS", "news.html", "News")]),
    ("Development", [("doc/architecture.md", "architecture.html", "Architecture"), ("doc/portability.md", "portability.html", "Portability"),
                     ("HACKING", "hacking.html", "HACKING")]),
]
PAGES = [page for _, pages in GROUPS for page in pages]
# How texts name the documents: doc/method.md, doc/method, man/detm.1, detm(1).
TARGETS = {}
for source, page, _ in PAGES:
    TARGETS[source] = page
    if source.endswith(".md"):
        TARGETS[source.removesuffix(".md")] = page
    if source.startswith("man/"):
        name, section = source.removeprefix("man/").rsplit(".", 1)
        TARGETS[f"{name}({section})"] = page
REFERENCE = re.compile(r"(?<![\w/.-])(" + "|".join(re.escape(name) for name in sorted(TARGETS, key=len, reverse=True)) +
                       r")(?![\w/(])")


def slug(title):
    """The anchor of a heading, as forges of repositories make it."""
    return re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-")


def scroll_tables(body):
    """Puts each table into a box that scrolls, except the synopsis of a manual page."""
    return re.sub(r'(<table(?! class="Nm").*?</table>)', r'<div class="wide" tabindex="0">\1</div>', body, flags=re.S)


# ---- Markdown and plain text ----

def markdown_of_text(text):
    """A document in plain text as Markdown: headings are in capitals, underlined, the first line, or a version."""
    title, _, rest = text.partition("\n")
    title, _, about = title.partition(": ")
    lines, in_version = [f"# {title}", "", about and about[0].upper() + about[1:] + "." * (about[-1] != ".")], False
    for line in rest.removeprefix("=" * len(text.partition("\n")[0]) + "\n").splitlines():
        version = re.fullmatch(r"\d+\.\d+\.\d+.*", line)
        heading = version or re.fullmatch(r"[A-Z][A-Z ]+", line)
        in_version = bool(version) if heading else in_version
        line = line.removeprefix("    ") if in_version else line
        if line.startswith("    ") and lines and lines[-1] and not lines[-1].startswith("    "):
            lines.append("")
        if not line.startswith(" ") and lines and lines[-1].startswith("    ") and line:
            lines.append("")
        lines.append(f"## {line}" if heading else line)
    return "\n".join(lines)


def link_references(children):
    """Makes links of the names of documents in the tokens of a paragraph, unless they are in a link."""
    linked, depth = [], 0
    for token in children:
        depth += {"link_open": 1, "link_close": -1}.get(token.type, 0)
        if depth != 0 or token.type not in ("text", "code_inline"):
            linked.append(token)
            continue
        for index, part in enumerate(REFERENCE.split(token.content)):
            if part == "":
                continue
            inner = Token(token.type, token.tag, 0, content=part, markup=token.markup)
            if index % 2 == 0:
                linked.append(inner)
            else:
                linked += [Token("link_open", "a", 1, attrs={"href": TARGETS[part]}), inner, Token("link_close", "a", -1)]
    return linked


def link_target(source, href):
    """The target in the site of a link of a document of the sources."""
    path, mark, anchor = href.partition("#")
    if "://" in href or not path:
        return href
    path = os.path.normpath(os.path.join(os.path.dirname(source), path))
    return TARGETS.get(path, os.path.basename(path)) + mark + anchor


def render_document(source, text):
    """Returns the title, the headings [(anchor, title)] and the HTML of a document."""
    parser = MarkdownIt("commonmark", {"html": False}).enable("table")
    if not source.endswith(".md"):
        parser.disable(["emphasis", "link", "image", "autolink", "entity", "escape"])
        text = markdown_of_text(text)
    tokens = parser.parse(text)
    title, headings, taken = "", [], set()
    for index, token in enumerate(tokens):
        if token.type == "heading_open":
            content = "".join(child.content for child in tokens[index + 1].children)
            anchor = slug(content)
            while anchor in taken:
                anchor += "-1"
            taken.add(anchor)
            token.attrSet("id", anchor)
            title = content if token.tag == "h1" else title
            if token.tag == "h2":
                headings.append((anchor, content))
        elif token.type == "inline":
            for child in token.children:
                for attribute in ("href", "src"):
                    if child.attrGet(attribute):
                        child.attrSet(attribute, link_target(source, str(child.attrGet(attribute))))
            if tokens[index - 1].type != "heading_open":
                token.children = link_references(token.children)
        elif token.type in ("code_block", "fence"):
            token.attrSet("tabindex", "0")
    return title, headings, scroll_tables(parser.renderer.render(tokens, parser.options, {}))


# ---- manual pages ----

def render_manual(source):
    """As render_document."""
    body = subprocess.run(["mandoc", "-T", "html", "-O", "fragment,man=%N.%S.html", os.path.join(TOP, source)], check=True,
                          capture_output=True, text=True).stdout
    body = re.sub(r"<(/?)h2\b", r"<\1h3", body)
    body = re.sub(r"<(/?)h1\b", r"<\1h2", body)
    ours = set(TARGETS.values())
    body = re.sub(r'<a class="Xr" href="([^"]*)">', lambda m: m[0] if m[1] in ours else '<a class="Xr">', body)
    body = re.sub(r'<table class="(head|foot)">.*?</table>', "", body, flags=re.S)
    body = re.sub(r'<pre\b', '<pre tabindex="0"', body)
    headings = [(anchor, html.unescape(re.sub("<[^>]*>", "", title)))
                for anchor, title in re.findall(r'<h2 class="Sh" id="([^"]*)">(.*?)</h2>', body, re.S)]
    body = scroll_tables(body)
    name = next(label for path, _, label in PAGES if path == source)
    return name, headings, f"<h1>{html.escape(name)}</h1>\n{body}"


# ---- pages ----

def navigation(current):
    out = ['<nav aria-label="Documents">']
    for title, pages in GROUPS:
        out.append(f"<p><b>{title}</b>")
        for _, page, name in pages:
            here = ' aria-current="page"' if page == current else ""
            out.append(f'<a href="{page}"{here}>{html.escape(name)}</a>')
        out.append("</p>")
    return "\n".join([*out, "</nav>"])


def contents(headings):
    if len(headings) < 3:
        return ""
    links = "\n".join(f'<li><a href="#{html.escape(anchor)}">{html.escape(title)}</a>' for anchor, title in headings)
    return f'<details class="contents"><summary>On this page</summary>\n<ul>\n{links}\n</ul>\n</details>\n'


def page_of(page, title, headings, body):
    shown = title if page == "index.html" else f"{title} - detm"
    after_title = body.find("</h1>") + len("</h1>")
    return f"""<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>{html.escape(shown)}</title>
<link rel="stylesheet" href="site.css">
</head>
<body>
<a class="skip" href="#document">To the text</a>
{navigation(page)}
<main id="document">
{body[:after_title]}
{contents(headings)}{body[after_title:]}</main>
</body>
</html>
"""


def main():
    if len(sys.argv) != 2 or sys.argv[1].startswith("-"):
        sys.exit(__doc__)
    if shutil.which("mandoc") is None:
        sys.exit("site.py needs mandoc: apt-get install mandoc")
    folder = sys.argv[1]
    os.makedirs(folder, exist_ok=True)
    for source, page, _ in PAGES:
        if source.startswith("man/"):
            title, headings, body = render_manual(source)
        else:
            with open(os.path.join(TOP, source), encoding="utf-8") as file:
                title, headings, body = render_document(source, file.read())
        with open(os.path.join(folder, page), "w", encoding="utf-8") as file:
            file.write(page_of(page, title, headings, body))
    for path in ("doc/inspect.png", "doc/site/site.css"):
        shutil.copy(os.path.join(TOP, path), folder)


if __name__ == "__main__":
    main()
