// Values, threads and elements as text.
const shownAs = new Map();  // By array's name: how its elements are to be shown, if not as what they are.
const bytesOfValue = new DataView(new ArrayBuffer(8));

function numberText(value) {
  if (Number.isInteger(value)) return Math.abs(value) < 1e9 ? String(value) : value.toExponential(3);
  const text = String(Number(value.toPrecision(6)));
  return text.length > 9 ? value.toExponential(2) : text;
}

/// What is likely meant by the bits of a number of unknown type: a small integer, or a floating-point number of usual size.
function guessed(bytes) {
  const whole = bytes === 8 ? Number(bytesOfValue.getBigInt64(0, true)) : bytes === 4 ? bytesOfValue.getInt32(0, true) : null;
  const real = bytes === 8 ? bytesOfValue.getFloat64(0, true) : bytes === 4 ? bytesOfValue.getFloat32(0, true) : NaN;
  return Math.abs(whole) > 1 << 23 && Math.abs(real) > 1e-6 && Math.abs(real) < 1e9 ? 'f' : 'i';
}

/// The member of a struct that an element of the array is, or is a part of, and its place in the struct.
function memberAt(array, element) {
  const offset = element % (array.struct / array.bytes) * array.bytes;
  const member = (array.members || []).findLast(([at, , bytes, count]) => at <= offset && offset < at + bytes * (count || 1));
  return { offset, member };
}

/// As what an element is shown, and how many of its bytes: those of the only member that begins in it. '?' if its type is
/// not known.
function typeOf(array, element) {
  if (shownAs.has(array.name)) return { as: shownAs.get(array.name), width: array.bytes };
  if (array.type === '?' && array.struct) {
    const { offset, member } = memberAt(array, element);
    const begun = array.members?.filter(([at, , , count]) => !count && at >= offset && at < offset + array.bytes).length;
    const whole = member && member[2] <= array.bytes && (member[3] ? member[2] === array.bytes : begun === 1 && member[0] === offset);
    if (whole) return { as: member[4], width: member[2] };
  }
  return { as: array.type, width: array.bytes };
}

/// The bits of a half, or of a bfloat16: the upper half of a float.
function narrowText(bits, as) {
  if (as === 'b') {
    bytesOfValue.setUint32(0, bits << 16 >>> 0, true);
    return numberText(bytesOfValue.getFloat32(0, true));
  }
  const exponent = bits >> 10 & 31, fraction = bits & 1023, sign = bits >> 15 ? -1 : 1;
  if (exponent === 31) return fraction ? 'nan' : sign < 0 ? '-inf' : 'inf';
  return numberText(sign * (exponent ? (1024 + fraction) * 2 ** (exponent - 25) : fraction * 2 ** -24));
}

/// What an element of the array holds; '?' if nobody has written it.
function valueText(value, array, element) {
  if (value === null || value === undefined) return '?';
  let { as, width } = typeOf(array, element);
  if (as === array.type && !['?', 'h', 'b'].includes(as)) return as === 'f' && typeof value === 'number' ? numberText(value) : String(value);
  if (array.type !== 'f') bytesOfValue.setBigInt64(0, BigInt.asIntN(64, BigInt(value)), true);
  else if (array.bytes === 4) bytesOfValue.setFloat32(0, Number(value.toString().replace('inf', 'Infinity')), true);
  else bytesOfValue.setFloat64(0, Number(value.toString().replace('inf', 'Infinity')), true);
  const bits = BigInt.asUintN(8 * width, bytesOfValue.getBigUint64(0, true));
  if (as === '?') as = guessed(array.bytes);
  if (as === 'x') return '0x' + bits.toString(16);
  if (as === 'h' || as === 'b') return narrowText(Number(bits), as);
  if (as === 'f' && width >= 4) return numberText(width === 4 ? bytesOfValue.getFloat32(0, true) : bytesOfValue.getFloat64(0, true));
  return String(as === 'u' ? bits : BigInt.asIntN(8 * width, bits));
}

/// "t3", "t0..t7", "t0,t32,+30".
function threadsText(threads) {
  const sorted = [...threads].sort((a, b) => a - b);
  const runs = [];
  for (const thread of sorted) {
    const last = runs.at(-1);
    if (last && last[1] === thread - 1) last[1] = thread; else runs.push([thread, thread]);
  }
  const parts = [];
  let told = 0;
  for (const [first, end] of runs) {
    if (parts.length === 2) break;
    if (end > first + 1) {
      parts.push(`t${first}..t${end}`);
      told += end - first + 1;
      continue;
    }
    for (let thread = first; thread <= end && parts.length < 2; ++thread, ++told) parts.push('t' + thread);
  }
  if (told < sorted.length) parts.push('+' + (sorted.length - told));
  return parts.join(',');
}

const permissionText = (cell) => ['W', 'A', 'R'].filter((letter) => cell[letter].size)
  .filter((letter) => letter !== 'R' || [...cell.R].some((thread) => !cell.W.has(thread)))
  .map((letter) => letter + threadsText(letter === 'R' ? [...cell.R].filter((thread) => !cell.W.has(thread)) : cell[letter]))
  .join(' ');

/// "tile[3][17]", "particles[4].x".
function elementText(array, element) {
  if (array.scalar && array.elements === 1) return array.name;
  let index = element, rest = '';
  if (array.struct) {
    const pieces = array.struct / array.bytes;
    index = Math.floor(element / pieces);
    const { offset, member } = memberAt(array, element);
    if (member) rest = '.' + member[1] + (member[3] ? `[${Math.floor((offset - member[0]) / member[2])}]` : '');
    else rest = offset ? '+' + offset : '';
    if (array.scalar && array.elements === pieces) return array.name + rest;
  }
  let text = '';
  const dimensions = array.dimensions || [];
  for (let d = dimensions.length - 1; d > 0; --d) {
    text = `[${index % dimensions[d]}]` + text;
    index = Math.floor(index / dimensions[d]);
  }
  return `${array.name}[${index}]${text}${rest}`;
}

const placeName = (place) => (place ? `${place.file.split('/').at(-1)}:${place.line}` : 'an unknown line');

/// "thread 3", "thread (1,2,0)".
function threadName(block, thread) {
  if (thread < 0) return 'outside the block';
  if (block.height === 1 && block.depth === 1) return 'thread ' + thread;
  const x = thread % block.width, y = Math.floor(thread / block.width) % block.height;
  return `thread ${thread} (${x},${y},${Math.floor(thread / block.width / block.height)})`;
}

function blockIndex(launch, rank) {
  const [x, y, z] = launch.grid;
  const index = [rank % x, Math.floor(rank / x) % y, Math.floor(rank / x / y)];
  return z > 1 ? index : y > 1 ? index.slice(0, 2) : [rank];
}
