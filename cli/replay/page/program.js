// The program: what it issued to each of its streams, from left to right as the host did, and what waits for what.
const stepWidth = { 'event-record': 70, 'event-wait': 70, 'host-wait': 70 };
const laneHeight = 46;

const kernelName = (call) => call.replace(/^void /, '').replace(/[<(].*/s, '');

/// Where two operations race that nothing orders: {finding, sides: places in `steps`, -1 if that step was not kept}. What the host
/// accesses is added to `steps` there.
function streamRaces(steps, lanes) {
  const races = [];
  for (const finding of recording.findings) {
    if (!finding.timeline || finding.kind !== 'race') continue;
    const isSame = (told, step) => step.number === told.number && step.kind === told.kind && step.line === told.location?.line &&
      lanes[step.lane].name === finding.timeline.lanes[told.lane].name;
    races.push({ finding, sides: [0, 1].map((side) => {
      const at = finding.timeline.steps.findIndex((step) => step.access === side);
      const told = finding.timeline.steps[at];
      if (!told) return null;
      const known = steps.find((step) => isSame(told, step));
      if (known || told.kind !== 'host-access') return known || null;
      const before = finding.timeline.steps.slice(0, at).findLast((each) => steps.some((step) => isSame(each, step)));
      let place = before ? steps.findIndex((step) => isSame(before, step)) + 1 : steps.length;
      while (steps[place]?.kind === 'host-access') ++place;
      const access = { kind: 'host-access', lane: 0, number: 0, line: told.location?.line, file: told.location?.file, after: [] };
      steps.splice(place, 0, access);
      return access;
    }) });
  }
  return races;
}

class ProgramPane {
  /// `choose(launch)`: shows the recording of a launch.
  constructor(element, choose) {
    const { lanes = [], steps = [], count = 0 } = recording.run.program || {};
    this.element = element;
    this.choose = choose;
    this.lanes = lanes;
    this.count = count;
    this.kept = steps.length;
    this.steps = steps.map((step) => ({ ...step }));
    for (const step of this.steps) step.after = (step.after || []).map((at) => this.steps[at]);
    if (lanes.length && lanes[0].kind !== 'host') this.addHost();
    this.races = streamRaces(this.steps, this.lanes);
    this.race = null;
    element.hidden = !this.steps.length;
    element.open = this.races.length > 0 || this.lanes.length > 2;
    if (!element.hidden) this.load();
  }

  addHost() {
    this.lanes = [{ name: 'the host', kind: 'host' }, ...this.lanes];
    for (const step of this.steps) {
      ++step.lane;
      if (step.awaited !== undefined) ++step.awaited;
    }
  }

  text(step) {
    switch (step.kind) {
      case 'launch': return kernelName(step.call || 'a kernel');
      case 'event-record': return 'record ' + step.event;
      case 'event-wait': return 'wait ' + step.event;
      case 'host-wait': return step.event ? 'wait ' + step.event : 'wait';
      case 'host-access': return 'accesses memory';
      default: return step.call;
    }
  }

  told(step) {
    const waits = step.kind === 'host-wait' && !step.event ? ' for ' + (step.awaited === undefined ? 'all streams' : this.lanes[step.awaited].name) : '';
    const after = step.after.map((other) => `${this.text(other)} in ${this.lanes[other.lane].name}`);
    return [`${this.text(step)}${waits}${step.launch ? `, launch ${step.launch}` : ''}${step.bytes ? `, ${step.bytes.toLocaleString('en')} bytes` : ''}`,
      this.lanes[step.lane].name, step.line && placeName(step), after.length && 'waits for ' + after.join(', '),
      step.host_waits && 'the host waits for it', step.launch && !this.isRecorded(step) && 'not recorded; --launch ' + step.launch + ' records it'].filter((part) => part).join('\n');
  }

  isRecorded(step) { return orders[0].some((block) => block.head.launch === step.launch && block.count); }

  load() {
    let x = 0;
    for (const step of this.steps) {
      step.x = x;
      step.width = stepWidth[step.kind] ?? 132;
      x += step.width;
    }
    const racy = new Set(this.races.flatMap((race) => race.sides));
    const boxes = this.steps.map((step) => {
      const name = this.text(step);
      step.box = make(`button.op.${step.kind}${racy.has(step) ? '.bad' : ''}`, { type: 'button', title: this.told(step), 'data-launch': step.launch, tabindex: step.launch || racy.has(step) ? null : '-1',
        'aria-label': `${name}, ${this.lanes[step.lane].name}`, onclick: () => this.click(step) }, make('span', null, name),
      make('small', null, step.launch ? '#' + step.launch + ' ' : '', step.line ? ':' + step.line : '', step.host_waits ? ' awaited' : ''));
      step.box.style.left = step.x + 4 + 'px';
      step.box.style.width = step.width - 8 + 'px';
      step.box.style.top = step.lane * laneHeight + 4 + 'px';
      return step.box;
    });
    const height = this.lanes.length * laneHeight;
    const drawing = makeSvg('svg', { width: x, height, 'aria-hidden': 'true' }, this.edges(height));
    const tracks = this.lanes.map((lane, i) => {
      const track = make('div.track');
      track.style.top = (i + 0.5) * laneHeight + 'px';
      return track;
    });
    const field = make('div.field', null, tracks, drawing, boxes);
    field.style.width = x + 'px';
    field.style.height = height + 'px';
    this.scroll = make('div.scroll', { role: 'region', tabindex: '0', 'aria-label': 'Steps of the program by streams' }, field);
    const names = make('div.names', null, this.lanes.map((lane) => make('div', null, make('span', null, lane.name),
      lane.kind !== 'host' && lane.kind !== 'default' && lane.kind !== 'graph' && make('small', null, lane.kind))));
    const streams = this.lanes.length - 1;
    replaceChildren(this.element, make('summary', null, 'Program', make('span', null, `${this.count.toLocaleString('en')} ${this.count === 1 ? 'step' : 'steps'}, ` +
        `${streams} ${streams === 1 ? 'stream' : 'streams'}`), this.races.length > 0 && make('b', null, `${this.races.length} ${this.races.length === 1 ? 'race' : 'races'} between operations`)),
      this.note = make('div.telling', { 'aria-live': 'polite' }), make('div.lanes', null, names, this.scroll), this.legend(drawing));
  }

  legend(drawing) {
    const left = this.count - this.kept;
    return [left > 0 && make('p.note', null, `${left.toLocaleString('en')} later steps are not shown.`),
      make('ul.edges', null, drawing.querySelector('.wait') && make('li', null, make('i.wait'), 'waits for'), drawing.querySelector('.post') && make('li', null, make('i.post'), 'the host waits for all'),
        drawing.querySelector('.missing') && make('li', null, make('i.missing'), 'nothing orders these two'))];
  }

  edges(height) {
    const middle = (step) => (step.lane + 0.5) * laneHeight;
    const paths = [];
    const add = (name, from, to, fromX, toX) => {
      const y = middle(from), end = middle(to), bend = Math.max(12, Math.min(60, (toX - fromX) / 2));
      paths.push(makeSvg('path.' + name, { d: `M${fromX} ${y}C${fromX + bend} ${y} ${toX - bend} ${end} ${toX} ${end}` }));
    };
    for (const step of this.steps) {
      if (step.kind === 'host-wait' && !step.event && step.awaited === undefined) {  // A post: all before it is done.
        paths.push(makeSvg('path.post', { d: `M${step.x + step.width / 2} ${laneHeight - 4}V${height}` }));
        continue;
      }
      for (const other of step.after) add('wait', other, step, other.x + other.width - 4, step.x + 4);
      if (step.host_waits && step.lane !== 0) paths.push(makeSvg('path.wait', { d: `M${step.x + step.width - 12} ${middle(step)}V${laneHeight / 2}` }));
    }
    for (const { sides: [a, b] } of this.races) {
      if (a && b) add('missing', a, b, a.x + a.width / 2, b.x + b.width / 2);
    }
    return paths;
  }

  click(step) {
    const at = this.races.findIndex((race) => race.sides.includes(step));
    if (at >= 0) this.show(at);
    if (step.launch && this.isRecorded(step)) this.choose(step.launch);
    else if (at < 0) replaceChildren(this.note, make('p', null, this.told(step).replace(/\n/g, '; ')));
  }

  /// Tells of a race, and shows where it is; null: of none.
  show(at) {
    this.race = at;
    this.tell();
    const sides = at === null ? [] : this.races[at].sides.filter(Boolean);
    for (const step of this.steps) step.box.classList.toggle('told', sides.includes(step));
    if (at === null) return;
    this.element.open = true;
    this.element.scrollTop = 0;
    if (sides.length) this.reveal(sides[0]);
  }

  reveal(step) {
    const left = step.x - 20, box = this.scroll;
    if (left < box.scrollLeft || step.x + step.width > box.scrollLeft + box.clientWidth) box.scrollLeft = left;
  }

  tell() {
    const race = this.race !== null && this.races[this.race];
    replaceChildren(this.note, race && make('div.finding.' + race.finding.severity, null, make('p', null, make('b', null, 'Race'), race.finding.element ? [' on ', make('code', null, race.finding.element)] : '', ': ',
      race.finding.accesses.map((access, i) => [i ? ' and ' : '', `${access.kind.replace('-', ' ')} by ${access.by || 'a thread'}`, access.location && [' at ', make('code', null, placeName(access.location))]]),
      '; nothing orders the two.'), race.finding.hint && make('p.hint', null, race.finding.hint)));
  }

  draw(launch) {
    for (const step of this.steps) step.box?.classList.toggle('now', step.launch !== undefined && step.launch === launch);
    if (this.launch === launch) return;
    this.launch = launch;
    const now = this.steps.find((step) => step.launch === launch);
    if (now && this.element.open) this.reveal(now);
  }
}
