#!/usr/bin/env python3
"""man/manual.py: text of man/detm.1 in the command, and the reference of options.

  man/manual.py topics DETM       writes man/manual.txt: the text that `detm help COMMAND TOPIC` prints
  man/manual.py reference DETM    writes doc/reference.md: the options of every command
  man/manual.py check DETM        compares the options of man/detm.1 with those of DETM, prints the differences
With --print, the first two print the file instead.  `topics` and `check` need mandoc.  `topics` does not run DETM.

The tables of options in src/cli have the names, arguments, short forms and help texts of the options, and say which
command has which.  man/detm.1 has the explanations.  The two files are committed; make them again after a change of
man/detm.1 or of an option.  tests/cli/manual.sh checks that they are up to date.
"""

import os
import re
import subprocess
import sys
import textwrap

TOP = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
WIDTH = 80
# Sections of the manual whose options are those of one command.
SECTION_COMMAND = {"EXPORT": "export", "FETCHING": "fetch", "MCP": "mcp", "REPAIR": "repair", "REPORTS": "inspect", "SERVER": "serve",
                   "THE STORE": "store"}
# Sections that are not topics; such a subsection belongs to the text before it.
NOT_TOPICS = {"NAME", "SYNOPSIS", "SEE ALSO", "Options of single commands"}


# ---- the manual ----

class Item:
    """An item of a list of options: its options, the commands that it is about ([] = all), and its text in mdoc."""

    def __init__(self, section, lines):
        self.options = read_options(lines[0])
        named = lines[1].startswith(".Pq Cm ")
        self.commands = [SECTION_COMMAND[section]] if section in SECTION_COMMAND else []
        if named:
            self.commands = [name.split()[0] for name in lines[1].removeprefix(".Pq Cm ").split(",")]
        self.lines = lines[2 if named else 1:]


def read_options(line):
    """The options of a line such as ".It Fl w , -wrapper Ar file": a list of [letter, name, argument]."""
    options = []
    for part in line.removeprefix(".It ").split(" , "):
        flag, _, argument = part.removeprefix("Fl ").partition(" ")
        argument = re.sub(r"\b(?:Ar|Ns|Li|Fl)\b|\\&|\s", "", re.sub(r"\bO[op]\b(.*?)(?:\bOc\b|$)", r"[\1]", argument))
        if not flag.startswith("-"):
            options.append([flag, "", argument])
        elif options and not options[-1][1] and not options[-1][2]:
            options[-1][1:] = [flag[1:], argument]
        else:
            options.append(["", flag[1:], argument])
    return options


def manual_lines():
    with open(os.path.join(TOP, "man", "detm.1"), encoding="utf-8") as file:
        return file.read().splitlines()


def items():
    found, section, depth, start, lines = [], "", 0, None, manual_lines()
    for index, line in enumerate(lines):
        if line.startswith(".Sh "):
            section = line[4:]
        if depth == 1 and start is not None and line.startswith((".It", ".El")):
            found.append(Item(section, lines[start:index]))
            start = None
        if depth == 1 and line.startswith(".It Fl "):
            start = index
        depth += line.startswith(".Bl") - line.startswith(".El")
    return found


def sections():
    """Yields (title, whether it is a subsection, lines) of sections, without their subsections, and of these."""
    lines = manual_lines()
    starts = [i for i, line in enumerate(lines)
              if line.startswith(".Sh ") or (line.startswith(".Ss ") and line[4:] not in NOT_TOPICS)]
    for start, end in zip(starts, starts[1:] + [len(lines)]):
        if lines[start][4:] not in NOT_TOPICS:
            yield lines[start][4:], lines[start].startswith(".Ss "), lines[start + 1:end]


def topic_of(title):
    return title.lower().replace(" ", "-")


