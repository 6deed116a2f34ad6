// Arrays as cells: what an element holds, who uses it in the interval, who wrote it last.
const cellsShown = 128;  // Of an array at a time.

class ArraysPane {
  constructor(element, onChosen) {
    this.element = element;
    this.onChosen = onChosen;
    this.windows = new Map();  // By array's name: the first slot that is shown.
  }

  /// `view`: {block, number, begin, state, permissions, touched: Map "array:slot" to letter, races, otherValue(array, slot): what the
  /// other order of threads leaves there, undefined if that is not known, chosen: thread or null}.
  draw(view) {
    const used = view.block.arrays.map((array) => ({ array, cells: view.permissions[array.number] }));
    replaceChildren(this.element, used.map(({ array, cells }) => this.arrayCard(view, array, cells)),
      !used.length && make('p.absent', null, 'The block used no memory that is known.'));
  }

  arrayCard(view, array, cells) {
    const what = `${array.space}, ${array.elements.toLocaleString('en')} × ${array.bytes} bytes`;
    const from = this.window(view, array, cells);
    const to = Math.min(array.slots, from + cellsShown);
    const grid = make('div.cells', { role: 'group', 'aria-label': array.name });
    const columns = array.dimensions ? array.dimensions.at(-1) * (array.struct ? array.struct / array.bytes : 1) : 0;
    if (columns && columns <= 64) {
      grid.classList.add('matrix');
      grid.style.setProperty('--columns', columns);
    }
    let widest = 3;
    for (let slot = from; slot < to; ++slot) {
      const cell = this.cell(view, array, slot, cells.get(slot));
      widest = Math.max(widest, cell.widest);
      grid.append(cell.element);
    }
    grid.style.setProperty('--cell', Math.min(12, widest) + 'ch');
    return make('section.array', { 'data-array': array.name },
      make('h3', null, make('code', null, array.name), make('small', null, what),
        array.file && make('small.declared', null, placeName(array)), this.typeChoice(view, array)),
      grid, array.slots > cellsShown && this.pager(view, array, from, to), this.cut(array));
  }

  typeChoice(view, array) {
    const names = { '?': array.members ? 'as declared' : 'guessed', i: 'signed', u: 'unsigned', f: 'float', h: 'half', b: 'bfloat16', x: 'hexadecimal' };
    const possible = (type) => (type === 'f' ? array.bytes >= 4 : type === 'h' || type === 'b' ? array.bytes === 2 : type !== '?' || array.type === '?');
    const types = Object.keys(names).filter(possible);
    const select = make('select', { 'aria-label': `Show ${array.name} as`, title: 'Show its elements as',
      onchange: () => { shownAs.set(array.name, types[select.selectedIndex]); this.draw(view); } }, types.map((type) => make('option', null, names[type])));
    select.selectedIndex = types.indexOf(shownAs.get(array.name) ?? array.type);
    return select;
  }

  cut(array) {
    if (array.slots === array.elements) return null;
    return make('p.note', null, `${array.slots.toLocaleString('en')} of ${array.elements.toLocaleString('en')} elements: the parts that this block uses.`);
  }

  window(view, array, cells) {
    const key = array.name + array.number;
    if (!this.windows.has(key)) {
      const first = Math.min(...cells.keys(), array.slots);
      const near = first < array.slots ? first : 0;
      this.windows.set(key, Math.floor(near / cellsShown) * cellsShown);
    }
    return Math.min(this.windows.get(key), Math.max(0, array.slots - 1));
  }

  pager(view, array, from, to) {
    const go = (slot) => () => {
      this.windows.set(array.name + array.number, slot);
      this.draw(view);
    };
    return make('p.pager', null,
      make('button', { type: 'button', disabled: from === 0, onclick: go(Math.max(0, from - cellsShown)), 'aria-label': 'Elements before' }, '‹'),
      `${elementText(array, array.element(from))} to ${elementText(array, array.element(to - 1))}`,
      make('button', { type: 'button', disabled: to >= array.slots, onclick: go(from + cellsShown), 'aria-label': 'Elements behind' }, '›'));
  }

  /// Makes sure that the element is among those shown.
  show(array, slot) {
    this.windows.set(array.name + array.number, Math.floor(slot / cellsShown) * cellsShown);
  }

  cell(view, array, slot, uses) {
    const element = array.element(slot);
    const value = view.state.values[array.number][slot];
    const before = view.begin.values[array.number][slot];
    const writer = view.state.writers[array.number][slot];
    const touched = view.touched.get(array.number + ':' + slot);
    const racy = uses && isRacy(uses, view.races);
    const name = elementText(array, element);
    const text = valueText(value, array, element), who = uses ? permissionText(uses) : '';
    const classes = ['cell'];
    if (value === null) classes.push('unknown');
    if (uses) classes.push(uses.W.size ? 'W' : uses.A.size ? 'A' : 'R');
    if (value !== before) classes.push('changed');
    if (touched) classes.push('touched', 'by' + touched);
    if (racy) classes.push('racy');
    if (view.chosen !== null && uses && ['W', 'R', 'A'].some((letter) => uses[letter].has(view.chosen))) classes.push('mine');
    const other = racy ? view.otherValue(array, slot) : undefined;
    const differs = other !== undefined && other !== view.end.values[array.number][slot];
    const told = `${name} = ${value === null ? 'not written yet' : text}` + (value !== before ? `, before the interval ${valueText(before, array, element)}` : '') +
      (writer ? `; written by ${threadName(view.block, writer.thread)}${writer.line ? ' at ' + placeName(writer.line) : ''} in interval ${writer.interval}` : '') +
      (who ? `; in this interval ${who}` : '') + (racy ? '; a race' : '') +
      (differs ? `; in the other order ${valueText(other, array, element)}` : '');
    const index = name.slice(array.name.length) || '·';
    const box = make('div', { class: classes.join(' '), tabindex: '0', title: told, 'data-slot': slot,
      onclick: () => this.onChosen(told), onfocus: () => this.onChosen(told) },
    make('i', null, index.replace(/^\[(\d+)\]$/, '$1')), make('b', null, text), make('u', who ? null : { class: 'last' }, who || (writer && writer.thread >= 0 ? 'by t' + writer.thread : '\u00a0'), racy && '!'));
    return { element: box, widest: Math.max(text.length + 1, Math.min(12, who.length), index.length - 1) };
  }
}
