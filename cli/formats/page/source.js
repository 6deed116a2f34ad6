// Source excerpts: lines around a place, the place marked, coloured a little.
const cudaWords = new Set(('__global__ __device__ __host__ __shared__ __constant__ __managed__ __restrict__ ' +
  '__launch_bounds__ __forceinline__ extern static const constexpr volatile inline template typename class struct ' +
  'enum union namespace using typedef public private protected virtual operator return if else for while do switch ' +
  'case default break continue goto new delete this sizeof true false nullptr auto void bool char short int long ' +
  'float double unsigned signed').split(' '));
const cudaNames = new Set(('threadIdx blockIdx blockDim gridDim warpSize __syncthreads __syncwarp __threadfence ' +
  '__threadfence_block atomicAdd atomicCAS atomicExch atomicMax atomicMin atomicSub atomicOr atomicAnd').split(' '));
const lexemes = /(\/\/.*|\/\*.*?(?:\*\/|$))|("(?:\\.|[^"\\])*"?|'(?:\\.|[^'\\])*'?)|(^\s*#\s*\w+)|([A-Za-z_]\w*)|(\.?\d[\w.']*)|([^])/g;

/// A line of C++ as nodes. A comment that began on an earlier line is not known to be one.
function colouredSource(text) {
  const nodes = [];
  let plain = '';
  const put = (kind, part) => {
    if (plain) nodes.push(plain);
    plain = '';
    nodes.push(make('span.' + kind, null, part));
  };
  for (const [part, comment, string, directive, word, number] of text.matchAll(lexemes)) {
    if (comment) put('c', part);
    else if (string) put('s', part);
    else if (directive) put('k', part);
    else if (word && cudaWords.has(word)) put('k', part);
    else if (word && cudaNames.has(word)) put('b', part);
    else if (number) put('n', part);
    else plain += part;
  }
  if (plain) nodes.push(plain);
  return nodes;
}

/// Lines around that of `place`, as many as the report has (report_page_data.cpp); `marks` names other lines of the file: Map from line to {className, text}.
function excerpt(place, label, className, marks, around = 4) {
  if (!place || place.file === null) return make('p.absent', null, 'The line is not known.');
  const rows = [];
  for (let line = place.line - around; line <= place.line + around; ++line) {
    const text = sourceLine(place.fileNumber, line);
    if (text === undefined) continue;
    rows.push([line, text]);
    if (!/^\}[;\s]*$/.test(text)) continue;
    if (line < place.line) rows.length = 0;  // The function before.
    if (line >= place.line) break;
  }
  if (!rows.some(([line]) => line === place.line)) {
    return make('p.absent', null, 'The source could not be read when the report was written.');
  }
  while (rows.length && !rows[0][1].trim()) rows.shift();
  while (rows.length && !rows[rows.length - 1][1].trim()) rows.pop();
  const indents = rows.filter(([, text]) => text.trim()).map(([, text]) => /^[ \t]*/.exec(text)[0].length);
  const indent = Math.min(...indents);
  // Tags stand in the gutter, as wide as the longest of them.
  let widest = 0;
  const lines = rows.map(([line, text]) => {
    const isHere = line === place.line;
    const mark = isHere ? { className, text: label } : marks.get(place.file + ':' + line);
    if (mark) widest = Math.max(widest, mark.text.length);
    return make('div.line' + (isHere ? '.here' : mark ? '.mark' : '') + (mark ? '.' + mark.className : ''), null,
      make('span.gutter', null, make('span.number', null, line), make('span.tag', mark && { title: mark.text }, mark && mark.text)),
      make('code', null, colouredSource(text.slice(indent)), '\n'));
  });
  const all = make('div.lines', null, lines);
  all.style.setProperty('--tag', widest + 'ch');
  return make('div.excerpt', { role: 'group', tabindex: 0, 'aria-label': label + ' at ' + placeText(place) }, all);
}