def render(lines):
    """The text of lines of mdoc, as a list of lines; "see SECTION" becomes the command that prints the section."""
    lines = [re.sub(r"\bAr ([a-z]\S*)", lambda match: "Ar " + match[1].upper(), line) for line in lines]
    text = re.sub(r"(?<=see\n)\.Sx (.*?)(?= [.,;)]|$)", lambda match: r".Ql detm\ help\ extract\ " + topic_of(match[1]),
                  "\n".join(lines), flags=re.I | re.M)
    page = [".Dd $Mdocdate$", ".Dt DETM 1", ".Os", ".Sh NAME", ".Nm detm", ".Nd text", ".Sh TEXT", text]
    shown = subprocess.run(["mandoc", "-T", "ascii", "-O", f"width={WIDTH}"], input="\n".join(page) + "\n",
                           check=True, capture_output=True, text=True).stdout
    shown = re.sub(".\b", "", shown).split("\nTEXT\n", 1)[1].rsplit("\n", 2)[0]  # without the footer
    shown = re.sub(r"^ {3}(?=\S)", "     ", shown, flags=re.M)  # titles of subsections
    return textwrap.dedent(shown).strip("\n").splitlines()


# ---- topics ----

def topics():
    """A line with @ before each text: the option and its commands, or the section and the title of a subsection."""
    out = []
    for item in items():
        out += [f"@option {' '.join([name or letter, *item.commands])}" for letter, name, _ in item.options]
        out += render(item.lines)
    for title, is_part, lines in sections():
        out += [f"@section {topic_of(title)} {title}" if is_part else f"@section {topic_of(title)}", *render(lines)]
    return "\n".join(out) + "\n"


# ---- the tables ----

class Option:
    """An option as the help of a command prints it."""

    def __init__(self, row):
        match = re.fullmatch(r"  (?:-(.), |    )--([a-z0-9-]+)(?: ((?![a-z])[^\sa-z]+))? +(\S.*)", row)
        if match is None:
            sys.exit(f"man/manual.py: this is not a row of an option: {row}")
        self.letter, self.name, self.argument, self.help = (part or "" for part in match.groups())

    def heading(self):
        return (f"-{self.letter}, " if self.letter else "") + f"--{self.name} {self.argument}".rstrip()


def help_of(detm, *words):
    return subprocess.run([detm, "help", *words], check=True, capture_output=True, text=True).stdout


def commands(detm):
    """Yields (name, summary, usage, about, groups) of each command; a group is (title, its rows)."""
    listed = help_of(detm).split("Commands:\n")[1].split("\n\n")[0]
    for name, summary in re.findall(r"^  (\S+) +(.*)", listed, re.M):
        head, *parts = help_of(detm, name).split("\n\n")
        usage, _, about = head.removeprefix("Usage: ").partition("\n")
        groups = [part.partition(":\n") for part in parts[:-1]]
        yield name, summary, usage, about, [(title, rows) for title, _, rows in groups]


# ---- the reference ----

def wrap(text, indent=""):
    return textwrap.wrap(text, 100, subsequent_indent=indent, break_long_words=False, break_on_hyphens=False)


def escape(text):
    return re.sub(r"([\\`*_<\[\]])", r"\\\1", text)


def markdown_of(rows):
    for option in map(Option, rows.splitlines()):
        yield from wrap(f"- `{option.heading()}`: {escape(option.help)}", "  ")


