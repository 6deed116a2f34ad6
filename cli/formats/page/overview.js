// The run as a whole: what was checked, what was found where, what the run had to say besides.
const tally = (texts) => {
  const counts = new Map();
  for (const text of texts) counts.set(text, (counts.get(text) || 0) + 1);
  return counts;
};

/// What was found, a line for each cause; leads to its first finding.
function causes(show) {
  const most = 12;
  const shown = groups.filter((group) => group.severity !== 'suppressed');
  const line = (group) => {
    const [entry] = group.entries;
    const target = targetText(entry.finding);
    return make('li', null, make('button.cause.' + group.severity, { type: 'button', onclick: () => show(entry) },
      make('span.dot', { role: 'img', 'aria-label': group.severity }),
      make('span', null, group.title ? folded(group.title)
        : [kindText(entry.finding.kind), target && [' on ', make('code', null, breakable(target))]]),
      make('span.place', null, entry.placesText),
      group.entries.length > 1 && make('span.times', { title: countText(group.entries.length, 'finding') },
        group.entries.length.toLocaleString('en-US') + '×')));
  };
  return make('section.card', null, make('h3', null, 'What was found'),
    make('ol.causes', null, shown.slice(0, most).map(line)),
    shown.length > most && make('p.told', null, (shown.length - most).toLocaleString('en-US') + ' more in the list.'));
}

/// Kernels that were launched against kinds of finding; a number filters the list by both.
function kernelsTable(filterBy) {
  const kinds = [...tally(entries.map((entry) => entry.finding.kind)).keys()];
  const launched = new Map(report.kernels.map((kernel) => [kernel.name, kernel]));
  const byKernel = new Map(report.kernels.map((kernel) => [kernel.name, new Map()]));
  for (const entry of entries) {
    if (!byKernel.has(entry.kernel)) byKernel.set(entry.kernel, new Map());
    const counts = byKernel.get(entry.kernel);
    counts.set(entry.finding.kind, (counts.get(entry.finding.kind) || 0) + 1);
  }
  const total = (counts) => [...counts.values()].reduce((sum, count) => sum + count, 0);
  const kernels = [...byKernel].sort(([, a], [, b]) => total(b) - total(a));
  const most = entries.length ? 50 : 500;
  const shown = kernels.slice(0, most);
  const launches = (kernel) => {
    const known = launched.get(kernel);
    return [make('td', null, known ? known.launches.toLocaleString('en-US') : ''),
      make('td' + (known && !known.checked ? '.unchecked' : ''), null, known ? (known.checked ? '✓' : 'no') : '')];
  };
  const link = (count, kernel, kind) => (count
    ? make('button', { type: 'button', onclick: () => filterBy(kernel, kind),
      'aria-label': countText(count, 'finding') + ', ' + (kind || 'every kind') + ', ' + (kernel || 'every kernel') },
    count.toLocaleString('en-US')) : make('span.none', null, '·'));
  const rows = shown.map(([kernel, counts]) => make('tr', null,
    make('th', { scope: 'row', title: kernel }, kernel ? entries.length ? shortKernel(kernel) : folded(kernel) : 'outside of kernels'),
    launches(kernel), kinds.map((kind) => make('td', null, link(counts.get(kind) || 0, kernel, kind))),
    kinds.length > 0 && make('td.total', null, link(total(counts), kernel, null))));
  const passedOver = report.kernels.filter((kernel) => !kernel.checked).length;
  const checked = report.kernels.length - passedOver;
  return make('section.card', null, make('h3', null, 'Kernels'),
    make('div.scroll', { role: 'region', tabindex: 0, 'aria-label': 'Kernels, their launches and findings' },
      make('table.counts', null,
        make('thead', null, make('tr', null, ['kernel', 'launches', 'checked', ...kinds.map(kindText), ...(kinds.length ? ['all'] : [])]
          .map((name) => make('th', { scope: 'col' }, name)))),
        make('tbody', null, rows))),
    make('p.told', null, countText(checked, 'kernel') + ' checked' +
      (passedOver ? ', ' + passedOver.toLocaleString('en-US') + ' left out by --kernel' : '') + '.' +
      (kernels.length > shown.length ? ' ' + countText(kernels.length - shown.length, 'more kernel') + ' not shown here.' : '')));
}

