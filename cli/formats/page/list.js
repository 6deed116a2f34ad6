// The list of findings: what the filters leave, of which only the rows in view are elements.
const rowHeight = 58;  // As in page.css.
const spareRows = 6;
const mostOptions = 300;

const byId = (id) => document.getElementById(id);
const filters = { severities: new Set(['error', 'warning']), kind: '', kernel: '', words: [] };
let visible = [];  // The entries that pass, in the order of the groups.
let items = [];  // What the list shows of them: {entry}, or {group, members} for a heading.
let current = null;  // The entry that is shown; null: the overview.

function fillSelect(select, all, counts, chosen, nameOf) {
  const options = [...counts].sort((a, b) => b[1] - a[1]).slice(0, mostOptions);
  if (chosen && !options.some(([value]) => value === chosen.value)) options.push([chosen.value, 0]);
  const total = [...counts.values()].reduce((sum, count) => sum + count, 0);
  replaceChildren(select, make('option', { value: '' }, all + ' (' + total.toLocaleString('en-US') + ')'),
    options.map(([value, count]) => make('option', { value: '=' + value, title: value,
      selected: chosen !== null && chosen.value === value }, nameOf(value) + ' (' + count.toLocaleString('en-US') + ')')));
}

function isOpen(group) {
  return filters.words.length ? !group.isShut : group.isOpen;
}

/// Puts `visible` under the headings of their groups. A group of one needs none.
function arrangeItems() {
  items = [];
  for (let i = 0; i < visible.length;) {
    const { group } = visible[i];
    let end = i;
    while (end < visible.length && visible[end].group === group) ++end;
    const members = visible.slice(i, end);
    if (members.length > 1) items.push({ group, members });
    if (members.length === 1 || isOpen(group)) items.push(...members.map((entry) => ({ entry, isMember: members.length > 1 })));
    i = end;
  }
  byId('rows').style.height = items.length * rowHeight + 'px';
}

function toggleGroup(group, open = !isOpen(group)) {
  if (filters.words.length) group.isShut = !open;
  else group.isOpen = open;
  arrangeItems();
  renderRows();
}

/// The item that stands for the entry: its row, or the heading of its group if that is shut; -1 if it is filtered out.
function itemOf(entry) {
  if (entry === null) return -1;
  const own = items.findIndex((item) => item.entry === entry);
  return own >= 0 || !visible.includes(entry) ? own : items.findIndex((item) => item.group === entry.group);
}

/// Applies the filters, and counts for each filter what it would leave under the others.
function applyFilters() {
  const severities = new Map(severityOrder.map((severity) => [severity, 0]));
  const kinds = new Map(), kernels = new Map();
  visible = [];
  for (const entry of groups.flatMap((group) => group.entries)) {
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
  arrangeItems();
  byId('empty').hidden = visible.length !== 0;
  byId('empty').textContent = entries.length ? 'Nothing passes these filters.' : 'No findings.';
  byId('list').scrollTop = 0;
  renderRows();
  showCurrentRow();
}

function headingOf({ group, members }) {
  const isChosen = current !== null && current.group === group && !isOpen(group);
  const row = make('div.row.heading.' + group.severity, { id: group.id, role: 'treeitem', 'aria-level': 1,
    'aria-expanded': String(isOpen(group)), 'aria-selected': String(isChosen) },
  make('span.chevron', { 'aria-hidden': 'true' }), make('span.dot', { role: 'img', 'aria-label': group.severity }),
  make('b', { title: group.title }, folded(group.title)),
  make('span.times', { title: countText(members.length, 'finding') }, members.length.toLocaleString('en-US')));
  row.dataset.group = group.id;
  return row;
}

function rowOf({ entry, isMember }) {
  const { finding } = entry;
  const target = targetText(finding);
  const row = make('div.row.' + entry.severity + (isMember ? '.member' : ''), { id: 'row-' + entry.index,
    role: 'treeitem', 'aria-level': isMember ? 2 : 1, 'aria-selected': String(entry === current) },
  make('span.what', null, make('span.dot', { role: 'img', 'aria-label': entry.severity }),
    make('b', null, kindText(finding.kind)), target && make('code', null, target)),
  make('span.times', { title: 'occurrences' }, finding.occurrences > 1 && finding.occurrences.toLocaleString('en-US') + '×'),
  make('span.where', null, make('span', { title: entry.kernel }, entry.kernel ? shortKernel(entry.kernel).replace(/^.*::/, '') : 'outside of kernels'),
    make('code', null, entry.placesText)));
  row.dataset.index = entry.index;
  return row;
}

function renderRows() {
  const list = byId('list');
  const first = Math.max(0, Math.floor(list.scrollTop / rowHeight) - spareRows);
  const last = Math.min(items.length, Math.ceil((list.scrollTop + list.clientHeight) / rowHeight) + spareRows);
  const rows = [];
  for (let i = first; i < last; ++i) {
    const row = items[i].group ? headingOf(items[i]) : rowOf(items[i]);
    row.style.top = i * rowHeight + 'px';
    row.setAttribute('aria-setsize', items.length);
    row.setAttribute('aria-posinset', i + 1);
    rows.push(row);
  }
  byId('rows').replaceChildren(...rows);
  const chosen = rows.find((row) => row.getAttribute('aria-selected') === 'true');
  if (chosen) list.setAttribute('aria-activedescendant', chosen.id);
  else list.removeAttribute('aria-activedescendant');
}

/// Scrolls the current row into view.
function showCurrentRow() {
  const list = byId('list');
  const position = itemOf(current);
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

