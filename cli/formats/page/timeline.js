// Who was where: threads against the barrier intervals of their block. Draws only what the finding says.
/// The threads of a block as rows: the involved ones alone, the others as ranges, whole warps together.
function threadRows(extent, involved) {
  const total = extent[0] * extent[1] * extent[2];
  const name = (rank) => indexText(threadOf(rank, extent), extent);
  const rows = [];
  const addRest = (first, last) => {
    if (first > last) return;
    const isWarps = first % warpSize === 0 && (last + 1) % warpSize === 0;
    const warps = [first / warpSize, (last + 1) / warpSize - 1];
    const threads = first === last ? 'thread ' + name(first) : 'threads ' + name(first) + '–' + name(last);
    if (!isWarps) {
      rows.push({ label: threads });
    } else {
      rows.push({ label: warps[0] === warps[1] ? 'warp ' + warps[0] : 'warps ' + warps[0] + '–' + warps[1],
        more: threads });
    }
  };
  const few = total <= 8 ? Array.from({ length: total }, (_, rank) => rank) : involved;
  let next = 0;
  for (const rank of [...new Set(few)].sort((a, b) => a - b)) {
    // Whole warps before the one of this thread, then what its warp has before it.
    const warp = rank - (rank % warpSize);
    const aligned = Math.min(Math.ceil(next / warpSize) * warpSize, rank);
    if (aligned < warp) {
      addRest(next, aligned - 1);
      addRest(aligned, warp - 1);
      addRest(warp, rank - 1);
    } else {
      addRest(next, rank - 1);
    }
    rows.push({ label: 'thread ' + name(rank), rank,
      more: total > warpSize ? 'warp ' + Math.floor(rank / warpSize) + ', lane ' + rank % warpSize : '' });
    next = rank + 1;
  }
  const aligned = Math.min(Math.ceil(next / warpSize) * warpSize, total);
  addRest(next, aligned - 1);
  addRest(aligned, total - 1);
  return rows;
}

/// The intervals up to `last` and the posts, which are barriers, between them. `begin` and `end` are the labels of the
/// posts around it; end null: what follows is not known.
function timelineColumns(last, begin, end, isExit) {
  const columns = [{ post: 'entry', title: 'the kernel begins' }];
  const unnamed = { post: '', title: 'a block barrier' };
  const addInterval = (name, number) => columns.push({ name, number });
  let next = 0;
  if (last > 4) {
    addInterval('0–' + (last - 2), -1);
    columns.push(unnamed);
    next = last - 1;
  }
  for (; next <= last; ++next) {
    addInterval(String(next), next);
    if (next < last - 1) columns.push(unnamed);
    if (next === last - 1) columns.push(begin || unnamed);
  }
  if (end) columns.push(end);
  if (!isExit) columns.push({ name: end ? 'later' : '…', number: -1 });
  return columns;
}

function timelineTable(label, columns, rows) {
  const head = make('tr', null, make('th', { scope: 'col' }, label), columns.map((column) => (column.name === undefined
    ? make('th.post', { scope: 'col', title: column.title }, make('span', null, column.post))
    : make('th' + (column.isHere ? '.here' : ''), { scope: 'col' }, column.name))));
  const body = rows.map((row) => make('tr' + (row.marks.length ? '.involved' : ''), null,
    make('th', { scope: 'row' }, make('span', null, row.label), row.more && make('small', null, row.more)),
    columns.map((column) => {
      if (column.name === undefined) return make('td.post');
      const marks = column.isHere ? row.marks : [];
      return make('td' + (column.isHere ? '.here' : '') + (column.isHere && row.link ? '.' + row.link : ''), null,
        make('i.track'), marks);
    })));
  return make('div.scroll', { role: 'region', tabindex: 0, 'aria-label': 'Timeline of ' + label },
    make('table.timeline', null, make('thead', null, head), make('tbody', null, body)));
}

/// A place in the file of all accesses; null if they are in several, or nobody knows.
function sharedFile(finding) {
  const places = finding.accesses.map((access) => placeOf(access.location));
  return places.every((place) => place && place.file === places[0].file) ? places[0] : null;
}

