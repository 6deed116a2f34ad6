// The profile: per kernel its source, and beside each line what its lanes and its memory accesses cost.
const figures = [
  { name: 'lanes', title: 'SIMT efficiency: active lanes of those that the steps have', of: ({ lanes }) => lanes && {
    text: percentText(lanes.efficiency), cost: 32 * lanes.steps - lanes.active,
    more: countText(lanes.steps, 'warp step') + ', ' + countText(32 * lanes.steps - lanes.active, 'idle lane') } },
  { name: 'conflicts', title: 'Shared memory, conflict degree: passes over those that would do; 1 is best', of: ({ shared }) => shared && {
    text: shared.conflict_degree.toFixed(1), cost: shared.passes - shared.least_passes,
    more: countText(shared.accesses, 'warp access', 'warp accesses') + ', ' + countText(shared.passes, 'pass', 'passes') + ', ' +
      shared.least_passes.toLocaleString('en-US') + ' would do' } },
  { name: 'sectors', title: 'Global memory: sectors of 32 bytes that an access of a warp moves', of: ({ global }) => global && {
    text: global.sectors_per_request.toFixed(1), cost: global.sectors - global.least_sectors,
    more: countText(global.requests, 'warp access', 'warp accesses') + ', ' + countText(global.sectors, 'sector') } },
  { name: 'needed', title: 'Global memory: sectors that would hold what was asked for, of those that were moved', of: ({ global }) => global && {
    text: percentText(global.efficiency), cost: global.sectors - global.least_sectors,
    more: global.least_sectors.toLocaleString('en-US') + ' of ' + countText(global.sectors, 'sector') + ' needed' } },
];

/// With one decimal; what is nearly all is not all.
function percentText(share) {
  const value = 100 * share;
  return (value < 100 && value > 99.9 ? '99.9' : value === 100 ? '100' : value.toFixed(1)) + ' %';
}

/// Of each figure, the cost of all lines: a line is as hot as its share of it.
function costsOf(shown, kernel) {
  return shown.map((figure) => kernel.lines.reduce((sum, line) => sum + ((figure.of(line) || {}).cost || 0), 0));
}

function figureCells(shown, counts, costs) {
  return shown.map((figure, i) => {
    const value = figure.of(counts);
    if (!value) return make('td');
    const share = costs && costs[i] ? value.cost / costs[i] : 0;
    const cell = make('td' + (share >= 0.005 ? '.hot' : ''), { title: value.more +
      (share >= 0.005 ? '; ' + percentText(share) + ' of what the kernel loses' : '') }, value.text);
    cell.style.setProperty('--heat', Math.round(60 * Math.sqrt(share)) + '%');
    return cell;
  });
}

/// Rows of a kernel's lines, file by file, with the source around them.
function heatRows(shown, kernel) {
  const costs = costsOf(shown, kernel);
  const files = new Map();
  const rows = [];
  for (const line of kernel.lines) {
    const place = placeOf(line.place);
    if (!place || place.file === null) {
      rows.push(make('tr', null, make('th.number', { scope: 'row' }), figureCells(shown, line, costs), make('td.code', null, '(' +
        ((place && place.name) || 'unknown line') + ')')));
    } else {
      if (!files.has(place.fileNumber)) files.set(place.fileNumber, new Map());
      files.get(place.fileNumber).set(place.line, line);
    }
  }
  for (const [file, lines] of files) {
    rows.push(make('tr.file', null, make('th', { scope: 'rowgroup', colspan: 2 + shown.length }, make('code', null, report.files[file].name))));
    const around = 2;
    let last = null;
    const numbers = new Set();
    for (const line of lines.keys()) {
      for (let each = line - around; each <= line + around; ++each) {
        if (lines.has(each) || (sourceLine(file, each) || '').trim()) numbers.add(each);
      }
    }
    const sorted = [...numbers].sort((a, b) => a - b);
    const indent = Math.min(...sorted.map((number) => sourceLine(file, number)).filter((text) => text && text.trim())
      .map((text) => /^[ \t]*/.exec(text)[0].length));
    for (const number of sorted) {
      const counts = lines.get(number), text = sourceLine(file, number) || '';
      rows.push(make('tr' + (last !== null && number > last + around + 1 ? '.gap' : ''), null,
        make('th.number', { scope: 'row' }, number), counts ? figureCells(shown, counts, costs) : shown.map(() => make('td')),
        make('td.code', null, make('code', null, colouredSource(text.slice(indent))))));
      last = number;
    }
  }
  return rows;
}

function profileOf(kernel, isOpen) {
  const body = make('div');
  const fill = () => {
    if (body.firstChild) return;
    const shown = figures.filter((figure) => figure.of(kernel));
    replaceChildren(body, make('div.scroll', { role: 'region', tabindex: 0, 'aria-label': 'Cost of the lines of ' + kernel.kernel },
      make('table.heat', null, make('thead', null, make('tr', null, make('th'), shown.map(({ name, title }) => make('th', { scope: 'col', title }, name)),
        make('th.code', { scope: 'col' }, 'source'))),
      make('tbody', null, heatRows(shown, kernel)), make('tfoot', null, make('tr', null, make('td'), figureCells(shown, kernel, null),
        make('th.code', { scope: 'row' }, 'the kernel'))))),
    kernel.cut > 0 && make('p.told', null, countText(kernel.cut, 'interval') + ' of a warp too long: only the beginning is counted.'));
  };
  if (isOpen) fill();
  return make('details', { open: isOpen, ontoggle: fill }, make('summary', null,
    make('code', { title: kernel.kernel }, breakable(folded(kernel.kernel))), make('span', null, ', ' + countText(kernel.launches, 'launch', 'launches')),
    make('span.sum', null, figures.slice(0, 3).map((figure) => [figure.of(kernel), figure.name]).filter(([value]) => value)
      .map(([value, name]) => name + ' ' + value.text).join(' · '))), body);
}

function profileCard() {
  return make('section.card.profile', { id: 'profile' }, make('h3', null, 'Profile'),
    report.profile.map((kernel, i) => profileOf(kernel, i === 0)),
    make('p.told', null, 'Counted from what the threads did, for a GPU’s warps and memory; no times. A cell is the warmer the more ' +
      'of what the kernel loses in this column is lost at this line.'));
}

