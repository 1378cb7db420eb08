"""The workbench of Doors/web, used in a headless Chromium from a disk and from a server: web_page.py PAGE PICTURE TOOL."""

import functools, http.server, json, math, pathlib, random, re, shutil, subprocess, sys, tempfile, threading
from report_browser import CONTRAST, LEAST_CONTRAST, PHONE, TABLET
from workbench_page import Workbench

page, shot, tool = (pathlib.Path(argument).absolute() for argument in sys.argv[1:4])
failed = False


def expect(what, holds, found=None):
    global failed
    if not holds:
        failed = True
        print(f"check-web-door: not so: {what}: {found}", file=sys.stderr)


def marker(number, label, **corners):
    square = {"p1": [0, 0, 0], "p2": [1, 0, 0], "p3": [1, 1, 0], "p4": [0, 1, 0]}
    return {"id": f"6f1c3f0a-0000-4000-8000-{number:012}", "label": label} | square | corners


def verdict():
    return browser.text("#verdict")


def everywhere(view):
    """Contrast, width and axe-core of what is shown, dark and light, from a desk to a phone."""
    for scheme in ["light", "dark"]:
        browser.scheme(scheme)
        for width, height in [(1440, 900), (TABLET, 1180), (PHONE, 844)]:
            browser.size(width, height)
            ratio, where = browser.value(CONTRAST)
            expect(f"{view}: texts can be read, {scheme}", ratio >= LEAST_CONTRAST, (ratio, where))
            wide = browser.value("document.documentElement.scrollWidth")
            expect(f"{view}: nothing is wider than {width}", wide <= width, wide)
            objections = browser.axe()
            expect(f"{view}: axe-core has no objection, {scheme}, {width}", not objections, objections)
            browser.picture(shot.with_name(f"{shot.stem}-{view}-{scheme}-{width}.png"))
    browser.size(1440, 900)
    browser.scheme("light")


def replayed(folder, command):
    """The motion and the verdict that the command of the page gives in a folder of the files that the page saved."""
    (folder / "quadcal").symlink_to(tool)
    result = subprocess.run(["sh", "-c", command], cwd=folder, capture_output=True, text=True,
                            env={"PATH": f"{folder}:/usr/bin:/bin", "XDG_STATE_HOME": str(folder), "HOME": str(folder)})
    return result, json.loads((folder / "fit.json").read_text()) if result.returncode < 2 else None


browser = Workbench()
disk = page.as_uri()

# The way of somebody who knows nothing, by mouse: an example, the wrong pair, one by hand, and away with it.
browser.show(disk)
everywhere("start")
browser.click("#example")
browser.settled()
expect("the example fails, for its wrong pair", "FAIL" in verdict() and "OUTLYING_PAIRS" in verdict(), verdict())
expect("the wrong pair is said first, and which markers would be off", verdict().index("OUTLYING_PAIRS") < verdict().index("TOLERANCE_EXCEEDED") and "16 of 16 old markers may be off by more" in verdict(), verdict())
expect("the worst pair is the first of the table", "Socket A" in browser.text("#pair-rows tr"), browser.text("#pair-rows tr"))
everywhere("pairs")
expect("how many stand out is said", "1 pair stands out" in browser.text("#worst") and "the worst is Socket A" in verdict(), verdict())
browser.click("#tab-away")
browser.settled()
expect("no tool is promised that refuses a fit that failed", "recalibrate refuse it, since the fit failed" in browser.text("#away"), browser.text("#away"))
browser.click("#tab-pairs")
browser.click("#worst button")
browser.until("/Without it/.test(document.getElementById('card').innerText)")
card = browser.text("#card")
expect("the card says what changes without the pair", "Without it: PASS" in card, card)
browser.picture(shot.with_name(f"{shot.stem}-card.png"))
everywhere("card")
browser.click("#card button", "Use not at all")
browser.settled()
expect("and the way to take it away is offered", "None of 16 old markers may be off by more; 1 may have been moved" in verdict() and "Take the motion away" in verdict(), verdict())
expect("without it the motion passes", verdict().startswith("PASS") and "14 used, 1 not used" in verdict(), verdict())
browser.click("#undo")
browser.settled()
expect("undo brings it back", verdict().startswith("FAIL"), verdict())
browser.click("#redo")
browser.settled()
expect("redo takes it out again", verdict().startswith("PASS"), verdict())
browser.click("#card .close") if browser.value("!document.getElementById('card').hidden") else None
browser.click("#alone button", "Mirror")
browser.click("#alone button", "Mirror (new)")
browser.click("#pair-them")
browser.settled()
expect("two are paired by hand", "15 used, 1 not used" in verdict() and "PASS" in verdict(), verdict())
browser.click("#tab-markers")
over = browser.text("#over")
expect("markers say how far off they may be", "No other old marker of 16 may be off by more than 20 mm once moved, if it was not moved itself" in over, over)
expect("and which one may have been moved", re.search(r"1 more was off by (39|40|36|37)\d mm between the scans and may have been moved, .*: Socket A\.", over), over)
expect("its row says so, too", "off by" in browser.text("#marker-rows tr") and "Socket A" in browser.text("#marker-rows tr"), browser.text("#marker-rows tr"))
everywhere("markers")
browser.click("#tab-checks")
everywhere("checks")
browser.click("#tab-away")
browser.settled()
everywhere("away")
command = browser.text("#command")
expect("the command names a map of the pairs", "quadcal fit --join-map map.csv --at old-room.json" in command, command)
for name in ["map.csv", "old-room.json", "new-room.json", "moved.csv", "moved.json", "residuals.csv", "uses.csv", "scans.glb", "scans.png"]:
    browser.click(f"#away li:has(b[data-name='{name}']) button")
    browser.saved(name)
