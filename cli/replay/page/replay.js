// What is shown, and how one gets there.
const byId = (id) => document.getElementById(id);
const shown = { order: 0, block: 0, number: 0, step: 0, warp: 0, chosen: null };
const sourcePane = new SourcePane(byId('source'));
const arraysPane = new ArraysPane(byId('arrays'), (told) => replaceChildren(byId('told'), told));
const transport = new Transport((change) => go(change));
const programPane = new ProgramPane(byId('program'), (launch) => goToLaunch(launch));
let timer = null;

const blocksShown = () => orders[shown.order];
const blockShown = () => blocksShown()[shown.block];
const otherBlock = (block) => (orders[1 - shown.order] || []).find((each) => each.head.launch === block.head.launch && each.head.block === block.head.block) || null;

/// Changes what is shown; steps beyond an interval's end or begin go on in the next one or the one before.
function go(change) {
  Object.assign(shown, change);
  const block = blockShown();
  if (!block || !block.count) return;
  shown.number = Math.max(0, Math.min(shown.number, block.count - 1));
  shown.step = Math.max(0, Math.min(shown.step, block.interval(shown.number).steps));
  shown.warp = Math.max(0, Math.min(shown.warp, Math.ceil(block.threads / warpLanes) - 1));
  if (shown.chosen !== null) shown.chosen = Math.max(0, Math.min(shown.chosen, block.threads - 1));
  draw();
}

/// Where stepping stops in an interval: at all its steps, or at those of the chosen thread and the end.
function stops(block, number) {
  const { steps } = block.interval(number);
  if (shown.chosen === null) return Array.from({ length: steps }, (_, i) => i + 1);
  return [...new Set([...ownSteps(block, block.interval(number), shown.chosen).map((own) => own.step), steps])];
}

function stepOn() {
  const block = blockShown();
  const next = stops(block, shown.number).find((step) => step > shown.step);
  if (next) go({ step: next });
  else if (shown.number + 1 < block.count) go({ number: shown.number + 1, step: stops(block, shown.number + 1)[0] });
  else return false;
  return true;
}

function stepBack() {
  const before = stops(blockShown(), shown.number).findLast((step) => step < shown.step);
  if (before) go({ step: before });
  else if (shown.number > 0) go({ number: shown.number - 1, step: Infinity });
  else go({ step: 0 });
}

/// To the end of this interval, or of the next one if it is there.
function barrierOn() {
  const block = blockShown();
  if (shown.step < block.interval(shown.number).steps) go({ step: Infinity });
  else if (shown.number + 1 < block.count) go({ number: shown.number + 1, step: Infinity });
}

function barrierBack() {
  if (shown.number > 0) go({ number: shown.number - 1, step: Infinity });
  else go({ step: 0 });
}

function play(on = timer === null) {
  clearInterval(timer);
  timer = on ? setInterval(() => stepOn() || play(false), 450) : null;
  replaceChildren(byId('play'), timer === null ? '▶' : '❚❚');
  byId('play').setAttribute('aria-label', timer === null ? 'Play' : 'Pause');
}

/// Those in blocks by their places, then those between streams.
function nextFinding() {
  const placed = placedFindings(blocksShown()), streams = programPane.races.length;
  const at = (each) => blocksShown().indexOf(each.block) * 1e6 + each.interval;
  const sorted = [...placed].sort((a, b) => at(a) - at(b));
  const now = shown.block * 1e6 + shown.number;
  let next = sorted.find((each) => at(each) > now);
  if (programPane.race !== null) next = programPane.race + 1 < streams ? undefined : sorted[0];
  if (!next && streams) return programPane.show(programPane.race === null ? 0 : (programPane.race + 1) % streams);
  next ??= sorted[0];
  if (!next) return;
  programPane.show(null);
  go({ block: blocksShown().indexOf(next.block), number: next.interval, step: Infinity });
  for (const array of blockShown().arrays) {
    if (array.name !== next.finding.object?.name) continue;
    const racy = [...permissionsIn(blockShown(), shown.number)[array.number]].find(([, cell]) => isRacy(cell, raceLines(blockShown())));
    if (racy) arraysPane.show(array, racy[0]);
  }
  draw();
}

