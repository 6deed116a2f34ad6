// A program in the fragment of an address: "#z=" deflated, "#p=" as it is, both in the letters of base64url.
const mostOfLink = 1 << 20;  // Bytes of a program: others make links, too.

async function throughStream(bytes, stream) {
  const reader = new Blob([bytes]).stream().pipeThrough(stream).getReader();
  const pieces = [];
  let size = 0;
  for (;;) {
    const { done, value } = await reader.read();
    if (done) break;
    pieces.push(value);
    size += value.length;
    if (size > mostOfLink) throw new Error('the link holds too much');
  }
  return new Uint8Array(await new Blob(pieces).arrayBuffer());
}

function lettersOf(bytes) {
  let text = '';
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '');
}

function bytesOf(letters) {
  return Uint8Array.from(atob(letters.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0));
}

/// The fragment that holds {source, arguments, array}.
async function linkOf(program) {
  const bytes = new TextEncoder().encode(JSON.stringify(program));
  if (!('CompressionStream' in window)) return '#p=' + lettersOf(bytes);
  return '#z=' + lettersOf(await throughStream(bytes, new CompressionStream('deflate-raw')));
}

/// The program in a fragment; null: there is none. Throws if it is not whole.
async function programIn(fragment) {
  const found = /^#([zp])=([\w-]+)$/.exec(fragment);
  if (!found) return null;
  let bytes = bytesOf(found[2]);
  if (found[1] === 'z') bytes = await throughStream(bytes, new DecompressionStream('deflate-raw'));
  const program = JSON.parse(new TextDecoder().decode(bytes));
  const text = (value) => (typeof value === 'string' ? value : '');
  return { source: text(program.source), arguments: text(program.arguments), array: text(program.array) };
}
