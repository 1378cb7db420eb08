// node --test: the page's reader and the tool say the same of the same files. QUADCAL_TOOL is the tool, QUADCAL_WEB what build-page made.
import assert from "node:assert/strict"
import { execFileSync } from "node:child_process"
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises"
import { tmpdir } from "node:os"
import { join } from "node:path"
import test, { after } from "node:test"
import { files } from "./agreement.files.js"

const folder = new URL(`file://${process.env.QUADCAL_WEB}/`)
const { load } = await import(new URL("quadcal.js", folder))
const { readMarkers } = await import(new URL("markers.js", folder))
const { judge, verdictOf } = await import(new URL("verdict.js", folder))
const quadcal = await load(await readFile(new URL("quadcal.wasm", folder)))
const work = await mkdtemp(join(tmpdir(), "quadcal-agreement-"))
after(() => rm(work, { recursive: true }))

// What several markers show together, and stored corners against the space's vector: the README says that the page leaves them to the tool.
const left = ["DUPLICATE_MARKER", "OVERLAPPING_MARKER", "STACKED_MARKER", "CROWDED", "UNIT_SLIP", "FAR_AWAY", "UP_AXIS", "WARPED", "STALE_CALIBRATED",
  "VECTOR_SIGN", "NO_VECTOR"]

// What either says: "refused", or the verdict and the sorted codes of each marker by its place; "file" is the file as a whole.
function saidByTool(name, profile) {
  const options = ["check", "--json", "--config", "none", "--profile", profile, "--ignore", left.join(), join(work, name)]
  let text
  try {
    text = execFileSync(process.env.QUADCAL_TOOL, options, { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] })
  } catch (error) {
    if (error.status === 3) return "refused"
    assert.equal(error.status, 1, `the tool ended by ${error.status}: ${error.message}`)
    text = error.stdout
  }
  const { verdict, findings } = JSON.parse(text)
  return { verdict, findings: findings.map(({ code, line, pointer }) => ({ code, line, pointer: pointer ?? "" })) }
}

function saidByPage(name, content, profile) {
  let read
  try {
    read = readMarkers(content, name)
  } catch (error) {
    assert.ok(error instanceof SyntaxError, `${name}: ${error.stack}`)
    return "refused"
  }
  judge(quadcal, read.markers, { strict: profile === "strict" })
  return { verdict: verdictOf(read), ...read }
}

function codesByPlace(said, markers) {
  const place = ({ line, pointer }) => {
    const owners = markers.filter(marker => (pointer === marker.pointer || pointer.startsWith(`${marker.pointer}/`)) && marker.line <= line)
    return owners.length ? `${owners.at(-1).line} ${owners.at(-1).pointer}` : "file"
  }
  return said.map(finding => `${place(finding)} ${finding.code}`).sort()
}

for (const [name, content, expected] of files) {
  test(`${name}: the page and the tool agree`, async () => {
    const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content
    await writeFile(join(work, name), bytes)
    for (const profile of ["app", "strict"]) {
      const [tool, page] = [saidByTool(name, profile), saidByPage(name, bytes, profile)]
      if (profile === "app") assert.equal(page.verdict ?? page, expected, `the page says so of ${name}`)
      if (tool === "refused" || page === "refused") {
        assert.equal(page, tool)
        continue
      }
      assert.equal(page.verdict, tool.verdict)
      const own = page.markers.flatMap(({ line, pointer, findings }) => findings.map(({ code }) => ({ code, line, pointer })))
      const ofFile = page.findings.map(({ code }) => `file ${code}`)
      assert.deepEqual([...codesByPlace(own, page.markers), ...ofFile].sort(), codesByPlace(tool.findings, page.markers))
    }
  })
}

test("what the page leaves to the tool is what the README says", async () => {
  const readme = await readFile(new URL("README.md", import.meta.url), "utf8")
  for (const code of left) assert.ok(readme.includes(code), `the README does not name ${code}`)
})
