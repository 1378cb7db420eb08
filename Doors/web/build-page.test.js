// node --test: build-page checks what it is given before it writes anything, and says in a line what is wrong.
import assert from "node:assert/strict"
import { spawnSync } from "node:child_process"
import { createHash } from "node:crypto"
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"
import test, { after } from "node:test"
import { fileURLToPath } from "node:url"
import { gunzipSync } from "node:zlib"

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
  for (const name of [...files, "workbench.html"]) assert.ok(made.includes(name), name)
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
})

test("the page is one file: two programs without imports, a policy that knows them, and a place for files", () => {
  const out = join(work, "page")
  assert.equal(run(doors, out).status, 0)
  const page = readFileSync(join(out, "workbench.html"), "utf8")
  assert.doesNotMatch(page, /^(import|export) /m)
  assert.doesNotMatch(page, /import\.meta|https?:\/\/(?!www\.w3\.org)/)
  const [, script] = page.match(/<script type="module">([^]*?)<\/script>/), [, worker] = page.match(/id="worker">([^]*?)<\/script>/)
  const [, style] = page.match(/<style>([^]*?)<\/style>/), [, policy] = page.match(/Content-Security-Policy" content="([^"]*)"/)
  // The modules of each have no name in common, so that they are one program.
  for (const [name, text] of [["page.mjs", script], ["worker.cjs", `"use strict"\n${worker}`]]) {
    writeFileSync(join(work, name), text)
    assert.deepEqual(spawnSync(process.execPath, ["--check", join(work, name)], { encoding: "utf8" }).stderr, "")
  }
  for (const text of [script, style]) assert.ok(policy.includes(createHash("sha256").update(text).digest("base64")))
  assert.match(policy, /^default-src 'none'; /)
  assert.doesNotMatch(policy, /unsafe-inline|http|\*/)
  assert.equal(page.split('<script type="text/plain" id="files"></script>').length, 2)
  const [, packed] = page.match(/id="module">([^<]*)</)
  assert.deepEqual(gunzipSync(Buffer.from(packed, "base64")), readFileSync(join(out, "quadcal-simd.wasm")))
})
