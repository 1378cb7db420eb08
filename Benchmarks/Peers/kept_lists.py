"""requests-cache and hishel as peers of the kept lists: lists of markers that a device keeps and validates.

    kept_lists.py requests-cache|hishel|conditional FOLDER URLS

The file holds the addresses of the lists. First all of them are read and kept in SQLite below the folder. Then a round of
`requests-cache` or `hishel` opens what is kept and decodes one list without asking the server, each time another; a round
of `conditional` asks for every list by If-None-Match through httpx and hishel, on one kept connection. A round prints its
wall nanoseconds.
"""
import importlib.metadata
import sys
import time

kind, folder, file = sys.argv[1:4]
with open(file, encoding="utf-8") as lines:
    urls = lines.read().split()
version = importlib.metadata.version


def client(stale):
    import hishel
    import hishel.httpx

    storage = hishel.SqliteStorage(database_path=f"{folder}/hishel.db")
    return hishel.httpx.CacheClient(storage=storage, rfc=hishel.CacheOptions(shared=False, allow_stale=stale))


def session():
    import requests_cache

    return requests_cache.CachedSession(f"{folder}/requests.db", backend="sqlite")


def count(answer):
    answer.raise_for_status()
    return len(answer.json())


def first_of_requests(url):
    with session() as kept:
        return count(kept.get(url, only_if_cached=True))


def first_of_hishel(url):
    with client(True) as kept:
        return count(kept.get(url, headers={"Cache-Control": "only-if-cached, max-stale"}))


with session() if kind == "requests-cache" else client(False) as kept:
    for url in urls:
        assert count(kept.get(url)) > 0
if kind == "conditional":
    kept = client(False)
    for url in urls:
        kept.get(url)
    print(f"httpx {version('httpx')} and hishel {version('hishel')}", flush=True)
else:
    print(f"{kind} {version(kind)}", flush=True)
for number, _ in enumerate(sys.stdin):
    start = time.perf_counter_ns()
    if kind == "conditional":
        for url in urls:
            assert kept.get(url).status_code == 200
    else:
        found = (first_of_requests if kind == "requests-cache" else first_of_hishel)(urls[number * 7 % len(urls)])
        assert found > 0
    print(time.perf_counter_ns() - start, flush=True)
