#!/usr/bin/env python3
"""Spark job: which sites have drifted, and when: drift.py WRAPPERS PAGES.parquet OUT.json

WRAPPERS is a folder of SITE.xml.  PAGES has the columns site, day, url (strings) and html (binary or
string), such as all pages of a month.  OUT has a line for each site and day: the number of pages,
whether they drifted from the pages that the wrapper was learned from, and the findings.
"""

import json
import sys
from pathlib import Path
from typing import Tuple

import pandas
from pyspark.sql import SparkSession

import detm

SCHEMA = "site string, day string, pages long, drifted boolean, findings string"


def main(folder: str, pages: str, out: str) -> None:
    spark = SparkSession.builder.appName("detm drift").getOrCreate()
    wrappers = spark.sparkContext.broadcast({path.stem: path.read_bytes() for path in Path(folder).glob("*.xml")})

    def check(key: Tuple[str, str], group: pandas.DataFrame) -> pandas.DataFrame:
        site, day = key
        wrapper = detm.Wrapper.from_xml(wrappers.value[site], site)
        group = group.sort_values("url")
        drift = detm.verify(wrapper, (detm.Page(html, url=url) for url, html in zip(group["url"], group["html"])))
        row = (site, day, drift.pages, drift.drifted, json.dumps(drift.findings))
        return pandas.DataFrame([row], columns=["site", "day", "pages", "drifted", "findings"])

    days = spark.read.parquet(pages).groupBy("site", "day").applyInPandas(check, SCHEMA)
    days.orderBy("site", "day").write.json(out)
    spark.stop()


if __name__ == "__main__":
    if len(sys.argv) != 4:
        sys.exit("usage: drift.py WRAPPERS PAGES.parquet OUT.json")
    main(*sys.argv[1:])
