#!/usr/bin/env python3
"""Saved pages of one site as a table: table.py OUT.csv PAGE.html...

Learns a wrapper from the first page, applies it to all, and makes a DataFrame of the records.
"""

import sys
from typing import Iterable

import pandas

import detm


def table(names: Iterable[str]) -> pandas.DataFrame:
    """The records of all pages; numbers, amounts and dates of values have columns of their own."""
    pages = [detm.Page.read(name) for name in names]
    wrapper = detm.Wrapper.learn(pages[0])
    rows = []
    for page in pages:
        try:
            result = wrapper.apply(page, typed=True)
            rows += [{"page": page.name, **record} for record in result]
            if result.warning:
                print(f"{page.name}: {result.warning}", file=sys.stderr)
        except detm.Misfit as misfit:
            print(misfit, file=sys.stderr)
    return pandas.DataFrame(rows)


if __name__ == "__main__":
    made = table(sys.argv[2:])
    made.to_csv(sys.argv[1], index=False)
    print(f"{len(made)} records with the columns {', '.join(made.columns)}")