function goToLaunch(launch) {
  const block = blocksShown().findIndex((each) => each.head.launch === launch && each.count);
  if (block >= 0) go({ block, number: 0, step: 0 });
}

function choose(thread) {
  if (thread === null) return go({ chosen: null });
  const chosen = Math.max(0, Math.min(thread, blockShown().threads - 1));
  go({ chosen, warp: Math.floor(chosen / warpLanes) });
}

function otherOrder() {
  if (orders.length < 2) return;
  const other = otherBlock(blockShown());
  if (other) go({ order: 1 - shown.order, block: orders[1 - shown.order].indexOf(other) });
}

function otherTheme() {
  const root = document.documentElement;
  const dark = root.dataset.theme ? root.dataset.theme === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches;
  root.dataset.theme = dark ? 'light' : 'dark';
}

/// Where each thread stands when `step` steps of the interval were taken, as drawThreads() wants it.
function standing(block, interval, step) {
  const at = Array.from({ length: block.threads }, () => ({ line: null, state: 'out' }));
  interval.warps.forEach((steps, warp) => {
    for (let i = 0; i < Math.min(step, steps.length); ++i) {
      for (const lane of steps[i].lanes) at[warp * warpLanes + lane] = { line: steps[i].line, state: i + 1 === step ? 'on' : 'off' };
    }
    for (let lane = 0; lane < warpLanes; ++lane) {
      const thread = warp * warpLanes + lane;
      if (thread >= block.threads) break;
      const rest = steps.slice(step).some((made) => made.lanes.includes(lane));
      const began = steps.some((made) => made.lanes.includes(lane));
      if (!began || rest) {
        if (began && at[thread].state === 'out') at[thread] = { line: interval.after ?? null, state: 'off' };
        continue;
      }
      if (at[thread].state === 'off' || (step >= interval.steps && at[thread].state !== 'on')) at[thread] = { line: interval.until ?? null, state: 'post' };
    }
  });
  return at;
}

function draw() {
  const block = blockShown(), { number, step } = shown;
  const interval = block.interval(number);
  const begin = stateAtBegin(block, number);
  const races = raceLines(block);
  const touched = new Map();
  let focus = null;
  interval.warps.forEach((steps, warp) => {
    const made = step > 0 && steps[step - 1];
    if (!made) return;
    if (warp === shown.warp || focus === null) focus = made.line ?? focus;
    for (const access of made.accesses) {
      if (access.array < 0) continue;
      access.elements.forEach((element, i) => {
        if (shown.chosen !== null && warp * warpLanes + access.lanes[i] !== shown.chosen) return;
        touched.set(access.array + ':' + block.arrays[access.array].slot(element), letterOf(access.kind));
      });
    }
  });
  const at = standing(block, interval, step);
  if (shown.chosen !== null) focus = at[shown.chosen].line ?? focus;
  const lines = new Map();
  at.forEach(({ line, state }, thread) => {
    if (!line) return;
    const key = line.file + ':' + line.line;
    if (!lines.has(key)) lines.set(key, { active: new Set(), waiting: new Set() });
    lines.get(key)[state === 'on' ? 'active' : 'waiting'].add(thread);
  });
  const other = otherBlock(block);
  const view = { block, number, step, begin, races, touched, order: shown.order, chosen: shown.chosen, state: stateAt(block, number, step), end: null,
    permissions: permissionsIn(block, number), placed: placedFindings(blocksShown()), otherBlock: other, otherValue: () => undefined };
  if (races.length && other && number < other.count) {
    view.end = stateAt(block, number, Infinity);
    const left = stateAt(other, number, Infinity);
    view.otherValue = (array, slot) => {
      const same = sameArray(other, array);
      return same && left.values[same.number][slot];
    };
  }
  const first = interval.warps.map((steps) => steps.find((each) => each.line)?.line).find(Boolean);
  sourcePane.draw(lines, focus || interval.after || first, shown.chosen);
  arraysPane.draw(view);
  drawThreads(byId('threads'), block, (thread) => at[thread], shown.chosen, shown.warp, (thread) => choose(shown.chosen === thread ? null : thread));
  drawThread(byId('thread'), view, choose, (to) => go({ step: to }));
  drawLanes(byId('lanes'), block, interval, shown.warp, step, shown.chosen, (to) => go({ step: to }));
  drawRace(byId('finding'), view);
  transport.draw(view);
  drawTop(view);
  programPane.draw(block.head.launch);
  history.replaceState(null, '', `#launch=${block.head.launch}&block=${block.head.block}&interval=${number}&step=${step}` + (shown.chosen !== null ? `&thread=${shown.chosen}` : '') + (shown.order ? '&order=1' : ''));
}

