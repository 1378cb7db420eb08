"""How fast the workbench is, in a headless Chromium with software WebGL: workbench_speed.py PAGE. Prints what is to be reached beside it."""

import base64, json, pathlib, subprocess, sys, tempfile
from workbench_page import Workbench

page = pathlib.Path(sys.argv[1]).absolute()
rooms = pathlib.Path(tempfile.mkdtemp(prefix="quadcal-rooms-"))
MAKE = f"""import("{page.parent.as_uri()}/page/example.js").then(({{exampleRoom}}) => {{
  const room = exampleRoom({{count: Number(process.argv[1])}})
  console.log(JSON.stringify([[room.old.name, room.old.text], [room.new.name, room.new.text]]))
}})"""
# Turns the view as often as it can for three seconds, and reads a pixel each time, so that it is finished.
FRAMES = """(async () => {
  const canvas = document.getElementById('view'), gl = document.getElementById('ground').getContext('webgl2'), pixel = new Uint8Array(4)
  const start = performance.now()
  let frames = 0
  while (performance.now() - start < 3000) {
    canvas.dispatchEvent(new KeyboardEvent('keydown', {key: 'ArrowRight'}))
    await new Promise(requestAnimationFrame)
    gl.readPixels(0, 0, 1, 1, gl.RGBA, gl.UNSIGNED_BYTE, pixel)
    frames += 1
  }
  const info = gl.getExtension('WEBGL_debug_renderer_info')
  return [frames / (performance.now() - start) * 1000, info ? gl.getParameter(info.UNMASKED_RENDERER_WEBGL) : 'unknown']
})()"""


def room(count):
    return json.loads(subprocess.run(["node", "-e", MAKE, str(count)], capture_output=True, text=True, check=True).stdout)


def with_files(files):
    """The page as the tool writes it."""
    def coded(text):
        return base64.b64encode(text.encode()).decode()
    lines = "".join(f"\n{coded(name)} {coded(text)}" for name, text in files)
    made = rooms / "made.html"
    made.write_text(page.read_text().replace('id="files">', 'id="files">' + lines))
    return made.as_uri()


def print_row(what, found, wanted):
    print(f"{what:<64} {found:>10}   {wanted}")


text = page.read_text()
packed = text.split('id="module">')[1].split("<")[0]
print_row("page beside its module, kB", f"{(len(text) - len(packed)) / 1000:.0f}", "at most 250")
print_row("page with its module, kB", f"{len(text) / 1000:.0f}", "")
browser = Workbench()
for count, least in [(250, ""), (1000, "at most 1000"), (5000, ""), (20_000, "")]:
    times, clicks, judged, back = [], [], [], []
    url = with_files(room(count))
    for _ in range(3 if count < 5000 else 1):
        browser.tab()
        browser.size(1440, 900)
        browser.navigate(url)
        browser.until("document.body.dataset.drawn", 120)
        times.append(float(browser.value("document.body.dataset.drawn")))
    browser.until("document.body.dataset.judged", 240)
    print_row(f"{count} markers a side: from the start to both scans, ms", f"{min(times):.0f}", least)
    for click in range(8 if count < 5000 else 4):
        browser.value("""(() => { delete document.body.dataset.took; delete document.body.dataset.judged;
          if (CLICK % 2) return document.getElementById('undo').click();
          const select = document.querySelectorAll('#pair-rows select')[CLICK / 2]; select.value = 'off';
          select.dispatchEvent(new Event('change')); })()""".replace("CLICK", str(click)))
        browser.until("document.body.dataset.judged", 120)
        if click % 2 == 0:
            clicks.append(float(browser.value("document.body.dataset.took ?? NaN")))
        (back if click % 2 else judged).append(float(browser.value("document.body.dataset.judged")))
        browser.until("document.body.dataset.settled === 'yes' || document.querySelectorAll('#pair-rows select').length && +document.body.dataset.pairs > 2000", 240)
    print_row(f"{count} markers, {4 * count} pairs: from a click to new residuals, ms", f"{min(clicks):.0f}", {250: "at most 16", 5000: "at most 100"}.get(count, ""))
    print_row(f"{count} markers, {4 * count} pairs: from a click to the verdict, ms", f"{min(judged):.0f}", {250: "at most 16", 5000: "at most 100"}.get(count, ""))
    print_row(f"{count} markers, {4 * count} pairs: from a step back to the verdict, ms", f"{min(back):.0f}", "")
    verdict = float(browser.value("document.body.dataset.first"))
    print_row(f"{count} markers a side: from the start to the verdict, ms", f"{verdict:.0f}", "")
    rate, renderer = browser.value(FRAMES)
    print_row(f"{count} markers a side: frames a second", f"{rate:.0f}", "at least 30" if count == 20_000 else "")
    if count == 20_000:
        waited = browser.value("""(() => { const find = document.getElementById('find'), start = performance.now(); find.value = 'M19999';
          find.dispatchEvent(new Event('input')); return performance.now() - start; })()""")
        print_row("20000 markers a side: a search, ms", f"{waited:.1f}", "")
print(f"drawn by {renderer}")
browser.close()
