// The recording: orders of threads, launches, blocks, intervals, steps. A step of a warp is a line that some of its
// lanes execute together; in an interval all warps take their steps side by side.
const recording = JSON.parse(document.getElementById('recording').textContent);
const warpLanes = (recording.run.launches.find((launch) => launch.warp) || { warp: 32 }).warp;
const writes = 1, strong = 2, atomic = 4;  // Bits of an access' kind.

/// Kinds as permissions name them.
const letterOf = (kind) => (kind & atomic ? (kind & writes ? 'A' : 'R') : kind & writes ? 'W' : 'R');

const bits = (mask) => {
  const lanes = [];
  if (typeof mask === 'string') {  // Of a wavefront of 64, whose bits are too many for a number.
    const all = BigInt(mask);
    for (let lane = 0; lane < warpLanes; ++lane) if (all >> BigInt(lane) & 1n) lanes.push(lane);
    return lanes;
  }
  for (let lane = 0; lane < warpLanes; ++lane) if (mask >>> lane & 1) lanes.push(lane);
  return lanes;
};

/// "[first, step]" or a list, of `count` elements.
const elementsOf = (packed, count) =>
  packed.length === 2 ? Array.from({ length: count }, (_, i) => packed[0] + i * packed[1]) : packed;

/// One recorded block in one order of threads.
class Block {
  constructor(raw) {
    this.head = raw.head;
    this.raw = raw.data;
    this.launch = recording.run.launches.find((launch) => launch.launch === raw.head.launch);
    this.lines = raw.head.lines.map((line) => line && { file: line[0], line: line[1] });
    this.arrays = raw.head.arrays.map((array, number) => new RecordedArray(array, number));
    [this.width, this.height, this.depth] = this.launch.block_dim;
    this.threads = this.width * this.height * this.depth;
    this.intervals = [];
    this.states = new Map();
  }

  get count() { return this.raw.length; }

  /// {after, until: lines or 0, warps: [[step]], steps, before, atEnd}; a step is {line, lanes, accesses}, an access
  /// {kind, array, lanes: [lane], elements, values, order}. Made when it is first asked for.
  interval(number) {
    return this.intervals[number] ??= this.decode(this.raw[number]);
  }

  decode(raw) {
    const warps = raw.warps.map((steps) => steps.map(([line, lanes, accesses = []]) => ({
      line: this.lines[line], lanes: bits(lanes),
      accesses: accesses.map(([kind, array, own, elements, values, order]) => {
        const taking = bits(own || lanes);
        if (array < 0) return { kind, array, lanes: taking, elements: [], values: [] };
        return { kind, array, lanes: taking, elements: elementsOf(elements, taking.length), order,
          values: Array.isArray(values) ? values : taking.map(() => values) };
      }) })));
    return { after: this.lines[raw.after], until: this.lines[raw.until], warps, before: raw.before || [],
      atEnd: raw.at_end || [], steps: Math.max(1, ...warps.map((steps) => steps.length)) };
  }
}

/// An array of a block. Its elements that are known have slots, one behind the other: of large arrays only the parts
/// that are used.
class RecordedArray {
  constructor(array, number) {
    Object.assign(this, array);
    this.number = number;
    this.parts = array.first.map(([from, count]) => ({ from, count, slot: 0 }));
    this.slots = 0;
    for (const part of this.parts) {
      part.slot = this.slots;
      this.slots += part.count;
    }
  }

  slot(element) {
    if (this.slots === this.elements) return element;
    let low = 0, high = this.parts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.parts[middle].from <= element) low = middle; else high = middle - 1;
    }
    return this.parts[low].slot + element - this.parts[low].from;
  }

  element(slot) {
    if (this.slots === this.elements) return slot;
    const part = this.parts.findLast((each) => each.slot <= slot);
    return part.from + slot - part.slot;
  }

  first_values() {
    return this.first.flatMap(([, count, values]) => (Array.isArray(values) ? values : Array(count).fill(values)));
  }
}

const orders = recording.orders.map((blocks) => blocks.map((raw) => new Block(raw)));
