#!/usr/bin/env python3
"""Checks of documents.

  documents.py links FOLDER    links and anchors of the pages of doc/site/site.py
  documents.py names DETM      names in README, HACKING, NEWS, doc and man: manual pages, files of the sources, commands
                               and options of DETM, goals of make; also manual pages in the sources
  documents.py commands        commands in README, HACKING, doc and man begin with "$ " or "% "
Prints each fault; status 1 if there is one.  The current folder is that of the sources.
"""

import os
import re
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote

DOCUMENTS = [*map(Path, ("README", "HACKING", "NEWS", "python/README")), *sorted(Path("doc").glob("*.md")),
             *sorted(Path("man").glob("*.[1-9]"))]
# Files that a build or a user makes, and parts of other projects.
NOT_IN_SOURCES = re.compile(r"^templates/corrections|\b(?:NAME|MODULE|TARGET)\b")


# ---- links ----

class Page(HTMLParser):
    def __init__(self, text):
        super().__init__()
        self.ids, self.links = [], []
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        for name, value in attributes:
            if name == "id":
                self.ids.append(value)
            if name in ("href", "src"):
                self.links.append(value)


def check_links(folder):
    pages = {path.name: Page(path.read_text(encoding="utf-8")) for path in Path(folder).glob("*.html")}
    if len(pages) < 10:
        yield f"{folder} has only {len(pages)} pages"
    for name, page in sorted(pages.items()):
        for anchor in sorted({anchor for anchor in page.ids if page.ids.count(anchor) > 1}):
            yield f"{name}: two elements have the id {anchor}"
        for link in page.links:
            if re.match(r"[a-z]+:", link):
                continue
            target, _, anchor = link.partition("#")
            if not (Path(folder) / (target or name)).is_file():
                yield f"{name}: {link}: there is no such file"
            elif anchor and unquote(anchor) not in pages[target or name].ids:
                yield f"{name}: {link}: there is no such anchor"
    reached, new = set(), {"index.html"}
    while new:
        reached |= new
        new = {link.partition("#")[0] for name in new for link in pages[name].links} & set(pages) - reached
    for name in sorted(set(pages) - reached):
        yield f"{name}: no page leads to it"


# ---- names ----

def manuals():
    return {"{}({})".format(*path.name.rsplit(".", 1)) for path in Path("man").glob("*.[1-9]")}


def check_manuals():
    known = manuals()
    folders = ("src", "include", "python", "examples", "packaging", "templates", "tests")
    sources = [path for folder in folders for path in sorted(Path(folder).rglob("*"))
               if path.is_file() and path.suffix not in (".o", ".lo", ".la", ".so", ".a")]
    for path in [*DOCUMENTS, *sources]:
        text = path.read_text(encoding="utf-8", errors="replace")
        names = re.findall(r"(?<![\w-])((?:lib)?detm(?:-[a-z]+)*\([1-9]\))", text)
        names += ["{}({})".format(*pair) for pair in re.findall(r"^\.Xr ((?:lib)?detm\S*) (\d)", text, re.M)]
        for name in sorted(set(names) - known):
            yield f"{path}: {name}: there is no such manual page"


def check_files():
    pattern = re.compile(r"(?<![\w/.$-])((?:\.ci|doc|examples|include|man|packaging|python|src|templates|tests)/[\w./-]*\w)(?![\w*]|[./-]*\*)")
    for path in DOCUMENTS:
        text = path.read_text(encoding="utf-8").replace("\\-", "-")
        for name in sorted(set(pattern.findall(text))):
            if not any(Path(name + suffix).exists() for suffix in ("", ".md", ".c", ".h")) and not NOT_IN_SOURCES.search(name) and name not in goals():
                yield f"{path}: {name}: there is no such file"


def options_of(detm):
    """The long and short options of each command."""
    listed = subprocess.run([detm, "help"], check=True, capture_output=True, text=True).stdout
    names = re.findall(r"^  (\w+) ", listed.split("Commands:\n")[1].split("\n\n")[0], re.M)
    options = {}
    for name in names:
        shown = subprocess.run([detm, "help", name], check=True, capture_output=True, text=True).stdout
        options[name] = set(re.findall(r"^  (?:-.,|   ) (--[\w-]+)", shown, re.M)) | set(re.findall(r"^  (-.),", shown, re.M))
    return options


