// The run as a whole: what was checked, what was found where, what the run had to say besides.
const tally = (texts) => {
  const counts = new Map();
  for (const text of texts) counts.set(text, (counts.get(text) || 0) + 1);
  return counts;
};

/// Kernels against kinds; a number filters the list by both.
function countsTable(filterBy) {
  const kinds = [...tally(entries.map((entry) => entry.finding.kind)).keys()];
  const byKernel = new Map();
  for (const entry of entries) {
    if (!byKernel.has(entry.kernel)) byKernel.set(entry.kernel, new Map());
    const counts = byKernel.get(entry.kernel);
    counts.set(entry.finding.kind, (counts.get(entry.finding.kind) || 0) + 1);
  }
  const total = (counts) => [...counts.values()].reduce((sum, count) => sum + count, 0);
  const kernels = [...byKernel].sort(([, a], [, b]) => total(b) - total(a));
  const shown = kernels.slice(0, 50);
  const link = (count, kernel, kind) => (count
    ? make('button', { type: 'button', onclick: () => filterBy(kernel, kind),
      'aria-label': countText(count, 'finding') + ', ' + (kind || 'every kind') + ', ' + (kernel || 'every kernel') },
    count.toLocaleString('en-US')) : make('span.none', null, '·'));
  const rows = shown.map(([kernel, counts]) => make('tr', null,
    make('th', { scope: 'row', title: kernel }, kernel ? shortKernel(kernel) : 'outside of kernels'),
    kinds.map((kind) => make('td', null, link(counts.get(kind) || 0, kernel, kind))),
    make('td.total', null, link(total(counts), kernel, null))));
  return make('section.card', null, make('h3', null, 'Findings by kernel and kind'),
    make('div.scroll', { role: 'region', tabindex: 0, 'aria-label': 'Findings by kernel and kind' },
      make('table.counts', null,
        make('thead', null, make('tr', null, make('th', { scope: 'col' }, 'kernel'),
          kinds.map((kind) => make('th', { scope: 'col' }, kindText(kind))), make('th', { scope: 'col' }, 'all'))),
        make('tbody', null, rows))),
    kernels.length > shown.length && make('p.told', null, countText(kernels.length - shown.length, 'more kernel')));
}

function overview(filterBy) {
  const { summary } = report;
  const tile = (number, name, className) => make('div.tile' + (number && className ? '.' + className : ''), null,
    make('b', null, typeof number === 'number' ? number.toLocaleString('en-US') : number), make('span', null, name));
  const plural = (number, name, more) => (number === 1 ? name : more || name + 's');
  const notes = report.notes.map((note) => note.text);
  if (summary.left_out) notes.unshift(countText(summary.left_out, 'finding') + ' beyond --max-findings left out.');
  if (!summary.launches) notes.unshift('No kernel was launched, so nothing was checked.');
  const { contracts } = report;
  return [
    make('header.title', null, make('h2', { tabindex: -1 }, entries.length ? 'Overview'
      : summary.launches ? 'No findings' : 'Nothing was checked')),
    make('div.tiles', null, tile(summary.errors, plural(summary.errors, 'error'), 'error'),
      tile(summary.warnings, plural(summary.warnings, 'warning'), 'warning'),
      summary.suppressed > 0 && tile(summary.suppressed, 'suppressed'),
      summary.runs > 0 && tile(summary.runs, plural(summary.runs, 'run')),
      tile(summary.launches, plural(summary.launches, 'launch', 'launches')),
      tile(summary.blocks, plural(summary.blocks, 'block')), tile(summary.threads, plural(summary.threads, 'thread')),
      tile(summary.accesses, plural(summary.accesses, 'access', 'accesses')),
      tile(summary.seconds.toFixed(3) + ' s', 'on the CPU')),
    entries.length > 0 && countsTable(filterBy),
    contracts && make('section.card', null, make('h3', null, 'Contracts'), make('dl.facts', null,
      [['clauses', 'clauses never false'], ['held', 'times they held'], ['failed', 'failed'],
        ['assumptions', 'assumptions'], ['not_evaluated', 'not evaluated'], ['unsupported', 'not supported']]
        .map(([key, name]) => make('div', null, make('dt', null, name),
          make('dd', null, Number(contracts[key]).toLocaleString('en-US')))))),
    notes.length > 0 && make('section.card', null, make('h3', null, 'Notes'),
      make('ul.notes', null, notes.slice(0, 200).map((text) => make('li', null, text)),
        notes.length > 200 && make('li', null, countText(notes.length - 200, 'more note')))),
    make('p.about', null, 'Fencepost ' + report.fencepost.version +
      '. Source lines are as they were when this page was written.'),
  ];
}

