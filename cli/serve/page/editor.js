// The editor: a textarea over its own text in colours, which lies below it line by line.
class Editor {
  constructor(changed) {
    this.area = document.getElementById('source');
    this.colours = document.getElementById('colours');
    this.numbers = document.getElementById('numbers');
    this.lines = [];  // {text, inside, element}: inside a comment that began on an earlier line.
    this.marks = new Map();
    this.changed = changed;
    this.mayLeave = false;
    this.area.addEventListener('input', () => this.show());
    this.area.addEventListener('keydown', (event) => this.press(event));
    this.area.addEventListener('blur', () => { this.mayLeave = false; });
    this.show();
  }

  get text() { return this.area.value; }

  /// Replaces all; it can be taken back as what is typed can.
  set text(text) {
    const before = document.activeElement;
    const mostLines = 300;  // For more Chromium takes seconds, and minutes.
    this.area.focus({ preventScroll: true });
    this.area.select();
    const isShort = text.split('\n').length < mostLines;
    if (!isShort || !document.execCommand('insertText', false, text) || this.area.value !== text) this.area.value = text;
    this.area.setSelectionRange(0, 0);
    if (before instanceof HTMLElement && before !== this.area) before.focus({ preventScroll: true });
    document.getElementById('editor').scrollTo(0, 0);
    this.show();
  }

  insert(text) {
    if (document.execCommand('insertText', false, text)) return;
    this.area.setRangeText(text, this.area.selectionStart, this.area.selectionEnd, 'end');
    this.show();
  }

  press(event) {
    const bare = !event.ctrlKey && !event.altKey && !event.metaKey;
    if (event.key === 'Tab' && bare && !event.shiftKey && !this.mayLeave) {
      event.preventDefault();
      this.insert('  ');
    } else if (event.key === 'Enter' && bare && !event.isComposing) {
      const before = this.text.slice(0, this.area.selectionStart);
      const line = before.slice(before.lastIndexOf('\n') + 1);
      event.preventDefault();
      this.insert('\n' + /^[ \t]*/.exec(line)[0] + (/\{\s*$/.test(line) ? '  ' : ''));
    }
    this.mayLeave = event.key === 'Escape';
  }

  /// Shows the text again, that is, the lines that have changed.
  show() {
    const texts = this.text.split('\n');
    const old = this.lines;
    const lines = [];
    let inside = false;
    for (const text of texts) {
      lines.push({ text, inside });
      inside = endsInside(text, inside);
    }
    const isSame = (a, b) => a.text === b.text && a.inside === b.inside;
    let first = 0;
    while (first < lines.length && first < old.length && isSame(lines[first], old[first])) ++first;
    let last = 0;
    while (last < Math.min(lines.length, old.length) - first &&
           isSame(lines[lines.length - 1 - last], old[old.length - 1 - last])) ++last;
    const isChanged = first + last < Math.max(lines.length, old.length);
    for (let i = 0; i < first; ++i) lines[i].element = old[i].element;
    for (let i = 1; i <= last; ++i) lines[lines.length - i].element = old[old.length - i].element;
    for (let i = first; i < old.length - last; ++i) old[i].element.remove();
    const next = last ? lines[lines.length - last].element : null;
    for (let i = first; i < lines.length - last; ++i) {
      lines[i].element = make('div', null, ...colouredLine(lines[i].text, lines[i].inside));
      this.colours.insertBefore(lines[i].element, next);
    }
    this.lines = lines;
    while (this.numbers.childElementCount > lines.length) this.numbers.lastElementChild.remove();
    while (this.numbers.childElementCount < lines.length) {
      this.numbers.append(make('div', null, String(this.numbers.childElementCount + 1)));
    }
    if (isChanged) {
      this.mark(new Map());
      this.changed();
    }
  }

  /// Marks lines: a Map from their numbers to [class, what is there].
  mark(marks) {
    const put = (number, [kind, text], on) => {
      if (!this.lines[number - 1]) return;
      this.lines[number - 1].element.classList.toggle(kind, on);
      const head = this.numbers.children[number - 1];
      head.classList.toggle(kind, on);
      if (on) head.title = text;
      else head.removeAttribute('title');
    };
    for (const [number, mark] of this.marks) put(number, mark, false);
    for (const [number, mark] of marks) put(number, mark, true);
    this.marks = marks;
  }
}

/// Whether the line behind this one stands in a comment.
function endsInside(text, inside) {
  const rest = inside ? behindComment(text) : text;
  if (rest === null) return true;
  for (const [part, comment] of rest.matchAll(lexemes)) {
    if (comment && part.startsWith('/*') && (part.length < 4 || !part.endsWith('*/'))) return true;
  }
  return false;
}

function behindComment(text) {
  const end = text.indexOf('*/');
  return end < 0 ? null : text.slice(end + 2);
}

function colouredLine(text, inside) {
  if (!inside) return colouredSource(text);
  const rest = behindComment(text);
  if (rest === null) return text ? [make('span.c', null, text)] : [];
  return [make('span.c', null, text.slice(0, text.length - rest.length)), ...colouredSource(rest)];
}
