#!/usr/bin/env python3
"""Measures whether records that are siblings in a row stay whole: made pages, of which each word belongs to one record.

  flat.py --detm DETM [--only KIND] [-v]

A kind is how a record is written, such as "date, linked title, text, blank line".  Each kind is printed on 24 pages:
with nothing, two paragraphs, three links or a heading before the list, with nothing, a paragraph or links after it, and
with 5 or 11 records; every fourth record lacks a part in some kinds.  Prints for each kind the pages of which every row
has the words of one record and no record is lost, and those with a row that mixes two records: by extract, and by
wrappers learned from three of the pages and applied to the others (where only those count that are not reported).
"""
import argparse, collections, json, os, random, re, subprocess, tempfile

WORDS = (
    "lorem amber basil cedar delta ember fjord grove harbor island jetty kelp lagoon meadow north ocean pine quarry "
    "river stone tidal upland valley willow"
).split()
MONTHS = "March May June July".split()
BEFORE = {
    "none": "",
    "p": "<p>Some words about all of this page and its use.</p><p>More of them follow here for readers.</p>",
    "links": '<a href="/a">Plan of it</a><br><a href="/b">Rules of it</a><br><a href="/c">Prices of it</a><br><br>',
    "h1p": "<h1>The heading</h1><p>Updated on 3 May 2024 by the office</p>",
}
AFTER = {
    "none": "",
    "p": "<p>Contact the office for more.</p>",
    "links": '<a href="/z">Back to top</a> <a href="/y">Next page</a>',
}
SAMPLES = ("none-none-11", "p-p-11", "links-none-5")
# A part in braces may be missing; "%" stands for the number of the record.
KINDS = {
    "p-h3-p-classes": '<p class="date">DATE</p><h3><a href="/x%">TITLE</a></h3><p>TEXT</p>',
    "p-h3-p": "<p>DATE</p><h3>TITLE</h3>{<p>TEXT</p>}",
    "text-a-blank": 'DATE<br><a href="/x%">TITLE</a><br>TEXT<br><br>',
    "text-b-blank": "DATE<br><b>TITLE</b><br>{TEXT<br>}PRICE<br><br>",
    "span-a-blank": '<span class="d">DATE</span> <a href="/x%">TITLE</a><br><i>PLACE</i><br><br>',
    "rows-3": '<tr><td colspan=2>DATE</td></tr><tr><td><a href="/x%">TITLE</a></td><td>PRICE</td></tr>'
    "<tr><td colspan=2>TEXT</td></tr>",
    "rows-2": '<tr><td>DATE</td><td><a href="/x%">TITLE</a></td></tr><tr><td></td><td>TEXT</td></tr>',
    "rows-spacer": '<tr class="a"><td>DATE</td><td><a href="/x%">TITLE</a></td></tr><tr><td></td><td>PLACE</td></tr>'
    '<tr style="height:5px"></tr>',
    "img-a-clear": '<img src="/i%.png"><a href="/x%">TITLE</a><span>PRICE</span><div class="clear"></div>',
    "em-a-clear": '<em>DATE</em> <a href="/x%">TITLE</a> <span>PRICE</span><div style="clear:both"></div>',
    "span-a-p-hr": '<span>DATE</span> <a href="/x%">TITLE</a><p>TEXT</p><hr>',
    "p-p-p-hr": "<p>DATE</p><p><b>TITLE</b></p><p>TEXT</p><hr>",
    "h4-text-blank": "<h4>TITLE</h4>DATE<br>TEXT<br><br>",
    "b-text-blank": "<b>TITLE</b><br>DATE<br>TEXT<br><br>",
    "p-p-p-empty": "<p>DATE</p><p>TITLE</p>{<p>TEXT</p>}<p>&nbsp;</p>",
    "labels-bold": "<strong>Name:</strong> TITLE<br><strong>Date:</strong> DATE<br>{<strong>Place:</strong> PLACE<br>}<br>",
    "labels": "Name: TITLE<br>\nDate: DATE<br>\n{Place: PLACE<br>\n}<br>",
    "li-li-li-empty": '<li>DATE</li><li><a href="/x%">TITLE</a></li><li>PLACE</li><li>&nbsp;</li>',
    "divs": '<div class="date">DATE</div><div class="name"><a href="/x%">TITLE</a></div>{<div class="desc">TEXT</div>}',
    "divs-picture": '{<div class="img"><img src="/i%.jpg" alt=""></div>}<div class="name"><a href="/x%">TITLE</a></div>'
    '<div class="price">PRICE</div>',
    "h3-p-p": '<h3>TITLE</h3><p>TEXT</p>{<p class="m">DATE</p>}',
    "p-linked-first": '<p><a href="/x%">TITLE</a></p><p>TEXT</p><p>PRICE</p>',
    "p-linked-second": '<p>DATE</p><p><a href="/x%">TITLE</a></p><p>TEXT</p>',
    "time-h2-div": '<time datetime="2024-01-02">DATE</time><h2><a href="/x%">TITLE</a></h2><div>TEXT</div>',
    "a-blank-text": '<a href="/x%">TITLE</a><br><br>TEXT<br>',
    "font-open-p": '<font size=2>DATE</font><br><font size=4><a href="/x%">TITLE</a></font><br><font size=2>TEXT</font><p>',
}


