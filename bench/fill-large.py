"""Multiplies a stopped demo publication: python3 bench/fill-large.py DATA_DIR POSTS SUBSCRIBERS MEDIA_MB

Posts are copies of the demo's under slugs of their own, files are random bytes of 1 MB with a row each. The search index
is made anew by the next start.
"""

import os
import shutil
import sqlite3
import sys

folder, posts, subscribers, media_mb = sys.argv[1], *map(int, sys.argv[2:])
db = sqlite3.connect(os.path.join(folder, "mwanga.sqlite"))
db.execute("PRAGMA foreign_keys = ON")


def columns(table):
    return [row[1] for row in db.execute(f"PRAGMA table_info({table})")]


def copy(table, changed, where="", rename=""):
    names = columns(table)
    values = ", ".join(changed.get(name, name) for name in names)
    db.execute(f"INSERT INTO {table} ({', '.join(names)}) SELECT {values} FROM {table} {rename} {where}")


first, last, count = db.execute("SELECT MIN(id), MAX(id), COUNT(*) FROM post").fetchone()
step = last + 1
for times in range(1, (posts - count) // count + 2):
    shift = times * step
    of_demo = f"WHERE id <= {last}"
    copy("post", {"id": f"id + {shift}", "slug": f"slug || '-{times}'", "is_today_pick": "0"}, of_demo)
    copy("post_search", {"post_id": f"post_id + {shift}"}, f"WHERE post_id <= {last}")
    copy("post_tag", {"post_id": f"post_id + {shift}"}, f"WHERE post_id <= {last}")
now = db.execute("SELECT MAX(created_at) FROM post").fetchone()[0]
db.executemany(
    "INSERT INTO subscriber (email, email_key, name, status, requested_at, confirmed_at, created_at)"
    " VALUES (?, ?, '', 'confirmed', ?, ?, ?)",
    ((f"large-{n}@example.com", f"large-{n}@example.com", now, now, now) for n in range(subscribers)),
)
template = db.execute("SELECT MAX(id) FROM media_item").fetchone()[0]
for number in range(media_mb):
    key = f"2026/01/large-{number:06}.jpg"
    path = os.path.join(folder, "media", "files", key)
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "wb") as file:
        file.write(os.urandom(1024 * 1024))
    changed = {"id": "NULL", "object_key": f"'{key}'", "size_bytes": str(1024 * 1024), "post_id": "NULL"}
    copy("media_item", changed, f"WHERE id = {template}")
db.commit()
db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
print(*(f"{db.execute(f'SELECT COUNT(*) FROM {table}').fetchone()[0]} {table}" for table in ("post", "subscriber", "media_item")))
db.close()
shutil.rmtree(os.path.join(folder, "search"), ignore_errors=True)
