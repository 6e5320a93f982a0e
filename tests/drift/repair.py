#!/usr/bin/env python3
"""Measures how many fields detm repair carries over correctly, on pages changed by change.py.

    repair.py --detm DETM [--half tune|unseen] [--kind KIND] [--type records] [--pages new|all] [-v] OUT

OUT is an output folder of change.py.  For each site and kind of change, the site's old.xml, with every field renamed
(and one in five not wanted), is repaired with the changed pages: those that it was not learned from (new), or all of
the site.  A field that is still on the page is right if the new wrapper finds under its old name the values that
old.xml found on the original page, in 9 of 10 records with a value, and if it is still not wanted; a removed field is
right if it is reported as lost.  Prints a line per kind:
    fields   fields that are still on the pages
    right    share of them that is right
    wrong    share that has other values
    lost     share that is reported as lost
    gone     removed fields
    reported share of the removed fields that is reported as lost
and the share of right fields by confidence.
"""

import argparse
import json
import re
import subprocess
import sys
import tempfile
from collections import defaultdict
from pathlib import Path

from page import squeeze

AGREE = 0.9


def read_manifest(options):
    groups = defaultdict(list)
    for line in (options.out / "manifest.ndjson").read_text(encoding="utf-8").splitlines():
        page = json.loads(line)
        if options.half not in (None, page["half"]) or options.kind not in (None, page["kind"]):
            continue
        if options.type in (None, page["type"]) and options.site in (None, page["site"]):
            groups[page["type"], page["site"], page["kind"]].append(page)
    return groups


def run(*command):
    done = subprocess.run([str(word) for word in command], stdout=subprocess.PIPE, stderr=subprocess.PIPE, encoding="utf-8", errors="replace")
    return [json.loads(line) for line in done.stdout.split("\n") if line.startswith("{")], done


FIELD = re.compile(r"(<field\b(?![^>]*\bwanted=)[^>]*\bname=\")([^\"]*)(\")")  # without those that learning left out
NODE = re.compile(r"(<node\b[^>]*\bfield=\")([^\"]*)(\")")  # nodes of the page in a template


def rename(xml, template):
    """Renames all fields, makes one in five not wanted: (xml, {name: new name}, names not wanted)."""
    names, unwanted = {}, set()

    def change(found):
        new = names.setdefault(found.group(2), "user-%d" % (len(names) + 1))
        if len(names) % 5 == 0 and not template:
            unwanted.add(new)
        return found.group(1) + new + found.group(3) + (' wanted="no"' if new in unwanted else "")

    xml = FIELD.sub(change, xml)
    if template:
        xml = NODE.sub(lambda found: found.group(1) + names.get(found.group(2), found.group(2)) + found.group(3), xml)
    return xml, names, unwanted


def text_of(record, field):
    value = record.get(field, "")
    return squeeze("".join(value) if isinstance(value, list) else value)


def grams(record):
    text = squeeze("".join("".join(v) if isinstance(v, list) else str(v) for k, v in record.items() if k[0] != "@"))
    return {text[i : i + 4] for i in range(max(1, len(text) - 3))}


def pair(truth, given):
    """Pairs records: by number if there are as many, otherwise by similarity, in order."""
    if len(truth) == len(given):
        return list(zip(truth, given))
    pairs, at, sets = [], 0, [grams(record) for record in given]
    for record in truth:
        mine = grams(record)
        best = max(range(at, len(given)), key=lambda j: len(mine & sets[j]) / len(mine | sets[j]), default=None)
        if best is not None and 3 * len(mine & sets[best]) > len(mine):
            pairs.append((record, given[best]))
            at = best + 1
    return pairs


def agree(truth, pairs, field, name):
    wanted = [record for record in truth if field in record]
    same = sum(field in a and text_of(a, field) == text_of(b, name) for a, b in pairs)
    return same >= AGREE * len(wanted)


class Count:
    def __init__(self):
        self.fields = self.right = self.lost = self.gone = self.reported = 0