result, saved = replayed(browser.folder_of_files, command)
expect("the tool passes the same pairs", result.returncode == 0 and saved["verdict"].upper() == "PASS", (result, saved and saved["judgements"]))
moved = json.loads(browser.saved("moved.json"))
rotation, source, target, rest = (saved["motion"][name] for name in ["rotation", "sourceCenter", "targetCenter", "rest"])
old = json.loads(browser.saved("old-room.json"))
worst = max(abs(target[i] + rest[i] + sum(rotation["rows"][i][k] * (one[p][k] - source[k]) for k in range(3)) - two[p][i])
            for one, two in zip(old, moved) for p in ["p1", "p2", "p3", "p4"] for i in range(3))
expect("the moved markers are where the tool's motion takes them", worst < 1e-12, worst)
expect("all else of their records is as it was", [{**two, **{p: one[p] for p in ["p1", "p2", "p3", "p4"]}} for one, two in zip(old, moved)] == old and "work_session_id" in old[0], moved[0])
expect("the picture is one", browser.saved("scans.png")[:8] == b"\x89PNG\r\n\x1a\n")
scene = browser.saved("scans.glb")
expect("the scene is one of glTF", scene[:4] == b"glTF" and int.from_bytes(scene[8:12], "little") == len(scene) and b"old scan, moved" in scene, scene[:80])
expect("nothing is asked of a network", all(url.startswith(("file:", "data:", "blob:")) for url in browser.requests()), browser.requests())
expect("the console is silent", not browser.said(), browser.said())

# What was taken away is brought again.
browser.show(disk)
browser.drop(*[(name, browser.saved(name)) for name in ["new-room.json", "map.csv", "old-room.json"]])
expect("a map brings its pairs back", "15 used" in verdict() and verdict().startswith("PASS"), verdict())
browser.click("#tab-away")
browser.settled()
expect("and with them the command", browser.text("#command") == command, browser.text("#command"))

browser.show(disk)
browser.drop(*[(name, browser.saved(name)) for name in ["uses.csv", "new-room.json", "old-room.json"]])
expect("with their uses they are the same session", "15 used, 1 not used" in verdict() and verdict().startswith("PASS"), verdict())

# What the tool has written is shown: a fit, which can be worked on, a plan and a job.
browser.drop(("fit.json", (browser.folder_of_files / "fit.json").read_bytes()))
expect("a saved fit tells its verdict and its pairs", "This saved fit can be used" in verdict() and "15 of 15 used" in verdict() and "Fire plan" in browser.text("#paper"), (verdict(), browser.text("#paper")))
everywhere("saved fit")
browser.click("#paper tbody button")
expect("a row is chosen by a click", browser.value("document.querySelectorAll('#paper tr.chosen').length") == 1)
browser.click("#close-paper")
browser.settled()
expect("it is closed, and the session is where it was", "15 used, 1 not used" in verdict() and browser.value("document.getElementById('paper').hidden"), verdict())
browser.drop(("fit.json", (browser.folder_of_files / "fit.json").read_bytes()))
browser.click("#open-pairs")
browser.until("document.getElementById('old-name').textContent === 'fit-old.csv'")
browser.settled()
expect("its pairs are worked on as others", "15 used" in verdict() and verdict().startswith("PASS"), verdict())
hostile_fit = (browser.folder_of_files / "fit.json").read_text().replace("Fire plan", "<img src=x onerror=alert(1)>").encode()
browser.show(disk)
browser.drop(("fit.json", hostile_fit))
expect("names of a fit are text", "<img src=x" in browser.text("#paper") and browser.value("document.querySelectorAll('#bench img').length") == 0, browser.text("#paper"))
env = {"XDG_STATE_HOME": str(browser.folder_of_files), "HOME": str(browser.folder_of_files), "PATH": "/usr/bin:/bin"}
planned = subprocess.run([tool, "recalibrate", "--fit", "fit.json", "--markers", "old-room.json", "--sessions", old[0]["work_session_id"], "--mode", "raw", "--dry-run", "--plan-out", "plan.json"],
                         cwd=browser.folder_of_files, env=env, capture_output=True, text=True)
