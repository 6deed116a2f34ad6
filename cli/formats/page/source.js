// Source excerpts: lines around a place, the place marked.
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

