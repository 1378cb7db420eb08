// The view of both scans: WebGL 2 in parallel projection for all markers, and a canvas above it for the few things that are named.
// It is drawn only when something has changed. Colours come from the page's style, so that dark and light are the same code.

/**
 * @typedef {"old" | "new"} Side
 * @typedef {{ side: Side, marker: number }} Chosen
 */

const program = [`#version 300 es
  in vec3 place; in float tone; uniform mat3 view; uniform vec2 size, shift; uniform vec3 offset; uniform float zoom; flat out float kind;
  void main() {
    vec2 pixel = (view * (place + offset)).xy * zoom + shift;
    kind = tone;
    gl_Position = tone == 2.0 ? vec4(2, 2, 2, 1) : vec4(pixel * 2.0 / size, 0, 1);
  }`, `#version 300 es
  precision mediump float; flat in float kind; uniform vec4 color; uniform vec3 bad; out vec4 result;
  void main() { result = vec4(kind == 3.0 ? bad : color.rgb, 1) * color.a * (kind == 1.0 ? 0.35 : 1.0); }`]

/** Arrows are drawn at most so many times as long as they are, and none shorter than a micrometre: what is left is no residual to look at. */
const mostMagnified = 1000, shortestArrow = 1e-6
/** Above so many markers a turning view leaves outlines out until it rests. */
const crowd = 6000
const mostLabels = 60

/** The corners of one scan on the graphics card. */
class Cloud {
  constructor(gl, locations) {
    this.gl = gl
    this.count = 0
    this.places = new Float64Array(0)
    this.tones = new Uint8Array(0)
    this.array = gl.createVertexArray()
    this.buffers = { places: gl.createBuffer(), tones: gl.createBuffer(), lines: gl.createBuffer(), faces: gl.createBuffer() }
    gl.bindVertexArray(this.array)
    gl.bindBuffer(gl.ARRAY_BUFFER, this.buffers.places)
    gl.enableVertexAttribArray(locations.place)
    gl.vertexAttribPointer(locations.place, 3, gl.FLOAT, false, 0, 0)
    gl.bindBuffer(gl.ARRAY_BUFFER, this.buffers.tones)
    gl.enableVertexAttribArray(locations.tone)
    gl.vertexAttribPointer(locations.tone, 1, gl.UNSIGNED_BYTE, false, 0, 0)
  }

  /** @param {Float64Array} places twelve numbers a marker, NaN where it has no place @param {number[]} middle */
  fill(places, middle) {
    const { gl } = this, count = places.length / 12, single = new Float32Array(places.length)
    for (let at = 0; at < places.length; at++) single[at] = places[at] - middle[at % 3]
    this.places = places
    gl.bindVertexArray(this.array)
    gl.bindBuffer(gl.ARRAY_BUFFER, this.buffers.places)
    gl.bufferData(gl.ARRAY_BUFFER, single, gl.DYNAMIC_DRAW)
    if (count !== this.count) {
      this.count = count
      const lines = new Uint32Array(8 * count), faces = new Uint32Array(6 * count)
      for (let marker = 0; marker < count; marker++) {
        const first = 4 * marker
        lines.set([first, first + 1, first + 1, first + 2, first + 2, first + 3, first + 3, first], 8 * marker)
        faces.set([first, first + 1, first + 3, first + 2, first + 3, first + 1], 6 * marker)
      }
      gl.bindBuffer(gl.ELEMENT_ARRAY_BUFFER, this.buffers.lines)
      gl.bufferData(gl.ELEMENT_ARRAY_BUFFER, lines, gl.STATIC_DRAW)
      gl.bindBuffer(gl.ELEMENT_ARRAY_BUFFER, this.buffers.faces)
      gl.bufferData(gl.ELEMENT_ARRAY_BUFFER, faces, gl.STATIC_DRAW)
    }
    this.tone(new Uint8Array(count))
  }

  /** @param {Uint8Array} tones of each marker: 0 plain, 1 faint, 2 hidden, 3 in red */
  tone(tones) {
    const { gl, places } = this, all = new Uint8Array(4 * this.count)
    this.tones = tones
    for (let corner = 0; corner < all.length; corner++) all[corner] = Number.isFinite(places[3 * corner]) ? tones[corner >> 2] : 2
    gl.bindVertexArray(this.array)
    gl.bindBuffer(gl.ARRAY_BUFFER, this.buffers.tones)
    gl.bufferData(gl.ARRAY_BUFFER, all, gl.DYNAMIC_DRAW)
  }

