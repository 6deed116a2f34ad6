// A sweep: which configurations had which findings.
const mostRows = 200, mostMaps = 24, mostMapCells = 20000;

/// [index into results, …], one for each combination of values, the last axis fastest.
const sweepCells = report.sweep ? report.sweep.cells.flatMap(([result, count]) => Array(count).fill(result)) : [];

/// Configurations with the same result as products of values: {positions: [[…] of each axis], result}. As the table of the
/// command line joins them: on the last axis first, until nothing joins.
function joinedCells({ axes }) {
  const strides = axes.map((_, i) => axes.slice(i + 1).reduce((size, axis) => size * axis.values.length, 1));
  let rows = sweepCells.map((result, cell) => ({ result, positions: axes.map((axis, i) => [Math.floor(cell / strides[i]) % axis.values.length]) }));
  for (let changed = true; changed;) {
    changed = false;
    for (let axis = axes.length - 1; axis >= 0; --axis) {
      const byRest = new Map();
      for (const row of rows) {
        const key = row.result + '|' + row.positions.map((list, i) => (i === axis ? '' : list.join(','))).join('|');
        const known = byRest.get(key);
        if (known) known.positions[axis].push(...row.positions[axis]);
        else byRest.set(key, row);
      }
      if (byRest.size !== rows.length) changed = true;
      rows = [...byRest.values()];
      for (const row of rows) row.positions[axis].sort((a, b) => a - b);
    }
  }
  return rows;
}

/// "1..12,14": runs of neighbouring values.
function valuesText(axis, positions) {
  if (positions.length === axis.values.length && positions.length > 3) return 'all ' + positions.length;
  const parts = [];
  for (let i = 0; i < positions.length;) {
    let end = i;
    while (end + 1 < positions.length && positions[end + 1] === positions[end] + 1) ++end;
    const first = axis.values[positions[i]], last = axis.values[positions[end]];
    if (end - i < 2) parts.push(...positions.slice(i, end + 1).map((position) => axis.values[position]));
    else parts.push(first + '..' + last);
    i = end + 1;
  }
  return parts.length > 12 ? parts.slice(0, 12).join(',') + ' …' : parts.join(',');
}

function sweepCell(runs, all, className) {
  if (!runs) return make('td.none', null, '·');
  return make('td.' + className, { title: runs + ' of ' + countText(all, 'run') }, all === 1 ? '✗' : runs === all ? 'all' : runs + '/' + all);
}

/// Cells of a grid of the first axis against the rest, the longer one to the right; those with the finding filled.
function sweepMap({ axes, results, runs_of_cell: all }, print) {
  const first = axes[0].values.length, rest = sweepCells.length / first;
  const isTurned = rest > first;
  const [columns, rows] = isTurned ? [rest, first] : [first, rest];
  const shapes = [];
  for (let row = 0; row < rows; ++row) {
    for (let column = 0; column < columns;) {
      const runs = (at) => results[sweepCells[isTurned ? row * rest + at : at * rest + row]].findings
        .filter((one) => one.fingerprint === print).reduce((sum, one) => sum + one.runs, 0);
      const here = runs(column);
      let end = column + 1;
      while (end < columns && runs(end) === here) ++end;
      if (here) shapes.push(makeSvg('rect.' + (here === all ? 'always' : 'sometimes'), { x: column, y: row, width: end - column, height: 1 }));
      column = end;
    }
  }
  const name = (axis) => axis.name + ' ' + axis.values[0] + '…' + axis.values[axis.values.length - 1];
  const others = axes.slice(1).map(name).join(', ');
  const label = !others ? name(axes[0]) : (isTurned ? others : name(axes[0])) + ' to the right, ' +
    (isTurned ? name(axes[0]) : others) + ' downwards';
  const height = Math.max(14, Math.min(160, rows * 14));
  return [makeSvg('svg', { viewBox: '0 0 ' + columns + ' ' + rows, preserveAspectRatio: 'none', height, role: 'img',
    'aria-label': 'Which configurations had it: ' + label }, shapes), make('small', null, label)];
}

function sweepCard(show) {
  const { sweep } = report;
  const runs = sweep.runs_of_cell;
  const found = entries.filter((entry) => sweep.results.some((result) =>
    result.findings.some((one) => one.fingerprint === entry.finding.fingerprint)));
  const columns = found.slice(0, 40);
  const ends = [...new Set(sweep.results.flatMap((result) => result.ends.map((one) => one.end)))];
  const link = (entry) => make('button', { type: 'button', title: entry.finding.message, onclick: () => show(entry) }, '#' + (entry.index + 1));
  const rows = joinedCells(sweep);
  const body = rows.slice(0, mostRows).map(({ positions, result }) => {
    const { findings, ends: ended } = sweep.results[result];
    const count = positions.reduce((size, list) => size * list.length, runs);
    return make('tr', null, positions.map((list, i) => make('th', { scope: 'row', title: list.length + ' values' }, valuesText(sweep.axes[i], list))),
      make('td.count', null, count.toLocaleString('en-US')),
      columns.map((entry) => sweepCell((findings.find((one) => one.fingerprint === entry.finding.fingerprint) || {}).runs, runs, entry.severity)),
      ends.map((end) => sweepCell((ended.find((one) => one.end === end) || {}).runs, runs, 'warning')),
      make('td.result', null, !findings.length && !ended.length && 'ok'));
  });
  const nodes = [make('h3', null, 'Configurations and what they had'),
    make('div.scroll', { role: 'region', tabindex: 0, 'aria-label': 'Configurations against findings' }, make('table.sweep', null,
      make('thead', null, make('tr', null, sweep.axes.map((axis) => make('th', { scope: 'col' }, axis.name)), make('th', { scope: 'col' }, 'runs'),
        columns.map((entry) => make('th', { scope: 'col' }, link(entry))), ends.map((end) => make('th', { scope: 'col' }, end)),
        make('th'))),
      make('tbody', null, body)))];
  if (rows.length > mostRows) nodes.push(make('p.told', null, countText(rows.length - mostRows, 'more line') + '; the table of the command line has all.'));
  if (sweepCells.length > 1 && sweepCells.length <= mostMapCells && columns.length) {
    nodes.push(make('div.maps', null, columns.slice(0, mostMaps).map((entry) => make('figure', null, make('figcaption', null, link(entry), ' ',
      kindText(entry.finding.kind), targetText(entry.finding) && [' on ', make('code', null, breakable(targetText(entry.finding)))]),
    sweepMap(sweep, entry.finding.fingerprint)))));
  }
  return make('section.card', { id: 'sweep' }, nodes);
}

