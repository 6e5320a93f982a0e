#!/usr/bin/env python3
"""A wrapper at night: versions of three pages, ten good and then bad ones of each kind; checks what is said.

    nights.py DETM [-v]

Each night the three pages are written to a folder, and `detm apply --save --store` reads them as a cron job would;
`detm verify --store` looks at them as well.  Prints TAP; -v prints the messages of each night.
"""

import os
import random
import re
import subprocess
import sys
import tempfile

DETM = os.path.abspath(sys.argv[1])
VERBOSE = "-v" in sys.argv[2:]
PAGES = {"lamps": 24, "stoves": 18, "ropes": 9}
KINDS = ("Harbour", "Weir", "Mill", "Quarry", "Lock", "Ferry", "Forge", "Orchard", "Tower", "Granary", "Chapel", "Bridge")
PLACES = ("Ambly", "Corve", "Dunsea", "Elmstow", "Farrow", "Holt")
WORDS = "with brass fittings and a glass that is blown by hand, oiled and tested before it leaves our workshop by cart".split()


def items_of(page, night):
    """The goods of a page: each night a few prices are others, and one is new or sold out."""
    fixed, own = random.Random(page), random.Random("%s %d" % (page, night))
    items = []
    for n in range(PAGES[page]):
        name = "%s %s %d" % (fixed.choice(KINDS), page[:-1], 100 + 7 * n)
        price, place = 4 + fixed.randrange(90), fixed.choice(PLACES)
        start = fixed.randrange(6)
        price += own.randrange(3) if own.random() < 0.2 else 0
        items.append({"name": name, "price": "€ %d.%02d" % (price, 10 * (n % 10)), "place": place, "text": " ".join(WORDS[start : start + 8])})
    return items if own.random() < 0.7 else items[:-1]


def item_html(n, item):
    return (
        '<li class="item"><h3 class="name"><a href="/p/%d.html">%s</a></h3><p class="text">%s</p>'
        '<div class="price">%s</div><div class="place">%s</div></li>' % (n, item["name"], item["text"], item["price"], item["place"])
    )


def page_html(page, items, make=item_html):
    return (
        '<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>%s</title></head><body>'
        '<h1>%s</h1><p>All that we make for boats and barns.</p><ul class="goods">%s</ul>'
        "<p>The workshop is closed on Mondays.</p></body></html>"
        % (page, page.title(), "\n".join(make(n, item) for n, item in enumerate(items)))
    )


# ---- bad nights: each gives the bytes of a page, None if it is missing ----


def good(page, items):
    return page_html(page, items)


def bare(heading, text):
    return lambda page, items: "<!DOCTYPE html><html><head><title>%s</title></head><body><h1>%s</h1><p>%s</p></body></html>" % (heading, heading, text)


login = bare("Sign in", 'Please sign in to continue.<form action="/login"><input name="user"><input type="password" name="p"><button>Sign in</button></form>')
blocked = bare("Access denied", "Please confirm that you are human. Reference 18.2f4")
upkeep = bare("Down for maintenance", "We are down for maintenance and will be back soon.")
lost = bare("Page not found", "The page you requested could not be found.")


def halved(page, items):
    return page_html(page, items[::2])


def one_left(page, items):
    return page_html(page, items[:1])


def emptied(page, items):
    return page_html(page, [{**item, "price": ""} for item in items])


def hidden_prices(page, items):
    return page_html(page, [{**item, "price": "Login" if n % 5 < 3 else item["price"]} for n, item in enumerate(items)])


def swapped(page, items):
    """Two elements in the other order: their classes tell them apart, so nothing is wrong."""
    return page_html(page, items, lambda n, item: re.sub(r'(<div class="price">.*?</div>)(<div class="place">.*?</div>)', r"\2\1", item_html(n, item)))


def exchanged(page, items):
    """The site puts prices where places were."""
    return page_html(page, [{**item, "price": item["place"], "place": item["price"]} for item in items])


def renamed(page, items):
    made = page_html(page, items)
    for n, name in enumerate(("item", "name", "text", "price", "place", "goods")):
        made = made.replace('class="%s"' % name, 'class="css-%d9xk"' % n)
    return made


def sale(page, items):
    return page_html(page, [{**item, "price": "<del>€ 199.00</del> <ins>%s</ins>" % item["price"]} if n % 3 == 1 else item for n, item in enumerate(items)])


def badge(page, items):
    return page_html(page, [{**item, "price": item["price"] + ' <span class="badge">New</span>'} if n % 3 == 1 else item for n, item in enumerate(items)])


