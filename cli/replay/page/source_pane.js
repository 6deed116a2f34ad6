// The source: where each thread stands.
class SourcePane {
  constructor(element) {
    this.element = element;
    this.file = null;
  }

  /// `standing`: Map from "file:line" to {active, waiting: Set of threads}.
  draw(standing, focus, chosen) {
    const file = focus ? focus.file : this.file ?? Object.keys(recording.sources)[0] ?? '';
    if (file !== this.file) this.load(file);
    for (const row of this.marked || []) {
      row.className = 'line';
      row.firstChild.firstChild.textContent = '';
      row.removeAttribute('title');
    }
    this.marked = [];
    for (const [place, who] of standing) {
      const at = place.lastIndexOf(':');
      const row = place.slice(0, at) === file && this.rows.get(Number(place.slice(at + 1)));
      if (!row) continue;
      const all = new Set([...who.active, ...who.waiting]);
      row.className = 'line ' + (who.active.size ? 'here' : 'wait') + (chosen !== null && all.has(chosen) ? ' chosen' : '');
      row.firstChild.firstChild.textContent = threadsText(all);
      row.title = `${all.size} ${all.size === 1 ? 'thread' : 'threads'} here: ${threadsText(all)}`;
      this.marked.push(row);
    }
    const row = focus && this.rows.get(focus.line);
    if (row) this.reveal(row);
  }

  load(file) {
    this.file = file;
    this.rows = new Map();
    this.marked = [];
    const source = recording.sources[file];
    replaceChildren(document.getElementById('file'), file || 'source');
    if (!source) {
      replaceChildren(this.element, make('p.absent', null, file ? `${file} could not be read when the page was written.` : 'No line is known.'));
      return;
    }
    const used = new Set(orders.flat().flatMap((block) => block.lines).filter((line) => line && line.file === file).map((line) => line.line));
    const lines = source.lines.map((text, i) => {
      const row = make('div.line', null, make('span.gutter', null, make('span.who'), make('span.number' + (used.has(source.from + i) ? '.used' : ''), null, source.from + i)),
        make('code', null, colouredSource(text), '\n'));
      this.rows.set(source.from + i, row);
      return row;
    });
    replaceChildren(this.element, make('div.lines', null, lines));
  }

  reveal(row) {
    const box = this.element.getBoundingClientRect(), at = row.getBoundingClientRect();
    const margin = Math.min(60, box.height / 4);
    if (at.top < box.top + margin || at.bottom > box.bottom - margin) {
      this.element.scrollTop += at.top - box.top - box.height / 2;
    }
  }
}
