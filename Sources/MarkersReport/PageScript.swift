/// What a page does where scripts run: its tables sort, and what is to be copied can be. It reads nothing but the page, and
/// puts nothing into it but text of its own.
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
          const source = button.id === 'copy-data'
            ? document.getElementById('quadcal-fit') : button.parentElement.querySelector('pre');
          const name = button.textContent;
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

        """
}
