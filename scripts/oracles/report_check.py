"""Reports made by the tool, as a browser and other programs see them: report_check.py QUADCAL FOLDER [--long]."""

import json, math, os, pathlib, random, shutil, struct, subprocess, sys, uuid, zipfile
from report_browser import FRAMES, Browser, faults, settled
from report_picking import flat_faults, picking_faults
from report_scenes import drawn_faults, foreign_faults
from pxr import Tf, Usd, UsdGeom, UsdShade

LARGEST = 1_000_000
# Markers, and the least share of a dozen markers' frame rate at which they may turn: no figure of the machine itself.
CROWD, LEAST_SHARE = 10_000, 0.2
HOSTILE = ["</script><script>alert(1)</script>", "<img src=x onerror=alert(1)>", '" onload="alert(1)', "&lt;b&gt;", "<!--",
           "\u202egnp.exe", "\u2066hidden\u2069", "a\u0007b\u001b[31m", "zero\u200bwidth", '=HYPERLINK("http://e.example")',
           "#usda 1.0\n}", "line\u2028end", "long " * 300, "W" * 200, "日本語", "고객 안내판", "عربى", "💡"]

quadcal, folder = sys.argv[1], pathlib.Path(sys.argv[2])
data = pathlib.Path("Datasets").absolute()
os.environ["SOURCE_DATE_EPOCH"] = "1790000000"
failed = False


def run(*arguments, allowed=(0, 1)):
    done = subprocess.run([quadcal, *map(str, arguments)], cwd=folder, capture_output=True, text=True)
    if done.returncode not in allowed:
        sys.exit(f"check-report: quadcal {' '.join(map(str, arguments))}: {done.returncode}, {done.stderr}")
    return done.stdout


def stored(number):
    """A coordinate as apps store it: single precision, with no more digits than it has."""
    return float(f"{struct.unpack('f', struct.pack('f', number))[0]:.8g}")


def wall(names, spread):
    """Markers of 20 cm on the walls of a room, or along a blade, as the wire has them."""
    dice, markers = random.Random(1), []
    for name in names:
        x, y, z = dice.uniform(0, spread[0]), dice.uniform(0.3, spread[1]), dice.choice([0, spread[2]])
        corners = {"p1": [x, y, z], "p2": [x + 0.2, y, z], "p3": [x + 0.2, y - 0.2, z], "p4": [x, y - 0.2, z]}
        markers.append({"id": str(uuid.UUID(int=dice.getrandbits(128), version=4)), "label": name, "version": 1,
                        "work_session_id": "5b0e8c1a-7d3f-4e7a-9a51-0c2f4d6e8b13",
                        **{name: [stored(v) for v in corner] for name, corner in corners.items()}})
    return markers


def moved(markers, session):
    """The same in a new scan: shifted, with centimetre noise."""
    dice, others = random.Random(2), []
    for place, marker in enumerate(markers):
        other = dict(marker, id=str(uuid.UUID(int=place + 1, version=4)), work_session_id=session)
        for corner, shift in [(c, [0.4, 0.05, -0.3]) for c in ["p1", "p2", "p3", "p4"]]:
            other[corner] = [stored(v + s + dice.gauss(0, 0.004)) for v, s in zip(marker[corner], shift)]
        others.append(other)
    return others


