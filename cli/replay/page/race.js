// Findings: where they are, and what a race does to the values in either order of the threads.
const rowsShown = 6;

const rankOf = (finding, access) => access.block[0] + finding.grid[0] * (access.block[1] + finding.grid[1] * access.block[2]);

/// Those that are in a recorded block, with where to go: {finding, block, interval}.
function placedFindings(blocks) {
  const placed = [];
  for (const finding of recording.findings) {
    if (!finding.launch || !finding.grid || ['stream', 'host-device'].includes(finding.scope)) continue;  // The latter are in no block.
    for (const access of finding.accesses) {
      const block = blocks.find((each) => each.head.launch === finding.launch && each.head.block === rankOf(finding, access));
      const interval = Math.min(access.interval ?? finding.interval ?? 0, (block?.count ?? 1) - 1);
      if (block) {
        placed.push({ finding, block, interval });
        break;
      }
    }
  }
  return placed;
}

/// The array of another order's block; they are numbered as they were met.
const sameArray = (block, array) => block.arrays.find((each) => each.name === array.name && each.space === array.space && each.slots === array.slots);

/// Elements whose values at the interval's end differ between the orders.
function differences(block, other, number) {
  if (!other || number >= other.count) return [];
  const begin = stateAtBegin(block, number), one = stateAt(block, number, Infinity), two = stateAt(other, number, Infinity);
  const found = [];
  block.arrays.forEach((array) => {
    const same = sameArray(other, array);
    if (!same) return;
    for (let slot = 0; slot < array.slots; ++slot) {
      const a = one.values[array.number][slot], b = two.values[same.number][slot];
      if (a !== b) found.push({ array, slot, before: begin.values[array.number][slot], one: a, two: b, writers: [one.writers[array.number][slot], two.writers[same.number][slot]] });
    }
  });
  return found;
}

function drawRace(element, view, goFinding) {
  const here = view.placed.filter((each) => each.block.head.launch === view.block.head.launch && each.block.head.block === view.block.head.block && each.interval === view.number);
  element.hidden = !here.length;
  if (!here.length) return;
  const items = here.slice(0, 3).map(({ finding }) => make('div.finding.' + finding.severity, null,
    make('p', null, make('b', null, finding.kind === 'race' ? 'Race' : finding.kind.replace(/-/g, ' ')), finding.element ? [' on ', make('code', null, finding.element)] : '',
      finding.accesses.length === 2 && finding.kind === 'race' ? [': ', side(view, finding, 0), ' and ', side(view, finding, 1)] : ': ' + finding.message),
    finding.hint && make('p.hint', null, finding.hint)));
  if (here.length > 3) items.push(make('p.note', null, `and ${here.length - 3} more in this interval`));
  if (view.otherBlock && here.some(({ finding }) => finding.kind === 'race')) items.push(both(view));
  replaceChildren(element, items);
}

function side(view, finding, number) {
  const access = finding.accesses[number];
  const [x, y, z] = access.thread;
  const rank = x + view.block.width * (y + view.block.height * z);
  return [make('span.badge.' + (access.kind.includes('write') ? 'W' : access.kind === 'atomic' ? 'A' : 'R'), null, access.kind.replace('-', ' ')),
    ` by t${rank}`, access.location ? make('code', null, ' :' + access.location.line) : ''];
}

function both(view) {
  const found = differences(view.block, view.otherBlock, view.number);
  const names = view.order === 0 ? ['threads ascending', 'descending'] : ['threads descending', 'ascending'];
  const nameOf = (row) => elementText(row.array, row.array.element(row.slot));
  const textOf = (value, row) => valueText(value, row.array, row.array.element(row.slot));
  if (!found.length) return make('p.note', null, 'With the threads in the other order the interval leaves the same values this time. No order is promised.');
  return make('div.both', null, make('table', null, make('caption', null, 'What this interval leaves, by the order in which its threads ran'),
    make('thead', null, make('tr', null, ['element', 'before', ...names].map((text) => make('th', { scope: 'col' }, text)))),
    make('tbody', null, found.slice(0, rowsShown).map((row) => make('tr', { 'data-element': nameOf(row) },
      make('th', { scope: 'row' }, make('code', null, nameOf(row))), make('td', null, textOf(row.before, row)),
      [row.one, row.two].map((value, i) => make('td', null, make('b', null, textOf(value, row)), row.writers[i] ? make('small', null, ' t' + row.writers[i].thread) : '')))))),
  found.length > rowsShown && make('p.note', null, `and ${found.length - rowsShown} more elements`));
}
