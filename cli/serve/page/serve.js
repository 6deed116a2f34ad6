// The page: buttons, the menu, and the run that is under way.
const byId = (id) => document.getElementById(id);
const result = new Result();
const groups = exampleGroups();
let unsaved = false;
const editor = new Editor(() => { unsaved = true; });
let current = null;  // The id of the run that is asked for; '' while it is sent.
let attempt = 0;

/// What is kept in this browser; some keep nothing.
const kept = {
  get(store, name) {
    try { return store()?.getItem(name) ?? null; } catch { return null; }
  },
  set(store, name, value) {
    try { store().setItem(name, value); } catch { /* Then not. */ }
  },
};
const ofTab = () => sessionStorage;
const ofBrowser = () => localStorage;

/// Who this page is: one run at a time of each.
const client = kept.get(ofTab, 'fencepost-client') ||
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
kept.set(ofTab, 'fencepost-client', client);

const program = () => ({ source: editor.text, arguments: byId('arguments').value, array: byId('array').value });

function show({ source, arguments: words, array }) {
  editor.text = source;
  byId('arguments').value = words || '';
  byId('array').value = array || '';
}

function welcome() {
  result.tell(false, 'Nothing has run yet.');
  result.show([{ name: 'Start', link: null, view: make('div.view.welcome', null,
    make('h2', null, 'CUDA without a GPU, and its races'),
    make('p', null, 'Write a program, or take one from the menu, and press ', make('b', null, 'Run'), ' or ', make('kbd', null, 'Ctrl'), ' ',
      make('kbd', null, 'Enter'), '. It is a whole program: kernels, and a ', make('code', null, 'main'), ' that launches them.'),
    make('ul', null,
      make('li', null, make('b', null, 'Run'), ' compiles and runs it on the CPU, and tells races, divergent barriers and memory bugs, with both lines.'),
      make('li', null, make('b', null, 'Permissions'), ' draws which thread reads and writes which element between two barriers.'),
      make('li', null, make('b', null, 'Replay'), ' shows the kernel step by step, forwards and back.'),
      make('li', null, make('b', null, 'Link'), ' puts the program into the address, to be passed on. It is not kept anywhere else.')),
    make('p', null, 'A few threads show what thousands show: keep sizes small.')) }]);
}

async function ask(method, path, body) {
  const answer = await fetch(path, {
    method, body: body && JSON.stringify(body), cache: 'no-store',
    headers: body ? { 'Content-Type': 'application/json', 'X-Fencepost-Client': client } : {},
  });
  const told = answer.status === 204 ? {} : await answer.json();
  if (!answer.ok) throw new Error(told.error || `the server answers ${answer.status}`);
  return told;
}

const pause = (milliseconds) => new Promise((done) => setTimeout(done, milliseconds));

function progress(told) {
  if (told.state === 'waiting' && !told.is_prepared) return 'The server prepares its compiler …';
  if (told.state === 'waiting') return `Waiting: place ${told.position} of ${told.waiting} …`;
  return `Running, ${told.seconds.toFixed(1)} s of at most ${Math.round(told.limit)} …`;
}

function tellEnd(told) {
  if (told.state === 'cancelled') {
    result.tell(false, 'Cancelled.');
    return;
  }
  if (told.state === 'failed') {
    const what = told.message.startsWith('does not compile') ? 'It does not compile'
      : told.message.startsWith('stopped:') ? told.message[0].toUpperCase() + told.message.slice(1)
        : told.message.startsWith('no kernel was launched') ? 'No kernel was launched: nothing was checked'
          : 'It could not be run to its end';
    result.tell(false, make('b.error', null, what));
    return;
  }
  const found = told.found;
  const kind = found.errors ? 'error' : found.warnings || told.status === 124 ? 'warning' : 'none';
  const count = (number, what) => `${number.toLocaleString('en')} ${what}${number === 1 ? '' : 'es'}`;
  result.tell(false, make('b.' + kind, null, told.title[0].toUpperCase() + told.title.slice(1)),
    make('small', null, `${count(found.launches, 'launch')}, ${count(found.accesses, 'access')} checked` +
      ([0, 66, 124].includes(told.status) ? '' : `, exit status ${told.status}`)));
}