expect("the tool plans by the fit", planned.returncode == 0, planned.stderr)
browser.show(disk)
browser.drop(("plan.json", (browser.folder_of_files / "plan.json").read_bytes()))
expect("a plan tells what moves where", "moves 16 of 16 markers" in verdict() and "Window right" in browser.text("#paper") and "arrows: who goes where" in browser.text("#legend"), (verdict(), browser.text("#paper")))
everywhere("plan")
browser.show(disk)
browser.drop(("some.job", pathlib.Path("Datasets/jobs/format-1.job").read_bytes()))
expect("a job tells how far it is", "has moved 3 of 5 markers" in verdict() and "somebody else changed it" in browser.text("#paper"), (verdict(), browser.text("#paper")))
everywhere("job")

# Leaving out a pair by its label is an option of the tool; a card has tried what the click then asks for.
browser.show(disk)
browser.click("#example")
browser.settled()
browser.click("#worst button")
browser.until("/Without it/.test(document.getElementById('card').innerText)")
browser.click("#card button", "Use not at all")
browser.settled()
browser.click("#tab-away")
browser.settled()
excluding = browser.text("#command")
expect("the command excludes the pair that is not used", "quadcal fit --join label --exclude 'Socket A' --at old-room.json" in excluding, excluding)
(browser.folder_of_files / "quadcal").unlink()
(browser.folder_of_files / "fit.json").unlink()
result, saved = replayed(browser.folder_of_files, excluding)
expect("the tool passes it, too", result.returncode == 0 and saved["verdict"] == "pass" and len(saved["pairs"]) == 56, (result, saved and saved["judgements"]))
browser.click("#tab-markers")
words = browser.text("#legend")
expect("circles show the errors to expect", re.search(r"circles, ×\d+: where markers will be", words), words)
rounds = browser.value("document.getElementById('view').toDataURL()")
browser.value("document.getElementById('slide').value = 5; document.getElementById('slide').dispatchEvent(new Event('input'))")
took = browser.value("+document.body.dataset.judged")
browser.settled()
expect("the slider judges at once, and those above it are red", took < 100 and "may be off by more than 1.4 mm" in browser.text("#over") and verdict().startswith("FAIL")
       and browser.value("new Promise(done => setTimeout(() => done(document.getElementById('view').toDataURL()), 400))") != rounds, (took, browser.text("#over"), verdict()))
everywhere("circles")

# The same by keys alone.
browser.show(disk)
browser.value("document.activeElement?.blur()")
for _ in range(12):
    browser.key("Tab")
    if browser.value("document.activeElement.id") == "example":
        break
browser.key("Enter")
browser.settled()
browser.value("document.activeElement.blur()")
browser.key("n")
browser.key("x")
browser.settled()
expect("keys take the wrong pair out", verdict().startswith("PASS"), verdict())
for name in ["Mirror", "Mirror (new)"]:
    browser.key("/")
    browser.type(name)
    browser.until("!document.getElementById('found').hidden")
    browser.key("ArrowDown")
    browser.key("Enter")
expect("two are chosen by search", "Pair these two" in browser.text("#card"), browser.text("#card"))
browser.value("document.activeElement.blur()")
browser.key("Enter")
browser.settled()
expect("Enter pairs them", "15 used, 1 not used" in verdict(), verdict())
browser.key("z", modifiers=2)
browser.settled()
expect("Ctrl+Z takes it back", "14 used, 1 not used" in verdict(), verdict())
browser.key("z", modifiers=10)
browser.settled()
browser.value("document.getElementById('tab-pairs').focus()")
for _ in range(3):
    browser.key("ArrowRight")
browser.settled()
expect("arrows lead to what is taken away, and the command is the same", browser.text("#command") == command, browser.text("#command"))
browser.key("?")
expect("? shows the keys", browser.value("document.getElementById('help').open"))
everywhere("keys")
browser.key("Escape")
before = browser.value("document.getElementById('view').toDataURL()")
browser.value("document.getElementById('view').focus()")
browser.key("ArrowRight")
browser.value("new Promise(done => setTimeout(done, 400))")
expect("arrow keys turn the picture", browser.value("document.getElementById('view').toDataURL()") != before)

