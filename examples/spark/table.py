#!/usr/bin/env python3
"""Spark job: a table of pages to a table of records: table.py WRAPPER.xml PAGES.parquet OUT.parquet

PAGES has the columns url (string) and html (binary or string).  OUT has the url, the status of the
page ("ok", "nothing", "unfit", "error"), and a column for each field of the wrapper, with its typed
values; a page without records has one row.  The values of a list are separated by newlines.
"""

import sys
from typing import Any, Dict, Iterator, List

import pandas
from pyspark.sql import SparkSession
from pyspark.sql.types import DoubleType, StringType, StructField, StructType

import detm

PARTS = {
    "price": {"amount": DoubleType(), "currency": StringType()},
    "number": {"value": DoubleType()},
    "date": {"iso": StringType()},
}


def schema_of(wrapper: detm.Wrapper) -> StructType:
    """The columns of a wrapper's fields and types."""
    columns = [StructField("url", StringType()), StructField("status", StringType())]
    for field in wrapper.fields.values():
        if field.wanted:
            columns.append(StructField(field.name, StringType()))
            columns += [StructField(f"{field.name}.{part}", type) for part, type in PARTS.get(field.type, {}).items()]
    return StructType(columns)


def rows_of(wrapper: detm.Wrapper, url: str, html: Any) -> List[Dict[str, Any]]:
    """The rows of a page."""
    try:
        records = wrapper.apply(detm.Page(html, url=url), typed=True).records
    except detm.Misfit:
        return [{"url": url, "status": "unfit"}]
    except detm.Error:
        return [{"url": url, "status": "error"}]
    return [{"url": url, "status": "ok", **record} for record in records] or [{"url": url, "status": "nothing"}]


def cell(value: Any, text: bool) -> Any:
    """A value for its column: a list as lines, or its first number."""
    if isinstance(value, list):
        return "\n".join(str(item) for item in value if item is not None) if text else value[0]
    return value


def main(wrapper_file: str, pages: str, out: str) -> None:
    spark = SparkSession.builder.appName("detm table").getOrCreate()
    wrapper = detm.Wrapper.load(wrapper_file)  # pickled with the function below
    schema = schema_of(wrapper)
    texts = {column.name: isinstance(column.dataType, StringType) for column in schema}

    def records(batches: Iterator[pandas.DataFrame]) -> Iterator[pandas.DataFrame]:
        for batch in batches:
            rows = [row for url, html in zip(batch["url"], batch["html"]) for row in rows_of(wrapper, url, html)]
            made = {name: [cell(row.get(name), text) for row in rows] for name, text in texts.items()}
            yield pandas.DataFrame(made).astype({name: "object" if text else "float" for name, text in texts.items()})

    spark.read.parquet(pages).select("url", "html").mapInPandas(records, schema).write.parquet(out)
    spark.stop()


if __name__ == "__main__":
    if len(sys.argv) != 4:
        sys.exit("usage: table.py WRAPPER.xml PAGES.parquet OUT.parquet")
    main(*sys.argv[1:])