def words(rng, record, least, most):
    """Words, of which every second one names the record."""
    return " ".join(
        rng.choice(WORDS) if n % 2 else "%sq%dq" % (rng.choice(WORDS).capitalize(), record)
        for n in range(rng.randint(least, most))
    )


def record_of(rng, kind, number):
    lacks = rng.random() < 0.25
    html = re.sub(r"\{(.*?)\}", lambda part: "" if lacks else part.group(1), kind, flags=re.S)
    values = {
        "DATE": "%d %s %d" % (rng.randint(1, 28), rng.choice(MONTHS), 2001 + number),
        "TITLE": words(rng, number, 2, 5),
        "TEXT": words(rng, number, 8, 25),
        "PRICE": "$9%02d.50" % number,
        "PLACE": words(rng, number, 1, 2),
    }
    for name, value in values.items():
        html = html.replace(name, value)
    return html.replace("%", str(number)) + "\n"


def records_in(row):
    """The numbers of the records whose words a row has."""
    text = json.dumps({name: value for name, value in row.items() if name[0] != "@"})
    numbers = set(map(int, re.findall(r"q(\d+)q", text)))
    numbers |= {int(year) - 2001 for year in re.findall(r"(?:%s) (20\d\d)\b" % "|".join(MONTHS), text)}
    return numbers | {int(price) for price in re.findall(r"\$9(\d\d)\.50", text)}


def judge(rows, count):
    """(whether every record is one row and every row one record, whether a row mixes two)."""
    found = [records_in(row) & set(range(count)) for row in rows]
    times = collections.Counter(number for numbers in found for number in numbers)
    mixes = any(len(numbers) > 1 for numbers in found)
    return not mixes and len(times) == count and max(times.values()) == 1, mixes


def write_pages(folder, name, kind):
    pages = {}
    for before, head in BEFORE.items():
        for after, foot in AFTER.items():
            for count in (5, 11):
                rng = random.Random("%s %s %s %d" % (name, before, after, count))
                body = "".join(record_of(rng, kind, number) for number in range(count))
                if name.startswith("rows"):
                    body = "<table>%s</table>" % body
                if name.startswith("li"):
                    body = "<ul>%s</ul>" % body
                path = os.path.join(folder, "%s-%s-%s-%d.html" % (name, before, after, count))
                with open(path, "w", encoding="utf-8") as file:
                    file.write("<!DOCTYPE html><html><head><meta charset=utf-8><title>List</title></head><body>")
                    file.write("<div id=main>%s%s%s</div></body></html>\n" % (head, body, foot))
                pages[path] = count
    return pages


def run(detm, *arguments):
    done = subprocess.run([detm, *arguments], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    return done.returncode, [json.loads(line) for line in done.stdout.splitlines()]


def measure(detm, folder, name, kind, verbose):
    """Counts of pages: by extract all, right, mixed; by wrappers all, right, mixed without a report."""
    counts, pages = [0] * 6, write_pages(folder, name, kind)
    for path, count in pages.items():
        right, mixes = judge(run(detm, "extract", "-q", "-f", "ndjson", path)[1], count)
        counts = [a + b for a, b in zip(counts, (1, right, mixes, 0, 0, 0))]
        if verbose and not right:
            print("  extract", os.path.basename(path), "mixes records" if mixes else "")
    for sample in SAMPLES:
        learned = os.path.join(folder, "%s-%s.html" % (name, sample))
        wrapper = os.path.join(folder, "wrapper.xml")
        subprocess.run([detm, "learn", "-q", "-o", wrapper, learned], stderr=subprocess.DEVNULL)
        for path, count in pages.items():
            if path == learned:
                continue
            status, rows = run(detm, "apply", "-q", "-w", wrapper, "-f", "ndjson", path)
            right, mixes = judge(rows, count)
            counts = [a + b for a, b in zip(counts, (0, 0, 0, 1, right, mixes and status == 0))]
            if verbose and not right:
                print("  apply", sample, os.path.basename(path), "mixes records" if mixes else "", "status", status)
    return counts


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--detm", default="./detm")
    parser.add_argument("--only", default="", help="only the kinds whose name contains this")
    parser.add_argument("-v", action="store_true", help="name the pages that are not right")
    arguments = parser.parse_args()
    line = "%-18s %7s %6s %6s   %7s %6s %13s"
    print(line % ("kind", "extract", "right", "mixed", "wrapper", "right", "mixed, silent"))
    total = [0] * 6
    with tempfile.TemporaryDirectory() as folder:
        for name, kind in KINDS.items():
            if arguments.only not in name:
                continue
            counts = measure(os.path.abspath(arguments.detm), folder, name, kind, arguments.v)
            print(line % (name, *counts))
            total = [a + b for a, b in zip(total, counts)]
    print(line % ("all", *total))


if __name__ == "__main__":
    main()