function options(select, texts, chosen) {
  if (select.dataset.texts !== JSON.stringify(texts)) {
    replaceChildren(select, texts.map((text, i) => make('option', { value: i }, text)));
    select.dataset.texts = JSON.stringify(texts);
  }
  select.selectedIndex = chosen;
}

function drawTop(view) {
  const { block } = view;
  const launches = [...new Set(blocksShown().map((each) => each.head.launch))];
  options(byId('launch'), launches.map((number) => {
    const launch = recording.run.launches.find((each) => each.launch === number);
    return `launch ${number}: ${launch.kernel.replace(/\(.*/, '')} <<<${launch.grid.join(',').replace(/(,1)+$/, '')}; ${launch.block_dim.join(',').replace(/(,1)+$/, '')}>>>`;
  }), launches.indexOf(block.head.launch));
  const warps = Math.ceil(block.threads / warpLanes);
  options(byId('warp'), Array.from({ length: warps }, (_, i) => `t${i * warpLanes}..t${Math.min(block.threads, (i + 1) * warpLanes) - 1}`), shown.warp);
  byId('warp').hidden = warps < 2;
  byId('order-box').hidden = orders.length < 2;
  if (orders.length > 1) options(byId('order'), ['threads ascending', 'threads descending'], shown.order);
  byId('race').hidden = !view.placed.length && !programPane.races.length;
  byId('race').lastChild.textContent = programPane.races.length || view.placed.some((each) => each.finding.kind === 'race') ? 'Race' : 'Finding';
  replaceChildren(byId('block'), `block ${blockIndex(block.launch, block.head.block).join(',')}`);
  drawGrid(view);
  const notes = [];
  if (block.count < block.head.intervals) notes.push(`Recorded are the first ${block.count} of ${block.head.intervals} intervals of this block.`);
  if (!block.head.ended) notes.push('The block did not come to its end.');
  if (!block.head.steps) notes.push('The program was not compiled for replays (fencepost-nvcc --profile): steps are accesses alone.');
  const listed = recording.run.launch_count - launches.length;
  if (listed > 0) notes.push(`${listed} more ${listed === 1 ? 'launch was' : 'launches were'} not recorded; --launch K records one.`);
  replaceChildren(byId('notes'), notes.join(' '));
}