function accessMark(finding, access) {
  const place = placeOf(access.location);
  const className = accessClass(finding, access);
  return make('span.touch.' + className, { title: accessLabel(finding, access) + ' at ' + placeText(place) },
    make('b', null, { W: 'W', R: 'R', A: 'A' }[className] || '•'), ' ' + shortPlace(place, sharedFile(finding)));
}

/// The threads of one block with accesses of one interval; rows between the first and the last access are linked.
function blockTimeline(finding, label, accesses, columns, interval, isLinked) {
  for (const column of columns) column.isHere = column.number === interval;
  const rankOfAccess = (access) => rankOf(access.thread, finding.block_dim);
  const rows = threadRows(finding.block_dim, accesses.map(rankOfAccess));
  for (const row of rows) {
    row.marks = accesses.filter((access) => row.rank === rankOfAccess(access))
      .map((access) => accessMark(finding, access));
  }
  const involved = rows.filter((row) => row.marks.length);
  if (isLinked && involved.length > 1) {
    const first = rows.indexOf(involved[0]), last = rows.indexOf(involved[involved.length - 1]);
    rows.forEach((row, i) => {
      if (i >= first && i <= last) row.link = i === first ? 'from' : i === last ? 'to' : 'through';
    });
  }
  return timelineTable(label, columns, rows);
}

function barrierPost(finding, bound) {
  const place = placeOf(bound);
  return place && { post: shortPlace(place, placeOf(finding.accesses[0].location)),
    title: 'the barrier at ' + placeText(place) };
}

function withinBlock(finding) {
  const isBounded = finding.kind === 'race';
  const begin = barrierPost(finding, finding.interval_begin), end = barrierPost(finding, finding.interval_end);
  const isExit = isBounded && !end;
  const columns = timelineColumns(finding.interval, begin, isExit ? { post: 'exit', title: 'the kernel ends' } : end,
    isExit);
  const block = 'block ' + indexText(finding.accesses[0].block, finding.grid);
  const told = [];
  if (isBounded && finding.accesses.length === 2) {
    const first = placeOf(finding.interval_begin), last = placeOf(finding.interval_end);
    const from = begin ? 'the barrier at ' + shortPlace(first) : 'kernel entry';
    const to = end ? (begin ? 'the one at ' : 'the barrier at ') + shortPlace(last, begin && first) : 'kernel exit';
    told.push(make('p.told', null, 'Both accesses lie in interval ' + finding.interval + ', from ' + from + ' to ' + to +
      ': no barrier of the block orders them.'));
  }
  return [blockTimeline(finding, block, finding.accesses, columns, finding.interval, isBounded), ...told];
}

function betweenBlocks(finding) {
  const parts = finding.accesses.map((access) => blockTimeline(finding,
    'block ' + indexText(access.block, finding.grid), [access], timelineColumns(access.interval, null, null, false),
    access.interval, false));
  return [...parts, make('p.told', null, 'Barriers order the threads of one block only. Blocks of a launch run side ' +
    'by side and in any order, so that their intervals cannot be compared.')];
}

function betweenStreams(finding) {
  const rows = finding.accesses.map((access, i) => make('tr.involved', null,
    make('th', { scope: 'row' }, make('span', { title: access.by }, folded(whoText(finding, access)))),
    make('td.here.' + (i ? 'to' : 'from'), null, make('i.track'), accessMark(finding, access))));
  return [make('div.scroll', { role: 'region', tabindex: 0, 'aria-label': 'The two sides' },
    make('table.timeline.sides', null, make('tbody', null, rows))),
    make('p.told', null, 'No event, stream order or synchronisation lies between the two sides.')];
}

/// The nodes of the drawing; empty if the finding has no threads.
function timeline(finding) {
  if (finding.timeline) return laneDrawing(finding);
  if (finding.launch === undefined || !finding.block_dim || !finding.accesses.length) return [];
  if (finding.accesses.some((access) => access.threads)) return threadMap(finding);
  if (finding.scope === 'stream' || finding.scope === 'host-device') return betweenStreams(finding);
  if (finding.scope === 'inter-block') return betweenBlocks(finding);
  return withinBlock(finding);
}

