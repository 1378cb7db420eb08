extension TurningScript {
    /// The ways to turn, zoom and move the scene, and to choose a marker: by hand, by key, and by the rows of tables.
    static let controls = """
          const look = {turn: 0, tilt: 0, zoom: 1, shift: [0, 0], fitted: 1}, off = new Set();
          let width = 1, height = 1, waiting = false, moving = 0, picked = -1, colors = {};
          const view = () => {
            const [c, s, k, t] = [Math.cos(look.turn), Math.sin(look.turn), Math.cos(look.tilt), Math.sin(look.tilt)];
            return [[c, 0, -s], [-t * s, k, -t * c], [k * s, t, k * c]];
          };
          const dot = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
          const seen = (point, rows = view()) => {
            const [x, y, z] = rows.map(row => dot(row, point));
            return [width / 2 + look.shift[0] + x * look.zoom, height / 2 - look.shift[1] - y * look.zoom, z];
          };
          const draw = () => {
            waiting = false;
            const scale = canvas.width / width, rows = view();
            gl.viewport(0, 0, canvas.width, canvas.height);
            gl.clearColor(0, 0, 0, 0);
            gl.clear(gl.COLOR_BUFFER_BIT);
            gl.enable(gl.BLEND);
            gl.blendFunc(gl.ONE, gl.ONE_MINUS_SRC_ALPHA);
            const paint = (one, zoom, shift, depth) => {
              if (!one.count || off.has(one.layer) || (moving && one.isThin)) return;
              const {result, at} = one.how;
              gl.useProgram(result);
              gl.uniformMatrix3fv(at.view, false, [0, 1, 2].flatMap(i => rows.map(row => row[i])));
              gl.uniform2f(at.size, width, height);
              gl.uniform2f(at.shift, ...shift);
              gl.uniform1f(at.zoom, zoom);
              gl.uniform1f(at.reach, depth);
              gl.uniform4f(at.color, ...colors[one.color], one.alpha);
              gl.bindVertexArray(one.array);
              if (one.how === lines) {
                gl.uniform1f(at.width, Math.max(one.width, 1 / scale));
                gl.uniform1f(at.head, one.head);
              }
              gl.drawArrays(one.kind, 0, one.count);
            };
            for (const one of [...batches, chosenBefore, chosenError, chosen]) paint(one, look.zoom, look.shift, reach);
            paint(triad, 24, [width / 2 - 48, 44 - height / 2], 1e9);
            for (const {end, way} of axes) {
              const [x, y] = rows.map(row => 36 * dot(row, way));
              end.style.transform = `translate(${width - 52 + x}px,${height - 54 - y}px)`;
            }
            const metre = look.zoom / data.unit, wanted = 110 / metre, power = 10 ** Math.floor(Math.log10(wanted));
            const length = [5, 2, 1].find(step => step * power <= wanted) * power;
            bar.style.width = length * metre + 'px';
            bar.textContent = length < 1 ? Math.round(length * 1e3) + ' mm' : length + ' m';
            tag.hidden = picked < 0;
            if (picked < 0) return;
            const [x, y] = seen(centers[picked], rows), room = width - tag.offsetWidth;
            tag.style.transform = `translate(${Math.max(Math.min(x + 12, room), 0)}px,${Math.max(y - 34, 0)}px)`;
          };
          // In a crowd, outlines wait until the scene rests.
          const again = () => {
            clearTimeout(moving);
            moving = setTimeout(() => {
              moving = 0;
              requestAnimationFrame(draw);
            }, 120);
            if (!waiting) requestAnimationFrame(draw);
            waiting = true;
          };
          const fit = (turn, tilt) => {
            Object.assign(look, {turn: turn * Math.PI / 180, tilt: tilt * Math.PI / 180, zoom: 1, shift: [0, 0]});
            const rows = view(), [x, y] = [0, 1].map(axis => all.reduce(([least, most], point) => {
              const place = seen(point, rows)[axis];
              return [Math.min(least, place), Math.max(most, place)];
            }, [Infinity, -Infinity]));
            const middle = [(x[0] + x[1] - width) / 2, (height - y[0] - y[1]) / 2];
            const [wide, tall] = [x[1] - x[0], y[1] - y[0]];
            look.zoom = look.fitted = Math.min(0.88 * width / (wide || 1), 0.8 * height / (tall || 1));
            look.shift = middle.map(part => -part * look.zoom);
            again();
          };
          const zoom = (factor, [x, y] = [width / 2, height / 2]) => {
            const next = Math.min(Math.max(look.zoom * factor, look.fitted / 8), look.fitted * 400), real = next / look.zoom;
            const [a, b] = [x - width / 2, height / 2 - y];
            look.shift = [a + (look.shift[0] - a) * real, b + (look.shift[1] - b) * real];
            look.zoom = next;
            again();
          };
          const turn = (x, y) => {
            look.turn -= x * 0.008;
            look.tilt = Math.min(Math.max(look.tilt + y * 0.008, -Math.PI / 2), Math.PI / 2);
            again();
          };
          const move = (x, y) => {
            look.shift = [look.shift[0] + x, look.shift[1] - y];
            again();
          };
          const rowsOf = new Map();
          const choose = (place, isFromRow) => {
            for (const row of rowsOf.get(picked) || []) row.classList.remove('picked');
            picked = place;
            for (const row of rowsOf.get(picked) || []) {
              row.classList.add('picked');
              const box = row.closest('.scroll');
              if (box && !isFromRow) box.scrollTop = row.offsetTop - box.clientHeight / 2;
            }
            chosen.fill(place < 0 ? [] : outline(shapes[place]));
            chosenBefore.fill(place < 0 || !former.length ? [] : [...outline(former[place]), ...sum(former[place]), ...centers[place]]);
            chosenError.fill(place < 0 || off.has('errors') ? [] : rings(place));
            tag.textContent = place < 0 ? '' : data.names[place];
            said.textContent = place < 0 ? '' : `${data.names[place]}: ${data.notes[place]}`;
            again();
          };
          const step = way => choose(picked < 0 ? (way > 0 ? 0 : shapes.length - 1) : (picked + way + shapes.length) % shapes.length);
          const pick = (x, y) => {
            const rows = view(), places = centers.map(center => seen(center, rows));
            let best = -1, least = Infinity;
            shapes.forEach((list, place) => {
              const ends = list.map(point => seen(point, rows));
              const sides = ends.map(([a, b], i) => {
                const [c, d] = ends[(i + 1) % ends.length];
                return Math.sign((c - a) * (y - b) - (d - b) * (x - a));
              });
              const isIn = list.length === 4 && Math.abs(sides.reduce((total, side) => total + side, 0)) === 4;
              const far = Math.hypot(places[place][0] - x, places[place][1] - y);
              const cost = isIn ? -1e9 - places[place][2] : far;
              if ((isIn || far < 20) && cost < least) [best, least] = [place, cost];
            });
            choose(best);
          };
          const held = new Map(), at = event => {
            const box = canvas.getBoundingClientRect();
            return [event.clientX - box.left, event.clientY - box.top];
          };
          let way = 0;
          const spread = () => {
            const [a, b] = [...held.values()];
            return {middle: [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2], length: Math.hypot(a[0] - b[0], a[1] - b[1]) || 1};
          };
          canvas.addEventListener('pointerdown', event => {
            canvas.setPointerCapture(event.pointerId);
            if (!held.size) way = 0;
            held.set(event.pointerId, at(event));
          });
          canvas.addEventListener('pointermove', event => {
            const last = held.get(event.pointerId), here = at(event);
            if (!last) return;
            const [x, y] = [here[0] - last[0], here[1] - last[1]], before = held.size === 2 && spread();
            way += Math.abs(x) + Math.abs(y);
            held.set(event.pointerId, here);
            if (before) {
              const after = spread();
              move(after.middle[0] - before.middle[0], after.middle[1] - before.middle[1]);
              zoom(after.length / before.length, after.middle);
            } else if (event.shiftKey || event.buttons > 1) move(x, y);
            else turn(x, y);
          });
          for (const kind of ['pointerup', 'pointercancel']) {
            canvas.addEventListener(kind, event => {
              if (held.size === 1 && way < 5 && kind === 'pointerup') pick(...at(event));
              held.delete(event.pointerId);
            });
          }
          // The page scrolls unless the view has the focus.
          canvas.addEventListener('wheel', event => {
            if (document.activeElement !== canvas && !event.ctrlKey) return;
            event.preventDefault();
            zoom(Math.exp(-event.deltaY * 0.0015), at(event));
          }, {passive: false});
          canvas.addEventListener('contextmenu', event => event.preventDefault());
          canvas.addEventListener('keydown', event => {
            const by = {ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1]}[event.key];
            const key = {'+': () => zoom(1.25), '=': () => zoom(1.25), '-': () => zoom(0.8), 'n': () => step(1),
              'p': () => step(-1), 'Escape': () => choose(-1), 'Home': () => fit(30, 30)}[event.key];
            if ((!by && !key) || event.ctrlKey || event.metaKey || event.altKey) return;
            event.preventDefault();
            if (key) key();
            else if (event.shiftKey) move(40 * by[0], 40 * by[1]);
            else turn(12 * by[0], 12 * by[1]);
          });
          for (const button of figure.querySelectorAll('button')) {
            button.addEventListener('click', () => fit(...button.dataset.look.split(' ').map(Number)));
          }
          for (const box of figure.querySelectorAll('input')) {
            box.addEventListener('change', () => {
              if (box.checked) off.delete(box.dataset.layer);
              else off.add(box.dataset.layer);
              choose(picked);
            });
          }
          for (const body of document.querySelectorAll('tbody')) {
            const linked = [...body.rows].filter(row => byNumber.has(Number(row.dataset.n ?? -1)));
            linked.forEach((row, i) => {
              const place = byNumber.get(Number(row.dataset.n));
              rowsOf.set(place, [...(rowsOf.get(place) || []), row]);
              row.classList.add('linked');
              row.tabIndex = i ? -1 : 0;
              row.addEventListener('click', () => choose(place, true));
              row.addEventListener('focus', () => { if (row.matches(':focus-visible')) choose(place, true); });
            });
            body.addEventListener('keydown', event => {
              const next = {ArrowDown: 'nextElementSibling', ArrowUp: 'previousElementSibling'}[event.key];
              const row = event.target.closest('tr.linked'), other = row?.[next];
              if (!other?.classList.contains('linked')) return;
              event.preventDefault();
              row.tabIndex = -1;
              other.tabIndex = 0;
              other.focus();
            });
          }
          const repaint = () => {
            const style = getComputedStyle(figure);
            for (const name of ['--ink', '--soft', '--line', '--mark', '--orange', '--grey']) {
              const hex = style.getPropertyValue(name).trim().replace(/^#(.)(.)(.)$/, '#$1$1$2$2$3$3');
              colors[name] = [1, 3, 5].map(place => parseInt(hex.slice(place, place + 2), 16) / 255);
            }
            again();
          };
          const resize = () => {
            const isFirst = width === 1, scale = Math.min(devicePixelRatio, 2);
            [width, height] = [canvas.clientWidth || 1, canvas.clientHeight || 1];
            [canvas.width, canvas.height] = [width * scale, height * scale];
            if (isFirst || look.zoom === look.fitted) fit(look.turn * 180 / Math.PI || 30, look.tilt * 180 / Math.PI || 30);
            else again();
          };
          // The size is taken before anything is drawn: an observer reports it only after the first frame.
          figure.hidden = false;
          resize();
          repaint();
          matchMedia('(prefers-color-scheme:dark)').addEventListener('change', repaint);
          new ResizeObserver(resize).observe(canvas);
          canvas.addEventListener('webglcontextlost', () => { figure.hidden = true; });
        };
        for (const figure of document.querySelectorAll('#turning')) turning(figure);

        """
}
