// A race between streams, or with the host: a lane for each, with what was issued around the two, from top to bottom in
// the order of the host's calls; who waits for whom; and the edge that is missing.
function stepText(finding, step) {
  const { lanes } = finding.timeline;
  switch (step.kind) {
    case 'launch': return shortKernel(step.call);
    case 'event-record': return 'record event ' + step.event;
    case 'event-wait': return 'wait for event ' + step.event;
    case 'host-wait':
      if (step.event) return 'wait for event ' + step.event;
      return 'wait for ' + (step.awaited === undefined ? 'all streams' : lanes[step.awaited].name);
    case 'host-access': return ({ W: 'writes ', R: 'reads ' }[accessClass(finding, finding.accesses[1])] || 'changes ') + targetText(finding);
    default: return step.call;
  }
}

/// Steps and, where numbers of a lane are missing, how many: {lane, step} or {lane, skipped}. What was over before both
/// sides, because the host had waited for everything, is left out.
function rowsOfLanes({ lanes, steps }) {
  const rows = [], seen = lanes.map(() => 0);
  const side = steps.findIndex((step) => step.access !== undefined);
  const isEnd = (step, i) => i < side && step.kind === 'host-wait' && !step.event && step.awaited === undefined;
  const begin = Math.max(steps.findLastIndex(isEnd), 0);
  for (const step of steps.slice(0, begin)) seen[step.lane] = step.number;
  for (const step of steps.slice(begin)) {
    const skipped = step.number - seen[step.lane] - 1;
    if (skipped > 0) rows.push({ lane: step.lane, skipped });
    seen[step.lane] = step.number;
    rows.push({ lane: step.lane, step });
  }
  return rows;
}

/// Pairs of places in `rows`: the later step, or the host after it, waits for the earlier one.
function waitsOf(rows) {
  const waits = [], records = new Map(), last = new Map();
  rows.forEach(({ lane, step }, at) => {
    if (!step) return;
    if (step.kind === 'event-record') records.set(step.event, at);
    if (step.event && step.kind !== 'event-record' && records.has(step.event)) waits.push([records.get(step.event), at]);
    if (step.kind === 'host-wait' && !step.event) {
      for (const [other, place] of last) {
        if (other === step.awaited || (step.awaited === undefined && other !== 0)) waits.push([place, at]);
      }
    }
    last.set(lane, at);
  });
  return waits;
}

function stepBox(finding, { lane, step, skipped }, at) {
  const place = step && placeOf(step.location);
  const access = step && step.access !== undefined ? finding.accesses[step.access] : null;
  const text = step ? stepText(finding, step) : countText(skipped, 'more call');
  const shown = place && shortPlace(place, sharedFile(finding));
  const touched = access && placeOf(access.location);
  const what = access && step.kind !== 'host-access' && accessLabel(finding, access) +
    (touched && step.kind === 'launch' ? ' ' + shortPlace(touched, sharedFile(finding)) : '');
  const box = make('div.step' + (step ? '.' + step.kind : '.skipped') + (access ? '.bad' : ''), {
    title: [step && (step.call || text), place && placeText(place), access && whoText(finding, access),
      step && step.host_waits && 'the host waits for it'].filter((part) => part).join('\n') },
  make('span', null, text), (shown || what) && make('small', null, shown, what && [shown && ' ', make('b', null, what)]));
  box.style.gridColumn = lane + 1;
  box.style.gridRow = at + 2;
  return box;
}

/// The nodes of the drawing.
function laneDrawing(finding) {
  const { lanes } = finding.timeline;
  const rows = rowsOfLanes(finding.timeline);
  const grid = make('div.streams', { role: 'group', 'aria-label': 'What was issued to each stream' });
  grid.style.setProperty('--lanes', lanes.length);
  const x = (at) => 100 * (rows[at].lane + 0.5) / lanes.length;
  const y = (at) => 100 * (at + 0.5) / rows.length;
  const line = (from, to, name) => {
    const bend = x(from) === x(to) ? 40 / lanes.length : 0, middle = (y(from) + y(to)) / 2;
    return makeSvg('path.' + name, { d: bend
      ? `M${x(from)} ${y(from)}C${x(from) + bend} ${y(from)} ${x(to) + bend} ${y(to)} ${x(to)} ${y(to)}`
      : `M${x(from)} ${y(from)}C${x(from)} ${middle} ${x(to)} ${middle} ${x(to)} ${y(to)}` });
  };
  const edges = waitsOf(rows).map(([from, to]) => line(from, to, 'wait'));
  rows.forEach(({ lane, step }, at) => {
    if (step && step.host_waits && lane !== 0) edges.push(makeSvg('path.wait', { d: `M${x(at)} ${y(at)}H${50 / lanes.length}` }));
  });
  const sides = [0, 1].map((side) => rows.findIndex(({ step }) => step && step.access === side));
  const isWhole = sides.every((at) => at >= 0);
  if (isWhole) edges.push(line(sides[0], sides[1], 'missing'));
  lanes.forEach((lane, i) => {
    const head = make('div.lane', null, make('span', null, lane.name), lane.kind !== 'host' && lane.kind !== 'graph' &&
      make('small', null, lane.kind));
    const track = make('div.track', { 'aria-hidden': 'true' });
    head.style.gridColumn = track.style.gridColumn = i + 1;
    track.style.gridRow = '2 / span ' + rows.length;
    grid.append(head, track);
  });
  const drawing = makeSvg('svg', { viewBox: '0 0 100 100', preserveAspectRatio: 'none', 'aria-hidden': 'true' }, edges);
  drawing.style.gridRow = '2 / span ' + rows.length;
  grid.append(drawing);
  append(grid, rows.map((row, at) => stepBox(finding, row, at)));
  return [make('div.scroll', { role: 'region', tabindex: 0, 'aria-label': 'Streams around the race' }, grid),
    make('ul.legend.edges', null, make('li', null, make('span.edge.missing'), 'nothing orders these two'),
      edges.length > (isWhole ? 1 : 0) && make('li', null, make('span.edge.wait'), 'waits for')),
    make('p.told', null, 'From top to bottom as the host made the calls. A stream works through its own calls in this order; ' +
      'between lanes only waits order anything' + (lanes.some((lane) => lane.kind === 'default')
      ? ', and the default stream and blocking streams wait for each other.' : '.'))];
}

