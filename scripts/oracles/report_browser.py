"""A headless Chromium, controlled through a pipe, and what must hold for a report that it opens."""

import base64, gzip, io, json, os, pathlib, select, subprocess, tempfile
from PIL import Image

SLOWEST = 1.0
PATIENCE = 60
LEAST_CONTRAST = 4.5
PHONE, TABLET = 390, 820


class Browser:
    """Chromium's debugging protocol: messages that end with a zero byte, on descriptors 3 and 4."""

    def __init__(self, options=()):
        self.folder = tempfile.TemporaryDirectory()
        theirs_in, self.ours_out = os.pipe()
        self.ours_in, theirs_out = os.pipe()

        def descriptors():
            # First out of the way, so that neither overwrites the other.
            a, b = os.dup(theirs_in), os.dup(theirs_out)
            os.dup2(a, 3)
            os.dup2(b, 4)

        self.process = subprocess.Popen(
            ["chromium", "--headless=new", "--no-sandbox", "--disable-gpu", "--enable-unsafe-swiftshader", "--remote-debugging-pipe", "--no-first-run",
             "--disable-dev-shm-usage", "--disable-extensions", f"--user-data-dir={self.folder.name}", *options, "about:blank"],
            preexec_fn=descriptors, close_fds=False, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(theirs_in)
        os.close(theirs_out)
        self.rest, self.number, self.events, self.session = b"", 0, [], None

    def tab(self):
        """Continues in a new tab, so that nothing of the one before has an effect."""
        self.session, self.events = None, []
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        self.session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ["Page", "Runtime", "Log", "Network"]:
            self.call(domain + ".enable")
        self.call("Emulation.setDeviceMetricsOverride", width=1280, height=900, deviceScaleFactor=1, mobile=False)

    def read(self):
        while b"\0" not in self.rest:
            if not select.select([self.ours_in], [], [], PATIENCE)[0]:
                self.process.kill()
                raise SystemExit(f"check-report: chromium said nothing for {PATIENCE} s after message {self.number}")
            piece = os.read(self.ours_in, 1 << 16)
            if not piece:
                raise SystemExit("check-report: chromium ended early")
            self.rest += piece
        message, self.rest = self.rest.split(b"\0", 1)
        return json.loads(message)

    def call(self, method, **parameters):
        self.number += 1
        message = {"id": self.number, "method": method, "params": parameters}
        if self.session:
            message["sessionId"] = self.session
        os.write(self.ours_out, json.dumps(message).encode() + b"\0")
        while True:
            answer = self.read()
            if answer.get("id") == self.number:
                if "error" in answer:
                    raise SystemExit(f"check-report: {method}: {answer['error']}")
                return answer["result"]
            self.events.append(answer)

    def wait(self, method):
        while not any(event.get("method") == method for event in self.events):
            self.events.append(self.read())

    def value(self, script):
        answer = self.call("Runtime.evaluate", expression=script, returnByValue=True, awaitPromise=True)
        if "exceptionDetails" in answer:
            raise SystemExit(f"check-report: {answer['exceptionDetails']}")
        return answer["result"].get("value")

    def open(self, path):
        self.navigate(pathlib.Path(path).absolute().as_uri())

    def navigate(self, url):
        self.events = [event for event in self.events if event.get("method") != "Page.loadEventFired"]
        self.call("Page.navigate", url=url)
        self.wait("Page.loadEventFired")

    def close(self):
        self.session = None
        self.call("Browser.close")
        self.process.wait(20)
        self.folder.cleanup()


# The contrast of every visible text with its background.
CONTRAST = """(() => {
  const numbers = color => (color.match(/[\\d.]+/g) || []).map(Number);
  const light = ([r, g, b]) => [r, g, b].map(v => v / 255)
    .map(v => v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4)
    .reduce((sum, v, i) => sum + v * [0.2126, 0.7152, 0.0722][i], 0);
  const behind = node => {
    const layers = [];
    for (let one = node; one; one = one.parentElement) {
      const [r, g, b, a = 1] = numbers(getComputedStyle(one).backgroundColor);
      if (a > 0) layers.unshift([r, g, b, a]);
    }
    return layers.reduce((under, [r, g, b, a]) => under.map((v, i) => v * (1 - a) + [r, g, b][i] * a), [255, 255, 255]);
  };
  let worst = [99, ''];
  for (const node of document.body.querySelectorAll('*')) {
    if (node.matches('script,title,svg title *') || !node.getClientRects().length) continue;
    const text = [...node.childNodes].filter(c => c.nodeType === 3).map(c => c.data.trim()).join('');
    if (!text || node.localName === 'title') continue;
    const style = getComputedStyle(node);
    const [a, b] = [light(numbers(node.ownerSVGElement ? style.fill : style.color)), light(behind(node))];
    const ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
    if (ratio < worst[0]) worst = [ratio, node.localName + ': ' + text.slice(0, 40)];
  }
  return worst;
})()"""

PANELS = """[...document.querySelectorAll('figure>svg')].map(svg => {
  const box = svg.getBoundingClientRect();
  return {name: svg.getAttribute('aria-label'), x: box.x + scrollX, y: box.y + scrollY, width: box.width, height: box.height};
})"""

# Marks and drawings without an accessible name.
NAMELESS = """[...document.querySelectorAll(
  'figure :is(.b,.law),figure :is(.m,.e,.r,.dot,.out,.p) :is(path,circle),figure .bar path')]
  .filter(mark => !mark.querySelector('title')?.textContent)
  .concat([...document.querySelectorAll('figure>svg')].filter(
    svg => svg.getAttribute('role') !== 'img' || !svg.getAttribute('aria-label')))
  .map(mark => mark.outerHTML.slice(0, 80))"""

# Labels in a view must not lie on each other.
OVERLAPS = """(() => {
  let found = [];
  for (const group of document.querySelectorAll('svg .l')) {
    const boxes = [...group.children].map(text => [text.getBoundingClientRect(), text.textContent]);
    boxes.forEach(([a, name], i) => boxes.slice(i + 1).forEach(([b, other]) => {
      if (a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 3 && b.top < a.bottom - 3)
        found.push(name + ' on ' + other);
    }));
  }
  return found;
})()"""

SORTED = """(() => {
  const table = document.querySelector('#pairs table');
  if (!table) return 'none';
  const heads = [...table.tHead.rows[0].cells], place = heads.findIndex(h => h.hasAttribute('aria-sort'));
  if (place < 0) return 'not sorted';
  const values = [...table.tBodies[0].rows].map(r => parseFloat(r.cells[place].textContent.replace('\\u2212', '-')));
  const known = values.filter(v => !isNaN(v));
  return known.every((v, i) => i === 0 || known[i - 1] >= v) ? 'sorted' : 'in no order';
})()"""


def press(browser, key):
    for kind in ["keyDown", "keyUp"]:
        browser.call("Input.dispatchKeyEvent", type=kind, key=key, code=key, text={"Enter": "\r", "n": "n"}.get(key, ""),
                     windowsVirtualKeyCode={"Enter": 13, "ArrowRight": 39, "Escape": 27, "n": 78}[key])


# Draws the scene from another side as often as it can for some seconds, and reads a pixel each time, so that it is finished.
FRAMES = """(async () => {
  const canvas = document.querySelector('#turning canvas'), gl = canvas.getContext('webgl2'), pixel = new Uint8Array(4);
  const turn = () => canvas.dispatchEvent(new KeyboardEvent('keydown', {key: 'ArrowRight'}));
  const start = performance.now();
  let frames = 0;
  while (performance.now() - start < 3000) {
    turn();
    await new Promise(requestAnimationFrame);
    gl.readPixels(0, 0, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, pixel);
    frames += 1;
  }
  const info = gl.getExtension('WEBGL_debug_renderer_info');
  return [frames / (performance.now() - start) * 1000, info ? gl.getParameter(info.UNMASKED_RENDERER_WEBGL) : 'unknown'];
})()"""


def settled(browser):
    """Waits until the view that can be turned is drawn."""
    browser.value("""new Promise(done => { const wait = count => document.querySelector('#turning')?.hidden && count
      ? setTimeout(wait, 50, count - 1) : requestAnimationFrame(() => requestAnimationFrame(done)); wait(100); })""")


def picture(browser, selector):
    """The pixels of an element."""
    box = browser.value(f"(r => ({{x: r.x + scrollX, y: r.y + scrollY, width: r.width, height: r.height}}))"
                        f"(document.querySelector('{selector}').getBoundingClientRect())")
    shot = browser.call("Page.captureScreenshot", clip=box | {"scale": 1}, captureBeyondViewport=True)["data"]
    return Image.open(io.BytesIO(base64.b64decode(shot))).convert("RGB")


def turning_faults(browser):
    """What is wrong with the view that can be turned: by hand, by key and by the rows of tables."""
    if not browser.value("!!document.querySelector('#turning')"):
        return []
    settled(browser)
    if browser.value("document.querySelector('#turning').hidden"):
        return ["there is no view to turn, though the browser has WebGL"]
    found, canvas = [], "#turning canvas"
    browser.value(f"document.querySelector('{canvas}').scrollIntoView({{block: 'center'}})")
    first = picture(browser, canvas)
    if len(first.getcolors(1 << 24)) < 12:
        found.append("the view to turn is blank")
    box = browser.value(f"(r => [r.x + r.width / 2, r.y + r.height / 2])(document.querySelector('{canvas}').getBoundingClientRect())")
    for kind, way in [("mousePressed", 0), *(("mouseMoved", 12 * step) for step in range(1, 9)), ("mouseReleased", 96)]:
        browser.call("Input.dispatchMouseEvent", type=kind, x=box[0] + way, y=box[1] + way / 3, button="left", buttons=1,
                     clickCount=1)
    settled(browser)
    dragged = picture(browser, canvas)
    if dragged.tobytes() == first.tobytes():
        found.append("dragging does not turn the view")
    browser.value(f"document.querySelector('{canvas}').focus()")
    press(browser, "ArrowRight")
    settled(browser)
    if picture(browser, canvas).tobytes() == dragged.tobytes():
        found.append("arrow keys do not turn the view")
    press(browser, "n")
    if not browser.value("document.querySelector('#turning output').textContent"):
        found.append("no key chooses a marker")
    press(browser, "Escape")
    row = "document.querySelector('tr.linked')"
    if browser.value(f"!!{row} && ({row}.click(), !document.querySelector('#turning output').textContent)"):
        found.append("a row of a table chooses no marker")
    press(browser, "Escape")
    return found


def embedded(browser):
    """The document that the page contains, packed or not."""
    kind, text = browser.value("(e => [e.type, e.textContent])(document.getElementById('quadcal-fit'))")
    return json.loads(gzip.decompress(base64.b64decode(text)) if kind == "application/gzip" else text)


def fit_faults(browser, document):
    """What is wrong with that which only the page of a fit has."""
    found = turning_faults(browser)
    if embedded(browser) != document:
        found.append("the data in the page are not the document")
    # By keyboard alone: the heading of the column of lengths.
    browser.value("[...document.querySelectorAll('#pairs th button')].find(b => b.textContent === 'length')?.focus()")
    press(browser, "Enter")
    if (order := browser.value(SORTED)) not in ["sorted", "none"]:
        found.append(f"the table is {order}")
    # And from mark to mark in a drawing.
    browser.value("document.querySelector('#views .view>svg')?.focus()")
    press(browser, "ArrowRight")
    if browser.value("document.querySelector('#views .view') && !document.querySelector('#views .view output')?.textContent"):
        found.append("arrow keys lead nowhere in a drawing")
    return found


def faults(browser, path, document=None):
    """Everything that is wrong with a page, with that of a fit if it has its document, and the seconds it took to load."""
    found = []
    # The best of three, since other programs use the processor, too.
    times = []
    browser.tab()
    for _ in range(3):
        browser.open(path)
        times.append(browser.value("performance.getEntriesByType('navigation')[0].loadEventEnd") / 1000)
    seconds = min(times)
    if seconds > SLOWEST:
        found.append(f"took {seconds:.2f} s to load")
    for scheme in ["light", "dark"]:
        browser.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": scheme}])
        ratio, text = browser.value(CONTRAST)
        if ratio < LEAST_CONTRAST:
            found.append(f"contrast {ratio:.2f} in {scheme}: {text}")
        for panel in browser.value(PANELS):
            clip = {key: panel[key] for key in ["x", "y", "width", "height"]} | {"scale": 1}
            shot = browser.call("Page.captureScreenshot", clip=clip, captureBeyondViewport=True)["data"]
            picture = Image.open(io.BytesIO(base64.b64decode(shot))).convert("RGB")
            if len(picture.getcolors(1 << 24)) < 12:
                found.append(f"nothing to see in {panel['name']!r}, {scheme}")
    if document is not None:
        found += fit_faults(browser, document)
    found += [f"labels overlap: {pair}" for pair in browser.value(OVERLAPS)]
    found += [f"says not what it is: {mark}" for mark in browser.value(NAMELESS)[:3]]
    cut = """[...document.querySelectorAll('figure')].filter(f => f.scrollWidth > f.clientWidth + 1)
      .map(f => f.textContent.slice(0, 40))"""
    browser.call("Emulation.setDeviceMetricsOverride", width=TABLET, height=1180, deviceScaleFactor=1, mobile=True)
    found += [f"is cut on a tablet: {figure}" for figure in browser.value(cut)]
    browser.call("Emulation.setDeviceMetricsOverride", width=PHONE, height=844, deviceScaleFactor=1, mobile=True)
    if (width := browser.value("document.documentElement.scrollWidth")) > PHONE:
        found.append(f"is {width} wide on a phone of {PHONE}")
    found += [f"is cut on a phone: {figure}" for figure in browser.value(cut)]
    if len(base64.b64decode(browser.call("Page.printToPDF", printBackground=True)["data"])) < 5000:
        found.append("nothing is printed")
    for event in browser.events:
        method, parameters = event.get("method"), event.get("params", {})
        # Pictures of a canvas are read back, which the driver of the software renderer remarks on.
        if "GPU stall due to ReadPixels" in parameters.get("entry", {}).get("text", ""):
            continue
        if method in ["Runtime.consoleAPICalled", "Runtime.exceptionThrown", "Log.entryAdded"]:
            found.append(f"console: {json.dumps(parameters)[:300]}")
        if method == "Page.javascriptDialogOpening":
            found.append("a dialog opened")
        if method == "Network.requestWillBeSent" and not parameters["request"]["url"].startswith("file:"):
            found.append(f"asked for {parameters['request']['url'][:100]}")
    return found, seconds
