// The page: what is shown, links, keys, colours, printing.
const printed = 200;  // Findings on paper.
const narrow = matchMedia('(max-width: 860px)');

/// What j and k go through: findings, and of a shut group the first.
function stopsOfList() {
  const stops = items.filter((item) => item.entry || !isOpen(item.group));
  const at = current === null ? -1
    : stops.findIndex((stop) => (stop.entry ? stop.entry === current : stop.group === current.group));
  return { stops, at };
}

function stepsBar() {
  const position = current === null ? -1 : visible.indexOf(current);
  const { stops, at } = stopsOfList();
  const step = (name, sign, distance) => make('button', { type: 'button', onclick: () => move(distance),
    'aria-label': name, title: name + (distance > 0 ? ' (j)' : ' (k)'),
    disabled: at + distance < 0 || at + distance >= stops.length }, sign);
  return make('nav.steps', { 'aria-label': 'Between findings' },
    make('button.back', { type: 'button', onclick: () => { location.hash = '#findings'; } }, '‹ Findings'),
    make('span', null, position < 0 ? '' : (position + 1).toLocaleString('en-US') + ' of ' +
      visible.length.toLocaleString('en-US')),
    step('Previous finding', '↑', -1), step('Next finding', '↓', 1));
}

function showView(view) {
  document.body.dataset.view = view;  // Which of the panes a narrow window shows.
}

function filterBy(kernel, kind) {
  resetFilters({ severities: new Set(severityOrder), kernel: '=' + kernel, kind: kind ? '=' + kind : '' });
  if (visible.length) select(visible[0], narrow.matches ? 'list' : 'detail');
}

/// Shows an entry and, unless it is only passed by, opens its group.
function show(entry) {
  if (itemOf(entry) >= 0 && !isOpen(entry.group)) toggleGroup(entry.group, true);
  select(entry);
}

/// Shows an entry, or the overview for null.
function select(entry, view = 'detail') {
  const isFirst = !byId('detail').firstChild;
  current = entry;
  const detail = byId('detail');
  replaceChildren(detail, stepsBar(), make('article', null, entry ? findingView(entry) : overview(filterBy, show)));
  detail.scrollTop = 0;
  byId('overview').setAttribute('aria-current', String(entry === null));
  showCurrentRow();
  showView(view);
  const hash = view === 'list' && narrow.matches ? '#findings' : entry ? '#' + entry.id : '#summary';
  // A link by fingerprint stays as it is.
  if (location.hash !== hash && (entry === null || entryNamed(decodeHash()) !== entry)) {
    // In a narrow window the way back leads to the list; else each finding would be a step of the history.
    if (narrow.matches && view === 'detail' && !isFirst) location.hash = hash;
    else location.replace(hash);
  }
}

function showHash() {
  const name = decodeHash();
  if (name === 'findings') {
    showView('list');
    showCurrentRow();
    return;
  }
  const entry = entryNamed(name);
  const section = ['profile', 'coverage', 'sweep'].includes(name) ? byId(name) : null;
  if (section) section.scrollIntoView();
  if (!entry && name !== 'summary' && name !== '') return;
  if (entry === current && document.body.dataset.view === 'detail' && byId('detail').firstChild) return;
  if (entry && !visible.includes(entry)) {
    resetFilters({ severities: new Set([...filters.severities, entry.severity]) });
  }
  if (entry) show(entry);
  else select(null);
}

function decodeHash() {
  try {
    return decodeURIComponent(location.hash.slice(1));
  } catch {
    return location.hash.slice(1);  // Not every link is well formed.
  }
}

function move(distance) {
  const { stops, at } = stopsOfList();
  if (!stops.length) return;
  const next = at < 0 ? (distance > 0 ? 0 : stops.length - 1) : Math.min(Math.max(at + distance, 0), stops.length - 1);
  if (next !== at) select(stops[next].entry || stops[next].members[0], document.body.dataset.view);
}

/// Opens or shuts the group of the current finding.
function setGroupOpen(open) {
  if (current === null || itemOf(current) < 0) return;
  toggleGroup(current.group, open);
  showCurrentRow();
}

/// Goes into the finding: the reader's focus is on its title.
function open() {
  if (current === null && visible.length) select(visible[0]);
  else select(current);
  byId('detail').querySelector('h2').focus();
}

function setTheme(theme) {
  document.documentElement.dataset.theme = theme;
  const isDark = theme === 'dark' || (theme === 'auto' && matchMedia('(prefers-color-scheme: dark)').matches);
  byId('theme').setAttribute('aria-label', isDark ? 'Light colours' : 'Dark colours');
  byId('theme').title = (isDark ? 'Light' : 'Dark') + ' colours (t)';
  byId('theme').dataset.next = isDark ? 'light' : 'dark';
}

