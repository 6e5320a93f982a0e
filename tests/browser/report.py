#!/usr/bin/env python3
"""report.py: opens reports of detm inspect in Chromium, without a network, and uses them.

    report.py DETM FOLDER-OF-EXAMPLES FOLDER-OF-HOSTILE-PAGES

PICTURES=FOLDER keeps pictures of the report; AXE=axe.min.js also checks how accessible it is."""
import os
import re
import subprocess
import sys
from pathlib import Path

from chromium import Chromium, Tab

detm, examples, hostile = sys.argv[1], Path(sys.argv[2]), Path(sys.argv[3])
checks = 0


def check(name, passed, *details):
    global checks
    checks += 1
    print(("ok" if passed else "not ok"), checks, "-", name, flush=True)
    if not passed:
        for detail in details:
            print("#", str(detail)[:500])


def inspect(name, *arguments):
    subprocess.run([detm, "inspect", "-q", "-o", name, *map(str, arguments)], check=False)
    return Path(name).absolute().as_uri()


def check_quiet(browser, url, name):
    """Checks that only the report was read, and that nothing went wrong."""
    requests = [e["request"]["url"] for e in browser.seen("Network.requestWillBeSent")]
    others = [r for r in requests if r.split("#")[0] not in (url, "about:srcdoc")]
    check(name + ": nothing but the report is read", requests and not others, others)
    faults = browser.seen("Runtime.exceptionThrown")
    faults += [e["entry"] for e in browser.seen("Log.entryAdded") if e["entry"]["level"] in ("error", "warning")]
    check(name + ": no message in the console", not faults, *faults)


def read_by_frame(browser, tab):
    """Returns the addresses that the frame of a page read or tried to read; its messages get into the browser's
    events.  None without a frame."""
    if not tab.wait("document.readyState === 'complete'", 5, tab.frame):
        return None
    browser.call("Log.enable", tab.frame())
    return tab.run("performance.getEntriesByType('resource').map(e => e.name).join()", tab.frame())


def check_frame(browser, tab, name):
    read = read_by_frame(browser, tab)
    check(name + ": its frame reads nothing", read == "", read)


def without_policies(url):
    """Writes a copy of a report without its policies and with a picture in its pages; returns its address."""
    text = Path(url.rsplit("/", 1)[1]).read_text(encoding="utf-8")
    text = re.sub(r'<meta http-equiv="Content-Security-Policy"[^>]*>', "", text)
    text = re.sub(r"&lt;meta http-equiv=&quot;Content-Security-Policy&quot;.*?&gt;", "", text)
    text = text.replace("&lt;/body&gt;", "&lt;img src=&quot;http://picture.example/a.png&quot;&gt;&lt;/body&gt;")
    copy = Path("without-policies.html")
    copy.write_text(text, encoding="utf-8")
    return copy.absolute().as_uri()


def use(browser, url):
    tab = Tab(browser, url)
    target = "document.querySelector(':target')?.textContent"
    check("one page is shown",
          tab.run("[...document.querySelectorAll('.page')].filter(p => p.offsetHeight).length") == 1)
    check("only its frame is made", tab.wait("document.querySelectorAll('iframe').length === 1"))
    check("the frame begins at the first record", tab.wait("document.querySelector(':target')?.dataset.r === '1'",
                                                           where=tab.frame))
    cell = ".shown .region[open] tbody tr:nth-child(3) a.value"
    wanted = tab.run(f"document.querySelector('{cell}').textContent")
    tab.click(cell)
    check("a click on a value marks its text on the page", tab.wait(target, where=tab.frame) and
          tab.wait(f"document.querySelector(':target').textContent === {wanted!r}", where=tab.frame), wanted,
          tab.run(target, tab.frame()))
    check("its row is marked", tab.run("document.querySelector('tr.here').rowIndex") == 3)
    tab.key("j")
    check("j: the next record", tab.run("document.querySelector('tr.here').rowIndex") == 4)
    check("j: it is marked on the page",
          tab.wait("document.querySelector(':target')?.dataset.r === '4'", where=tab.frame))
    tab.key("k")
    check("k: the record before it", tab.run("document.querySelector('tr.here').rowIndex") == 3)
    use_regions(tab)
    first = tab.run("document.querySelector('.shown').id")
    tab.key("n")
    check("n: the next page", tab.wait(f"document.querySelector('.shown').id !== '{first}'"))
    tab.key("p")
    check("p: the page before it", tab.wait(f"document.querySelector('.shown').id === '{first}'"))
    tab.key("?")
    check("?: the legend", tab.run("document.querySelector('.legend').open"))
    check_frame(browser, tab, "a report")