def repair(options, pages, folder):
    """Returns (names, fields wanted by mistake, report, the new file with all fields wanted, or None) of a site and kind."""
    xml = Path(pages[0]["old"]).read_text(encoding="utf-8")
    old, new = folder / "old.xml", folder / "new.xml"
    xml, names, unwanted = rename(xml, pages[0]["type"] == "template")
    old.write_text(xml, encoding="utf-8")
    new.unlink(missing_ok=True)
    given = [page["file"] for page in pages if options.pages == "all" or not page["learned"]]
    report, done = run(options.detm, "repair", "-q", "-w", old, "-o", new, "-f", "ndjson", *given)
    if done.returncode not in (0, 1) and options.verbose:
        print(done.stderr, file=sys.stderr)
    if not new.exists():
        return names, unwanted, report, None
    text = new.read_text(encoding="utf-8")
    kept = {name for name in unwanted if re.search(r'<field[^>]*name="%s"[^>]*wanted="no"' % re.escape(name), text)}
    new.write_text(text.replace(' wanted="no"', ""), encoding="utf-8")
    return names, unwanted - kept, report, new


def measure(options, key, pages, folder, counts, confidences):
    names, spoilt, report, new = repair(options, pages, folder)
    sure = {row["field"]: float(row["confidence"]) for row in report if row["fate"] in ("carried", "unsure")}
    lost = {row["field"] for row in report if row["fate"] == "lost"} if new else set(names.values())
    for page in pages:
        if options.pages != "all" and page["learned"]:
            continue
        truth = [json.loads(line) for line in open(page["truth"], encoding="utf-8")]
        given = run(options.detm, "apply", "-q", "-w", new, "-f", "ndjson", page["file"])[0] if new else []
        pairs, count = pair(truth, given), counts[page["kind"]]
        for field in page["fields"]:
            name = names[field]
            right = name not in spoilt and agree(truth, pairs, field, name) and name not in lost
            count.fields += 1
            count.right += right
            count.lost += name in lost
            if name in sure:
                confidences.append((sure[name], right))
            if not right and options.verbose:
                print(*key[1:], page["page"], field, name, "lost" if name in lost else "wrong", sure.get(name), len(truth), len(given))
        count.gone += len(page["gone"])
        count.reported += sum(names[field] in lost for field in page["gone"])
        if options.verbose:
            for field in page["gone"]:
                if names[field] not in lost:
                    print(*key[1:], page["page"], field, names[field], "gone, but carried", sure.get(names[field]))


def share(part, whole):
    return "%.3f" % (part / whole) if whole else "-"


def show(counts, confidences):
    print("%-14s %6s %6s %6s %6s %6s %8s" % ("", "fields", "right", "wrong", "lost", "gone", "reported"))
    total = Count()
    for kind in [*counts, None]:
        count = counts[kind] if kind else total
        wrong = count.fields - count.right - count.lost
        print("%-14s %6d %6s %6s %6s %6d %8s" % (kind or "all", count.fields, share(count.right, count.fields),
              share(wrong, count.fields), share(count.lost, count.fields), count.gone, share(count.reported, count.gone)))  # fmt: skip
        for name, value in vars(count).items() if kind else ():
            setattr(total, name, getattr(total, name) + value)
    for low, high in ((0, 0.5), (0.5, 0.7), (0.7, 0.9), (0.9, 0.97), (0.97, 0.995), (0.995, 1.01)):
        held = [(c, right) for c, right in confidences if low <= c < high]
        if held:
            mean = sum(c for c, _ in held) / len(held)
            print("confidence %.2f to %.3f: %5d fields, mean %.3f, right %.3f" % (low, min(high, 1), len(held), mean, sum(r for _, r in held) / len(held)))  # fmt: skip


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--detm", default="detm", help="the program (detm)")
    parser.add_argument("--half", choices=("tune", "unseen"))
    parser.add_argument("--kind", help="only this kind of change")
    parser.add_argument("--site", help="only this site")
    parser.add_argument("--type", choices=("records", "template"))
    parser.add_argument("--pages", choices=("new", "all"), default="new")
    parser.add_argument("-v", "--verbose", action="store_true", help="print each field that is not right")
    parser.add_argument("out", type=Path)
    options = parser.parse_args()
    counts, confidences = defaultdict(Count), []
    with tempfile.TemporaryDirectory() as folder:
        for key, pages in read_manifest(options).items():
            measure(options, key, pages, Path(folder), counts, confidences)
    show(counts, confidences)


if __name__ == "__main__":
    main()
