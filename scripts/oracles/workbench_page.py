"""The workbench in a headless Chromium, as a person uses it: by mouse, by keys and by touch."""

import base64, json, pathlib, tempfile, time
from report_browser import Browser

AXE = pathlib.Path(".peers/axe/axe_playwright_python/axe.min.js")
# Drops files, or chooses them, and waits until the page has taken or refused them.
DROP = """(async files => {
  delete document.body.dataset.state;
  const carried = new DataTransfer();
  for (const [name, data] of files) carried.items.add(new File([Uint8Array.from(atob(data), c => c.charCodeAt(0))], name));
  document.body.dispatchEvent(new DragEvent('drop', {dataTransfer: carried, bubbles: true, cancelable: true}));
  for (let wait = 0; wait < 3000 && !['ready', 'refused'].includes(document.body.dataset.state); wait++)
    await new Promise(done => setTimeout(done, 10));
  return document.body.dataset.state;
})"""
KEYS = {"Enter": 13, "Escape": 27, "ArrowRight": 39, "ArrowLeft": 37, "ArrowDown": 40, "Delete": 46, "Tab": 9, " ": 32}


class Workbench(Browser):
    """A page in a tab, with hands on it."""

    def __init__(self):
        super().__init__()
        self.folder_of_files = pathlib.Path(tempfile.mkdtemp(prefix="quadcal-workbench-"))
        self.call("Browser.setDownloadBehavior", behavior="allow", downloadPath=str(self.folder_of_files))

    def show(self, url, width=1440, height=900, touch=False):
        self.tab()
        self.size(width, height, touch)
        self.navigate(url)
        self.until("!document.getElementById('message').textContent && /\\d/.test(document.getElementById('version').textContent)")

    def size(self, width, height, touch=False):
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=touch)
        self.call("Emulation.setTouchEmulationEnabled", enabled=touch)

    def scheme(self, name):
        self.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": name}])

    def until(self, condition, seconds=30):
        for _ in range(int(seconds / 0.02)):
            if self.value(f"Boolean({condition})"):
                return
            time.sleep(0.02)
        raise SystemExit(f"check-web-door: waited in vain for {condition}: {self.text('body')[:600]}")

    def text(self, selector):
        return self.value(f"document.querySelector({json.dumps(selector)})?.innerText ?? ''").replace("\u00a0", " ")

    def drop(self, *files):
        """Name and content of each."""
        coded = [[name, base64.b64encode(text if isinstance(text, bytes) else text.encode()).decode()] for name, text in files]
        state = self.value(f"{DROP}({json.dumps(coded)})")
        if state == "ready":
            self.settled()
        return state

    def settled(self):
        """Waits until the numbers on the page are those of what was done last."""
        self.until("document.body.dataset.state === 'ready' && (document.getElementById('new-name').textContent === 'none' || document.body.dataset.settled === 'yes')")

    def place(self, selector, text=None):
        """The middle of the first thing that can be seen, of this text if any."""
        script = f"""(() => {{
          const found = [...document.querySelectorAll({json.dumps(selector)})].find(one => one.getClientRects().length
            && ({json.dumps(text)} === null || one.innerText.trim() === {json.dumps(text)}));
          if (!found) return null;
          found.scrollIntoView({{block: 'center'}});
          const box = found.getBoundingClientRect();
          return [box.x + box.width / 2, box.y + box.height / 2];
        }})()"""
        found = self.value(script)
        if not found:
            raise SystemExit(f"check-web-door: there is no {selector} {text or ''}: {self.text('body')[:600]}")
        return found

    def click(self, selector, text=None):
        x, y = self.place(selector, text)
        self.click_at(x, y)

    def click_at(self, x, y):
        for kind in ["mousePressed", "mouseReleased"]:
            self.call("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", buttons=1, clickCount=1)

    def tap(self, selector, text=None):
        x, y = self.place(selector, text)
        self.call("Input.dispatchTouchEvent", type="touchStart", touchPoints=[{"x": x, "y": y}])
        self.call("Input.dispatchTouchEvent", type="touchEnd", touchPoints=[])

    def key(self, key, modifiers=0):
        code = KEYS.get(key, ord(key.upper()) if len(key) == 1 else 0)
        text = {"Enter": "\r", " ": " "}.get(key, key if len(key) == 1 and not modifiers else "")
        for kind in ["keyDown", "keyUp"]:
            self.call("Input.dispatchKeyEvent", type=kind, key=key, code=key, text=text if kind == "keyDown" else "",
                      windowsVirtualKeyCode=code, modifiers=modifiers)

    def type(self, text):
        self.call("Input.insertText", text=text)

    def saved(self, name, seconds=10):
        """The text of a file that the page has saved since it was asked for."""
        for _ in range(int(seconds / 0.05)):
            path = self.folder_of_files / name
            if path.exists() and not list(self.folder_of_files.glob("*.crdownload")):
                return path.read_bytes()
            time.sleep(0.05)
        raise SystemExit(f"check-web-door: the page saved no {name}, only {[path.name for path in self.folder_of_files.iterdir()]}")

    def picture(self, path):
        time.sleep(0.2)
        path.write_bytes(base64.b64decode(self.call("Page.captureScreenshot")["data"]))

    def axe(self):
        """What axe-core objects to: the rule and the elements."""
        if not self.value("typeof axe === 'object'"):
            self.value(AXE.read_text(encoding="utf-8") + ";true")
        found = self.value("""axe.run(document, {runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice']})
          .then(({violations}) => violations.map(({id, nodes}) => [id, nodes.slice(0, 3).map(({html}) => html.slice(0, 160))]))""")
        return found

    def said(self):
        """What the console was told, but for the driver's remarks on pictures that are read back."""
        kinds = ("Log.entryAdded", "Runtime.exceptionThrown", "Runtime.consoleAPICalled")
        return [event["params"] for event in self.events if event.get("method") in kinds
                and "GPU stall due to ReadPixels" not in event["params"].get("entry", {}).get("text", "")]

    def requests(self):
        return [event["params"]["request"]["url"] for event in self.events if event.get("method") == "Network.requestWillBeSent"]