def in_dollars(page, items):
    return page_html(page, [{**item, "price": item["price"].replace("€", "$")} for item in items])


def cut(page, items):
    made = page_html(page, items)
    return made[: len(made) // 2]


def cut_in_tag(page, items):
    made = page_html(page, items)
    return made[: made.index('<div class="place"', len(made) // 2) + 9]


def empty_file(page, items):
    return ""


def missing(page, items):
    return None


def only(page, change):
    """The change on one page; the others are good."""
    return lambda name, items: (change if name == page else good)(name, items)


# name of the night, change, the least status of apply, a text that it says ("" = nothing is said)
NIGHTS = [("good night %d" % n, good, 0, "") for n in range(1, 11)] + [
    ("a sign-in page", login, 1, "only blocks"),
    ("blocked", blocked, 1, "only blocks"),
    ("maintenance", upkeep, 1, "only blocks"),
    ("not found, status 200", lost, 1, "only blocks"),
    ("half of the records", halved, 1, "records a page"),
    ("one record each", one_left, 1, "records a page"),
    ("half of one page", only("lamps", halved), 1, "records a page"),
    ("a good night between", good, 0, ""),
    ("no prices", emptied, 1, "price"),
    ("Login for three prices of five", hidden_prices, 1, "price"),
    ("two elements in the other order", swapped, 0, ""),
    ("prices and places exchanged", exchanged, 1, "price"),
    ("all classes renamed", renamed, 0, ""),
    ("a sale", sale, 0, None),
    ("a badge beside the price", badge, 0, None),
    ("prices in dollars", in_dollars, 1, "price"),
    ("cut in the middle", cut, 1, "cut off"),
    ("one page cut in a tag", only("stoves", cut_in_tag), 1, "cut off"),
    ("one page missing", only("ropes", missing), 1, "ropes"),
    ("one empty file", only("ropes", empty_file), 1, "ropes"),
]

# A fault that lasts longer than the nights that a page is compared with is told every night, until its run is accepted.
HALF = [("half of the records, night %d" % n, halved, 1, "records a page") for n in range(1, 26)]
ACCEPTED = [("half of the records, accepted, night %d" % n, halved, 0, "") for n in range(1, 4)]
ACCEPTED += [("one record each of the accepted half", one_left, 1, "records a page")]

count = failed = 0


def check(name, passed, *seen):
    global count, failed
    count += 1
    failed += not passed
    print("%s %d - %s" % ("ok" if passed else "not ok", count, name), flush=True)
    for thing in () if passed else seen:
        print("# " + str(thing).replace("\n", "\n# "))


def run(*arguments):
    done = subprocess.run([DETM, *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    return done.returncode, done.stdout.decode(), done.stderr.decode()


def write_pages(night, change):
    files = []
    for page in PAGES:
        file, made = page + ".html", change(page, items_of(page, night))
        files.append(file)
        if made is not None:
            with open(file, "w", encoding="utf-8") as out:
                out.write(made)
        elif os.path.exists(file):
            os.remove(file)
    return files


def prices_right(out, night):
    """Whether every price in the table is one of the pages of that night."""
    known = {item["price"] for page in PAGES for item in items_of(page, night)}
    return {line.split(";")[1] for line in out.splitlines()[1:] if ";" in line} <= known


def main():
    with tempfile.TemporaryDirectory() as folder:
        os.chdir(folder)
        run("learn", "-o", "w.xml", *write_pages(0, good))
        for night, (name, change, least, said) in enumerate(NIGHTS + HALF + ACCEPTED, 1):
            if name == ACCEPTED[0][0]:
                status, out, messages = run("store", "accept", "last", "--store=s.db")
                check("store accept: status 0", status == 0, status, messages)
            files = write_pages(night, change)
            status, out, messages = run("apply", "-w", "w.xml", "--save", "--store=s.db", "-f", "ndjson", *files)
            checked, text, more = run("verify", "-w", "w.xml", "--store", "s.db", *files)
            if VERBOSE:
                print("# %d %s: apply %d, verify %d\n#   %s" % (night, name, status, checked, "\n#   ".join((messages + text).splitlines())))
            told = "drifted" in messages or "only blocks" in messages or "cut off" in messages
            if least == 0:
                check("%s: status 0" % name, status == 0 and (said is None or not told), status, messages)
                check("%s: verify as well" % name, checked == 0, checked, text, more)
            else:
                check("%s: apply tells" % name, status >= least and said in messages, status, messages)
                check("%s: verify tells" % name, checked >= least, checked, text, more)
    print("1..%d" % count)
    return failed != 0


if __name__ == "__main__":
    sys.exit(main())
