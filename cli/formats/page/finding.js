// One finding in full.
const mostPanels = 24;

/// A panel for one access: its excerpt and its stack; a frame of the stack shows its own excerpt.
function accessPanel(finding, access, marks) {
  const className = accessClass(finding, access);
  const label = accessLabel(finding, access);
  const here = placeOf(access.location);
  const holder = make('div.holder', null, excerpt(here, label, className, marks));
  const frames = access.stack.map(placeOf).filter((place) => place);
  const buttons = frames.map((place, i) => make('button', {
    type: 'button', 'aria-pressed': String(i === 0),
    onclick: (event) => {
      buttons.forEach((button) => button.setAttribute('aria-pressed', String(button === event.currentTarget)));
      replaceChildren(holder, excerpt(place, i === 0 ? label : 'call', i === 0 ? className : 'call', marks));
    },
  }, make('span.function', { title: place.name }, breakable(folded(place.name) || '(unknown function)')),
  make('span.place', null, placeText(place))));
  return make('section.access', { 'aria-label': label },
    make('h3', null, make('span.badge.' + className, null, label),
      here && here.file !== null && make('span.place', null, breakable(placeText(here)))),
    make('p.who', { title: access.by }, 'by ' + folded(whoText(finding, access)),
      finding.launch !== undefined && !access.by && make('span', null, ' · interval ' + access.interval)),
    (access.kind !== 'exit' || here) && holder,
    (buttons.length > 1 || (frames.length === 1 && frames[0].name !== finding.kernel)) && make('ol.stack', { 'aria-label': 'Stack of the ' + label },
      buttons.map((button) => make('li', null, button))));
}

/// Lines that other panels and the barriers are about, for the margins of the excerpts.
function marksOf(finding) {
  const marks = new Map();
  const add = (place, className, text) => {
    if (place && place.file !== null && !marks.has(place.file + ':' + place.line)) {
      marks.set(place.file + ':' + place.line, { className, text });
    }
  };
  for (const access of finding.accesses) {
    add(placeOf(access.location), accessClass(finding, access), accessLabel(finding, access));
  }
  add(placeOf(finding.interval_begin), 'barrier', 'barrier');
  add(placeOf(finding.interval_end), 'barrier', 'barrier');
  if (finding.object) add(placeOf(finding.object.declared), 'declared', 'object');
  return marks;
}

/// Calls of the host, innermost first: "at main.cu:12 in run, called at main.cu:30 in main".
function calls(stack) {
  return (stack || []).map(placeOf).filter((place) => place && place.file !== null).map((place, i) => [
    i === 0 ? ' at ' : ', called at ', make('span.place', null, breakable(placeText(place))),
    place.name ? [' in ', make('code', null, breakable(place.name))] : '']);
}

