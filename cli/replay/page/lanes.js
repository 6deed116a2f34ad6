// Threads by the line they stand at, and the lanes of one warp in lockstep: a column a step, a row a lane.
const columnsShown = 120;  // Steps of an interval around the current one.

/// Each thread's line at a step, by warps of 32. `lineOf(thread)`: {line, state}, state 'on' in the step, 'off' waiting
/// for lanes of its warp, 'post' at the barrier, 'out' without anything in the interval.
function drawThreads(element, block, lineOf, chosen, warp, choose) {
  const rows = [];
  for (let first = 0; first < block.threads; first += warpLanes) {
    const cells = [];
    for (let thread = first; thread < Math.min(first + warpLanes, block.threads); ++thread) {
      const { line, state } = lineOf(thread);
      const told = `${threadName(block, thread)}: ` + ({ on: 'at ' + placeName(line), off: 'waits for lanes of its warp' + (line ? ', was at ' + placeName(line) : ''),
        post: line ? 'waits at the barrier ' + placeName(line) : 'has returned', out: 'does nothing that was recorded' })[state];
      cells.push(make('button', { type: 'button', tabindex: '-1', class: 'thread ' + state + (thread === chosen ? ' chosen' : ''), title: told,
        'data-thread': thread, onclick: () => choose(thread) }, line ? line.line : '–'));
    }
    rows.push(make('div.warp' + (first / warpLanes === warp ? '.shown' : ''), null, make('span.number', null, 't' + first), cells));
  }
  replaceChildren(element, rows);
}

/// `step`: the number of steps that were taken.
function drawLanes(element, block, interval, warp, step, chosen, go) {
  const steps = interval.warps[warp] || [];
  const lanes = Math.min(warpLanes, block.threads - warp * warpLanes);
  const from = steps.length <= columnsShown ? 0 : Math.max(0, Math.min(step - columnsShown / 2, steps.length - columnsShown));
  const shown = steps.slice(from, from + columnsShown);
  if (!shown.length) return replaceChildren(element, make('p.absent', null, 'This warp does nothing in this interval that was recorded.'));
  const head = make('tr', null, make('th', { scope: 'col' }, 'line'), shown.map((made, i) =>
    make('th', { scope: 'col', class: from + i + 1 === step ? 'now' : null }, make('button', { type: 'button', tabindex: '-1', title: placeName(made.line),
      onclick: () => go(from + i + 1) }, made.line ? made.line.line : '·'))));
  const letters = shown.map((made) => {
    const byLane = new Map();
    for (const access of made.accesses) {
      const letter = access.array < 0 ? '✗' : letterOf(access.kind);
      for (const lane of access.lanes) if (!byLane.get(lane)?.includes(letter)) byLane.set(lane, (byLane.get(lane) || '') + letter);
    }
    return byLane;
  });
  const rows = [];
  for (let lane = 0; lane < lanes; ++lane) {
    const thread = warp * warpLanes + lane;
    rows.push(make('tr', { class: thread === chosen ? 'chosen' : null }, make('th', { scope: 'row' }, 't' + thread), shown.map((made, i) => {
      const active = made.lanes.includes(lane);
      const letter = letters[i].get(lane) || '';
      return make('td', { class: (active ? letter.includes('W') ? 'W' : letter.includes('A') ? 'A' : letter ? 'R' : 'on' : 'idle') + (from + i + 1 === step ? ' now' : '') }, letter);
    })));
  }
  const active = shown.reduce((sum, made) => sum + made.lanes.length, 0);
  replaceChildren(element, make('div.scroll', { role: 'region', tabindex: '0', 'aria-label': 'Lanes by steps' }, make('table', null, make('thead', null, head), make('tbody', null, rows))),
    make('p.note', null, `${Math.round(100 * active / (shown.length * warpLanes))} % of ${warpLanes} lanes active in ${steps.length} ${steps.length === 1 ? 'step' : 'steps'}` +
      (shown.length < steps.length ? `; shown are ${from + 1} to ${from + shown.length}` : '')));
  const box = element.firstChild, now = element.querySelector('th.now');
  if (now) box.scrollLeft = Math.max(0, now.offsetLeft - box.clientWidth / 2);
}
