// What arrays hold at a step, who wrote it, and who may: from the recording, forwards from the nearest known state.
const mostKept = 3e6;  // Values of states that are kept.

/// {values, writers}: of each array one entry a slot. A writer is null, or {thread, line, interval, step, kind}; thread
/// -1: not one of the block's.
function emptyState(block) {
  return { values: block.arrays.map((array) => array.first_values()),
    writers: block.arrays.map((array) => Array(array.slots).fill(null)) };
}

const copied = (state) => ({ values: state.values.map((all) => all.slice()),
  writers: state.writers.map((all) => all.slice()) });

/// Changes `state`, that of the interval's begin, to that behind its first `steps` steps.
function advance(block, state, number, steps) {
  const interval = block.interval(number);
  const outside = (changes) => {
    for (const [array, element, value] of changes) {
      const slot = block.arrays[array].slot(element);
      state.values[array][slot] = value;
      state.writers[array][slot] = { thread: -1, line: null, interval: number, step: 0, kind: writes };
    }
  };
  outside(interval.before);
  const last = new Map();  // Of what several threads write: the one that came last in the run, among those so far.
  for (let step = 0; step < Math.min(steps, interval.steps); ++step) {
    for (let warp = 0; warp < interval.warps.length; ++warp) {
      const made = interval.warps[warp][step];
      if (!made) continue;
      for (const access of made.accesses) {
        if (!(access.kind & writes) || access.array < 0) continue;
        const array = block.arrays[access.array];
        access.lanes.forEach((lane, i) => {
          const slot = array.slot(access.elements[i]);
          if (access.order) {
            const key = access.array + ':' + slot;
            if ((last.get(key) ?? -1) > access.order[i]) return;
            last.set(key, access.order[i]);
          }
          state.values[access.array][slot] = access.values[i];
          state.writers[access.array][slot] =
            { thread: warp * warpLanes + lane, line: made.line, interval: number, step, kind: access.kind };
        });
      }
    }
  }
  if (steps >= interval.steps) outside(interval.atEnd);
  return state;
}

/// The state when the interval begins. Not to be changed.
function stateAtBegin(block, number) {
  const known = block.states.get(number);
  if (known) return known;
  const slots = block.arrays.reduce((sum, array) => sum + array.slots, 1);
  const distance = Math.max(1, Math.ceil(slots * block.count / mostKept));
  let from = number;
  while (from > 0 && !block.states.has(from)) --from;
  if (from === 0 && !block.states.has(0)) block.states.set(0, emptyState(block));
  const state = copied(block.states.get(from));
  for (let at = from; at < number; ++at) {
    if (at !== from && at % distance === 0) block.states.set(at, copied(state));
    advance(block, state, at, Infinity);
  }
  if (number % distance === 0) block.states.set(number, state);
  return state;
}

const stateAt = (block, number, steps) => advance(block, copied(stateAtBegin(block, number)), number, steps);

/// Who uses what in an interval: of each array a Map from slot to {W, R, A: Set of threads, lines: Map from a place to the
/// threads that use it there}.
function permissionsIn(block, number) {
  const interval = block.interval(number);
  if (interval.permissions) return interval.permissions;
  const all = block.arrays.map(() => new Map());
  interval.warps.forEach((steps, warp) => {
    for (const step of steps) {
      for (const access of step.accesses) {
        if (access.array < 0) continue;
        const letter = letterOf(access.kind);
        access.lanes.forEach((lane, i) => {
          const slot = block.arrays[access.array].slot(access.elements[i]);
          let cell = all[access.array].get(slot);
          if (!cell) all[access.array].set(slot, cell = { W: new Set(), R: new Set(), A: new Set(), lines: new Map() });
          cell[letter].add(warp * warpLanes + lane);
          const place = step.line ? step.line.file + ':' + step.line.line : '';
          if (!cell.lines.has(place)) cell.lines.set(place, new Set());
          cell.lines.get(place).add(warp * warpLanes + lane);
        });
      }
    }
  });
  return interval.permissions = all;
}

/// The lines of each race that the report has in this launch, as two places.
function raceLines(block) {
  return recording.findings.filter((finding) => finding.kind === 'race' && finding.kernel === block.launch.kernel)
    .map((finding) => finding.accesses.map((access) => access.location && access.location.file + ':' + access.location.line));
}

/// Two threads use the element by the two lines of a race that was found, and one of them writes.
function isRacy(cell, races) {
  if (!cell.W.size && !cell.A.size) return false;
  return races.some(([a, b]) => {
    const one = cell.lines.get(a), other = cell.lines.get(b);
    if (!one || !other || (!cell.W.size && !cell.R.size)) return false;
    return one.size > 1 || other.size > 1 || [...one][0] !== [...other][0];
  });
}
