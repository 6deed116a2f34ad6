// The report: its findings as they are, and in words. Everything in it may be hostile; it is shown as text only.
const report = JSON.parse(document.getElementById('report').textContent);

const warpSize = 32;
const severityOrder = ['error', 'warning', 'suppressed'];

/// {file, line, name}: `file` null if unknown. Of null: null.
function placeOf(number) {
  if (number === null || number === undefined) return null;
  const [file, line, name] = report.places[number];
  return { fileNumber: file, file: file < 0 ? null : report.files[file].name, line,
    name: name < 0 ? '' : report.functions[name] };
}

function placeText(place) {
  if (!place || place.file === null) return '(unknown line)';
  return place.file + ':' + place.line;
}

/// Without folders, and without the file where `beside` is in the same one.
function shortPlace(place, beside) {
  if (!place || place.file === null) return '';
  if (beside && beside.file === place.file) return ':' + place.line;
  return place.file.slice(place.file.lastIndexOf('/') + 1) + ':' + place.line;
}

const linesOfFiles = report.files.map((file) => {
  const lines = new Map();
  for (const [first, texts] of file.lines) texts.forEach((text, i) => lines.set(first + i, text));
  return lines;
});

/// Text of a source line; undefined if the report does not have it.
function sourceLine(fileNumber, line) {
  return fileNumber < 0 ? undefined : linesOfFiles[fileNumber].get(line);
}

function countText(number, singular, plural) {
  return number.toLocaleString('en-US') + ' ' + (number === 1 ? singular : plural || singular + 's');
}

/// 18, (2,1) or (2,1,0), as `extent` has dimensions.
function indexText(index, extent) {
  if (extent && extent[2] > 1) return '(' + index.join(',') + ')';
  if (extent && extent[1] > 1) return '(' + index[0] + ',' + index[1] + ')';
  return String(index[0]);
}

function rankOf(thread, extent) {
  return extent ? thread[0] + extent[0] * (thread[1] + extent[1] * thread[2]) : thread[0];
}

function threadOf(rank, extent) {
  const x = Math.max(extent[0], 1), y = Math.max(extent[1], 1);
  return [rank % x, Math.floor(rank / x) % y, Math.floor(rank / x / y)];
}

/// "thread 3", "threads 0–15", "threads 0–15 and 17 others".
function rangesText(ranges, extent) {
  const name = (rank) => indexText(threadOf(rank, extent), extent);
  const total = ranges.reduce((sum, [first, last]) => sum + last - first + 1, 0);
  if (total === 1) return 'thread ' + name(ranges[0][0]);
  const shown = ranges.slice(0, 3).map(([a, b]) => (a === b ? name(a) : name(a) + '–' + name(b)));
  const left = ranges.slice(3).reduce((sum, [first, last]) => sum + last - first + 1, 0);
  return 'threads ' + shown.join(', ') + (left ? ' and ' + countText(left, 'other') : '');
}

/// Who made an access: "thread 18 of block 0", or as the report names it.
function whoText(finding, access) {
  if (access.by) return access.by;
  const byHost = finding.scope === 'host-device' || finding.kind === 'leak' || finding.launch === undefined;
  if (byHost) return 'host code';
  const extent = finding.block_dim;
  const threads = access.threads ? rangesText(access.threads, extent) : 'thread ' + indexText(access.thread, extent);
  return threads + ' of block ' + indexText(access.block, finding.grid);
}

const positionKinds = new Set(['crash', 'timeout', 'invalid-address', 'api-error', 'leak']);

/// What an access is called: "write", "waits", "at".
function accessLabel(finding, access) {
  if (access.kind === 'barrier') return 'waiting';
  if (access.kind === 'exit') return 'left';
  if (positionKinds.has(finding.kind)) return 'at';
  return access.kind.replace(/-/g, ' ');
}

/// The class that colours an access: W, R, A, barrier, exit, clause or at.
function accessClass(finding, access) {
  if (positionKinds.has(finding.kind)) return 'at';
  const kind = access.kind.replace('volatile-', '');
  return { write: 'W', read: 'R', atomic: 'A' }[kind] || kind;
}

function kindText(kind) {
  return kind.replace(/-/g, ' ');
}

/// The element, or else the object, that a finding is about; '' if there is none.
function targetText(finding) {
  return finding.element || (finding.object && finding.object.name) || '';
}

/// `text` with long lists of template arguments left out: "fill<…>(int*)".
function folded(text) {
  let result = '', from = 0;
  for (let begin = text.indexOf('<'); begin >= 0; begin = text.indexOf('<', begin + 1)) {
    if (begin < from || !/\w/.test(text[begin - 1] || '')) continue;
    let depth = 0, end = begin;
    for (; end < text.length; ++end) {
      if (text[end] === '<') ++depth;
      if (text[end] === '>' && text[end - 1] !== '-' && --depth === 0) break;
    }
    if (end === text.length) break;
    if (end - begin < 24) continue;
    result += text.slice(from, begin) + '<…>';
    from = end + 1;
  }
  return result + text.slice(from);
}

