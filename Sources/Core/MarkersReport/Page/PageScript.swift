/// The optional script of a page: it sorts tables, steps through drawings by arrow keys, copies text and
/// saves the data. It reads nothing but the page, and puts nothing into it but text.
enum PageScript {
    static let text = """
        'use strict';
        for (const table of document.querySelectorAll('table.sorts')) {
          const body = table.tBodies[0], heads = [...table.tHead.rows[0].cells];
          const number = text => parseFloat(text.replace('\\u2212', '-'));
          heads.forEach((head, place) => {
            const button = document.createElement('button');
            button.type = 'button';
            button.textContent = head.textContent;
            head.textContent = '';
            head.append(button);
            // Heads that are repeated on paper show text, but no buttons.
            addEventListener('beforeprint', () => button.replaceWith(button.textContent));
            addEventListener('afterprint', () => head.replaceChildren(button));
            button.addEventListener('click', () => {
              const isNumber = head.classList.contains('n');
              const first = isNumber ? 'descending' : 'ascending';
              const order = head.getAttribute('aria-sort') === first
                ? (isNumber ? 'ascending' : 'descending') : first;
              heads.forEach(other => other.removeAttribute('aria-sort'));
              head.setAttribute('aria-sort', order);
              const sign = order === 'ascending' ? 1 : -1;
              const rows = [...body.rows].map(row => {
                const text = row.cells[place].textContent;
                return {row, text, value: isNumber ? number(text) : 0};
              });
              rows.sort((a, b) => {
                if (!isNumber) return sign * a.text.localeCompare(b.text, undefined, {numeric: true});
                if (isNaN(a.value) || isNaN(b.value)) return isNaN(a.value) - isNaN(b.value);
                return sign * (a.value - b.value);
              });
              body.append(...rows.map(one => one.row));
            });
          });
        }
        for (const button of document.querySelectorAll('button.copy')) {
          const source = button.parentElement.querySelector('pre'), name = button.textContent;
          button.hidden = false;
          button.addEventListener('click', async () => {
            try {
              await navigator.clipboard.writeText(source.textContent);
              button.textContent = 'Copied';
            } catch {
              getSelection().selectAllChildren(source);
              button.textContent = 'Selected: press Ctrl+C';
            }
            setTimeout(() => { button.textContent = name; }, 2000);
          });
        }
        for (const button of document.querySelectorAll('#save-data')) {
          const data = button.closest('section').querySelector('script');
          button.hidden = false;
          button.addEventListener('click', async () => {
            let body = data.textContent;
            if (data.type === 'application/gzip') {
              const packed = new Blob([Uint8Array.from(atob(body), letter => letter.charCodeAt(0))]);
              body = await new Response(packed.stream().pipeThrough(new DecompressionStream('gzip'))).text();
            }
            const link = document.createElement('a');
            link.href = URL.createObjectURL(new Blob([body], {type: 'application/json'}));
            link.download = data.id.replace('quadcal-', '') + '.json';
            link.click();
          });
        }
        for (const figure of document.querySelectorAll('figure')) {
          const marks = [...figure.querySelectorAll('svg title')].map(title => title.parentElement);
          if (!marks.length) continue;
          const drawing = figure.querySelector('svg'), said = document.createElement('output');
          let shown = -1;
          const show = place => {
            marks[shown]?.classList.remove('on');
            shown = place;
            marks[shown]?.classList.add('on');
            said.textContent = shown < 0 ? '' : marks[shown].querySelector('title').textContent;
          };
          drawing.tabIndex = 0;
          figure.append(said);
          drawing.addEventListener('keydown', event => {
            const step = {ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1}[event.key];
            if (event.key === 'Escape') show(-1);
            if (!step) return;
            event.preventDefault();
            show(shown < 0 && step < 0 ? marks.length - 1 : (shown + step + marks.length) % marks.length);
          });
          drawing.addEventListener('blur', () => show(-1));
          drawing.addEventListener('click', event => show(marks.indexOf(event.target.closest('svg *'))));
        }

        """
}
