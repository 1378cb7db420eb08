"""The page of Doors/web in a headless Chromium, from a disk and, with its module, from a server: web_page.py PAGE PICTURE."""

import base64, functools, http.server, json, pathlib, sys, threading
from report_browser import CONTRAST, LEAST_CONTRAST, PHONE, Browser

page, shot = pathlib.Path(sys.argv[1]), pathlib.Path(sys.argv[2])
# Drops a file, or chooses it, and waits until the page has shown what it found.
DROP = """(async (name, text) => {
  delete document.body.dataset.state;
  const carried = new DataTransfer();
  carried.items.add(new File([text], name));
  document.getElementById('drop').dispatchEvent(new DragEvent('drop', {dataTransfer: carried, bubbles: true, cancelable: true}));
  for (let wait = 0; wait < 400 && !document.body.dataset.state; wait++) await new Promise(done => setTimeout(done, 25));
  const rows = [...document.querySelectorAll('#rows tr')];
  return {state: document.body.dataset.state ?? null, summary: document.getElementById('summary').textContent, rows: rows.length,
    message: document.getElementById('message').textContent, hidden: document.getElementById('result').hidden,
    first: rows[0]?.innerText ?? '', codes: [...document.querySelectorAll('#rows code')].map(code => code.textContent),
    drawings: document.querySelectorAll('#rows svg polygon').length};
})"""
failed = False


def expect(what, holds, found=None):
    global failed
    if not holds:
        failed = True
        print(f"check-web-door: not so: {what}: {found}", file=sys.stderr)


def drop(name, text):
    return browser.value(f"{DROP}({json.dumps(name)}, {json.dumps(text)})")


def picture(path):
    path.write_bytes(base64.b64decode(browser.call("Page.captureScreenshot", captureBeyondViewport=True)["data"]))


def marker(number, label, **corners):
    square = {"p1": [0, 0, 0], "p2": [1, 0, 0], "p3": [1, 1, 0], "p4": [0, 1, 0]}
    return {"id": f"6f1c3f0a-0000-4000-8000-{number:012}", "label": label} | square | corners


square = marker(1, "Door")
crossed = marker(2, "<img src=x onerror=alert(1)>", p3=[0, 1, 0], p4=[1, 1, 0])
cut = marker(3, "Window", p2=[1, 0])
bent = marker(4, "Poster", p3=[1, 1, 0.05])
small = marker(5, "Switch", p2=[0.2, 0, 0], p3=[0.2, 0.001, 0], p4=[0, 0.001, 0])
HEADER = "id,p1x,p1y,p1z,p2x,p2y,p2z,p3x,p3y,p3z,p4x,p4y,p4z"

READY = ("new Promise(done => { const wait = () => /\\d/.test(document.getElementById('version').textContent) ? done() : "
         "setTimeout(wait, 20); wait(); })")


def requests():
    return [event["params"]["request"]["url"] for event in browser.events if event.get("method") == "Network.requestWillBeSent"]


def expect_silence():
    said = [event["params"] for event in browser.events if event.get("method") in ("Log.entryAdded", "Runtime.exceptionThrown")]
    expect("the console is silent", not said, said)


browser = Browser()
browser.tab()
browser.open(page)
browser.value(READY)
found = drop("sound.json", json.dumps([square]))
expect("a sound marker passes", found["state"] == "pass" and found["rows"] == 1 and "sound" in found["first"], found)
found = faulty = drop("list.json", json.dumps([square, crossed, cut, bent, small]))
expect("faulty markers fail, the gravest first", found["state"] == "fail" and found["rows"] == 5 and "Window" in found["first"], found)
expect("their findings are named", {"WRONG_SHAPE", "SELF_INTERSECTING", "NON_PLANAR", "TOO_SMALL"} <= set(found["codes"]), found)
expect("they are counted", "5 markers, 3 with errors, 1 with warnings" in found["summary"], found)
expect("a bent marker is not called flat", "12.5 mm from flat" in browser.value("document.getElementById('rows').innerText"))
words = browser.value("document.querySelector('.choice').innerText").replace("\u00a0", " ")
limits = ["3 mm from flat is a warning (usually 10 mm)", "10 mm an error (usually 25 mm)", "a fold is an error (usually a warning)"]
expect("the box says what strict limits are", all(limit in words for limit in limits), words)
expect("each readable one is drawn", found["drawings"] == 4, found)
expect("labels are text", browser.value("document.querySelectorAll('#rows img').length") == 0)
for scheme in ["light", "dark"]:
    browser.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": scheme}])
    for width in [1280, PHONE]:
        browser.call("Emulation.setDeviceMetricsOverride", width=width, height=900, deviceScaleFactor=1, mobile=False)
        ratio, where = browser.value(CONTRAST)
        expect(f"texts can be read, {scheme}", ratio >= LEAST_CONTRAST, (ratio, where))
        wide = browser.value("document.documentElement.scrollWidth")
        expect(f"nothing is wider than {width}", wide <= width, wide)
        picture(shot.with_name(f"{shot.stem}-{scheme}-{width}.png"))
