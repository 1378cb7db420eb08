/// The script of the view that can be turned: WebGL 2 in parallel projection, drawn only when something changes.
enum TurningScript {
    /// Without the indentation, which pages need not carry.
    static let text =
        (shaders + scene + controls).split(separator: "\n").map { $0.drop { $0 == " " } }
        .joined(separator: "\n") + "\n"

    /// Lines are strips of a width in pixels; what is far behind fades into the paper.
    private static let shaders = """
        const shader = {
          line: `#version 300 es
            in vec3 a, b; uniform mat3 view; uniform vec2 size, shift; uniform float zoom, width, head, reach; out float fade;
            void main() {
              vec3 start = view * a, end = view * b;
              vec2 way = (end.xy - start.xy) * zoom, along = length(way) > 1e-3 ? normalize(way) : vec2(1, 0);
              int corner = gl_VertexID % 6;
              bool last = corner == 1 || corner > 3, left = corner == 2 || corner == 3 || corner == 5;
              float half_ = 0.5 * width, back = min(head, 0.6 * length(way));
              vec2 pixel = end.xy * zoom + (head > 0.0
                ? (last ? vec2(0) : -along * back) + vec2(-along.y, along.x) * (last ? 0.0 : left ? 0.4 : -0.4) * back
                : (last ? vec2(0) : -way) + along * (last ? half_ : -half_) + vec2(-along.y, along.x) * (left ? half_ : -half_));
              fade = clamp(0.5 - (last ? end.z : start.z) / reach, 0.0, 1.0);
              gl_Position = vec4((pixel + shift) * 2.0 / size, 0, 1);
            }`,
          face: `#version 300 es
            in vec3 a; uniform mat3 view; uniform vec2 size, shift; uniform float zoom, reach; out float fade;
            void main() {
              vec3 place = view * a;
              fade = clamp(0.5 - place.z / reach, 0.0, 1.0);
              gl_Position = vec4((place.xy * zoom + shift) * 2.0 / size, 0, 1);
            }`,
          color: `#version 300 es
            precision mediump float; in float fade; uniform vec4 color; out vec4 result;
            void main() { result = vec4(color.rgb, 1) * color.a * (1.0 - 0.55 * fade); }`,
        };

        """