def reference(detm):
    """The options of every command; a group that several commands have is listed once, after the commands."""
    all_commands = list(commands(detm))
    groups = [group for *_, its in all_commands for group in its]
    shared = [group for index, group in enumerate(groups) if groups.count(group) > 1 and groups.index(group) == index]
    titles = {}
    for title, rows in shared:
        count = sum(taken == title for taken, _ in titles.values())
        titles[(title, rows)] = (title, title if count == 0 else f"{title} {count + 1}")
    out = ["# Reference of commands and options", "",
           "`detm help COMMAND` prints the same, `detm help COMMAND --OPTION` explains an option, and detm(1)",
           "explains all of them. This page is made from the tables of options by `man/manual.py reference`.", ""]
    for name, summary, usage, about, its_groups in all_commands:
        out += [f"## {name}", "", summary[0].upper() + summary[1:] + ".", "", "```", usage, "```", ""]
        if "\n  " in about:
            out += ["```", *about.splitlines(), "```", ""]
        else:
            out += [*wrap(escape(about)), ""]
        for group in its_groups:
            if group not in titles:
                out += [f"{group[0]}:", "", *markdown_of(group[1]), ""]
        links = [titles[group][1] for group in its_groups if group in titles]
        links = [f"[{title}](#{re.sub('[^a-z0-9 -]', '', title.lower()).replace(' ', '-')}-options)" for title in links]
        if links:
            out += [*wrap(f"It also has the options of the groups {', '.join(links)}."), ""]
    out += ["## Options of several commands", ""]
    for group in shared:
        out += [f"### {titles[group][1]}: options", "", *markdown_of(group[1]), ""]
    return "\n".join(out).rstrip("\n") + "\n"


# ---- the check ----

def choices(detm):
    """The values of options that have a list of them, by command and option, from the script for bash."""
    script = subprocess.run([detm, "completion", "bash"], check=True, capture_output=True, text=True).stdout
    found, command = {}, None
    for line in script.splitlines():
        command = re.fullmatch(r"    (\w+)\)", line) or command if line.startswith("    ") else None
        values = re.fullmatch(r" {8}\S*--(\S+)\) values='(.*)' ;;", line)
        if command and values:
            found[(command[1], values[1])] = values[2].split()
    return found


def check(detm):
    """Returns the differences between the options of man/detm.1 and the tables of DETM."""
    faults, explained = [], set()
    tables = {name: [Option(row) for _, rows in groups for row in rows.splitlines()] for name, _, _, _, groups in commands(detm)}
    having = {}
    for command, options in tables.items():
        for option in options:
            having.setdefault(option.name, []).append(command)
    values = choices(detm)
    specific = {(name, command) for item in items() for _, name, _ in item.options for command in item.commands}
    for item in items():
        text = " ".join(render(item.lines))
        for letter, name, argument in item.options:
            if not name:  # such as -w in the section of a command: another item has its long form
                continue
            shown = f"--{name}"
            for command in item.commands or [c for c in having.get(name, []) if (name, c) not in specific]:
                option = next((option for option in tables.get(command, []) if option.name == name), None)
                if option is None:
                    faults.append(f"{shown}: detm.1 says that {command} has it, which is wrong")
                    continue
                explained.add((command, name))
                if (letter, argument.upper()) != (option.letter, option.argument):
                    faults.append(f"{shown} of {command}: detm.1 has {letter!r} {argument!r}, the table {option.heading()}")
                default = re.search(r"\(([\d.,]+[KMG]?)\)$", option.help)
                if default is not None and not re.search(rf"(?<![\d.]){re.escape(default.group(1))}(?![\d])", text):
                    faults.append(f"{shown} of {command}: detm.1 does not give the default, {default.group(1)}")
                for value in values.get((command, name), []):
                    if not re.search(rf"(?<![\w-]){value}(?![\w-])", text):
                        faults.append(f"{shown} of {command}: detm.1 does not name the value {value}")
            if not having.get(name):
                faults.append(f"{shown}: no command has it")
    faults += [f"--{option.name} of {command}: detm.1 does not explain it" for command, options in tables.items()
               for option in options if (command, option.name) not in explained]
    return faults


def main():
    action, *words = [word for word in sys.argv[1:] if word != "--print"] or [""]
    if action == "check" and words:
        faults = check(words[0])
        print("\n".join(faults) if faults else "no differences")
        sys.exit(1 if faults else 0)
    if action not in ("topics", "reference") or not words:
        sys.exit(__doc__)
    path, text = ("man/manual.txt", topics()) if action == "topics" else ("doc/reference.md", reference(words[0]))
    if "--print" in sys.argv:
        sys.stdout.write(text)
        return
    with open(os.path.join(TOP, path), "w", encoding="utf-8") as file:
        file.write(text)


if __name__ == "__main__":
    main()