# On a phone, by touch.
browser.show(disk, PHONE, 844, touch=True)
browser.tap("#example")
browser.settled()
browser.tap("#pair-rows tr button")
browser.until("!document.getElementById('card').hidden")
browser.picture(shot.with_name(f"{shot.stem}-phone-card.png"))
expect("the card covers neither the verdict nor the tabs", browser.value("document.getElementById('card').getBoundingClientRect().bottom <= document.getElementById('verdict').getBoundingClientRect().top"))
browser.tap("#card button", "Use not at all")
browser.settled()
expect("a finger takes the wrong pair out", verdict().startswith("PASS"), verdict())
browser.tap("#card .close")
browser.tap("#alone button", "Mirror")
browser.tap("#alone button", "Mirror (new)")
browser.tap("#pair-them")
browser.settled()
browser.tap("#models summary")
browser.until("document.querySelectorAll('#models tbody tr').length > 3")
expect("other models are no wider than a phone", browser.value("document.documentElement.scrollWidth") <= PHONE, browser.value("document.documentElement.scrollWidth"))
browser.tap("#tab-away")
browser.settled()
expect("and finds the same command", browser.text("#command") == command, browser.text("#command"))

# A marker in the picture is chosen by a click on it, and links lead to markers and tables.
browser.show(disk + "#marker=Clock&tab=markers")
browser.click("#example")
browser.settled()
expect("a link chooses its marker once there are scans, and stays", "Clock" in browser.text("#card") and browser.value("location.hash") == "#marker=Clock&tab=markers", browser.value("location.hash"))
expect("a link opens its table", browser.value("document.getElementById('tab-markers').getAttribute('aria-selected')") == "true")
browser.value("location.hash = '#marker=Poster&tab=markers'")
browser.until("/Poster/.test(document.getElementById('card').innerText)")
# Search is left by Enter and by Escape, Escape closes the card from anywhere, and Ctrl+Y redoes.
focus = "document.activeElement.id"
for text, key, word in [("vent", "Enter", "Vent"), ("nonsense", "Escape", "Vent")]:
    browser.value("document.getElementById('find').focus()")
    browser.type(text)
    browser.until("!document.getElementById('found').hidden")
    browser.key(key)
    expect(f"{key} leaves the search", browser.value(focus) != "find" and browser.value("document.getElementById('found').hidden && !document.getElementById('find').value") and word in browser.text("#card"),
           (browser.value(focus), browser.text("#card")))
browser.value("document.getElementById('most').focus()")
browser.key("Escape")
expect("Escape closes the card from a field", browser.value("document.getElementById('card').hidden"))
browser.value("document.activeElement.blur()")
browser.click("#tab-pairs")
browser.click("#pair-rows tr button")
browser.key("x")
browser.settled()
browser.key("z", modifiers=2)
browser.settled()
browser.key("y", modifiers=2)
browser.settled()
expect("Ctrl+Y redoes", "1 not used" in verdict(), verdict())
browser.click("#swap")
browser.settled()
expect("a swap keeps which pairs are out", "14 used, 1 not used" in verdict() and browser.text("#old-name") == "new-room.json", verdict())
browser.click("#swap")
browser.settled()
# A tolerance that is none is refused in words, and the one before stays.
for text in ["", "-5", "0", "1e9"]:
    browser.value("document.getElementById('most').focus(); document.getElementById('most').select()")
    browser.key("Delete")
    browser.type(text)
    browser.value("document.activeElement.blur()")
    browser.settled()
    expect(f"a tolerance of '{text}' is refused", "it stays at 20 mm" in browser.text("#said") and browser.value("document.getElementById('most').value") == "20", (browser.text("#said"), browser.value("document.getElementById('most').value")))
# Pairs that are left out automatically are counted and shown as such.
browser.click("#undo")
browser.settled()
for _ in range(2):
    browser.click("#undo")
    browser.settled()
browser.click("#robust")
browser.settled()
expect("pairs that are left out are not counted as used", "14 used, 1 left out as wrong" in verdict() and "1 pair is left out as wrong, off by 401 mm" in verdict() and "No problems" not in verdict(), verdict())
browser.click("#pair-rows tr button")
browser.settled()
expect("the row and the card say so", browser.value("document.querySelector('#pair-rows select').selectedOptions[0].textContent") == "left out as wrong" and "left out as wrong" in browser.text("#card")
       and "Without it" not in browser.text("#card"), browser.text("#card"))
browser.click("#looks button", "Side")
expect("the view that is shown is pressed", browser.value("[...document.querySelectorAll('#looks [data-look]')].map(one => one.getAttribute('aria-pressed')).join()") == "false,false,true")
browser.click("#models summary")
browser.until("document.querySelectorAll('#models tbody tr').length > 3")
expect("other models leave the page as high as the window", browser.value("document.documentElement.scrollHeight <= innerHeight"), browser.value("document.documentElement.scrollHeight"))
browser.picture(shot.with_name(f"{shot.stem}-models.png"))
browser.click("#card .close")
x, y = browser.place("#view")
browser.click("#looks button", "Top")
browser.value("new Promise(done => setTimeout(done, 400))")
hits = 0
for step in range(60):
    browser.click_at(x - 420 + 14 * step, y - 260)
    hits += browser.value("!document.getElementById('card').hidden")
for step in range(60):
    browser.click_at(x - 420 + 14 * step, y + 260)
    hits += browser.value("!document.getElementById('card').hidden")