def make():
    """Pages and scenes of data sets, of hostile names, and of rooms and blades of many sizes; their names and fits."""
    made = []
    for name in ["room", "one-marker", "mirrored", "wrong-corner"]:
        run("fit", data / f"pairs/{name}.csv", "--save", f"{name}.json", "--robust" if name == "wrong-corner" else "--quiet")
        made.append((name, []))
    thousand = [f"Hall 3, place {i}" for i in range(1000)]
    for name, names, spread in [("hostile", HOSTILE, (9, 3, 6)), ("ten", [f"M{i}" for i in range(10)], (9, 3, 6)),
                                ("corners", thousand, (9, 3, 6)),
                                *([("corners-of-blade", thousand, (60, 3, 3))] if "--long" in sys.argv[3:] else [])]:
        markers = wall(names, spread)
        (folder / f"{name}-old.json").write_text(json.dumps(markers))
        (folder / f"{name}-new.json").write_text(json.dumps(moved(markers, "910a2dec-8902-4cc1-beeb-8da1658eec67")))
        run("fit", "--join", "label", "--robust", "--target", "raw", f"{name}-old.json", f"{name}-new.json", "--save",
            f"{name}.json")
        made.append((name, ["--markers", f"{name}-old.json"] if name == "hostile" else []))
    for name, count, spread in [("hundred", 100, (60, 3, 3)), ("thousand", 1000, (9, 3, 6))]:
        (folder / f"{name}-old.json").write_text(json.dumps(wall([f"Hall 3, place {i}" for i in range(count)], spread)))
        shutil.copy(folder / "ten.json", folder / f"{name}.json")
        made.append((name, ["--markers", f"{name}-old.json"]))
    return made


def scene_faults(path):
    """What is wrong with a scene, as usd-core reads it."""
    found = []
    with zipfile.ZipFile(path) as archive:
        for file in archive.infolist():
            name, more = struct.unpack("<HH", path.read_bytes()[file.header_offset + 26:file.header_offset + 30])
            if file.compress_type != zipfile.ZIP_STORED or (file.header_offset + 30 + name + more) % 64:
                found.append(f"{file.filename} is compressed, or lies at no multiple of 64")
    try:
        stage = Usd.Stage.Open(str(path))
    except Tf.ErrorException as error:
        return found + [str(error).strip().splitlines()[-1]], 0
    if not stage.HasAuthoredMetadata("metersPerUnit") or UsdGeom.GetStageMetersPerUnit(stage) != 1 \
            or UsdGeom.GetStageUpAxis(stage) != "Y" or not stage.GetDefaultPrim():
        found.append("units, axis or root are wrong")
    meshes = [UsdGeom.Mesh(prim) for prim in stage.Traverse() if prim.IsA(UsdGeom.Mesh)]
    if not meshes:
        found.append("it has no meshes")
    for mesh in meshes:
        if not UsdGeom.Mesh.ValidateTopology(mesh.GetFaceVertexIndicesAttr().Get(), mesh.GetFaceVertexCountsAttr().Get(),
                                             len(mesh.GetPointsAttr().Get()))[0]:
            found.append(f"{mesh.GetPath()}: its faces are wrong")
        if not all(math.isfinite(v) for point in mesh.GetPointsAttr().Get() for v in point):
            found.append(f"{mesh.GetPath()}: it has points that are no numbers")
        material = UsdShade.MaterialBindingAPI(mesh).ComputeBoundMaterial()[0]
        if not material or not material.ComputeSurfaceSource()[0]:
            found.append(f"{mesh.GetPath()}: it has no material")
        if len(mesh.GetDisplayColorAttr().Get()) != 1:
            found.append(f"{mesh.GetPath()}: it has no colour")
    return found, len(meshes)


