#!/usr/bin/env python3
"""picture.py: makes doc/inspect.png, a picture of a report of detm inspect on the pages of examples/.

    tests/browser/picture.py [DETM]

Needs Chromium and Pillow (PyPI).  Look at the picture before you commit it."""
import os
import subprocess
import sys
import tempfile
from pathlib import Path

from PIL import Image

from chromium import Chromium, Tab

top = Path(__file__).resolve().parents[2]
detm = os.path.abspath(sys.argv[1] if len(sys.argv) > 1 else top / "detm")
pages = ["library.html", "docket.html", "birds.html", "shop.html", "weir.html"]
with tempfile.TemporaryDirectory() as folder, Chromium() as chromium:
    report, large = Path(folder, "report.html"), Path(folder, "large.png")
    subprocess.run([detm, "inspect", "-q", "-o", report, *pages], cwd=top / "examples", check=False)
    tab = Tab(chromium, report.as_uri(), 1200, 760)
    tab.run("[...document.querySelectorAll('nav li a')].find(a => a.textContent.includes('shop.html')).click()")
    tab.wait("document.querySelector(':target')", where=tab.frame)
    tab.wait("false", 2)  # until the mark has stopped flashing
    tab.picture(large)
    Image.open(large).convert("RGB").quantize(160, dither=Image.Dither.NONE).save(top / "doc/inspect.png", optimize=True)
print((top / "doc/inspect.png").stat().st_size, "bytes")
