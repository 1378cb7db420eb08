"""Choosing markers in the view of a report that can be turned, judged by what its pixels show, and pages without that view."""

from PIL import ImageChops
from report_browser import PANELS, Browser, picture, press, settled

CANVAS = "#turning canvas"
# Clicks on a grid of so many columns and rows of the view, of which those on markers are judged.
COLUMNS, ROWS = 24, 16
MOST_HITS = 4
# The view chooses the nearest marker within 20 points of the finger.
REACH = 24
FEWEST_COLORS = 12
MOST_LOOKS = 20
# So many times a click and a row are looked at before their pictures count as different.
MOST_PAIRS = 3

# The name that the view says, and the first cells of the rows that are marked.
CHOSEN = """(() => [document.querySelector('#turning output').textContent.split(':')[0],
  [...document.querySelectorAll('tr.picked')].map(row => row.textContent), document.querySelectorAll('tr.picked').length])()"""


def click(browser, x, y):
    for kind in ["mousePressed", "mouseReleased"]:
        browser.call("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", buttons=1, clickCount=1)


def touch(browser, x, y):
    browser.call("Input.dispatchTouchEvent", type="touchStart", touchPoints=[{"x": x, "y": y}])
    browser.call("Input.dispatchTouchEvent", type="touchEnd", touchPoints=[])


def none(browser):
    """Chooses no marker, so that what comes next is not of before."""
    browser.value(f"document.querySelector('{CANVAS}').focus({{preventScroll: true}})")
    press(browser, "Escape")
    settled(browser)
    browser.value("new Promise(done => setTimeout(done, 200))")


def shown(browser, is_right=lambda image: True):
    """The pixels of the view once they stay the same and are right; after many looks, as they are then."""
    last = None
    for _ in range(MOST_LOOKS):
        settled(browser)
        browser.value("new Promise(done => setTimeout(done, 200))")
        image = picture(browser, CANVAS)
        if last and image.tobytes() == last.tobytes() and is_right(image):
            break
        last = image
    return image


def looks(browser, plain):
    """The pixels of the view with a chosen marker; those of the plain view if it never looks otherwise."""
    return shown(browser, lambda image: image.tobytes() != plain.tobytes())


def hits(browser, plain, way):
    """Points of the view where a click chooses a marker, each of another one: the point, the name and the pixels."""
    left, top, width, height = browser.value(
        f"(r => [r.x, r.y, r.width, r.height])(document.querySelector('{CANVAS}').getBoundingClientRect())")
    found, faults = {}, []
    for column in range(1, COLUMNS):
        for row in range(1, ROWS):
            if len(found) == MOST_HITS:
                return found, faults
            # Marker by marker from everywhere in the view, not side by side.
            x = width * ((column * 7) % COLUMNS + 0.5) / COLUMNS
            y = height * ((row * 5) % ROWS + 0.5) / ROWS
            way(browser, left + x, top + y)
            name, texts, count = browser.value(CHOSEN)
            if name and name not in found:
                image = looks(browser, plain)
                box = ImageChops.difference(plain, image).getbbox()
                if not box:
                    faults.append(f"{name} is chosen and looks as before")
                elif not (box[0] - REACH <= x <= box[2] + REACH and box[1] - REACH <= y <= box[3] + REACH):
                    faults.append(f"a click at {x:.0f}, {y:.0f} chose {name}, which is drawn in {box}")
                if not count or not all(name in text for text in texts):
                    faults.append(f"{name} was clicked, and the rows {texts} are marked")
                found[name] = image, (left + x, top + y)
            if name:
                none(browser)
    return found, faults


def picking_faults(browser, page):
    """What is wrong with choosing by click, by touch and by row."""
    faults = []
    for name, way in [("click", click), ("touch", touch)]:
        browser.tab()
        if way is touch:
            browser.call("Emulation.setTouchEmulationEnabled", enabled=True, maxTouchPoints=2)
        browser.open(page)
        settled(browser)
        browser.value(f"document.querySelector('{CANVAS}').scrollIntoView({{block: 'center'}})")
        # The name beside a chosen marker would hide how it is drawn.
        browser.value("document.querySelector('#turning .tag').style.visibility = 'hidden'")
        none(browser)
        plain = shown(browser)
        chosen, found = hits(browser, plain, way)
        found += row_faults(browser, plain, chosen, way)
        if len(chosen) < 2:
            found.append(f"all over the view chose {len(chosen)} markers")
        faults += [f"by {name}: {fault}" for fault in found]
        print(f"check-report: by {name} {', '.join(chosen) or 'none'} chosen, and the same by their rows")
    return faults


def row_faults(browser, plain, chosen, way):
    """What is wrong with choosing the same markers by their rows: name and pixels have to be the same."""
    faults = []
    for name, (image, place) in chosen.items():
        for _ in range(MOST_PAIRS):
            none(browser)
            if browser.value(CHOSEN)[2]:
                faults.append("Escape leaves a row marked")
            browser.value("[...document.querySelectorAll('tr.linked')].find(row => row.textContent.includes("
                          f"{name!r})).click()")
            if browser.value(CHOSEN)[0] != name:
                faults.append(f"the row of {name} chose {browser.value(CHOSEN)[0]!r}")
            if shown(browser, lambda now: now.tobytes() == image.tobytes()).tobytes() == image.tobytes():
                break
            # A busy machine may have shown the click's picture before all of it was drawn.
            none(browser)
            way(browser, *place)
            image = looks(browser, plain)
        else:
            faults.append(f"{name} looks otherwise when its row is chosen")
    return faults


def flat_faults(page, shot=None):
    """What is wrong with a page in a browser that cannot draw in three dimensions: it has its drawings, and no empty view."""
    browser, faults = Browser(["--disable-3d-apis"]), []
    browser.tab()
    browser.open(page)
    if browser.value("!!document.createElement('canvas').getContext('webgl2')"):
        faults.append("the browser has WebGL, so this shows nothing")
    browser.value("new Promise(done => setTimeout(done, 500))")
    if browser.value("document.querySelector('#turning').getClientRects().length"):
        faults.append("without WebGL, there is an empty view to turn")
    panels = browser.value(PANELS)
    if not panels:
        faults.append("without WebGL, there are no drawings")
    for place, panel in enumerate(panels):
        image = picture(browser, f"[data-judged=\"{place}\"]") if browser.value(
            f"document.querySelectorAll('figure>svg')[{place}].dataset.judged = {place}, true") else None
        if len(image.getcolors(1 << 24)) < FEWEST_COLORS:
            faults.append(f"without WebGL, there is nothing to see in {panel['name']!r}")
    if any(event.get("method") in ["Runtime.exceptionThrown", "Log.entryAdded"] for event in browser.events):
        faults.append("without WebGL, the console has messages")
    if shot:
        picture(browser, "body").save(shot)
    browser.close()
    return faults