    private static let scene = """
        const turning = async figure => {
          const canvas = figure.querySelector('canvas'), tag = figure.querySelector('.tag'), bar = figure.querySelector('.bar');
          const said = figure.querySelector('output'), source = document.getElementById('quadcal-view');
          if (!window.DecompressionStream) return;
          const packed = Uint8Array.from(atob(source.textContent), letter => letter.charCodeAt(0));
          const unpacked = new Blob([packed]).stream().pipeThrough(new DecompressionStream('gzip'));
          const data = await new Response(unpacked).json();
          const many = 20000, gl = canvas.getContext('webgl2', {antialias: data.after.length < 6 * many});
          if (!gl) return;
          const program = kind => {
            const result = gl.createProgram();
            for (const [type, text] of [[gl.VERTEX_SHADER, shader[kind]], [gl.FRAGMENT_SHADER, shader.color]]) {
              const part = gl.createShader(type);
              gl.shaderSource(part, text);
              gl.compileShader(part);
              gl.attachShader(result, part);
            }
            gl.bindAttribLocation(result, 0, 'a');
            gl.bindAttribLocation(result, 1, 'b');
            gl.linkProgram(result);
            const names = ['view', 'size', 'shift', 'zoom', 'width', 'head', 'reach', 'color'];
            return {kind, result, at: Object.fromEntries(names.map(name => [name, gl.getUniformLocation(result, name)]))};
          };
          const lines = program('line'), faces = program('face');
          if (!gl.getProgramParameter(lines.result, gl.LINK_STATUS)) return;
          // A line is six corners of a strip, or of many only its two ends: a processor without help draws those faster.
          const batch = (how, color, more, numbers) => {
            const array = gl.createVertexArray(), buffer = gl.createBuffer(), isThin = how === lines && numbers.length > 6 * many;
            const isStrip = how === lines && !isThin;
            gl.bindVertexArray(array);
            gl.bindBuffer(gl.ARRAY_BUFFER, buffer);
            for (const place of isStrip ? [0, 1] : [0]) {
              gl.enableVertexAttribArray(place);
              gl.vertexAttribPointer(place, 3, gl.FLOAT, false, isStrip ? 24 : 12, place * 12);
            }
            const one = {how: isStrip ? lines : faces, kind: isThin ? gl.LINES : gl.TRIANGLES, color, array, alpha: 1, isThin,
              width: 1.5, head: 0, layer: '', ...more};
            one.fill = list => {
              const all = new Float32Array(list.length * (isStrip ? 6 : 1));
              if (!isStrip) all.set(list);
              else for (let i = 0; i < all.length; i++) all[i] = list[i % 6 + 6 * Math.floor(i / 36)];
              gl.bindBuffer(gl.ARRAY_BUFFER, buffer);
              gl.bufferData(gl.ARRAY_BUFFER, all, gl.STATIC_DRAW);
              one.count = all.length / (isStrip ? 6 : 3);
            };
            one.fill(numbers);
            return one;
          };
          const starts = [], points = (list, place) => {
            const result = [];
            for (let i = starts[place]; i < starts[place] + 3 * data.counts[place]; i += 3) result.push(list.slice(i, i + 3));
            if (result.length < 4) return result;
            const [first, along, rest, up] = result, plus = (...parts) => first.map((v, i) => parts.reduce((sum, part) => sum + part[i], v));
            return [first, plus(along), plus(along, rest, up), plus(up)];
          };
          data.counts.reduce((sum, count) => { starts.push(3 * sum); return sum + count; }, 0);
          const cross = ([x, y, z], d = 150) => [x - d, y, z, x + d, y, z, x, y - d, z, x, y + d, z, x, y, z - d, x, y, z + d];
          const outline = list => list.length < 2 ? list.flatMap(point => cross(point))
            : list.flatMap((point, i) => [...point, ...list[(i + 1) % list.length]]);
          const sum = list => [0, 1, 2].map(i => list.reduce((total, point) => total + point[i], 0) / Math.max(list.length, 1));
          const shapes = data.counts.map((_, place) => points(data.after, place));
          const former = data.before.length ? data.counts.map((_, place) => points(data.before, place)) : [];
          const centers = shapes.map(sum), byNumber = new Map(data.numbers.map((number, place) => [number, place]));
          const rings = place => {
            const v = data.errors.slice(9 * place, 9 * place + 9).map(v => 16 * v), result = [], steps = 28;
            if (v.length < 9) return result;
            for (const [p, q] of [[0, 3], [3, 6], [6, 0]]) {
              for (let step = 0; step < steps; step++) {
                for (const turn of [step, step + 1].map(s => s * 2 * Math.PI / steps)) {
                  for (let i = 0; i < 3; i++) result.push(centers[place][i] + Math.cos(turn) * v[p + i] + Math.sin(turn) * v[q + i]);
                }
              }
            }
            return result;
          };
          const size = place => data.errors.slice(9 * place, 9 * place + 9).reduce((total, v) => total + v * v, 0);
          const widest = shapes.map((_, place) => [size(place), place]).sort((a, b) => b[0] - a[0]).slice(0, 60);
          const arrows = [];
          for (let i = 0; i < data.arrows.length; i += 6) {
            const [x, y, z, ...way] = data.arrows.slice(i, i + 6);
            arrows.push(x, y, z, x + way[0], y + way[1], z + way[2]);
          }
          const tones = ['--mark', '--orange', '--grey'], ofTone = tone => shapes.filter((_, place) => data.tones[place] === tone);
          const batches = [
            batch(lines, '--line', {width: 1}, data.grid),
            batch(lines, '--grey', {layer: 'before', width: 1.2}, former.flatMap(outline)),
            ...[2, 0, 1].flatMap(tone => [
              batch(faces, tones[tone], {alpha: shapes.length > 5000 ? 0.45 : 0.16}, ofTone(tone).filter(list => list.length === 4)
                .flatMap(([a, b, c, d]) => [...a, ...b, ...d, ...c, ...d, ...b])),
              batch(lines, tones[tone], {width: shapes.length > 2000 ? 1 : 1.8}, ofTone(tone).flatMap(outline)),
            ]),
            batch(lines, '--soft', {layer: 'errors', width: 1, alpha: 0.6}, widest.flatMap(([, place]) => rings(place))),
            batch(lines, '--ink', {layer: 'arrows', width: 1.8}, arrows),
            batch(lines, '--ink', {layer: 'arrows', head: 9}, arrows),
          ];
          const chosen = batch(lines, '--ink', {width: 3.2}, []), chosenBefore = batch(lines, '--grey', {width: 2.4}, []);
          const chosenError = batch(lines, '--ink', {width: 1.2}, []);
          const axes = ['x', 'y', 'z'].map((name, i) => {
            const end = document.createElement('p');
            end.className = 'end';
            end.textContent = name;
            canvas.parentElement.append(end);
            return {end, way: [0, 1, 2].map(place => place === i ? 1 : 0)};
          });
          const triad = batch(lines, '--soft', {width: 1.4}, axes.flatMap(({way}) => [0, 0, 0, ...way]));
          const all = [...shapes, ...former].flat();
          const low = [0, 1, 2].map(i => all.reduce((least, point) => Math.min(least, point[i]), Infinity));
          const high = [0, 1, 2].map(i => all.reduce((most, point) => Math.max(most, point[i]), -Infinity));
          const reach = Math.hypot(...high.map((most, i) => most - low[i])) || 1;

        """
}