/// The blocks of the grid; those that were recorded can be chosen.
function drawGrid(view) {
  const { launch } = view.block;
  const most = 1024;
  const count = launch.grid[0] * launch.grid[1] * launch.grid[2];
  const recorded = new Map(blocksShown().map((block, i) => [block, i]).filter(([block]) => block.head.launch === launch.launch).map(([block, i]) => [block.head.block, i]));
  const racy = new Set(view.placed.map((each) => each.block));
  const ranks = count <= most ? Array.from({ length: count }, (_, i) => i) : [...recorded.keys()];
  const grid = make('div.grid', null, ranks.map((rank) => {
    const i = recorded.get(rank);
    return make('button', { type: 'button', disabled: i === undefined, class: (i === shown.block ? 'now ' : '') + (i !== undefined && racy.has(blocksShown()[i]) ? 'error' : ''),
      title: `block ${blockIndex(launch, rank).join(',')}` + (i === undefined ? ', not recorded' : ''), onclick: () => { byId('grid').open = false; go({ block: i, step: Infinity }); } },
    blockIndex(launch, rank).join(','));
  }));
  grid.style.setProperty('--columns', count <= most ? Math.min(launch.grid[0], 16) : 8);
  replaceChildren(byId('blocks'), grid, make('p.note', null, `${recorded.size} of ${count.toLocaleString('en')} ${count === 1 ? 'block' : 'blocks'} recorded; --block B chooses others.`));
}

const keys = { ArrowRight: stepOn, ArrowLeft: stepBack, ArrowDown: barrierOn, ArrowUp: barrierBack, ' ': () => play(), r: nextFinding, o: otherOrder, t: otherTheme,
  Home: () => go({ number: 0, step: 0 }), End: () => go({ number: Infinity, step: Infinity }), '[': () => go({ block: Math.max(0, shown.block - 1) }),
  ']': () => go({ block: Math.min(blocksShown().length - 1, shown.block + 1) }), '?': () => byId('help').showModal(),
  f: () => choose(shown.chosen === null ? shown.warp * warpLanes : null), Escape: () => choose(null),
  ',': () => choose((shown.chosen ?? 1) - 1), '.': () => choose((shown.chosen ?? -1) + 1),
  p: () => { byId('program').open = !byId('program').open; programPane.draw(blockShown().head.launch); },
  w: () => go({ chosen: null, warp: (shown.warp + 1) % Math.ceil(blockShown().threads / warpLanes) }) };

addEventListener('keydown', (event) => {
  const own = event.target.closest('select, input, dialog, textarea');
  if (event.ctrlKey || event.metaKey || event.altKey || own || (event.key === ' ' && event.target.closest('button, summary'))) return;
  const act = keys[event.key];
  if (!act) return;
  event.preventDefault();
  if (event.key !== ' ') play(false);
  act();
});

for (const [id, act] of Object.entries({ 'step-on': stepOn, 'step-back': stepBack, 'barrier-on': barrierOn, 'barrier-back': barrierBack, play: () => play(),
  race: nextFinding, theme: otherTheme, keys: () => byId('help').showModal() })) byId(id).addEventListener('click', act);
byId('order').addEventListener('change', otherOrder);
byId('warp').addEventListener('change', () => go({ warp: byId('warp').selectedIndex }));
byId('launch').addEventListener('change', () => {
  const launches = [...new Set(blocksShown().map((each) => each.head.launch))];
  go({ block: blocksShown().findIndex((each) => each.head.launch === launches[byId('launch').selectedIndex]), number: 0, step: 0 });
});

function goToFragment() {
  const wanted = new URLSearchParams(location.hash.slice(1));
  const order = wanted.get('order') === '1' && orders.length > 1 ? 1 : 0;
  const block = orders[order].findIndex((each) => each.head.launch === Number(wanted.get('launch')) && each.head.block === Number(wanted.get('block')));
  if (!wanted.has('launch') || block < 0) return go({ order: 0, block: 0, number: 0, step: 0 });
  const thread = wanted.has('thread') ? Number(wanted.get('thread')) || 0 : null;
  go({ order, block, number: Number(wanted.get('interval')) || 0, step: Number(wanted.get('step')) || 0, chosen: thread,
    warp: thread === null ? shown.warp : Math.floor(thread / warpLanes) });
}

addEventListener('hashchange', goToFragment);
if (!orders[0].some((block) => block.count)) {
  replaceChildren(byId('side'), make('p.absent', null, 'Nothing was recorded of this run.'));
} else {
  goToFragment();
}