def use_regions(tab):
    tab.click(".shown .region:nth-of-type(2) summary")
    check("another region: its table is open and the first one closed",
          tab.run("[...document.querySelectorAll('.shown .region')].map(r => r.open).slice(0, 2).join()")
          == "false,true")
    rows = tab.run("document.querySelectorAll('.shown .region[open] tbody tr').length")
    check("another region: its records are marked on the page",
          tab.wait(f"document.querySelectorAll('detm-n[data-r]').length === {rows}", where=tab.frame), rows)


def look(browser, url):
    pictures = os.environ.get("PICTURES")
    for width in 360, 390, 768, 1280, 1920, 2560:
        for dark in (False, True) if pictures else (False,):
            tab = Tab(browser, url, width, 844 if width < 500 else 900, dark)
            if not dark:
                check(f"{width} pixels: nothing is beside the window",
                      tab.run("document.documentElement.scrollWidth <= innerWidth"),
                      tab.run("document.documentElement.scrollWidth"))
            if pictures:
                tab.wait("document.querySelector(':target')", 3, tab.frame)
                tab.picture(f"{pictures}/report-{width}-{'dark' if dark else 'light'}.png")


def check_accessible(browser, url):
    if not os.environ.get("AXE"):
        return
    for dark in False, True:
        tab = Tab(browser, url, dark=dark)
        tab.run(Path(os.environ["AXE"]).read_text(encoding="utf-8"))
        found = tab.run("axe.run({iframes: false}).then(r => r.violations.filter(v => ['serious', 'critical']"
                        ".includes(v.impact)).map(v => v.id + ': ' + v.nodes[0].html))")
        check(f"axe finds nothing serious ({'dark' if dark else 'light'})", found == [], *found)


with Chromium() as chromium:
    report = inspect("report.html", examples / "shop.html", examples / "library.html", examples / "docket.html")
    use(chromium, report)
    check_quiet(chromium, report, "a report")
with Chromium() as chromium:
    look(chromium, report)
    check_accessible(chromium, report)
    plain = Tab(chromium, report, scripts=False)
    check("without scripts all pages are shown, with their frames",
          plain.run("[...document.querySelectorAll('.page')].filter(p => p.offsetHeight).length") == 3 and
          plain.run("document.querySelectorAll('iframe').length") == 3)
with Chromium() as chromium:
    report = inspect("hostile.html", *sorted(hostile.glob("*.html")))
    tab = Tab(chromium, report)
    for number in range(len(list(hostile.glob("*.html")))):
        tab.wait("document.querySelector('.shown iframe')", 5)
        check_frame(chromium, tab, tab.run("document.querySelector('.shown h2 bdi').textContent.split('/').pop()"))
        tab.key("n")
    tab.wait("false", 1)
    check_quiet(chromium, report, "hostile pages")
    check("hostile pages: no dialog", not chromium.seen("Page.javascriptDialogOpening"))
    check("hostile pages: the report stays", tab.run("document.title") == "detm report" and
          tab.run("location.href").startswith(report))
with Chromium() as chromium:
    tab = Tab(chromium, without_policies(report))
    tab.wait("document.querySelector('.shown iframe')", 5)
    read = read_by_frame(chromium, tab)
    check("without policies the picture of a page is asked for: these checks can fail",
          read == "http://picture.example/a.png", read)
print(f"1..{checks}")
