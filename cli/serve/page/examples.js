// The menu: lessons, bugs and their fixes, as the page brings them along.
const exampleFiles = JSON.parse(document.getElementById('examples').textContent);

/// [{group, entries: [{path, title, lesson}]}], in the order of their pages; `lesson` is text, or null.
function exampleGroups() {
  const lessons = Object.keys(exampleFiles).filter((path) => path.endsWith('/lesson.cu')).map((path) => {
    const lesson = exampleFiles[path.replace('lesson.cu', 'README.md')] || null;
    const title = lesson && /^# (.*)/.exec(lesson);
    return { path, title: title ? title[1] : path, lesson };
  });
  const bugs = [];
  const fixes = [];
  for (const [, name, wrong] of exampleFiles['README.md'].matchAll(/^\| `(\w+)` \| (.*?) \|/gm)) {
    const entry = (file) => ({ path: `${name}/${file}`, title: `${name.replaceAll('_', ' ')}: ${wrong}`, lesson: null });
    if (`${name}/bug.cu` in exampleFiles) bugs.push(entry('bug.cu'));
    if (`${name}/fix.cu` in exampleFiles) fixes.push({ ...entry('fix.cu'), title: `${name.replaceAll('_', ' ')}, mended` });
  }
  return [{ group: 'Lessons', entries: lessons }, { group: 'Bugs', entries: bugs }, { group: 'Bugs, mended', entries: fixes }];
}

function fillMenu(menu, groups) {
  menu.append(make('option', { value: '' }, 'Lessons and examples'));
  for (const { group, entries } of groups) {
    if (!entries.length) continue;
    menu.append(make('optgroup', { label: group }, entries.map(({ path, title }) => make('option', { value: path }, title))));
  }
}

/// The source as somebody would write it: without what our tests read in its comments.
function exampleSource(path) {
  return exampleFiles[path].replace(/^\/\/ (CLEAN|[A-Z][A-Z-]+: .*)\n/gm, '').replace(/[ \t]*\/\/ @\w+[ \t]*$/gm, '');
}
