// One thread at a time: the lines that it executes in an interval, and what it reads and writes there.
const rowsOfThread = 200;

/// The steps of the interval in which the thread takes part: {step: as counted from 1, line, accesses: [{letter, name, value}]}.
function ownSteps(block, interval, thread) {
  const lane = thread % warpLanes;
  const own = [];
  (interval.warps[Math.floor(thread / warpLanes)] || []).forEach((made, i) => {
    if (!made.lanes.includes(lane)) return;
    const accesses = [];
    for (const access of made.accesses) {
      access.lanes.forEach((each, at) => {
        if (each !== lane || access.array < 0) return;
        const array = block.arrays[access.array];
        accesses.push({ letter: letterOf(access.kind), name: elementText(array, access.elements[at]), value: valueText(access.values[at], array, access.elements[at]) });
      });
    }
    own.push({ step: i + 1, line: made.line, accesses });
  });
  return own;
}

function sourceLine(place) {
  const source = place && recording.sources[place.file];
  return source ? (source.lines[place.line - source.from] ?? '').trim() : '';
}

/// `choose(thread)`: of another one, null for all; `go(step)`.
function drawThread(element, view, choose, go) {
  element.hidden = view.chosen === null;
  if (view.chosen === null) return;
  const { block, number, step, chosen } = view;
  const interval = block.interval(number);
  const own = ownSteps(block, interval, chosen);
  const now = own.findLast((each) => each.step <= step);
  const from = Math.max(0, Math.min(own.indexOf(now) - rowsOfThread / 2, own.length - rowsOfThread));
  const rows = own.slice(from, from + rowsOfThread).map((each) => make('li', { class: each === now ? (each.step === step ? 'now' : 'was') : each.step > step ? 'later' : null },
    make('button', { type: 'button', tabindex: '-1', 'data-step': each.step, 'aria-current': each === now && each.step === step ? 'step' : null, onclick: () => go(each.step) },
      make('span.number', null, each.line ? each.line.line : '·'), make('code', null, sourceLine(each.line) || placeName(each.line)),
      each.accesses.map(({ letter, name, value }) => make('small.badge.' + letter, null, `${letter} ${name} = ${value}`)))));
  const end = interval.until ? `waits at the barrier ${placeName(interval.until)}` : number + 1 === block.head.intervals ? 'returns' : null;
  replaceChildren(element, make('h2', null, threadName(block, chosen).replace(/^t/, 'T'), make('span', null, `in interval ${number}`), make('span.spring'),
    make('button', { type: 'button', title: 'Thread before (,)', 'aria-label': 'Thread before', disabled: chosen === 0, onclick: () => choose(chosen - 1) }, '‹'),
    make('button', { type: 'button', title: 'Next thread (.)', 'aria-label': 'Next thread', disabled: chosen + 1 >= block.threads, onclick: () => choose(chosen + 1) }, '›'),
    make('button', { type: 'button', title: 'All threads (Esc)', onclick: () => choose(null) }, 'All')),
  rows.length ? make('ol', { tabindex: '0', role: 'region', 'aria-label': 'Its lines' }, rows, end && from + rowsOfThread >= own.length &&
    make('li', { class: step >= interval.steps ? 'now' : 'later' }, make('button', { type: 'button', tabindex: '-1', 'data-step': interval.steps, onclick: () => go(interval.steps) },
      make('span.number', null, interval.until ? interval.until.line : ''), make('span', null, end))))
    : make('p.absent', null, 'It does nothing in this interval that was recorded.'));
  const list = element.querySelector('ol'), at = element.querySelector('li.now, li.was');
  if (list && at) list.scrollTop = Math.max(0, at.offsetTop - list.offsetTop - list.clientHeight / 2);
}