/// Those with findings or a bad end; how many others there were.
function processesTable() {
  const all = report.processes || [];
  const shown = all.filter((each) => each.errors + each.warnings > 0 || each.end !== 'exited' || each.exit_status);
  const ends = { signal: 'killed by a signal', replaced: 'replaced by exec', running: 'still running',
    lost: 'ended without its report', 'not-compiled': 'does not compile' };
  const rows = shown.slice(0, 200).map((each) => make('tr', null,
    make('th', { scope: 'row', title: each.folder }, [each.program, ...each.arguments].join(' ')),
    make('td', null, each.errors.toLocaleString('en-US')), make('td', null, each.warnings.toLocaleString('en-US')),
    make('td', null, each.launches.toLocaleString('en-US')),
    make('td', null, ends[each.end] || 'exit status ' + each.exit_status)));
  const left = all.length - rows.length;
  return make('section.card', null, make('h3', null, 'Processes'),
    rows.length > 0 && make('div.scroll', { role: 'region', tabindex: 0, 'aria-label': 'Processes' },
      make('table.counts', null,
        make('thead', null, make('tr', null, ['program', 'errors', 'warnings', 'launches', 'end']
          .map((name) => make('th', { scope: 'col' }, name)))),
        make('tbody', null, rows))),
    left > 0 && make('p.told', null, countText(left, rows.length ? 'more process' : 'process',
      rows.length ? 'more processes' : 'processes') + (rows.length === shown.length ? ' without findings' : '')));
}

/// The command that was run, as far as the report knows.
function programText() {
  const { program } = report;
  return program && [...(program.compiler_arguments || []), program.file, ...program.arguments].map(quotedWord).join(' ');
}

function overview(filterBy, show) {
  const { summary } = report;
  const tile = (number, name, className) => make('div.tile' + (number && className ? '.' + className : ''), null,
    make('b', null, typeof number === 'number' ? number.toLocaleString('en-US') : number), make('span', null, name));
  const plural = (number, name, more) => (number === 1 ? name : more || name + 's');
  const notes = report.notes.map((note) => note.text);
  if (summary.left_out) {
    const kinds = (summary.left_out_by_kind || []).map((one) => countText(one.count, kindText(one.kind) + ' ' + one.severity));
    notes.unshift(countText(summary.left_out, 'finding') + ' beyond --max-findings left out' +
      (kinds.length ? ': ' + kinds.join(', ') : '') + '.');
  }
  if (!summary.launches) notes.unshift('No kernel was launched, so nothing was checked.');
  const { contracts } = report;
  return [
    make('header.title', null, make('h2', { tabindex: -1 }, entries.length ? 'Overview'
      : summary.launches ? 'No findings' : 'Nothing was checked'),
    report.program && make('p.kernel', null, 'of ', make('code', null, breakable(programText())))),
    make('div.tiles', null, tile(summary.errors, plural(summary.errors, 'error'), 'error'),
      tile(summary.warnings, plural(summary.warnings, 'warning'), 'warning'),
      summary.suppressed > 0 && tile(summary.suppressed, 'suppressed'),
      summary.processes > 0 && tile(summary.processes, plural(summary.processes, 'process', 'processes')),
      summary.runs > 0 && tile(summary.runs, plural(summary.runs, 'run')),
      tile(summary.launches, plural(summary.launches, 'launch', 'launches')),
      tile(summary.blocks, plural(summary.blocks, 'block')), tile(summary.threads, plural(summary.threads, 'thread')),
      tile(summary.accesses, plural(summary.accesses, 'access', 'accesses')),
      tile(summary.seconds.toFixed(summary.seconds < 10 ? 3 : 1) + ' s', 'on the CPU')),
    entries.length > report.suppressed.length && causes(show),
    report.sweep && sweepCard(show),
    report.processes && processesTable(),
    report.kernels.length > 0 && kernelsTable(filterBy),
    contracts && make('section.card', null, make('h3', null, 'Contracts'), make('dl.facts', null,
      [['clauses', 'clauses never false'], ['held', 'times they held'], ['failed', 'failed'],
        ['assumptions', 'assumptions'], ['not_evaluated', 'not evaluated'], ['unsupported', 'not supported']]
        .map(([key, name]) => make('div', null, make('dt', null, name),
          make('dd', null, Number(contracts[key]).toLocaleString('en-US')))))),
    report.profile && profileCard(),
    report.coverage && coverageCard(),
    notes.length > 0 && make('section.card', null, make('h3', null, 'Notes'),
      make('ul.notes', null, notes.slice(0, 200).map((text) => make('li', null, text)),
        notes.length > 200 && make('li', null, countText(notes.length - 200, 'more note')))),
    make('p.about', null, 'Fencepost ' + report.fencepost.version +
      '. Source lines are as they were when this page was written.'),
  ];
}

