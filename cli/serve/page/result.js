// The right side: what is under way, and tabs of what a run has left.
const pageNames = { 'report.html': 'Report', 'permissions.html': 'Permissions', 'replay.html': 'Replay' };

class Result {
  constructor() {
    this.told = document.getElementById('told');
    this.tabs = document.getElementById('tabs');
    this.views = document.getElementById('views');
    this.shown = [];  // {name, view, link}
    this.lesson = null;
    this.tabs.addEventListener('keydown', (event) => this.press(event));
  }

  tell(busy, ...nodes) {
    this.told.className = busy ? 'busy' : '';
    replaceChildren(this.told, ...nodes);
  }

  /// Tabs of [{name, view, link}], the first open; the lesson stands behind them.
  show(tabs) {
    this.shown = this.lesson ? [...tabs, { name: 'Lesson', view: this.lesson, link: null }] : tabs;
    this.views.replaceChildren(...this.shown.map(({ view }) => view));
    this.open(0);
  }

  open(index) {
    const button = ({ name }, i) => make('button', {
      type: 'button', role: 'tab', 'aria-selected': String(i === index), tabindex: i === index ? 0 : -1,
      onclick: () => this.open(i) }, name);
    const link = this.shown[index] && this.shown[index].link;
    replaceChildren(this.tabs, this.shown.map(button),
      link && make('a', { href: link, target: '_blank', rel: 'noopener' }, 'own tab ↗'));
    this.shown.forEach(({ view }, i) => { view.hidden = i !== index; });
  }

  press(event) {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step || !this.shown.length) return;
    const now = [...this.tabs.children].findIndex((tab) => tab.getAttribute('aria-selected') === 'true');
    this.open((now + step + this.shown.length) % this.shown.length);
    this.tabs.querySelector('[aria-selected=true]').focus();
  }

  /// A run that has ended, as the server tells of it.
  showRun(id, told) {
    // One finding is what somebody wants to see; of several there is a list.
    const place = (page) => (page === 'report.html' && told.found && told.found.findings.length === 1 ? '#finding-1' : '');
    const tabs = (told.pages || []).map((page) => {
      const link = `/runs/${id}/${page}${place(page)}`;
      const name = pageNames[page] || page;
      return { name, link, view: make('iframe.view', { title: name, sandbox: 'allow-scripts', src: link }) };
    });
    const texts = [];
    if (told.message) texts.push(make('div', null, make('pre.wrapped', null, told.message)));
    if (told.output) texts.push(make('div', null, make('h2', null, 'Standard output'), make('pre', { tabindex: 0 }, told.output)));
    if (told.errors && told.errors !== told.message) {
      texts.push(make('div', null, make('h2', null, 'Standard error, with the report'), make('pre', { tabindex: 0 }, told.errors)));
    }
    const output = { name: told.message ? 'Messages' : 'Output', link: null, view: make('div.view.text', null, texts) };
    if (texts.length) tabs.splice(told.message ? 0 : tabs.length, 0, output);
    this.show(tabs);
  }
}

/// Lines that a run speaks of: of its findings, or of the compiler's messages.
function marksOf(told) {
  const marks = new Map();
  for (const finding of told.found ? told.found.findings : []) {
    for (const { file, line } of finding.places) {
      if (file.endsWith('kernel.cu') && !marks.has(line)) marks.set(line, [finding.severity, finding.title]);
    }
  }
  for (const [, line, kind, text] of (told.message || '').matchAll(/^kernel\.cu:(\d+):(?:\d+:)? (error|warning): (.*)/gm)) {
    if (!marks.has(Number(line))) marks.set(Number(line), [kind, text]);
  }
  return marks;
}
