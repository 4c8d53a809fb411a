"""What extruct, reader and ultimate-sitemap-parser find of the sample posts that table.mjs made."""

import collections
import sys
import tempfile
import urllib.request

import extruct
import reader
from usp.tree import sitemap_tree_for_homepage

base = sys.argv[1]


def say(tool, what, is_right):
    print(f"| {tool} | {what} | {'right' if is_right else '**wrong**'} |")
    return is_right


def fetch(path):
    with urllib.request.urlopen(base + path) as answer:
        return answer.read().decode()


rights = []
print("\n| Program | What | |")
print("| --- | --- | --- |")

tree = sitemap_tree_for_homepage(base)
sitemaps = collections.Counter(sitemap.url for sitemap in tree.all_sitemaps())
pages = list(tree.all_pages())
dated = [page for page in pages if page.last_modified or page.news_story]
what = f"each of {len(sitemaps)} sitemaps once"
rights.append(say("ultimate-sitemap-parser 1.8.1", what, max(sitemaps.values()) == 1))
what = f"{len(pages)} addresses, each with its last change"
rights.append(say("ultimate-sitemap-parser 1.8.1", what, pages and dated == pages))

posts = [part.split("</loc>")[0] for part in fetch("/sitemap-posts-1.xml").split("<loc>")[1:]]
reviewed = next(url for url in reversed(posts) if '"@type":"Review"' in fetch(url[len(base) :]))
found = extruct.extract(fetch(reviewed[len(base) :]), base_url=reviewed, syntaxes=["json-ld", "opengraph"])
blocks = {block["@type"]: block for block in found["json-ld"]}
article = blocks.get("NewsArticle", {})
review = blocks.get("Review", {})
notes = [review.get(key, {}).get("itemListElement", []) for key in ("positiveNotes", "negativeNotes")]
properties = collections.Counter(name for name, _ in found["opengraph"][0]["properties"])
needed = ("headline", "datePublished", "author", "keywords")
what = "headline, date, author and keywords of the article"
rights.append(say("extruct 0.18.0", what, all(map(article.get, needed))))
rights.append(say("extruct 0.18.0", "pros and cons of the review", all(notes)))
tagged = properties["article:tag"] > 0 and properties["article:author"] == 1
rights.append(say("extruct 0.18.0", "`article:tag`, `article:author`", tagged))

with tempfile.TemporaryDirectory() as folder:
    feeds = reader.make_reader(f"{folder}/reader.sqlite")
    for name in ("feed.xml", "atom.xml", "feed.json"):
        url = f"{base}/{name}"
        feeds.add_feed(url)
        feeds.update_feed(url)
        entries = list(feeds.get_entries(feed=url))
        pictured = [entry for entry in entries if entry.enclosures]
        leads = [entry for entry in pictured if "<img" in entry.get_content().value]
        what = f"`/{name}`: the lead picture in each of {len(pictured)} texts"
        rights.append(say("reader 3.26", what, pictured and leads == pictured))

sys.exit(not all(rights))