function factRows(finding) {
  const rows = [];
  const add = (name, ...value) => rows.push(make('div', null, make('dt', null, name), make('dd', null, value)));
  if (finding.kernel) add('kernel', make('code', null, breakable(finding.kernel)));
  if (finding.launch !== undefined) {
    const shape = (extent) => (extent[1] > 1 || extent[2] > 1 ? '(' + extent.join(',') + ')' : extent[0]);
    add('launch', finding.launch.toLocaleString('en-US') +
      (finding.device !== undefined ? ' on device ' + finding.device : '') + (finding.grid && finding.grid[0]
      ? ' <<<' + shape(finding.grid) + ', ' + shape(finding.block_dim) + '>>>' : ''), calls(finding.launched));
    add('seen', finding.occurrences === 1 ? 'once' : countText(finding.occurrences, 'time'));
  }
  if (finding.object) {
    const declared = placeOf(finding.object.declared);
    const text = declared && declared.file !== null ? sourceLine(declared.fileNumber, declared.line) : undefined;
    add('object', make('code', null, finding.object.name || 'unnamed'),
      finding.object.bytes ? ', ' + countText(finding.object.bytes, 'byte') : '',
      declared && declared.file !== null && [', ', make('span.place', null, breakable(placeText(declared))),
        text !== undefined && make('code.line', null, colouredSource(text.trim()))],
      finding.object.stack && finding.object.stack.length > 1 && calls(finding.object.stack));
  }
  if (finding.program) {
    const others = finding.processes.length - 1;
    add('program', finding.program + (others ? ', and ' + countText(others, 'more process', 'more processes') : ''));
  }
  if (finding.runs) add('runs', countText(finding.runs, 'run'));
  if (finding.seed !== undefined) add('repeat', make('code', null, '--schedule random --seed ' + finding.seed + ' --jobs 1'));
  if (finding.suppressed) {
    add('suppressed', 'by ', make('code', null, finding.suppressed.by),
      finding.suppressed.reason && ': ' + finding.suppressed.reason);
  }
  if (finding.suppression) add('to suppress', make('code.rule', { title: 'a rule for --suppressions FILE' }, breakable(finding.suppression)));
  if (finding.fingerprint) add('fingerprint', make('a', { href: '#finding-' + finding.fingerprint,
    title: 'A link that leads here in later reports, too' }, make('code', null, finding.fingerprint)));
  return rows;
}

function explanation(kind, isOpen) {
  const entry = Object.hasOwn(report.kinds, kind) ? report.kinds[kind] : null;
  if (!entry) return null;
  const code = (text) => make('pre', null, text.split('\n').flatMap((line, i) => [i ? '\n' : '', colouredSource(line)]));
  return make('details.explanation', { open: isOpen },
    make('summary', null, 'What “' + kindText(kind) + '” means',
      make('span', null, entry.summary)),
    entry.meaning.split('\n\n').map((paragraph) => make('p', null, paragraph)),
    make('div.pair', null, make('figure', null, make('figcaption', null, 'The bug'), code(entry.example)),
      make('figure', null, make('figcaption', null, 'The fix'), code(entry.fix))));
}

/// The nodes of a finding's page.
function findingView(entry) {
  const { finding } = entry;
  const target = targetText(finding);
  const marks = marksOf(finding);
  const chips = [finding.space, finding.scope && finding.scope.replace(/-/g, ' '),
    finding.size && countText(finding.size, 'byte')].filter((text) => text);
  const drawing = timeline(finding), rights = elementDrawing(finding);
  const card = (title, nodes) => nodes.length > 0 && make('section.card', null, make('h3', null, title), nodes);
  return [
    make('header.title', null,
      make('p.kicker', null, make('span.severity.' + entry.severity, null, entry.severity),
        make('a.link', { href: '#' + entry.id, title: 'Link to this finding' }, '#' + (entry.index + 1)),
        chips.map((text) => make('span.chip', null, text))),
      make('h2', { tabindex: -1 }, kindText(finding.kind), target && [' on ', make('code', null, breakable(target))]),
      finding.kernel && make('p.kernel', { title: finding.kernel }, 'in ', make('code', null, breakable(folded(finding.kernel))))),
    make('div.advice', null, make('p.message', { title: folded(finding.message) === finding.message ? null : finding.message },
      folded(finding.message)),
      finding.hint && make('p.hint', null, make('b', null, 'What to do'), finding.hint)),
    proposalView(finding),
    make('div.accesses', null, finding.accesses.slice(0, mostPanels).map((access) => accessPanel(finding, access, marks))),
    finding.accesses.length > mostPanels &&
      make('p.told', null, countText(finding.accesses.length - mostPanels, 'more place') + ', see the drawing.'),
    make('div.drawings', null, card(finding.accesses.some((access) => access.threads) ? 'Threads of the block' : finding.timeline ? 'Streams' : 'Timeline', drawing), card('Permissions around the element', rights)),
    make('dl.facts', null, factRows(finding)),
    explanation(finding.kind, false),
  ];
}