/// Runs what stands in the editor; what is under way is cancelled.
async function run(what) {
  if (!editor.text.trim()) {
    if (current === null) result.tell(false, make('b.error', null, 'There is no program.'));
    return;
  }
  const mine = ++attempt;
  const before = current;
  const sent = program();
  keep();
  current = '';
  byId('cancel').hidden = false;
  result.tell(true, 'Sending …');
  let id = null;
  try {
    if (before) await ask('DELETE', `/runs/${before}`).catch(() => null);
    id = (await ask('POST', '/runs', { what, ...sent })).id;
    if (mine !== attempt) {
      await ask('DELETE', `/runs/${id}`);
      return;
    }
    current = id;
    let told = await ask('GET', `/runs/${id}`);
    while (mine === attempt && (told.state === 'waiting' || told.state === 'running')) {
      result.tell(true, progress(told));
      await pause(300);
      if (mine === attempt) told = await ask('GET', `/runs/${id}`);
    }
    if (mine !== attempt) return;
    tellEnd(told);
    if (told.state !== 'cancelled') result.showRun(id, told);
    if (editor.text === sent.source) editor.mark(marksOf(told));
  } catch (error) {
    if (mine !== attempt) return;
    result.tell(false, make('b.error', null, error instanceof TypeError ? 'The server does not answer; has it ended?' : error.message));
  }
  current = null;
  byId('cancel').hidden = true;
}

async function cancel() {
  ++attempt;
  const id = current;
  current = null;
  byId('cancel').hidden = true;
  result.tell(false, 'Cancelled.');
  if (id) await ask('DELETE', `/runs/${id}`).catch(() => null);
}

function openExample(path) {
  const entry = groups.flatMap(({ entries }) => entries).find((each) => each.path === path);
  if (!entry) return;
  if (current !== null) cancel();
  show({ source: exampleSource(path) });
  result.lesson = entry.lesson && lessonView(entry.lesson);
  if (result.lesson) {
    result.lesson.classList.add('view');
    result.tell(false, 'Nothing has run yet.');
    result.show([]);
  } else {
    welcome();
  }
  history.replaceState(null, '', location.pathname);
  keep();
}

/// For the next visit.
function keep() {
  if (!unsaved) return;
  unsaved = false;
  kept.set(ofBrowser, 'fencepost-program', JSON.stringify(program()));
}

async function copyLink() {
  const fragment = await linkOf(program());
  history.replaceState(null, '', fragment);
  const button = byId('link');
  let told = 'In the address';
  try {
    await navigator.clipboard.writeText(location.href);
    told = 'Copied';
  } catch { /* Not allowed, or not over plain HTTP. */ }
  button.textContent = told;
  await pause(1600);
  button.textContent = 'Link';
}

async function openLink() {
  try {
    const linked = await programIn(location.hash);
    if (!linked) return false;
    show(linked);
    return true;
  } catch {
    result.tell(false, make('b.error', null, 'The link is not whole, and holds no program.'));
    return false;
  }
}

function setTheme(theme) {
  if (theme) document.documentElement.dataset.theme = theme;
}

function toggleTheme() {
  const dark = document.documentElement.dataset.theme
    ? document.documentElement.dataset.theme === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches;
  setTheme(dark ? 'light' : 'dark');
  kept.set(ofBrowser, 'fencepost-theme', dark ? 'light' : 'dark');
}

async function start() {
  setTheme(kept.get(ofBrowser, 'fencepost-theme'));
  fillMenu(byId('menu'), groups);
  welcome();
  if (!(await openLink())) {
    let saved = null;
    try { saved = JSON.parse(kept.get(ofBrowser, 'fencepost-program')); } catch { /* Of another version. */ }
    show(saved && typeof saved.source === 'string' ? saved : { source: exampleSource('missing_barrier/bug.cu') });
  }
  unsaved = false;
  byId('check').addEventListener('click', () => run('check'));
  byId('permissions').addEventListener('click', () => run('permissions'));
  byId('replay').addEventListener('click', () => run('replay'));
  byId('cancel').addEventListener('click', cancel);
  byId('link').addEventListener('click', copyLink);
  byId('theme').addEventListener('click', toggleTheme);
  byId('menu').addEventListener('change', (event) => {
    openExample(event.target.value);
  });
  addEventListener('hashchange', openLink);
  addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    run('check');
  });
  addEventListener('pagehide', () => {
    keep();
    if (current) fetch(`/runs/${current}`, { method: 'DELETE', keepalive: true });
  });
  document.body.dataset.ready = 'yes';
}

start();
