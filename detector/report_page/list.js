// The list of findings: what the filters leave, of which only the rows in view are elements.
const rowHeight = 58;  // As in page.css.
const spareRows = 6;
const mostOptions = 300;

const byId = (id) => document.getElementById(id);
const filters = { severities: new Set(['error', 'warning']), kind: '', kernel: '', words: [] };
let visible = [];  // The entries that pass, in order.
let current = null;  // The entry that is shown; null: the overview.

function fillSelect(select, all, counts, chosen, nameOf) {
  const options = [...counts].sort((a, b) => b[1] - a[1]).slice(0, mostOptions);
  if (chosen && !options.some(([value]) => value === chosen.value)) options.push([chosen.value, 0]);
  const total = [...counts.values()].reduce((sum, count) => sum + count, 0);
  replaceChildren(select, make('option', { value: '' }, all + ' (' + total.toLocaleString('en-US') + ')'),
    options.map(([value, count]) => make('option', { value: '=' + value, title: value,
      selected: chosen !== null && chosen.value === value }, nameOf(value) + ' (' + count.toLocaleString('en-US') + ')')));
}

/// Applies the filters, and counts for each filter what it would leave under the others.
function applyFilters() {
  const severities = new Map(severityOrder.map((severity) => [severity, 0]));
  const kinds = new Map(), kernels = new Map();
  visible = [];
  for (const entry of entries) {
    if (!entry.matches(filters.words)) continue;
    const passes = { severity: filters.severities.has(entry.severity),
      kind: !filters.kind || '=' + entry.finding.kind === filters.kind,
      kernel: !filters.kernel || '=' + entry.kernel === filters.kernel };
    if (passes.kind && passes.kernel) severities.set(entry.severity, severities.get(entry.severity) + 1);
    if (passes.severity && passes.kernel) kinds.set(entry.finding.kind, (kinds.get(entry.finding.kind) || 0) + 1);
    if (passes.severity && passes.kind) kernels.set(entry.kernel, (kernels.get(entry.kernel) || 0) + 1);
    if (passes.severity && passes.kind && passes.kernel) visible.push(entry);
  }
  const chosen = (value) => (value ? { value: value.slice(1) } : null);
  fillSelect(byId('kind'), 'All kinds', kinds, chosen(filters.kind), kindText);
  fillSelect(byId('kernel'), 'All kernels', kernels, chosen(filters.kernel),
    (kernel) => (kernel ? shortKernel(kernel) : 'outside of kernels'));
  for (const severity of severityOrder) {
    const button = byId('severity-' + severity);
    button.setAttribute('aria-pressed', String(filters.severities.has(severity)));
    button.querySelector('b').textContent = severities.get(severity).toLocaleString('en-US');
    button.hidden = severity === 'suppressed' && report.suppressed.length === 0;
  }
  const isAll = visible.length === entries.length;
  byId('count').textContent = isAll ? countText(entries.length, 'finding')
    : visible.length.toLocaleString('en-US') + ' of ' + countText(entries.length, 'finding');
  byId('reset').hidden = isAll || !(filters.kind || filters.kernel || filters.words.length);
  byId('rows').style.height = visible.length * rowHeight + 'px';
  byId('empty').hidden = visible.length !== 0;
  byId('list').scrollTop = 0;
  renderRows();
  showCurrentRow();
}

function rowOf(entry, position) {
  const { finding } = entry;
  const target = targetText(finding);
  const row = make('div.row.' + entry.severity, { id: 'row-' + entry.index, role: 'option',
    'aria-selected': String(entry === current), 'aria-setsize': visible.length, 'aria-posinset': position + 1 },
  make('span.what', null, make('span.dot', { role: 'img', 'aria-label': entry.severity }),
    make('b', null, kindText(finding.kind)), target && make('code', null, target)),
  make('span.times', { title: 'occurrences' }, finding.occurrences > 1 && finding.occurrences.toLocaleString('en-US') + '×'),
  make('span.where', null, make('span', { title: entry.kernel }, entry.kernel ? shortKernel(entry.kernel).replace(/^.*::/, '') : 'outside of kernels'),
    make('code', null, entry.placesText)));
  row.style.top = position * rowHeight + 'px';
  row.dataset.index = entry.index;
  return row;
}

function renderRows() {
  const list = byId('list');
  const first = Math.max(0, Math.floor(list.scrollTop / rowHeight) - spareRows);
  const last = Math.min(visible.length, Math.ceil((list.scrollTop + list.clientHeight) / rowHeight) + spareRows);
  const rows = [];
  for (let i = first; i < last; ++i) rows.push(rowOf(visible[i], i));
  byId('rows').replaceChildren(...rows);
  const isShown = current !== null && rows.some((row) => row.id === 'row-' + current.index);
  if (isShown) list.setAttribute('aria-activedescendant', 'row-' + current.index);
  else list.removeAttribute('aria-activedescendant');
}

/// Scrolls the current row into view.
function showCurrentRow() {
  const list = byId('list');
  const position = current === null ? -1 : visible.indexOf(current);
  if (position >= 0) {
    const top = position * rowHeight;
    if (top < list.scrollTop) list.scrollTop = top;
    if (top + rowHeight > list.scrollTop + list.clientHeight) list.scrollTop = top + rowHeight - list.clientHeight;
  }
  renderRows();
}

function setFilters(change) {
  Object.assign(filters, change);
  applyFilters();
}

function resetFilters(change) {
  byId('search').value = '';
  setFilters({ kind: '', kernel: '', words: [], ...change });
}