def overlooked(path):
    """The ways to break a scene that are not detected."""
    text = zipfile.ZipFile(path).read("scene.usda").decode()
    point = text.index("point3f[] points = [(") + len("point3f[] points = [(")
    broken = {"compressed": text, "unaligned": text, "no root": text.replace('defaultPrim = "Report"', ""),
              "no unit": text.replace("metersPerUnit = 1\n", "\n"), "faces": text.replace("Counts = [4]", "Counts = [3]"),
              "not a number": text[:point] + "nan" + text[text.index(",", point):],
              "no material": text.replace("rel material:binding = </Report/Materials/C", "rel material:binding = </Report/X"),
              "cut short": text[:len(text) // 2]}
    missed = []
    for what, body in broken.items():
        file = folder / f"broken-{what.replace(' ', '-')}.usdz"
        with zipfile.ZipFile(file, "w") as archive:
            info = zipfile.ZipInfo("scene.usda")
            info.compress_type = zipfile.ZIP_DEFLATED if what == "compressed" else zipfile.ZIP_STORED
            # Where the bytes begin at a multiple of 64, unless that is what is broken.
            padding = 19 if what == "unaligned" else 20
            info.extra = struct.pack("<HH", 0x1986, padding) + bytes(padding)
            archive.writestr(info, body)
        if not scene_faults(file)[0]:
            missed.append(what)
    return missed


browser = Browser()
for name, more in make():
    kinds = {"--out": "html", "--usdz": "usdz", "--glb": "glb", "--ply": "ply"}
    page, scene, glb, ply = files = [folder / f"{name}.{kind}" for kind in kinds.values()]
    for again in ["", "-again"]:
        named = [part for option, kind in kinds.items() for part in [option, f"{name}{again}.{kind}"]]
        run("report", f"{name}.json", *more, *named, allowed=(0,))
        if again:
            differing = [file.name for file in files
                         if file.read_bytes() != file.with_stem(file.stem + again).read_bytes()]
            for file in files:
                file.with_stem(file.stem + again).unlink()
    document = json.loads((folder / f"{name}.json").read_text())
    found, seconds = faults(browser, page, document)
    found += [f"{file} is another one the second time" for file in differing]
    if page.stat().st_size > LARGEST:
        found.append(f"{page.stat().st_size} bytes")
    more_found, meshes = scene_faults(scene)
    found += more_found + foreign_faults(glb, ply, meshes) + drawn_faults(glb)
    for fault in found:
        print(f"check-report: {name}: {fault}")
    failed |= bool(found)
    print(f"check-report: {name}: {page.stat().st_size} bytes, loaded in {seconds:.2f} s; a scene of {meshes} meshes")
# Pages of markers that were moved.
for name, old, new in [("room", data / "markers/before.json", data / "markers/after.json"),
                       *[(name, f"{name}-old.json", f"{name}-new.json") for name in ["hostile", "corners"]]]:
    page = folder / f"moved-{name}.html"
    run("moved", "--join", "label", "--target", "raw", old, new, "--report", page.name)
    found, seconds = faults(browser, page)
    for fault in found:
        print(f"check-report: {page.stem}: {fault}")
    failed |= bool(found)
    print(f"check-report: {page.stem}: {page.stat().st_size} bytes, loaded in {seconds:.2f} s")
# Choosing by click, by touch and by row, and a browser that has no view to turn.
for fault in picking_faults(browser, folder / "room.html") + flat_faults(folder / "room.html"):
    print(f"check-report: room: {fault}")
    failed = True
# The view that can be turned with as many markers as a space has; its rate says nothing on a busy machine.
if "--long" in sys.argv[3:]:
    crowd = wall([f"Hall 3, place {i}" for i in range(CROWD)], (60, 6, 40))
    (folder / "crowd.json").write_text(json.dumps(crowd))
    run("report", "ten.json", "--markers", "crowd.json", "--out", "crowd.html", allowed=(0,))
    browser.tab()
    browser.open(folder / "crowd.html")
    settled(browser)
    rate, renderer = browser.value(FRAMES)
    browser.open(folder / "room.html")
    settled(browser)
    few, _ = browser.value(FRAMES)
    print(f"check-report: {CROWD} markers turn at {rate:.0f} frames a second, a room's at {few:.0f} ({renderer})")
    if rate < LEAST_SHARE * few:
        print(f"check-report: that is below {LEAST_SHARE:.0%} of it")
        failed = True
missed = overlooked(folder / "room.usdz")
print(f"check-report: of broken scenes {', '.join(missed) or 'none'} went undetected")
browser.close()
sys.exit(failed or bool(missed))