/// "scan" of "void ns::scan<int>(int const*)": what a list has room for.
function shortKernel(kernel) {
  let depth = 0, end = kernel.length;
  for (let i = 0; i < kernel.length; ++i) {
    const c = kernel[i];
    if (c === '<') ++depth;
    if (c === '>') --depth;
    if (c === '(' && depth === 0 && i > 0 && !kernel.startsWith('(anonymous', i)) {
      end = i;
      break;
    }
  }
  const name = kernel.slice(0, end);
  const angle = name.indexOf('<');
  return angle > 0 ? name.slice(0, angle) + '<…>' : name;
}

/// One entry for each finding, in the order of the report; those that are suppressed come last.
class Entry {
  constructor(finding, index, suppressed) {
    this.finding = finding;
    this.index = index;  // In `entries`.
    this.severity = suppressed ? 'suppressed' : finding.severity;
    this.kernel = finding.kernel || '';
    this.id = 'finding-' + (index + 1);
    this.words = null;
    this.group = null;
  }

  get places() {
    return this.finding.accesses.map((access) => placeOf(access.location)).filter((place) => place);
  }

  /// "scan.cu:13 ↔ :11"
  get placesText() {
    const texts = [];
    let before = null;
    for (const place of this.places) {
      const text = shortPlace(place, before);
      if (text && placeText(place) !== placeText(before)) texts.push(text);
      before = place;
    }
    const more = texts.length > 3 ? ' …' : '';
    return texts.slice(0, 3).join(this.finding.kind === 'race' ? ' ↔ ' : ', ') + more;
  }

  /// Whether each of `words`, in lower case, is somewhere in it.
  matches(words) {
    if (this.words === null) {
      const f = this.finding;
      const texts = [f.kind, kindText(f.kind), f.severity, f.space, f.scope, f.kernel, f.element, f.message, f.hint,
        f.object && f.object.name, f.fingerprint, f.program, this.group.title];
      for (const access of f.accesses) {
        texts.push(access.by);
        for (const place of [access.location, ...access.stack].map(placeOf)) {
          if (place) texts.push(placeText(place), place.name);
        }
      }
      this.words = texts.filter((text) => text).join('\n').toLowerCase();
    }
    return words.every((word) => this.words.includes(word));
  }
}

const entries = [...report.findings.map((finding, i) => new Entry(finding, i, false)),
  ...report.suppressed.map((finding, i) => new Entry(finding, report.findings.length + i, true))];

/// Entries with one cause, as the report groups them, worst first; each entry is in one group.
class Group {
  constructor(title, severity, members) {
    this.title = title;
    this.severity = severity;
    this.entries = members;
    this.isOpen = false;
    this.isShut = false;  // While words are searched for, which opens all the others.
    for (const entry of members) entry.group = this;
  }
}

const groups = (() => {
  const named = new Map(entries.map((entry) => [entry.finding.fingerprint, entry]));
  const result = [];
  for (const { title, severity, findings } of report.groups || []) {
    const members = findings.map((print) => named.get(print)).filter((entry) => entry && !entry.group && entry.severity !== 'suppressed');
    if (members.length) result.push(new Group(title, severity, members));
  }
  for (const entry of entries) {  // What is suppressed, and all of an older report.
    if (!entry.group) result.push(new Group('', entry.severity, [entry]));
  }
  const rank = (group) => severityOrder.indexOf(group.severity);
  result.sort((a, b) => rank(a) - rank(b));
  result.forEach((group, i) => { group.id = 'group-' + i; });
  return result;
})();

/// `word` as a shell reads it.
function quotedWord(word) {
  return /^[\w@%+=:,.\/{}-]+$/.test(word) ? word : "'" + word.replaceAll("'", "'\\''") + "'";
}

/// The words of `fencepost permissions` for the run that has the finding, between its `options`.
function permissionsCommand(finding, options) {
  const words = (list) => (list || []).map(quotedWord);
  if (finding.repeat && finding.repeat.includes('fencepost run ')) {
    const [before, after] = finding.repeat.split(/fencepost run (.*)/s);
    return [before + 'fencepost permissions', ...options, after];
  }
  const { program } = report;
  if (!program) return ['fencepost permissions', ...options, 'PROGRAM'];
  return ['fencepost permissions', ...options, ...words(program.compiler_arguments), quotedWord(program.file),
    ...(program.arguments.length ? ['--', ...words(program.arguments)] : [])];
}

/// The entry that a link names: finding-3, or finding- and a fingerprint; null if there is none.
function entryNamed(name) {
  if (!name.startsWith('finding-')) return null;
  const id = name.slice('finding-'.length);
  const numbered = /^\d{1,9}$/.test(id) && entries[id - 1];
  return numbered || entries.find((entry) => entry.finding.fingerprint === id) || null;
}