def check_topic(detm, words):
    """The error of `detm help WORD...`; words in capitals stand for others."""
    words = [re.sub(r"[^\w-]+$", "", word) for word in words]
    if any(word.isupper() for word in words):
        return ""
    return subprocess.run([detm, "help", *words], capture_output=True, text=True).stderr.strip()


def code_of(path, text):
    """The parts of a document that are commands, or texts in `...` or "..."."""
    if path.parent.name == "man":
        return re.findall(r"^(?:\.Dl )?[$%] .*", text, re.M)
    return re.findall(r"^    .*|`[^`\n]+`|\"[^\"\n]+\"", text, re.M)


def check_options(detm):
    options = options_of(detm)
    known = set().union(*options.values())
    for path in DOCUMENTS:
        text = re.sub(r"\\(?=-)|\\e\n|\\\n", "", path.read_text(encoding="utf-8"))
        code = "\n".join(code_of(path, text))
        for command in sorted(set(re.findall(r"(?:^ *(?:[$%] |[`\"])?|[;&|] )(?:\./)?detm ([a-z]+)", code, re.M))):
            if command not in options and command != "help":
                yield f"{path}: detm {command}: there is no such command"
        for command, rest in re.findall(r"(?<![\w-])detm ([a-z]+)((?: (?![|>&;<])[^\s`|;]+)*)", text):
            words = re.split(r" (?:\./)?detm ", rest)[0].split()
            if command == "help" and (error := check_topic(detm, words)):
                yield f"{path}: detm help{rest}: {error}"
            for option in [word for word in words if re.match(r"--[a-z]|-[a-zA-Z0]$", word)] if command in options else []:
                option = re.match(r"-[\w-]+", option)[0]
                if option not in options[command] and not any(long.startswith(option) for long in options[command]):
                    yield f"{path}: detm {command}{rest}: {command} has no option {option}"
        for option in sorted(set(re.findall(r"^\.Fl -([a-z][\w-]*)", text, re.M))):
            if path.name == "detm.1" and f"--{option}" not in known and option not in ("huge", "help", "version"):
                yield f"{path}: --{option}: no command has it"


def goals():
    """The goals of make, programs among them."""
    makefiles = Path("Makefile.am").read_text()
    for path in Path(".").glob("*/**/Makefile.inc"):
        makefiles += path.read_text().replace("%D%", str(path.parent))
    found = set(re.findall(r"^([a-z][\w/.-]*):", makefiles, re.M)) | {"all", "check", "clean", "dist", "distcheck", "install"}
    return found | {name for names in re.findall(r"_(?:PROGRAMS|programs) \+?= (.*)", makefiles) for name in names.split()}


def check_goals():
    """Goals in commands, after words such as "run", and those with a hyphen; "make sure" is prose."""
    pattern = re.compile(r"(?:[`\"(]|    [$%] |&& |\b(?:or|run|runs|with|by)\s)make ([a-z][\w/-]*)|\bmake ([a-z]\w*(?:[/-]\w+)+)")
    known = goals()
    for path in DOCUMENTS:
        for goal in ["".join(found) for found in pattern.findall(path.read_text(encoding="utf-8"))]:
            if goal not in known:
                yield f"{path}: make {goal}: there is no such goal"


# ---- commands ----

PROGRAMS = "apt-get|bash|cc|chroot|curl|detm|docker|gcc|git|hadoop|make|mmdebstrap|pip|python3?|sh|sudo|tar"
COMMAND = re.compile(rf"    (?:[A-Z]+=\S+ )*(?:\.{{1,2}}/|(?:{PROGRAMS}) \S|tests/\S+\.(?:py|sh)\b)")


def check_commands():
    for path in DOCUMENTS:
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            if COMMAND.match(line) if path.parent.name != "man" else re.match(r"\.Dl (?![$%] )", line):
                yield f"{path}:{number}: begin the line with $ if the tests can run it, else with %: {line.strip()}"


def main():
    if sys.argv[1:2] == ["links"] and len(sys.argv) == 3:
        faults = list(check_links(sys.argv[2]))
    elif sys.argv[1:2] == ["names"] and len(sys.argv) == 3:
        faults = [*check_manuals(), *check_files(), *check_options(sys.argv[2]), *check_goals()]
    elif sys.argv[1:] == ["commands"]:
        faults = list(check_commands())
    else:
        sys.exit(__doc__)
    print("\n".join(faults) if faults else "no faults")
    sys.exit(1 if faults else 0)


if __name__ == "__main__":
    main()