found = drop("notes.json", "milk, eggs")
is_refused = found["state"] == "unreadable" and found["hidden"] and "notes.json" in found["message"]
expect("a file of something else is refused in words", is_refused, found)
browser.value("document.getElementById('strict').click()")
strict = drop("bent.json", json.dumps([marker(1, "Poster", p3=[1, 1, 0.05])]))
browser.value("document.getElementById('strict').click()")
usual = drop("bent.json", json.dumps([marker(1, "Poster", p3=[1, 1, 0.05])]))
expect("strict limits are stricter", (strict["state"], usual["state"]) == ("fail", "warn"), (strict, usual))
for name, text, state, said in [
        ("notes.txt", "milk", "fail", "1 field, expected 12 or 13"),
        ("header.csv", f"{HEADER[3:]},id\n0,0,0,1,0,0,1,1,0,0,1,0,a\n", "fail", "a header must be exactly id,p1x,p1y,p1z"),
        ("turned.csv", f"id,{HEADER[15:]},p1x,p1y,p1z\na,0,0,0,1,0,0,1,1,0,0,1,0\n", "fail", "line 1"),
        ("none.json", "[]", "fail", "NO_MARKERS"),
        ("nameless.json", json.dumps([{name: square[name] for name in ["p1", "p2", "p3", "p4"]}]), "fail", "BAD_MEMBER"),
        ("comma.csv", '"a,b",0,0,0,1,0,0,1,1,0,0,1,0', "pass", "a,b"),
        ("list.json", json.dumps({"schema": "quadcal.plan/1"}), "fail", "not markers")]:
    found, shown = drop(name, text), browser.value("document.getElementById('rows').innerText")
    expect(f"{name} is a {state}: {said}", found["state"] == state and said in shown, (found, shown))
found = browser.value(f"({DROP.replace('[text]', '[new Uint8Array(text)]')})('wide.csv', {list('a,0'.encode('utf-16'))})")
expect("UTF-16 is refused", found["state"] == "unreadable" and "UTF-16" in found["message"], found)
room = pathlib.Path("Datasets/check/room.csv").read_text()
found = drop("room.csv", room)
expect("a table of the tool is read", found["rows"] == len(room.splitlines()) - 1 and found["message"] == "", found)
many = drop("many.json", json.dumps([marker(number, "") for number in range(20_000)]))
expect("twenty thousand markers are checked and 500 shown", many["state"] == "pass" and many["rows"] == 500 and "20000" in many["summary"], many)
expect("the crossed one is told with its place and its fix", "at 0.50, 0.50, 0.00; the order p1 p2 p4 p3 fixes it" in
       (drop("crossed.json", json.dumps([crossed])), browser.value("document.getElementById('rows').innerText"))[1])
expect("a length is told with its limit", "12.5 mm, the limit is 10.0 mm" in
       (drop("bent.json", json.dumps([bent])), browser.value("document.getElementById('rows').innerText"))[1])
both = browser.value(f"""({DROP.replace("carried.items.add(new File([text], name));",
    "text.forEach((one, place) => carried.items.add(new File([one], name[place])));")})"""
    + f"({json.dumps(['one.json', 'two.json'])}, {json.dumps([json.dumps([square]), json.dumps([crossed])])})")
expect("both of two files are checked", both["state"] == "fail" and both["rows"] == 2 and "one.json, two.json" in both["summary"], both)
saved = browser.value("fetch(document.getElementById('save-fixed').href).then(answer => answer.text())")
expect("the corners are saved in order", saved == crossed["id"] + ",0,0,0,1,0,0,1,1,0,0,1,0\n", saved)
browser.value("delete document.body.dataset.state, document.getElementById('example').click()")
tried = browser.value("""(async () => { for (let wait = 0; wait < 400 && !document.body.dataset.state; wait++)
  await new Promise(done => setTimeout(done, 25)); return document.getElementById('summary').textContent; })()""")
expect("an example can be tried", "example.csv: 4 markers, 2 with errors, 1 with warnings" in tried, tried)
expect("nothing is asked of a network", all(url.startswith(("file:", "data:", "blob:")) for url in requests()), requests())
expect_silence()

# From a server, which gives the page its module and one file of WebAssembly.
class Files(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_):
        pass


server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Files, directory=page.parent))
threading.Thread(target=server.serve_forever, daemon=True).start()
site = f"http://127.0.0.1:{server.server_port}/"
browser.tab()
browser.navigate(site + "index.html")
browser.value(READY)
served = drop("list.json", json.dumps([square, crossed, cut, bent, small]))
timeless = [found | {"summary": found["summary"].split(" Read and checked in ")[0]} for found in (served, faulty)]
expect("a page of a server finds what the page of a disk does", timeless[0] == timeless[1], timeless)
asked = {url.removeprefix(site) for url in requests() if not url.startswith("data:")} - {"favicon.ico"}
own = {"index.html", "quadcal-simd.wasm"} | {path.name for path in page.parent.glob("*.js")}
expect("it asks for its own files", asked == own, (asked, own))
expect_silence()
server.shutdown()
browser.close()
if failed:
    sys.exit(1)
print(f"check-web-door: {page.name} ({page.stat().st_size} bytes) holds up in Chromium from a disk and from a server; pictures are beside {shot}")
