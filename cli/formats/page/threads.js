// Threads that wait at different places, or have left.
/// Each thread of a block as a cell, a row for each warp, by what it does.
function threadMap(finding) {
  const extent = finding.block_dim;
  const total = extent[0] * extent[1] * extent[2];
  const width = 8, height = 14, left = 50;
  const warps = Math.ceil(total / warpSize);
  const columns = Math.min(warpSize, total);
  const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
  const shapes = [];
  for (let warp = 0; warp < warps; ++warp) {
    shapes.push(makeSvg('text', { x: left - 8, y: warp * (height + 2) + 11, 'text-anchor': 'end' }, 'warp ' + warp));
    const lanes = Math.min(warpSize, total - warp * warpSize);
    shapes.push(makeSvg('rect.other', { x: left, y: warp * (height + 2), width: lanes * width - 1, height }));
  }
  finding.accesses.forEach((access, group) => {
    for (const [first, last] of access.threads || []) {
      for (let rank = first; rank <= last && rank < total;) {
        const warp = Math.floor(rank / warpSize);
        const end = Math.min(last, (warp + 1) * warpSize - 1, total - 1);
        const x = left + (rank % warpSize) * width, y = warp * (height + 2);
        shapes.push(makeSvg('rect.group' + group % 4, { x, y, width: (end - rank + 1) * width - 1, height },
          makeSvg('title', null, rangesText([[rank, end]], extent) + ': ' + accessLabel(finding, access))));
        shapes.push(makeSvg('text.letter', { x: x + 1, y: y + 11 }, letters[group % 26]));
        rank = end + 1;
      }
    }
  });
  const size = [left + columns * width, warps * (height + 2)];
  const legend = finding.accesses.map((access, group) => make('li', null,
    make('span.swatch.group' + group % 4, null, letters[group % 26]), whoText(finding, access) + ': ' +
    accessLabel(finding, access), access.location !== null && [' at ', placeText(placeOf(access.location))]));
  return [make('div.scroll.map', { role: 'region', tabindex: 0, 'aria-label': 'Threads of the block' },
    makeSvg('svg.threads', { width: size[0], height: size[1], viewBox: '0 0 ' + size.join(' '), role: 'img',
      'aria-label': 'What each thread of the block does, a row for each warp' }, shapes)),
  make('ul.legend', null, legend)];
}

