// node --test: build-page checks what it is given before it writes anything, and says in a line what is wrong.
import assert from "node:assert/strict"
import { spawnSync } from "node:child_process"
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import test, { after } from "node:test"
import { fileURLToPath } from "node:url"

const work = mkdtempSync(join(tmpdir(), "quadcal-build-page-")), program = fileURLToPath(new URL("build-page", import.meta.url))
const doors = join(process.env.QUADCAL_WEB, "..")
after(() => rmSync(work, { recursive: true }))

function run(...given) {
  const { status, stdout, stderr } = spawnSync(program, given, { encoding: "utf8", cwd: work })
  return { status, stdout, stderr }
}

test("a folder that lacks a module, a file in the place of one, and what is too much are refused in a line", () => {
  const out = join(work, "out"), file = join(work, "file")
  writeFileSync(file, "")
  const wrong = { "wasm/quadcal.wasm in": [work, out], "no wasm/quadcal.wasm": [join(work, "missing"), out], "is no folder": [doors, file],
    "at most two": [doors, out, "more"], "--help explains": ["--doors", out], "cannot be written": [doors, join(file, "out")] }
  for (const [text, given] of Object.entries(wrong)) {
    const { status, stdout, stderr } = run(...given)
    assert.deepEqual([status, stdout, stderr.split("\n").length], [2, "", 2], stderr)
    assert.ok(stderr.startsWith("build-page: ") && stderr.includes(text), stderr)
    assert.ok(!existsSync(out), `${text}: something was written`)
  }
})

test("help is given", () => {
  const { status, stdout } = run("--help")
  assert.equal(status, 0)
  assert.match(stdout, /build-page \[DOORS \[OUT\]\]/)
})

test("the folder holds the module, what it imports, and the page", () => {
  const out = join(work, "made")
  assert.deepEqual(run(doors, out), { status: 0, stdout: "", stderr: "" })
  const { files, exports } = JSON.parse(readFileSync(join(out, "package.json"), "utf8")), made = readdirSync(out)
  for (const name of [...files, "check.html", "index.html"]) assert.ok(made.includes(name), name)
  for (const entry of [exports["."], exports["./check"]]) {
    for (const name of Object.values(entry)) assert.ok(files.includes(name.slice(2)), name)
  }
  // Nothing that bundlers cannot find for a browser.
  for (const name of files.filter(name => name.endsWith(".js"))) {
    assert.doesNotMatch(readFileSync(join(out, name), "utf8"), /import\(|from "node:/, name)
  }
  // A package holds all that its module imports.
  for (const name of files.filter(name => name.endsWith(".js"))) {
    for (const [, imported] of readFileSync(join(out, name), "utf8").matchAll(/^(?:im|ex)port .* from "\.\/(.*)"$/gm)) {
      assert.ok(files.includes(imported), `${name} imports ${imported}`)
    }
  }
  // Nothing is left in the page that only files of their own can have.
  const page = readFileSync(join(out, "check.html"), "utf8"), program = join(work, "page.mjs")
  assert.doesNotMatch(page, /^(import|export) /m)
  // Its modules have no name in common, so that they are one program.
  writeFileSync(program, page.match(/<script type="module">\n([^]*?)<\/script>/)[1])
  assert.deepEqual(spawnSync(process.execPath, ["--check", program], { encoding: "utf8" }).stderr, "")
})
