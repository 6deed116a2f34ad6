// A lesson's page, written in the little of Markdown that lessons use, as elements.
function lessonView(text) {
  const view = make('div.lesson');
  // Every second part stands between fences.
  text.replace(/<[!]--[^]*?-->\n?/g, '').split(/^```.*\n?/m).forEach((block, i) => {
    if (i % 2) view.append(make('pre', { tabindex: 0 }, make('code', null, block.replace(/\n$/, ''))));
    else append(view, block.split(/\n\s*\n/).map((part) => lessonPart(part.trim())));
  });
  return view;
}

function lessonPart(text) {
  if (!text) return null;
  const head = /^(#+) (.*)/.exec(text);
  if (head) return make(head[1].length === 1 ? 'h2' : 'h3', null, inline(head[2]));
  const lines = text.split('\n');
  if (lines[0].startsWith('|')) {
    const rows = lines.filter((line) => !/^\|[-| :]+\|$/.test(line)).map((line) => line.slice(1, -1).split(' | '));
    return make('table', null, rows.map((cells, i) => make('tr', null, cells.map((cell) => make(i ? 'td' : 'th', null, inline(cell.trim()))))));
  }
  if (/^(- |\d+\. )/.test(text)) {
    const items = text.split(/\n(?=- |\d+\. )/).map((item) => item.replace(/^(- |\d+\. )/, ''));
    return make(text.startsWith('-') ? 'ul' : 'ol', null, items.map((item) => make('li', null, inline(item))));
  }
  return make('p', null, inline(text));
}

/// `code`, **strong**, *emphasis*; of links, which lead into the source tree, the words.
function inline(text) {
  const nodes = [];
  for (const [part, code, strong, emphasis, words] of
    text.matchAll(/`([^`]+)`|\*\*([^*]+)\*\*|\*([^*\s][^*]*)\*|\[([^\]]+)\]\([^)]*\)|[^]/g)) {
    if (code) nodes.push(make('code', null, code));
    else if (strong) nodes.push(make('b', null, inline(strong)));
    else if (emphasis) nodes.push(make('em', null, inline(emphasis)));
    else if (words) nodes.push(inline(words));
    else if (typeof nodes.at(-1) === 'string') nodes[nodes.length - 1] += part;
    else nodes.push(part);
  }
  return nodes;
}