expect("markers are chosen in the picture", hits > 3, hits)

# Two scans of which half was moved together: no motion is taken before somebody says which.
def wall(number, dx, dz):
    x, z = 1.3 * (number % 4) + 0.2 * (number % 3), 1.7 * (number // 4) + 0.3 * (number % 2)
    return marker(number, f"M{number}", **{f"p{corner + 1}": [round(x + 0.4 * (corner in (1, 2)) + dx + 0.001 * ((7 * number + corner) % 3), 4), 1 + 0.3 * (corner < 2) + 0.1 * (number % 5), round(z + dz, 4)] for corner in range(4)})


browser.show(disk)
browser.drop(("old.json", json.dumps([wall(number, 0, 0) for number in range(12)])),
             ("new.json", json.dumps([wall(number, *([(2, 1), (2.9, 1.6)][number % 2])) for number in range(12)])))
browser.click("#robust")
browser.until("document.body.dataset.verdict === 'refused'")
browser.settled()
expect("two motions of equal support are refused", "NO MOTION" in verdict() and "AMBIGUOUS_MOTION" in verdict(), verdict())
everywhere("rivals")
shifts = []
for choice in [1, 2]:
    browser.click(f"#rivals button:nth-child({choice})")
    browser.settled()
    shifts.append(re.search(r"the old origin goes to ([-\d.]+), [-\d.]+, ([-\d.]+) m", verdict()).groups())
    browser.click("#tab-away")
    browser.settled()
    expect(f"motion {choice} can be chosen", f"--robust --choose {choice}" in browser.text("#command") and "6 used, 6 left out as wrong" in verdict(), (verdict(), browser.text("#command")))
expect("they are two", [[round(float(value), 1) for value in shift] for shift in sorted(shifts)] == [[2.0, 1.0], [2.9, 1.6]], shifts)

# A scan that bends: what straightening would bring is said, and what it brought once it is taken.
tunnel = pathlib.Path("Datasets/tunnel")
browser.show(disk)
browser.drop(*[(name, (tunnel / name).read_text()) for name in ["old.json", "new.json"]])
browser.until("document.getElementById('bends')")
expect("what straightening would bring is said where it is off", "leave-one-out error 142 mm, straightened 17.0 mm" in browser.text("#bends"), browser.text("#bends"))
expect("both ways are told", "straightened by place" in browser.text("#ways") and "17.0 mm straightened by time" in browser.text("#ways"), browser.text("#ways"))
everywhere("bends")
browser.click("#bends button")
browser.settled()
expect("it is straightened by what helps", "by time: leave-one-out error 17.0 mm, 142 mm by the one motion, of 15 markers" in verdict() and browser.value("document.getElementById('straighten').value") == "time", verdict())
expect("shifts are arrows", "the shift of each marker" in browser.text("#legend"), browser.text("#legend"))
everywhere("straightened")
browser.click("#tab-away")
browser.settled()
expect("the command straightens, too", "--straighten time" in browser.text("#command"), browser.text("#command"))
browser.click("#undo")
browser.settled()
expect("it can be taken back", "Straightened" not in verdict() and browser.value("document.getElementById('straighten').value") == "none", verdict())
browser.click("#tab-pairs")
browser.value("(one => { one.value = 'place'; one.dispatchEvent(new Event('change')) })(document.getElementById('straighten'))")
browser.settled()
expect("another way can be chosen", "by place: leave-one-out error" in verdict(), verdict())

# Labels that say nothing: one pair by hand, and the others where they lie.
nameless = [json.dumps([wall(number, dx, dz) | {"label": "New Marker"} for number in range(12)]) for dx, dz in [(0, 0), (2, 1)]]
browser.show(disk)
browser.drop(("old.json", nameless[0]), ("new.json", nameless[1]))
expect("labels that are all alike pair nothing", "NO_PAIRS" in verdict() and "12 old markers share a label" in verdict(), verdict())
browser.click("#alone button.of-old")
browser.click("#alone button.of-new")
browser.value("document.activeElement.blur()")
browser.key("Enter")
browser.settled()
expect("one pair is made", "1 used" in verdict(), verdict())
browser.click("#nearby")
browser.until("document.querySelectorAll('#pair-rows tr').length === 12")
browser.settled()
expect("the others are paired where they lie", "12 used" in verdict() and verdict().startswith("PASS"), verdict())
everywhere("nearby")

# The same by one click; a row of equal steps is told to lead onto itself, and either motion can be taken.
browser.click("#unpair-all")
browser.settled()
browser.click("#by-geometry")
browser.until("document.querySelectorAll('#pair-rows tr').length === 12")
browser.settled()
expect("labels that say nothing are no hindrance", "12 used" in verdict() and verdict().startswith("PASS"), verdict())
browser.click("#tab-away")
expect("the command pairs what geometry paired", "--map" in browser.text("#command") or "--join" in browser.text("#command"), browser.text("#command"))
browser.click("#tab-pairs")
browser.click("#undo")
browser.settled()
expect("and Undo takes it back", "NO_PAIRS" in verdict(), verdict())


def socket(number, dx):
    return marker(number, "", **{f"p{corner + 1}": [round(1.0 * number + 0.3 * (corner in (1, 2)) + dx + 0.001 * ((7 * number + corner) % 3), 4), 1 + 0.2 * (corner < 2), 0] for corner in range(4)})


browser.show(disk)
browser.drop(("old.json", json.dumps([socket(number, 0) for number in range(8)])), ("new.json", json.dumps([socket(number, 0.02) for number in range(5)])))
browser.click("#by-geometry")
browser.until("document.querySelector('#motions code')")
said = browser.text("#motions")
expect("a row that leads onto itself is refused with its reason", any(code in said for code in ["AMBIGUOUS_MOTION", "NOT_DETERMINED"]), said)
everywhere("by geometry")

# A ring of three arms leads onto itself in three ways, and all of them are offered.

def arm(number, off):
    def turned(x, z, angle):
        return round(math.cos(angle) * x + math.sin(angle) * z + off, 5), round(-math.sin(angle) * x + math.cos(angle) * z, 5)
    lines = [(2 + 0.7 * (number % 4) + dx, 0.2 * (number % 4)) for dx in (0, 0.4)]
    (a, b), (c, d) = [turned(x, z, 2 * math.pi / 3 * (number // 4)) for x, z in lines]
    low = 1 + 0.3 * (number % 4) ** 2 / 4
    return marker(number, "", p1=[a, low + 0.3, b], p2=[c, low + 0.3, d], p3=[c, low, d], p4=[a, low, b])


browser.show(disk)
browser.drop(("old.json", json.dumps([arm(number, 0) for number in range(12)])), ("new.json", json.dumps([arm(number, 1) for number in range(12)])))
browser.click("#by-geometry")
browser.until("document.querySelectorAll('#motions button').length > 2")
motions = []
for way in range(3):
    browser.click(f"#motions button:nth-child({way + 1})")
    browser.settled()
    motions.append(re.search(r"turned by ([-\d.]+)°", verdict()).group(1))
    expect(f"motion {way + 1} is pressed once it is taken", browser.value(f"[...document.querySelectorAll('#motions button')].map(one => one.getAttribute('aria-pressed') === 'true').indexOf(true)") == way)
expect("all rivals are offered, and each is another motion", len(set(motions)) == 3 and "3 clearly different motions" in browser.text("#motions"), (motions, browser.text("#motions")))
everywhere("three motions")

# Markers that no fit can take are named wherever they are missing, and a marker keeps its record in the document that it came in.
browser.show(disk)
records = [wall(number, 0, 0) | {"meta": {"n": number}, "color": "#AABBCC"} for number in range(12)]
records[3] |= {"p2": [1, 0]}
browser.drop(("old.json", json.dumps({"note": 1.50, "markers": records})), ("new.json", json.dumps([wall(number, 2, 1) for number in range(12)])))
words = "1 old marker has broken corners and is in none of this: M3."
expect("a broken marker is named under the verdict and among those not paired", words in verdict() and words in browser.text("#alone"), (verdict(), browser.text("#alone")))
browser.click("#tab-away")
browser.settled()
expect("and where the markers are taken away", words in browser.text("#broken"), browser.text("#away"))
shutil.rmtree(browser.folder_of_files)
browser.folder_of_files.mkdir()
browser.click("#away li:has(b[data-name='moved.json']) button")
moved = json.loads(browser.saved("moved.json"))
expect("its document is as it was without it", moved["note"] == 1.5 and [one["meta"]["n"] for one in moved["markers"]] == [n for n in range(12) if n != 3] and moved["markers"][0]["color"] == "#AABBCC", moved)

# A pair may stand out of many under a verdict that passes: it is said and can be looked at. A link waits for its scans, one after the other.
chance = random.Random(5)


def field(number, shift, off):
    x, z = 0.9 * (number % 20), 1.1 * (number // 20)
    return marker(number, f"M{number}", **{f"p{corner + 1}": [round(value + chance.gauss(0, 0.001), 5) for value in
                  [x + 0.4 * (corner in (1, 2)) + shift + off * (number == 37), 1 + 0.3 * (corner < 2) + 0.1 * (number % 5), z + shift]] for corner in range(4)})


fields = [json.dumps([field(number, shift, off) for number in range(300)]) for shift, off in [(0, 0), (2, 0.011)]]
browser.show(disk + "#marker=M5")
browser.drop(("old.json", fields[0]))
expect("a link chooses in the first scan", "M5" in browser.text("#card") and "marker=M5" in browser.value("location.hash"), browser.text("#card"))
browser.drop(("new.json", fields[1]))
expect("and its pair with the second", browser.value("!document.getElementById('card').hidden") and "Unpair" in browser.text("#card") and "marker=M5" in browser.value("location.hash"), browser.text("#card"))
expect("a pair that stands out is said under PASS", verdict().startswith("PASS") and "1 pair stands out" in verdict() and "No problems" not in verdict(), verdict())
browser.click("#worst button")
expect("and can be looked at", "M37" in browser.text("#card"), browser.text("#card"))

# One file is checked; what it says of markers is what the reader and the module say.
browser.show(disk)
square = marker(1, "Door")
crossed = marker(2, "<img src=x onerror=alert(1)>", p3=[0, 1, 0], p4=[1, 1, 0])
cut, bent = marker(3, "Window", p2=[1, 0]), marker(4, "Poster", p3=[1, 1, 0.05])
small = marker(5, "Switch", p2=[0.2, 0, 0], p3=[0.2, 0.001, 0], p4=[0, 0.001, 0])
HEADER = "id,p1x,p1y,p1z,p2x,p2y,p2z,p3x,p3y,p3z,p4x,p4y,p4z"
browser.drop(("list.json", json.dumps([square, crossed, cut, bent, small])))
checks = browser.text("#checks")
expect("faulty markers fail", verdict().startswith("FAIL") and "5 markers" in verdict(), verdict())
expect("their findings are named", all(code in checks for code in ["WRONG_SHAPE", "SELF_INTERSECTING", "NON_PLANAR", "TOO_SMALL"]), checks)
expect("with places, numbers and fixes", "at 0.50, 0.50, 0.00; the order p1 p2 p4 p3 fixes it" in checks and "12.5 mm, the limit is 10.0 mm" in checks, checks)
expect("labels are text", browser.value("document.querySelectorAll('#bench img').length") == 0)
everywhere("findings")
shutil.rmtree(browser.folder_of_files)
browser.folder_of_files.mkdir()
before = browser.value("document.getElementById('view').toDataURL()")
browser.click("#findings .finding button", "See it before and after")
expect("a fix is shown before and after", "in the order p1 p2 p4 p3" in browser.text("#fix") and browser.value("new Promise(done => setTimeout(() => done(document.getElementById('view').toDataURL()), 400))") != before, browser.text("#card"))
browser.picture(shot.with_name(f"{shot.stem}-fix.png"))
everywhere("fix")
browser.click("#save-fixed-old")
fixed = json.loads(browser.saved("list-fixed.json"))
expect("a copy has its corners in order, and all else as it was", fixed[1] == {**crossed, "p3": crossed["p4"], "p4": crossed["p3"]} and [one for at, one in enumerate(fixed) if at != 1] == [square, cut, bent, small], fixed)
browser.click("#strict")
browser.until("[...document.querySelectorAll('.finding.error')].some(one => /NON_PLANAR/.test(one.innerText))")
words = browser.text("#strict-words").replace("\u00a0", " ")
limits = ["3 mm from flat is a warning (usually 10 mm)", "10 mm an error (usually 25 mm)", "a fold is an error (usually a warning)"]
expect("the box says what strict limits are", all(limit in words for limit in limits), words)

# Wrong files are said, and the page lives.
wrong = [("notes.json", "milk, eggs", "line 1"), ("none.json", "[]", "NO_MARKERS"), ("plan.json", json.dumps({"schema": "quadcal.plan/1"}), "damaged or cut off"), ("check.json", json.dumps({"schema": "quadcal.check/1"}), "what quadcal check has printed"),
         ("wide.csv", "a,0".encode("utf-16"), "UTF-16"), ("empty.json", "", "empty"), ("brackets.json", "[" * 1_000_000, "at most 64"),
         ("open.csv", '"' + "x" * 200_000, "quote"), ("packed.json", b"\x1f\x8b\x08\x00abc", "gzip"), ("nul.json", b"[\0]", "NUL"), ("map.csv", "old,new\na,b\n", "bring both scans first"),
         ("pairs.csv", "id,sx,sy,sz,tx,ty,tz\na,0,0,0,0,0,0\n", "quadcal fit pairs.csv fits them")]
for name, content, words in wrong:
    browser.show(disk)
    state, said = browser.drop((name, content)), browser.text("#message")
    expect(f"{name} is refused in words", state == "refused" and (name in said or name == "map.csv") and words in said, (state, said))
for name, text, words in [("notes.txt", "milk", "1 field, expected 12 or 13"), ("turned.csv", f"id,{HEADER[15:]},p1x,p1y,p1z\na,0,0,0,1,0,0,1,1,0,0,1,0\n", "line 1"),
                          ("nameless.json", json.dumps([{name: square[name] for name in ["p1", "p2", "p3", "p4"]}]), "BAD_MEMBER")]:
    browser.show(disk)
    browser.drop((name, text))
    expect(f"{name} is shown with what is wrong", words in browser.text("#checks") and verdict().startswith("FAIL"), browser.text("#checks"))
hostile = ["</script><script>alert(1)</script>", "<img src=x onerror=alert(1)>", "\"><svg onload=alert(1)>", "javascript:alert(1)", "{{7*7}}", "${alert(1)}", "'; DROP TABLE markers; --",
           "=HYPERLINK(\"http://x\")", "+1", "-1", "@SUM(1)", "%00", "\u202egnp.exe", "\u0000", "\ud7ff", "a" * 10_000, "<!--", "]]>", "&lt;b&gt;", "\u200b", "e\u0301" * 500, "\U0001f4a9" * 50, "__proto__",
           "constructor", "toString", "hasOwnProperty", "null", "undefined", "NaN", "<style>*{display:none}</style>", "<base href=//x>", "<iframe src=javascript:alert(1)>", "x.p1", "x/p2", "x#3", " ", "\t", "a\nb",
           "a,b;c", "\"quoted\"", "'", "`", "$(reboot)", "a'b", "\\", "\\u003c", "%s%n", "../../etc/passwd", "-rf", "--help", "|", "&&", ">", "<", "é", "ß", "ẞ", "İ", "ς"]
expect("there are as many hostile labels as are promised", len(hostile) >= 59, len(hostile))
quads = [marker(number, label, **{f"p{corner + 1}": [3 * (number % 8) + (corner in (1, 2)), (corner < 2) + 0.1 * (number % 7), 2.0 * (number // 8)] for corner in range(4)}) for number, label in enumerate(hostile)]
browser.show(disk)
browser.drop(("-old 'x'.json", json.dumps(quads)), ("new $(reboot).json", json.dumps(quads)))
for tab in ["pairs", "markers", "checks", "away"]:
    browser.click(f"#tab-{tab}")
    browser.settled()
    expect(f"hostile labels are text in {tab}", browser.value("document.querySelectorAll('#bench :is(img,script,svg,iframe,style,base)').length") == 0)
command = browser.text("#command")
expect("file names are quoted for the shell", "'new $(reboot).json'" in command and "'./-old '\\''x'\\''.json'" in command, command)
expect("no dialog opened and nothing was asked for", not [event for event in browser.events if event.get("method") == "Page.javascriptDialogOpening"]
       and all(url.startswith(("file:", "data:", "blob:")) for url in browser.requests()))
expect("the console is silent", not browser.said(), browser.said())

# The page that the tool writes has the files in it.
with tempfile.TemporaryDirectory() as folder:
    made = pathlib.Path(folder) / "made.html"
    for name in ["old-room.json", "new-room.json"]:
        (pathlib.Path(folder) / name).write_text(json.dumps(quads[:12]))
    written = subprocess.run([tool, "ui", "--no-open", "--out", made, pathlib.Path(folder) / "old-room.json", pathlib.Path(folder) / "new-room.json"], capture_output=True, text=True)
    expect("the tool writes the page", written.returncode == 0 and made.exists(), written.stderr)
    if made.exists():
        browser.show(made.as_uri())
        browser.settled()
        expect("it opens with both scans", "old-room.json" in browser.text("#scans") and "new-room.json" in browser.text("#scans") and "used" in verdict(), verdict())
        browser.key("z", modifiers=2)
        browser.settled()
        expect("nothing can be taken back before anything is done", browser.value("document.getElementById('undo').disabled") and "used" in verdict(), verdict())
        expect("the same content is said", "These are the same file" in verdict(), verdict())
        browser.show(made.as_uri() + "#marker=%7B%7B7*7%7D%7D&tab=markers")
        browser.settled()
        expect("a link works with the scans of the page", "{{7*7}}" in browser.text("#card") and "7*7" in browser.value("location.hash"), (browser.text("#card"), browser.value("location.hash")))
        expect("the console is silent", not browser.said(), browser.said())


# From a server, which gives the page and nothing else.
class Files(http.server.SimpleHTTPRequestHandler):
    def log_message(self, *_):
        pass


server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Files, directory=page.parent))
threading.Thread(target=server.serve_forever, daemon=True).start()
site = f"http://127.0.0.1:{server.server_port}/"
browser.show(site + page.name)
browser.click("#example")
browser.settled()
expect("a page of a server works as one of a disk", "OUTLYING_PAIRS" in verdict(), verdict())
asked = {url.removeprefix(site) for url in browser.requests() if not url.startswith(("data:", "blob:"))}
expect("it asks for nothing but itself", asked == {page.name}, asked)
expect("the console is silent", not browser.said(), browser.said())
server.shutdown()
browser.close()
if failed:
    sys.exit(1)
print(f"check-web-door: {page.name} ({page.stat().st_size} bytes) is used by mouse, keys and touch from a disk and from a server, and axe-core has no objection; "
      f"pictures are beside {shot}")
