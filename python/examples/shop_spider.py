"""A spider for Scrapy: scrapy runspider shop_spider.py -a start=URL -a wrapper=shop.xml -O items.jsonl

The wrapper (made by "detm learn" or detm.Wrapper.learn) takes the place of selectors: each record of
a list page is an item, and the links to the next pages are followed.  Without -a wrapper each page
is read on its own.  The pipeline counts pages that do not fit, which is how a redesign of the site
is noticed.
"""

import scrapy

import detm


class Prices:
    """An item pipeline: amounts as numbers, and no item without a title."""

    def process_item(self, item):
        if not item.get("title"):
            raise scrapy.exceptions.DropItem("no title")
        if "price.amount" in item:
            item["amount"] = item.pop("price.amount")
        return item


class Shop(scrapy.Spider):
    name = "shop"
    custom_settings = {"ITEM_PIPELINES": {Prices: 100}, "FEED_EXPORT_ENCODING": "utf-8"}

    def __init__(self, start, wrapper=None, **arguments):
        super().__init__(**arguments)
        self.start_urls = start.split()
        self.wrapper = detm.Wrapper.load(wrapper) if wrapper else None

    def parse(self, response):
        page = detm.Page(response.body, url=response.url)
        try:
            found = self.wrapper.apply(page, typed=True) if self.wrapper else detm.extract(page, typed=True)
        except detm.Misfit as misfit:
            self.crawler.stats.inc_value("detm/misfit")
            self.logger.error("%s", misfit)
            return
        yield from found
        for link in detm.links(page):
            if "next" in link.get("turn", []):
                yield response.follow(link["url"])