  /** @param {"lines" | "faces"} kind */
  draw(kind) {
    const { gl } = this
    if (!this.count) return
    gl.bindVertexArray(this.array)
    gl.bindBuffer(gl.ELEMENT_ARRAY_BUFFER, this.buffers[kind])
    gl.drawElements(kind === "lines" ? gl.LINES : gl.TRIANGLES, (kind === "lines" ? 8 : 6) * this.count, gl.UNSIGNED_INT, 0)
  }

  /** @param {number} marker @param {number[]} offset */
  center(marker, offset) {
    return [0, 1, 2].map(axis => offset[axis] + [0, 3, 6, 9].reduce((sum, corner) => sum + this.places[12 * marker + corner + axis] / 4, 0))
  }

  /** @param {number} marker @param {number[]} offset */
  corners(marker, offset) {
    return [0, 3, 6, 9].map(corner => [0, 1, 2].map(axis => offset[axis] + this.places[12 * marker + corner + axis]))
  }
}

/** Both scans, which can be turned, moved and zoomed, and from which markers are chosen. */
export class View {
  /**
   * @param {HTMLCanvasElement} canvas takes the pointer and the keys @param {HTMLCanvasElement} ground
   * @param {(chosen: Chosen | null) => void} choose
   */
  constructor(canvas, ground, choose) {
    this.canvas = canvas
    this.ground = ground
    this.choose = choose
    /** @type {WebGL2RenderingContext} */
    this.gl
    /** @type {WebGLProgram} */
    this.program
    /** @type {Record<string, WebGLUniformLocation | null>} */
    this.at
    /** @type {Record<Side, Cloud>} */
    this.clouds
    this.isCrowd = false
    /** The markers that have their names beside them, as chosen when the view rested. @type {Chosen[]} */
    this.named = []
    /** @type {Map<string, number>} */
    this.widths = new Map()
    this.paper = /** @type {CanvasRenderingContext2D} */ (canvas.getContext("2d"))
    this.#begin(false)
    this.middle = [0, 0, 0]
    this.offsets = { old: [0, 0, 0], new: [0, 0, 0] }
    this.look = { turn: 0.6, tilt: 0.5, zoom: 1, shift: [0, 0], fitted: 1 }
    /** @type {{ from: number[], way: number[], isBad: boolean }[]} */
    this.arrows = []
    this.magnified = 1
    /** @type {{ at: number[], error: number, isBad: boolean }[]} */
    this.errors = []
    this.enlarged = 1
    /** @type {{ side: Side, before: number[][], after: number[][] } | null} */
    this.fix = null
    this.bounds = { low: [0, 0, 0], high: [0, 0, 0] }
    /** @type {{ old: number, new: number }} */
    this.picked = { old: -1, new: -1 }
    /** @type {(side: Side, marker: number) => string} */
    this.name = () => ""
    this.size = [1, 1]
    this.colors = {}
    /** Is told where the view looks from, in degrees. @param {number} _turn @param {number} _tilt */
    this.looked = (_turn, _tilt) => {}
    this.frames = 0
    this.isWaiting = false
    this.resting = 0
    this.#listen()
    new ResizeObserver(() => this.resize()).observe(canvas)
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => this.repaint())
    this.resize()
    this.repaint()
  }

  /** A context, of which smooth edges are chosen once: in a crowd they take most of the time and nobody sees them. */
  #begin(isCrowd) {
    const ground = /** @type {HTMLCanvasElement} */ (this.ground.cloneNode()), gl = ground.getContext("webgl2", { antialias: !isCrowd })
    if (!gl) throw new Error("this browser has no WebGL 2; the tables beside hold the same")
    this.ground.replaceWith(ground)
    ground.addEventListener("webglcontextlost", event => event.preventDefault())
    const made = /** @type {WebGLProgram} */ (gl.createProgram())
    for (const [place, kind] of [gl.VERTEX_SHADER, gl.FRAGMENT_SHADER].entries()) {
      const shader = /** @type {WebGLShader} */ (gl.createShader(kind))
      gl.shaderSource(shader, program[place])
      gl.compileShader(shader)
      gl.attachShader(made, shader)
    }
    gl.linkProgram(made)
    const locations = { place: gl.getAttribLocation(made, "place"), tone: gl.getAttribLocation(made, "tone") }
    Object.assign(this, { ground, gl, program: made, isCrowd,
      at: Object.fromEntries(["view", "size", "shift", "offset", "zoom", "color", "bad"].map(name => [name, gl.getUniformLocation(made, name)])),
      clouds: { old: new Cloud(gl, locations), new: new Cloud(gl, locations) } })
  }

  /**
   * Shows both scans. `beside` puts the new one next to the old one, where no motion brings them together.
   *
   * @param {Float64Array} olds @param {Float64Array} news @param {boolean} beside
   */
  show(olds, news, beside) {
    const [a, b] = [boxOf(olds), boxOf(news)], isCrowd = olds.length + news.length > 12 * crowd
    if (isCrowd !== this.isCrowd) {
      this.#begin(isCrowd)
      this.resize()
    }
    this.offsets.new = beside && olds.length && news.length
      ? [a.high[0] - b.low[0] + 0.15 * Math.max(a.high[0] - a.low[0], b.high[0] - b.low[0], 0.5), a.low[1] - b.low[1], (a.low[2] + a.high[2] - b.low[2] - b.high[2]) / 2]
      : [0, 0, 0]
    const box = olds.length ? a : b
    this.middle = box.low.map((low, axis) => Number.isFinite(low) ? (low + box.high[axis]) / 2 : 0)
    // Names stay where they are while only places change.
    if (12 * this.clouds.old.count !== olds.length || 12 * this.clouds.new.count !== news.length) this.named = []
    this.clouds.old.fill(olds, this.middle)
    this.clouds.new.fill(news, this.middle)
    this.bounds = this.#box()
    this.again()
  }

  /** @param {Side} side @param {Uint8Array} tones */
  tone(side, tones) {
    this.clouds[side].tone(tones)
    this.again()
  }

  /**
   * A marker before and after a fix.
   *
   * @param {Side} side @param {number} marker -1 for none @param {ArrayLike<number>} before @param {ArrayLike<number>} after
   */
  fixing(side, marker, before, after) {
    const quad = all => [0, 3, 6, 9].map(corner => [0, 1, 2].map(axis => all[corner + axis]))
    this.fix = marker < 0 ? null : { side, before: quad(before), after: quad(after) }
    this.again()
  }

  /** The errors to expect at markers, as circles so many times as large. @param {{ at: number[], error: number, isBad: boolean }[]} errors */
  expect(errors) {
    const largest = Math.max(0, ...errors.map(({ error }) => error)), wanted = Math.min(mostMagnified, 0.05 * this.reach() / (largest || 1)), power = 10 ** Math.floor(Math.log10(Math.max(wanted, 1)))
    this.errors = errors
    this.enlarged = [5, 2, 1].map(step => step * power).find(step => step <= Math.max(wanted, 1)) ?? 1
    this.again()
  }

  /** The residuals as arrows, as many times as long as they are. @param {{ from: number[], way: number[], isBad: boolean }[]} arrows */
  point(arrows) {
    this.arrows = arrows.filter(({ way }) => Math.hypot(...way) >= shortestArrow)
    const sizes = this.arrows.map(({ way }) => Math.hypot(...way)).sort((x, y) => y - x), reach = this.reach()
    // The median is what people compare with, the largest must stay in the picture.
    const typical = sizes[Math.floor(sizes.length / 2)] || 0, wanted = Math.min(0.03 * reach / (typical || 1), 0.25 * reach / (sizes[0] || 1), mostMagnified)
    const power = 10 ** Math.floor(Math.log10(Math.max(wanted, 1)))
    this.magnified = sizes.length ? [5, 2, 1].map(step => step * power).find(step => step <= Math.max(wanted, 1)) ?? 1 : 1
    this.again()
  }

  reach() {
    const { low, high } = this.bounds
    return Math.hypot(...high.map((most, axis) => most - low[axis])) || 1
  }

  #box() {
    const boxes = /** @type {Side[]} */ (["old", "new"]).map(side => boxOf(this.clouds[side].places, this.offsets[side])).filter(({ low }) => Number.isFinite(low[0]))
    if (!boxes.length) return { low: [-1, -1, -1], high: [1, 1, 1] }
    return { low: [0, 1, 2].map(axis => Math.min(...boxes.map(({ low }) => low[axis]))), high: [0, 1, 2].map(axis => Math.max(...boxes.map(({ high }) => high[axis]))) }
  }

  /** @param {{ old: number, new: number }} picked -1 for none @param {boolean} isFound brings them into the picture */
  pick(picked, isFound = false) {
    this.picked = picked
    const side = picked.old >= 0 ? "old" : "new", marker = picked[side]
    if (isFound && marker >= 0) {
      const [x, y] = this.#seen(this.clouds[side].center(marker, this.offsets[side])), [width, height] = this.size
      const { look } = this
      if (!(x > 40 && x < width - 40 && y > 40 && y < height - 40)) look.shift = [look.shift[0] + width / 2 - x, look.shift[1] - height / 2 + y]
    }
    this.again()
  }

  #rows() {
    const { turn, tilt } = this.look, [c, s, k, t] = [Math.cos(turn), Math.sin(turn), Math.cos(tilt), Math.sin(tilt)]
    return [[c, 0, -s], [-t * s, k, -t * c], [k * s, t, k * c]]
  }

  #seen(point, rows = this.#rows()) {
    const from = point.map((value, axis) => value - this.middle[axis]), { zoom, shift } = this.look
    const [x, y, z] = rows.map(row => row[0] * from[0] + row[1] * from[1] + row[2] * from[2])
    return [this.size[0] / 2 + shift[0] + x * zoom, this.size[1] / 2 - shift[1] - y * zoom, z]
  }

  /** Looks from a side, in degrees, at everything. @param {number} turn @param {number} tilt */
  fit(turn, tilt) {
    Object.assign(this.look, { turn: turn * Math.PI / 180, tilt: tilt * Math.PI / 180, zoom: 1, shift: [0, 0] })
    this.looked(turn, tilt)
    const { low, high } = this.bounds, rows = this.#rows(), [width, height] = this.size
    const ends = Array.from({ length: 8 }, (_, corner) => this.#seen([0, 1, 2].map(axis => corner >> axis & 1 ? high[axis] : low[axis]), rows))
    const [x, y] = [0, 1].map(axis => [Math.min(...ends.map(end => end[axis])), Math.max(...ends.map(end => end[axis]))])
    const zoom = Math.min(0.86 * width / (x[1] - x[0] || 1), 0.78 * height / (y[1] - y[0] || 1))
    Object.assign(this.look, { zoom, fitted: zoom, shift: [-((x[0] + x[1] - width) / 2) * zoom, -((height - y[0] - y[1]) / 2) * zoom] })
    this.again()
  }

  /** @param {number} x @param {number} y in pixels */
  turn(x, y) {
    this.look.turn -= x * 0.008
    this.look.tilt = Math.min(Math.max(this.look.tilt + y * 0.008, -Math.PI / 2), Math.PI / 2)
    this.looked(this.look.turn * 180 / Math.PI, this.look.tilt * 180 / Math.PI)
    this.again()
  }

  /** @param {number} x @param {number} y */
  move(x, y) {
    this.look.shift = [this.look.shift[0] + x, this.look.shift[1] - y]
    this.again()
  }

  /** @param {number} factor @param {number[]} at */
  zoom(factor, at = [this.size[0] / 2, this.size[1] / 2]) {
    const [x, y] = at
    const { look } = this, next = Math.min(Math.max(look.zoom * factor, look.fitted / 8), look.fitted * 400), real = next / look.zoom
    const [a, b] = [x - this.size[0] / 2, this.size[1] / 2 - y]
    look.shift = [a + (look.shift[0] - a) * real, b + (look.shift[1] - b) * real]
    look.zoom = next
    this.again()
  }

  again() {
    clearTimeout(this.resting)
    this.resting = setTimeout(() => {
      this.resting = 0
      requestAnimationFrame(() => this.draw())
    }, 130)
    if (!this.isWaiting) requestAnimationFrame(() => this.draw())
    this.isWaiting = true
  }

  draw() {
    this.isWaiting = false
    this.frames++
    this.#drawClouds()
    this.#drawPaper()
  }

  #drawClouds() {
    const { gl, at, look, size } = this, rows = this.#rows(), isBusy = this.resting !== 0
    gl.viewport(0, 0, this.ground.width, this.ground.height)
    gl.clearColor(0, 0, 0, 0)
    gl.clear(gl.COLOR_BUFFER_BIT)
    gl.enable(gl.BLEND)
    gl.blendFunc(gl.ONE, gl.ONE_MINUS_SRC_ALPHA)
    gl.useProgram(this.program)
    gl.uniformMatrix3fv(at.view, false, [0, 1, 2].flatMap(column => rows.map(row => row[column])))
    gl.uniform2f(at.size, size[0], size[1])
    gl.uniform2f(at.shift, look.shift[0], look.shift[1])
    gl.uniform1f(at.zoom, look.zoom)
    const bad = this.colors.bad ?? [1, 0, 0]
    gl.uniform3f(at.bad, bad[0], bad[1], bad[2])
    const { isCrowd } = this
    for (const side of /** @type {Side[]} */ (["new", "old"])) {
      const cloud = this.clouds[side], color = this.colors[side] ?? [0, 0, 0]
      gl.uniform3f(at.offset, this.offsets[side][0], this.offsets[side][1], this.offsets[side][2])
      gl.uniform4f(at.color, color[0], color[1], color[2], isCrowd ? 0.5 : 0.2)
      cloud.draw("faces")
      if (isCrowd && isBusy) continue
      gl.uniform4f(at.color, color[0], color[1], color[2], 1)
      cloud.draw("lines")
    }
  }

  #drawPaper() {
    const { paper, size } = this, rows = this.#rows(), scale = this.canvas.width / size[0]
    paper.setTransform(scale, 0, 0, scale, 0, 0)
    paper.clearRect(0, 0, size[0], size[1])
    this.#drawFloor(rows)
    this.#drawErrors(rows)
    this.#drawArrows(rows)
    for (const side of /** @type {Side[]} */ (["new", "old"])) if (!this.fix) this.#drawPicked(side, rows)
    this.#drawFix(rows)
    this.#drawAxes(rows)
    this.#drawBar()
    this.#drawLabels(rows)
  }

  // The floor below all markers, in squares of a round length, which gives a scene of a few markers its room.
  #drawFloor(rows) {
    const { paper } = this, { low, high } = this.bounds, wide = Math.max(high[0] - low[0], high[2] - low[2])
    if (!(wide > 0)) return
    const power = 10 ** Math.floor(Math.log10(wide / 4)), step = ([5, 2, 1].find(one => one * power <= wide / 4) ?? 1) * power
    const ends = [0, 2].map(axis => [Math.floor(low[axis] / step) * step, Math.ceil(high[axis] / step) * step])
    paper.strokeStyle = this.#css("line")
    paper.lineWidth = 1
    paper.beginPath()
    const line = (a, b) => {
      const [x, y] = this.#seen([a[0], low[1], a[1]], rows), [u, v] = this.#seen([b[0], low[1], b[1]], rows)
      paper.moveTo(x, y)
      paper.lineTo(u, v)
    }
    for (let x = ends[0][0]; x <= ends[0][1] + step / 2; x += step) line([x, ends[1][0]], [x, ends[1][1]])
    for (let z = ends[1][0]; z <= ends[1][1] + step / 2; z += step) line([ends[0][0], z], [ends[0][1], z])
    paper.stroke()
  }

  #css(name) { return this.colors.css?.[name] ?? "#888" }

  #drawArrows(rows) {
    const { paper } = this
    for (const isBad of [false, true]) {
      const shafts = new Path2D(), heads = new Path2D()
      for (const arrow of this.arrows) {
        if (arrow.isBad !== isBad) continue
        const { from, way } = arrow, [x, y] = this.#seen(from, rows), [a, b] = this.#seen(from.map((value, axis) => value + way[axis] * this.magnified), rows)
        const length = Math.hypot(a - x, b - y)
        if (!(length >= 1)) continue
        const head = Math.min(8, 0.6 * length), [u, v] = [(a - x) / length, (b - y) / length]
        shafts.moveTo(x, y)
        shafts.lineTo(a, b)
        heads.moveTo(a, b)
        heads.lineTo(a - head * u - 0.4 * head * v, b - head * v + 0.4 * head * u)
        heads.lineTo(a - head * u + 0.4 * head * v, b - head * v - 0.4 * head * u)
      }
      paper.strokeStyle = paper.fillStyle = this.#css(isBad ? "bad" : "ink")
      paper.lineWidth = isBad ? 2.5 : 1.3
      paper.stroke(shafts)
      paper.fill(heads)
    }
  }

  #drawPicked(side, rows) {
    const marker = this.picked[side], { paper } = this
    if (marker < 0 || marker >= this.clouds[side].count) return
    const ends = this.clouds[side].corners(marker, this.offsets[side]).map(point => this.#seen(point, rows))
    if (!ends.every(([x]) => Number.isFinite(x))) return
    paper.strokeStyle = this.#css(side)
    paper.lineWidth = 4
    paper.lineJoin = "round"
    paper.beginPath()
    for (const [place, [x, y]] of ends.entries()) paper[place ? "lineTo" : "moveTo"](x, y)
    paper.closePath()
    paper.stroke()
    // A dot marks p1.
    paper.fillStyle = this.#css("ink")
    paper.beginPath()
    paper.arc(ends[0][0], ends[0][1], 4, 0, 7)
    paper.fill()
  }

  // Where a marker will be in 95 of 100 cases: a ball, of which a circle is seen from everywhere.
  #drawErrors(rows) {
    const { paper, look } = this
    for (const { at, error, isBad } of this.errors) {
      const [x, y] = this.#seen(at, rows)
      paper.strokeStyle = paper.fillStyle = this.#css(isBad ? "bad" : "soft")
      paper.lineWidth = isBad ? 2 : 1.2
      paper.beginPath()
      paper.arc(x, y, Math.max(error * this.enlarged * look.zoom, 1), 0, 7)
      paper.stroke()
      paper.globalAlpha = 0.12
      paper.fill()
      paper.globalAlpha = 1
    }
  }

  #drawFix(rows) {
    const { paper, fix } = this
    if (!fix) return
    for (const [name, quad] of /** @type {["before" | "after", number[][]][]} */ ([["before", fix.before], ["after", fix.after]])) {
      const ends = quad.map(point => this.#seen(point.map((value, axis) => value + this.offsets[fix.side][axis]), rows))
      paper.strokeStyle = paper.fillStyle = this.#css(name === "before" ? "bad" : "ink")
      paper.lineWidth = name === "before" ? 3 : 2
      paper.setLineDash(name === "before" ? [7, 5] : [])
      paper.beginPath()
      for (const [at, [x, y]] of ends.entries()) paper[at ? "lineTo" : "moveTo"](x, y)
      paper.closePath()
      paper.stroke()
      paper.setLineDash([])
      paper.font = "600 12px system-ui, sans-serif"
      paper.textAlign = name === "before" ? "right" : "left"
      for (const [at, [x, y]] of ends.entries()) paper.fillText(`p${at + 1}`, x + (name === "before" ? -6 : 6), y - 6)
    }
  }

  #drawAxes(rows) {
    const { paper, size } = this, [x, y] = [size[0] - 46, size[1] - 46]
    paper.font = "600 12px system-ui, sans-serif"
    paper.textAlign = "center"
    paper.textBaseline = "middle"
    for (const [axis, name] of ["x", "up", "z"].entries()) {
      const [a, b] = [rows[0][axis], -rows[1][axis]]
      paper.strokeStyle = paper.fillStyle = this.#css(axis === 1 ? "ink" : "soft")
      paper.lineWidth = axis === 1 ? 2 : 1.3
      paper.beginPath()
      paper.moveTo(x, y)
      paper.lineTo(x + 24 * a, y + 24 * b)
      paper.stroke()
      if (Math.hypot(a, b) > 0.25) paper.fillText(name, x + 35 * a, y + 35 * b)
    }
  }

  #drawBar() {
    const { paper, size, look } = this, wanted = 110 / look.zoom, power = 10 ** Math.floor(Math.log10(wanted))
    const length = ([5, 2, 1].find(step => step * power <= wanted) ?? 1) * power, pixels = length * look.zoom, [x, y] = [16, size[1] - 18]
    paper.strokeStyle = paper.fillStyle = this.#css("ink")
    paper.lineWidth = 2
    paper.beginPath()
    paper.moveTo(x, y - 5)
    paper.lineTo(x, y)
    paper.lineTo(x + pixels, y)
    paper.lineTo(x + pixels, y - 5)
    paper.stroke()
    paper.font = "12px system-ui, sans-serif"
    paper.textAlign = "left"
    paper.textBaseline = "bottom"
    const words = length < 1 ? `${Math.round(1000 * length)} mm` : `${length} m`
    paper.fillText([words, this.arrows.length ? `arrows ×${this.magnified}` : "", this.errors.length ? `circles ×${this.enlarged}` : ""].filter(Boolean).join(" · "), x, y - 7)
  }

  // Names of what is chosen, then of as many others as have room; while the view turns, of those that had it.
  #drawLabels(rows) {
    const { paper, size } = this, taken = [], isBusy = this.resting !== 0
    paper.font = "12px system-ui, sans-serif"
    paper.textAlign = "left"
    paper.textBaseline = "middle"
    const put = (side, marker, isChosen, lower = 0) => {
      const [x, above] = this.#seen(this.clouds[side].center(marker, this.offsets[side]), rows), y = above + lower
      if (!(x > -8 && x < size[0] && y > 9 && y < size[1] - 53)) return false
      const text = this.name(side, marker)
      if (!text) return false
      let width = this.widths.get(text)
      if (width === undefined) this.widths.set(text, width = paper.measureText(text).width + 8)
      const box = [x + 8, y - 9, x + 8 + width, y + 9]
      if (box[2] > size[0] || !isChosen && taken.some(other => box[0] < other[2] && other[0] < box[2] && box[1] < other[3] && other[1] < box[3])) return false
      taken.push(box)
      paper.fillStyle = this.#css("card")
      paper.globalAlpha = isChosen ? 1 : 0.78
      paper.fillRect(box[0], box[1], width, 18)
      paper.globalAlpha = 1
      paper.fillStyle = this.#css(isChosen ? "ink" : side)
      paper.fillText(text, box[0] + 4, y)
      return true
    }
    const { old, new: fresh } = this.picked
    if (old >= 0) put("old", old, true)
    if (fresh >= 0 && !(old >= 0 && this.name("old", old) === this.name("new", fresh))) put("new", fresh, true, old >= 0 ? 19 : 0)
    if (isBusy) {
      for (const { side, marker } of this.named) if (marker !== this.picked[side]) put(side, marker, false)
      return
    }
    this.named = []
    for (const side of /** @type {Side[]} */ (["old", "new"])) {
      const { count, tones } = this.clouds[side], step = Math.max(1, Math.floor(count / 2000))
      for (let marker = 0; marker < count && taken.length < mostLabels; marker += step) {
        if (marker !== this.picked[side] && tones[marker] !== 2 && put(side, marker, false)) this.named.push({ side, marker })
      }
    }
  }

  // The marker at a place, the nearest one in front.
  #pickAt(x, y) {
    const rows = this.#rows()
    /** @type {Chosen | null} */
    let best = null
    let least = Infinity
    for (const side of /** @type {Side[]} */ (["old", "new"])) {
      const cloud = this.clouds[side], offset = this.offsets[side]
      for (let marker = 0; marker < cloud.count; marker++) {
        if (cloud.tones[marker] === 2) continue
        const [a, b, depth] = this.#seen(cloud.center(marker, offset), rows), far = Math.hypot(a - x, b - y)
        if (!(far < 24) && !(far < 400)) continue
        const cost = far < 24 ? far : isInside(cloud.corners(marker, offset).map(point => this.#seen(point, rows)), x, y) ? 24 + far - 1e-3 * depth : Infinity
        if (cost < least) [best, least] = [{ side, marker }, cost]
      }
    }
    this.choose(best)
  }

  #listen() {
    const { canvas } = this, held = new Map()
    let way = 0
    const at = event => {
      const box = canvas.getBoundingClientRect()
      return [event.clientX - box.left, event.clientY - box.top]
    }
    const spread = () => {
      const [a, b] = [...held.values()]
      return { middle: [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2], length: Math.hypot(a[0] - b[0], a[1] - b[1]) || 1 }
    }
    canvas.addEventListener("pointerdown", event => {
      canvas.setPointerCapture(event.pointerId)
      if (!held.size) way = 0
      held.set(event.pointerId, at(event))
    })
    canvas.addEventListener("pointermove", event => {
      const last = held.get(event.pointerId), here = at(event)
      if (!last) return
      const [x, y] = [here[0] - last[0], here[1] - last[1]], before = held.size === 2 ? spread() : null
      way += Math.abs(x) + Math.abs(y)
      held.set(event.pointerId, here)
      if (before) {
        const now = spread()
        this.move(now.middle[0] - before.middle[0], now.middle[1] - before.middle[1])
        this.zoom(now.length / before.length, now.middle)
      } else if (event.shiftKey || event.buttons > 1) this.move(x, y)
      else this.turn(x, y)
    })
    for (const kind of ["pointerup", "pointercancel"]) {
      canvas.addEventListener(kind, event => {
        const pointer = /** @type {PointerEvent} */ (event)
        if (held.size === 1 && way < 6 && kind === "pointerup") {
          const [x, y] = at(pointer)
          this.#pickAt(x, y)
        }
        held.delete(pointer.pointerId)
      })
    }
    canvas.addEventListener("wheel", event => {
      event.preventDefault()
      this.zoom(Math.exp(-event.deltaY * 0.0015), at(event))
    }, { passive: false })
    canvas.addEventListener("contextmenu", event => event.preventDefault())
    canvas.addEventListener("keydown", event => {
      const by = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key]
      const factor = { "+": 1.25, "=": 1.25, "-": 0.8 }[event.key]
      if (!by && !factor || event.ctrlKey || event.metaKey || event.altKey) return
      event.preventDefault()
      if (factor) this.zoom(factor)
      else if (by && event.shiftKey) this.move(40 * by[0], 40 * by[1])
      else if (by) this.turn(12 * by[0], 12 * by[1])
    })
  }

  repaint() {
    const style = getComputedStyle(this.canvas), css = Object.fromEntries(["old", "new", "ink", "soft", "bad", "card", "line"].map(name => [name, style.getPropertyValue(`--${name}`).trim()]))
    this.colors = { css, ...Object.fromEntries(["old", "new", "bad"].map(name => [name, [1, 3, 5].map(place => parseInt(css[name].slice(place, place + 2), 16) / 255)])) }
    this.again()
  }

  resize() {
    const scale = Math.min(devicePixelRatio, 2), isFirst = this.size[0] === 1, wasFitted = this.look.zoom === this.look.fitted
    this.size = [this.canvas.clientWidth || 1, this.canvas.clientHeight || 1]
    for (const canvas of [this.canvas, this.ground]) [canvas.width, canvas.height] = this.size.map(side => Math.round(side * scale))
    if (isFirst || wasFitted) this.fit(this.look.turn * 180 / Math.PI, this.look.tilt * 180 / Math.PI)
    else this.again()
  }

  /** The picture of what is to be seen, on paper. @returns {Promise<Blob | null>} */
  picture() {
    this.draw()
    const both = document.createElement("canvas"), paper = /** @type {CanvasRenderingContext2D} */ (both.getContext("2d"))
    ;[both.width, both.height] = [this.canvas.width, this.canvas.height]
    paper.fillStyle = this.#css("card")
    paper.fillRect(0, 0, both.width, both.height)
    paper.drawImage(this.ground, 0, 0)
    paper.drawImage(this.canvas, 0, 0)
    return new Promise(done => both.toBlob(done))
  }
}

function boxOf(places, offset = [0, 0, 0]) {
  const low = [Infinity, Infinity, Infinity], high = [-Infinity, -Infinity, -Infinity]
  for (let at = 0; at < places.length; at++) {
    const value = places[at] + offset[at % 3]
    if (value < low[at % 3]) low[at % 3] = value
    if (value > high[at % 3]) high[at % 3] = value
  }
  return { low, high }
}

function isInside(ends, x, y) {
  const sides = ends.map(([a, b], corner) => {
    const [c, d] = ends[(corner + 1) % 4]
    return Math.sign((c - a) * (y - b) - (d - b) * (x - a))
  })
  return Math.abs(sides.reduce((sum, side) => sum + side, 0)) === 4
}
