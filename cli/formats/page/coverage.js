// Coverage: per kernel and device function its source, and beside each line whether it ever ran.

/// Rows of a function's lines, with the source between them.
function coverageRows(covered) {
  const lines = new Map();
  for (const [ran, places] of [[true, covered.lines_run], [false, covered.lines_missed]]) {
    for (const place of places) lines.set(placeOf(place).line, ran);
  }
  const ways = new Map();
  for (const { line, taken } of covered.branches) {
    if (taken.includes(true) && taken.includes(false)) ways.set(line, (ways.get(line) || 0) + taken.filter((way) => !way).length);
  }
  const { fileNumber: file } = placeOf(covered.place);
  const first = Math.min(placeOf(covered.place).line, ...lines.keys()), last = Math.max(...lines.keys());
  const rows = [];
  for (let number = first; number <= last; ++number) {
    const text = sourceLine(file, number);
    if (text === undefined) continue;
    const ran = lines.get(number), missed = ways.get(number);
    const told = ran === false ? 'never ran' : missed ? countText(missed, 'way') + ' never taken' : '';
    rows.push(make('tr' + (ran === false ? '.missed' : missed ? '.partial' : ran ? '.ran' : ''), null,
      make('th.number', { scope: 'row' }, number), make('td', null, told),
      make('td.code', null, make('code', null, colouredSource(text)))));
  }
  return rows;
}

function coverageOf(covered, isOpen) {
  const body = make('div');
  const fill = () => {
    if (body.firstChild) return;
    replaceChildren(body, make('div.scroll', { role: 'region', tabindex: 0, 'aria-label': 'Lines of ' + covered.function + ' that ran' },
      make('table.heat.covered', null, make('tbody', null, coverageRows(covered)))));
  };
  if (isOpen) fill();
  const missed = covered.lines_missed.length, all = missed + covered.lines_run.length;
  return make('details', { open: isOpen, ontoggle: fill }, make('summary', null, make('code', null, breakable(covered.function)),
    make('span', null, ', ' + (missed ? missed + ' of ' + countText(all, 'line') + ' never ran' : 'all ' + countText(all, 'line') + ' ran'))), body);
}

function coverageCard() {
  const { functions, runs } = report.coverage;
  return make('section.card.profile', { id: 'coverage' }, make('h3', null, 'Coverage'),
    functions.map((covered) => coverageOf(covered, covered.lines_missed.length > 0)),
    make('p.told', null, functions.length ? 'Lines of device code that some thread came to, in ' + countText(runs, 'run') +
      '. What never ran was not checked.' : 'Nothing was compiled for it.'));
}
