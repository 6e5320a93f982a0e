#!/usr/bin/env python3
"""python/option_table.py: the options of the package, from the table of options that the command and the servers have.

  python/option_table.py write    writes detm/_options.h and detm/_option_table.py
  python/option_table.py check    prints the differences between these files and the table

The table is src/options/table.h, the words of choices are in src/options/options.c.  The package is built without them,
so the two files are committed: make them again after a change of an option.  tests/cli/manual.sh checks them.
"""

import difflib
import os
import re
import sys
import textwrap

HERE = os.path.dirname(os.path.abspath(__file__))
TABLE = os.path.join(HERE, "..", "src", "options")
CLASSES = {
    "ApplyOptions": ("APPLY", "Wrapper.apply"),
    "ExtractOptions": ("EXTRACT", "extract"),
    "LearnOptions": ("LEARN", "Wrapper.learn"),
    "LibraryOptions": ("LIBRARY", "Library.apply"),
    "RegionOptions": ("REGION", "Wrapper.learn_region and Wrapper.learn_records"),
    "RepairOptions": ("REPAIR", "repair, for wrappers"),
    "TemplateOptions": ("TEMPLATE", "Template.apply"),
    "VerifyOptions": ("VERIFY", "verify"),
}
# By kind: the type of a keyword, and that of PyArg_Parse.
KINDS = {
    "CHOICE": ("str", "i"),
    "COUNT": ("int", "n"),
    "DATE": ("Optional[str]", "z"),
    "FLAG": ("bool", "p"),
    "LIMIT": ("int", "n"),
    "NAME": ("Optional[str]", "z"),
    "NUMBER": ("float", "d"),
    "PLACE": ("Union[str, int, None]", "z"),
    "RULES": ("Mapping[str, str]", "z"),
    "SET": ("bool", "p"),
}
# Keywords whose values are flags in the other front ends, as rows of the table.
OWN = (
    ('"field-names"', "CHOICE", "values.names", "NULL", "0", "EXTRACT | LEARN | REGION | APPLY | TEMPLATE | LIBRARY",
     '.help = "page = as the page has them (Unit price), plain = for databases (unit_price); a wrapper gives names for '
     'databases or its own"', ".choices = NAMES"),
    ('"regions"', "COUNT", "extract.max_regions", "NULL", "0", "EXTRACT", '.help = "how many lists to read (1); 0 = all"'),
)
NAMES = ("default", "page", "plain")  # of detm_names
# What is said of some kinds and keywords in Python alone.
SAID = {
    "domain": "; None = \"none\"",
    "require": "; a dict, {\"price\": \"95%\"}; in place of the rules that the wrapper or template has for the same fields "
               "(Field.require)",
    "region": " (Region.path, Region.number)",
    "explain": " (Result.explanation)",
    "max_records": "; pages with more records raise Limit",
    "min_fit": "; they raise Misfit",
}


def read(name):
    with open(os.path.join(TABLE, name), encoding="utf-8") as file:
        return file.read()


def split_arguments(text):
    """The arguments of a macro: what commas outside of strings and brackets separate."""
    found, depth, start = [], 0, 0
    for match in re.finditer(r'"(?:[^"\\]|\\.)*"|[(){},]', text):
        part = match[0]
        depth += (part in ("(", "{")) - (part in (")", "}"))
        if part == "," and depth == 0:
            found.append(text[start:match.start()].strip())
            start = match.end()
        if depth < 0:
            return [*found, text[start:match.start()].strip()]
    raise SystemExit(f"python/option_table.py: this row does not end: {text[:80]}")


def unquote(text, macros):
    for _ in range(2):  # a macro may have another one
        text = re.sub(r"\bDT_[A-Z_]+\b", lambda match: macros.get(match[0], match[0]), text)
    return "".join(re.findall(r'"((?:[^"\\]|\\.)*)"', text)).replace('\\"', '"')


class Option:
    """A row of the table, or one of OWN."""

    def __init__(self, arguments, macros):
        name, self.kind, self.member, _, self.calls, classes, *others = arguments
        members = dict(re.match(r"\.(\w+) = (.*)", other, re.S).groups() for other in others)
        self.name = unquote(name, macros).replace("-", "_")
        self.classes = set(classes.split(" | ")) - {"NONE"}
        self.choices = members.get("choices")
        text = unquote(members.get("schema") or members["help"], macros)
        # as in the schemas: the names of options without dashes; here with underscores
        self.help = re.sub(r"(?<!\S)--(?=[a-z])", "", text) + SAID.get(self.name, "")


