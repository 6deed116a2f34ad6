// The strip of intervals, with a post for each barrier, and the sliders.
class Transport {
  constructor(go) {
    this.go = go;
    this.strip = document.getElementById('strip');
    this.intervals = document.getElementById('interval');
    this.steps = document.getElementById('step');
    this.intervals.addEventListener('input', () => go({ number: Number(this.intervals.value), step: Infinity }));
    this.steps.addEventListener('input', () => go({ step: Number(this.steps.value) }));
    this.block = null;
  }

  draw(view) {
    const { block, number, step } = view;
    if (block !== this.block) this.load(block, view.placed);
    const interval = block.interval(number);
    this.intervals.value = number;
    this.intervals.setAttribute('aria-valuetext', this.told(view, interval));
    this.steps.max = interval.steps;
    this.steps.value = step;
    this.steps.setAttribute('aria-valuetext', `step ${step} of ${interval.steps}`);
    this.strip.querySelector('.now')?.classList.remove('now');
    const here = this.strip.children[number];
    if (here) {
      here.classList.add('now');
      here.style.setProperty('--part', step / interval.steps);
    }
    replaceChildren(document.getElementById('where'), make('b', null, `Interval ${number}`), ` of ${block.head.intervals}, ${this.told(view, interval)}`);
    replaceChildren(document.getElementById('which'), step === 0 ? 'before its first step' : `step ${step} of ${interval.steps}`);
  }

  told(view, interval) {
    const after = interval.after ? `from the barrier at ${placeName(interval.after)}` : 'from kernel entry';
    return after + (interval.until ? ` to the one at ${placeName(interval.until)}` : view.number + 1 === view.block.head.intervals ? ' to the end' : '');
  }

  load(block, placed) {
    this.block = block;
    this.intervals.max = Math.max(0, block.count - 1);
    const racy = new Map();
    for (const each of placed) if (each.block.head.launch === block.head.launch && each.block.head.block === block.head.block) racy.set(each.interval, each.finding.severity);
    this.strip.classList.toggle('dense', block.count > 60);
    replaceChildren(this.strip, block.raw.map((_, i) => make('button', { type: 'button', tabindex: '-1', class: racy.get(i) || null,
      title: `interval ${i}` + (racy.has(i) ? ': a finding' : ''), onclick: () => this.go({ number: i, step: Infinity }) }, block.count <= 40 ? i : '')));
  }
}