function toggleTheme() {
  const theme = byId('theme').dataset.next;
  setTheme(theme);
  try {
    localStorage.setItem('fencepost-theme', theme);
  } catch { /* Some browsers keep nothing for files. */ }
}

function storedTheme() {
  try {
    const theme = localStorage.getItem('fencepost-theme');
    return theme === 'light' || theme === 'dark' ? theme : 'auto';
  } catch {
    return 'auto';
  }
}

function toggleHelp() {
  const help = byId('help');
  if (help.open) help.close();
  else help.showModal();
}

function pageOfRows() {
  return Math.max(1, Math.floor(byId('list').clientHeight / rowHeight) - 1);
}

const keys = {
  j: () => move(1),
  k: () => move(-1),
  Enter: open,
  '/': () => {
    showView('list');
    byId('search').focus();
    byId('search').select();
  },
  o: () => select(null),
  t: toggleTheme,
  '?': toggleHelp,
  Escape: () => {
    if (narrow.matches) location.hash = '#findings';
    byId('list').focus();
  },
};
const listKeys = {
  ArrowDown: () => move(1),
  ArrowUp: () => move(-1),
  PageDown: () => move(pageOfRows()),
  PageUp: () => move(-pageOfRows()),
  Home: () => move(-visible.length),
  End: () => move(visible.length),
  ArrowRight: () => setGroupOpen(true),
  ArrowLeft: () => setGroupOpen(false),
  ' ': open,
};

function onKey(event) {
  if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing || byId('help').open) return;
  const { target } = event;
  if (target === byId('search')) {
    if (event.key === 'Escape' && target.value === '') byId('list').focus();
    if (event.key === 'Enter' || event.key === 'ArrowDown') {
      event.preventDefault();
      byId('list').focus();
      if (visible.length && !visible.includes(current)) select(visible[0], document.body.dataset.view);
    }
    return;
  }
  if (target.closest('select, input')) return;
  if (event.key === 'Enter' && target.closest('button, a, summary')) return;
  const action = (target === byId('list') && listKeys[event.key]) ||
    (Object.hasOwn(keys, event.key) && keys[event.key]);
  if (!action) return;
  event.preventDefault();
  action();
}

function preparePrint() {
  const shown = visible.slice(0, printed);
  replaceChildren(byId('print'), make('article', null, overview(() => {}, () => {})),
    shown.map((entry) => make('article', null, findingView(entry))),
    visible.length > shown.length &&
      make('p', null, countText(visible.length - shown.length, 'more finding') + ' not printed.'));
}

function start() {
  byId('app').hidden = false;
  setTheme(storedTheme());
  const { summary } = report;
  replaceChildren(byId('overview'), make('b', null, 'Overview'), make('span', null, countText(summary.errors, 'error') +
    ', ' + countText(summary.warnings, 'warning')));
  for (const severity of severityOrder) {
    byId('severity-' + severity).addEventListener('click', () => {
      const severities = new Set(filters.severities);
      if (!severities.delete(severity)) severities.add(severity);
      setFilters({ severities });
    });
  }
  byId('kind').addEventListener('change', (event) => setFilters({ kind: event.target.value }));
  byId('kernel').addEventListener('change', (event) => setFilters({ kernel: event.target.value }));
  byId('search').addEventListener('input', (event) =>
    setFilters({ words: event.target.value.toLowerCase().split(/\s+/).filter((word) => word) }));
  byId('reset').addEventListener('click', () => resetFilters({}));
  byId('overview').addEventListener('click', () => select(null));
  byId('theme').addEventListener('click', toggleTheme);
  byId('helper').addEventListener('click', toggleHelp);
  byId('list').addEventListener('scroll', () => requestAnimationFrame(renderRows), { passive: true });
  byId('rows').addEventListener('click', (event) => {
    const row = event.target.closest('.row');
    if (row && row.dataset.group) toggleGroup(groups[row.dataset.group.slice('group-'.length)]);
    else if (row) select(entries[row.dataset.index]);
  });
  document.addEventListener('keydown', onKey);
  addEventListener('hashchange', showHash);
  addEventListener('resize', renderRows);
  addEventListener('beforeprint', preparePrint);
  addEventListener('afterprint', () => replaceChildren(byId('print')));
  if (!report.findings.length) filters.severities.add('suppressed');
  document.body.dataset.view = 'detail';
  applyFilters();
  const name = decodeHash();
  if (entryNamed(name)) showHash();
  else select(null, name === 'findings' ? 'list' : 'detail');
  if (['profile', 'coverage', 'sweep'].includes(name)) location.hash = '#' + name;
}

start();
