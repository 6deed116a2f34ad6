// Who holds which right on the element and its neighbours, in the notation of the papers: Wt3, Rt3,t4. A report knows
// the first instance of each finding; what its neighbours' threads did it knows only where another finding tells.
const neighbours = 4;

/// All accesses of the report by object, block and interval.
let accessesOfObjects = null;

function objectKey(finding, access) {
  const object = finding.object;
  return JSON.stringify([finding.launch, finding.space, object.name, object.bytes, object.declared, access.block,
    access.interval]);
}

function knownAccesses(finding, access) {
  if (accessesOfObjects === null) {
    accessesOfObjects = new Map();
    for (const { finding: each } of entries) {
      if (!each.object || !each.size || each.launch === undefined) continue;
      for (const one of each.accesses) {
        if (one.by || !'WRA'.includes(accessClass(each, one))) continue;
        const key = objectKey(each, one);
        if (!accessesOfObjects.has(key)) accessesOfObjects.set(key, []);
        accessesOfObjects.get(key).push({ finding: each, access: one });
      }
    }
  }
  return accessesOfObjects.get(objectKey(finding, access)) || [];
}

/// "Wt18 Rt17,t20"
function rightsText(rights) {
  return ['W', 'R', 'A'].map((letter) => {
    const ranks = [...(rights.get(letter) || [])].sort((a, b) => a - b);
    const shown = ranks.slice(0, 3).map((rank) => 't' + rank).join(',');
    return ranks.length ? letter + shown + (ranks.length > 3 ? ',+' + (ranks.length - 3) : '') : '';
  }).filter((text) => text).join(' ');
}

/// Indices of an element, outermost first, of an array with these bounds, of which the first does not matter.
function indicesOf(number, bounds) {
  const indices = [];
  for (const bound of bounds.slice(1).reverse()) {
    indices.unshift(number % bound);
    number = Math.floor(number / bound);
  }
  return [number, ...indices];
}

/// The names of the elements around the finding's: by indices where these and the offset agree, else by bytes into the
/// object.
function elementNames(finding) {
  const text = (indices) => indices.map((index) => '[' + index + ']').join('');
  const bounds = finding.object.dimensions || [0];
  const number = finding.offset / finding.size;
  const isIndexed = Number.isInteger(number) && bounds.slice(1).every((bound) => bound > 0) &&
    /[^\]]/.test(finding.element) && finding.element.endsWith(text(indicesOf(number, bounds))) &&
    !finding.element.slice(0, -text(indicesOf(number, bounds)).length).endsWith(']');
  return (step) => {
    if (step === 0) return finding.element || '+' + finding.offset + ' B';
    if (isIndexed) return text(indicesOf(number + step, bounds));
    return '+' + (finding.offset + step * finding.size) + ' B';
  };
}

/// `row`: the accesses of one block in one interval. Cells are those at `steps` elements from the finding's.
function elementRow(finding, access, steps) {
  const known = knownAccesses(finding, access);
  const cells = steps.map((step) => {
    const offset = finding.offset + step * finding.size;
    const here = known.filter((one) => one.finding.offset < offset + finding.size &&
      offset < one.finding.offset + one.finding.size);
    const isOutside = offset + finding.size > finding.object.bytes;
    const end = isOutside && offset <= finding.object.bytes ? '.end' : '';  // The object's last byte is before it.
    if (!here.length) {
      return make('td' + (isOutside ? '.outside' : '.unknown') + end,
        { title: isOutside ? 'outside of the object' : 'not in this report' }, isOutside ? '×' : '?');
    }
    const rights = new Map();
    for (const one of here) {
      const letter = accessClass(one.finding, one.access);
      if (!rights.has(letter)) rights.set(letter, new Set());
      rights.get(letter).add(rankOf(one.access.thread, one.finding.block_dim));
    }
    // With the other side in another block the race shows in both rows.
    const isBad = here.some((one) => one.finding.kind === 'race') || isOutside || step === 0;
    return make('td.' + (rights.has('W') ? 'W' : rights.has('A') ? 'A' : 'R') + (isBad ? '.bad' : '') + end, null,
      rightsText(rights) + (here.some((one) => one.finding.kind === 'race') ? ' !' : ''));
  });
  return make('tr', null, make('th', { scope: 'row' }, 'block ' + indexText(access.block, finding.grid),
    make('small', null, 'interval ' + access.interval)), cells);
}

/// Where in the object the element lies.
function objectBar(finding) {
  const { bytes } = finding.object;
  const end = Math.max(bytes, finding.offset + finding.size);
  const bar = make('div.bar', { 'aria-hidden': 'true' });
  const part = (className, from, to) => {
    const element = make('span.' + className);
    element.style.left = 100 * from / end + '%';
    element.style.width = 100 * (to - from) / end + '%';
    bar.append(element);
  };
  part('whole', 0, bytes);
  part('hit', finding.offset, finding.offset + finding.size);
  return bar;
}

/// The nodes of the drawing; empty if the finding is not about elements of an object.
function elementDrawing(finding) {
  const { object, size } = finding;
  const accesses = finding.accesses.filter((access) => !access.by && 'WRA'.includes(accessClass(finding, access)));
  if (!object || !object.bytes || !size || !accesses.length || finding.launch === undefined) return [];
  const steps = [];
  for (let step = -neighbours; step <= neighbours; ++step) {
    const offset = finding.offset + step * size;
    if (offset >= 0 && (step <= 0 || offset + size <= object.bytes)) steps.push(step);
  }
  const nameOf = elementNames(finding);
  const rows = new Map(accesses.map((access) => [objectKey(finding, access), access]));
  // In an array of rows, where the next one begins.
  const row = finding.object.dimensions ? finding.object.dimensions[finding.object.dimensions.length - 1] : 0;
  const isFirst = (step) => row > 0 && step > steps[0] && (finding.offset / size + step) % row === 0;
  const table = make('table.rights', null,
    make('thead', null, make('tr', null, make('td'), steps.map((step) =>
      make('th' + (step === 0 ? '.here' : '') + (isFirst(step) ? '.first' : ''), { scope: 'col' }, nameOf(step))))),
    make('tbody', null, [...rows.values()].map((access) => elementRow(finding, access, steps))));
  const nodes = [make('div.scroll', { role: 'region', tabindex: 0, 'aria-label': 'Permissions around the element' },
    table)];
  nodes.push(objectBar(finding), make('p.told', null, 'Bytes ' + finding.offset.toLocaleString('en-US') + '–' +
    (finding.offset + size - 1).toLocaleString('en-US') + ' of ', make('code', null, object.name || 'the object'),
    ', ' + countText(object.bytes, 'byte') + '.'));
  if (finding.kind !== 'race') return nodes;
  nodes.push(make('p.told', null, 'W writes, R reads, A changes atomically, t3 is thread 3 of its block. “?” this ' +
    'report does not know. A run of its own draws them all:'));
  const options = ['--launch ' + finding.launch, '--block ' + finding.accesses[0].block.join(',')];
  if (/^[\w:]+$/.test(object.name)) options.unshift('--array ' + object.name);
  nodes.push(make('p.command', null, make('code', null, permissionsCommand(finding, options).map((words, i) =>
    [i ? ' ' : '', make('span', null, words)]))));
  return nodes;
}

