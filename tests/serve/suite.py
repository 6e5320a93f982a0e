"""suite.py: what the tests of this folder share: they are run as TEST.py DETM SOURCES, and print TAP."""
import os
import subprocess
import sys

DETM, SOURCES = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])
checks = failed = 0


def check(name, passed, *seen):
    """Prints the result, and what was seen if it is not as expected."""
    global checks, failed
    checks += 1
    failed += not passed
    print(f"{'ok' if passed else 'not ok'} {checks} - {name}", flush=True)
    if not passed:
        for thing in seen:
            print("# " + repr(thing)[:1000])


def end():
    """Prints the number of checks; returns the exit status."""
    print(f"1..{checks}")
    return failed != 0


def example(name):
    return os.path.join(SOURCES, "examples", name)


def page_of(name, text=None):
    """A page of examples/ as a member of a request; `text` replaces its markup."""
    if text is None:
        with open(example(name), encoding="utf-8") as file:
            text = file.read()
    return {"name": example(name), "html": text}


def detm(*arguments):
    """What the command prints."""
    return subprocess.run([DETM, *arguments], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, check=False).stdout