def rows():
    """The arguments of each row of the table, and the macros with texts that rows use."""
    text = re.sub(r"\\\n", " ", read("../base/field_types.h") + read("table.h"))
    text = re.sub(r"/\*.*?\*/", "", text, flags=re.S)
    macros = {name: body for name, body in re.findall(r"^#define (DT_[A-Z_]+) +(\".*)$", text, re.M)}
    groups = re.findall(r"^#define (DT_OPTIONS_[A-Z_]+)\(ROW\) (.*)$", text, re.M)
    listed = set(re.findall(r"(DT_OPTIONS_[A-Z_]+)\(ROW\)", text.split("DT_ALL_OPTIONS(ROW)")[1]))
    missing = {name for name, _ in groups} - listed
    if missing:
        raise SystemExit(f"python/option_table.py: DT_ALL_OPTIONS has not {', '.join(sorted(missing))}")
    return [split_arguments(row) for _, body in groups for row in re.split(r"\bROW\(", body)[1:]], macros


def options():
    """The options that Python has, by name; each has the classes of all of its rows."""
    table, macros = rows()
    found, names = {}, {unquote(row[0], macros) for row in table}
    for row in (*table, *OWN):
        option = Option(row, macros)
        for name in names:  # an option in a text has the name of the keyword
            if "-" in name:
                option.help = re.sub(rf"(?<![\w-]){name}(?![\w-])", name.replace("-", "_"), option.help)
        if option.classes and option.name in found:
            found[option.name].classes |= option.classes
        elif option.classes:
            found[option.name] = option
    return [found[name] for name in sorted(found)]


def options_of_calls():
    """The name of each row with the calls of JSON that have it, in lower case."""
    text = read("options.h")
    calls = {name: {name} for name in re.findall(r"\b(DT_CALL_[A-Z_]+) = 1 <<", text)}
    for name, parts in re.findall(r"\b(DT_CALLS_[A-Z]+) =([^,}]*)", text):
        calls[name] = set().union(*(calls[part] for part in re.findall(r"DT_CALLS?_[A-Z_]+", parts)))
    table, macros = rows()
    for row in table:
        having = set().union(*(calls[part] for part in row[4].split(" | ")))
        yield unquote(row[0], macros), {call.removeprefix("DT_CALL_").lower() for call in having}


def words_of(choices):
    if choices == "NAMES":
        return NAMES
    body = re.search(rf"{choices}\[\] = (.*?);", read("options.c"), re.S)
    return re.findall(r'"([a-z]+)"', body[1])


def header(all_options):
    out = ["/* The options of calls.  Made by python/option_table.py: do not edit it. */", "/* clang-format off */"]
    out += [f'{{"{option.name}", "{KINDS[option.kind][1]}", AT({option.member})}},' for option in all_options]
    return "\n".join(out) + "\n"


def module(all_options):
    out = ['"""The options of the calls: keywords, each with the meaning of the command\'s option of that name.', ""]
    for option in all_options:
        start, indent = f"{option.name:<16} ", " " * 17
        out += textwrap.wrap(start + option.help, 112, subsequent_indent=indent, break_on_hyphens=False, break_long_words=False)
    out += ["", "The classes say which calls have which.  An option that a call does not have raises TypeError.",
            'Made by python/option_table.py: do not edit it.', '"""', "",
            "from __future__ import annotations", "",
            "from typing import Dict, Mapping, Optional, Tuple, TypedDict, Union", ""]
    for name, (mark, calls) in CLASSES.items():
        out += ["", f"class {name}(TypedDict, total=False):", f'    """Options of {calls}."""', ""]
        out += [f"    {option.name}: {KINDS[option.kind][0]}" for option in all_options if mark in option.classes]
        out += [""]
    out += ["", "WORDS: Dict[str, Tuple[str, ...]] = {"]
    for option in all_options:
        if option.choices:
            out.append(f'    "{option.name}": ({", ".join(chr(34) + word + chr(34) for word in words_of(option.choices))}),')
    out += ["}", '"""The words of options that have some; the library has numbers for them, from 0."""']
    return "\n".join(out) + "\n"


def main():
    action = sys.argv[1] if len(sys.argv) == 2 else ""
    if action not in ("write", "check"):
        sys.exit(__doc__)
    all_options, differs = options(), False
    for name, text in (("_options.h", header(all_options)), ("_option_table.py", module(all_options))):
        path = os.path.join(HERE, "detm", name)
        if action == "write":
            with open(path, "w", encoding="utf-8") as file:
                file.write(text)
            continue
        with open(path, encoding="utf-8") as file:
            there = file.read()
        differs = differs or there != text
        sys.stdout.writelines(difflib.unified_diff(there.splitlines(True), text.splitlines(True), name, "made again"))
    sys.exit(1 if differs else 0)


if __name__ == "__main__":
    main()
