// What `fencepost run --propose` says on a finding: a button that opens the diff.
function proposalView(finding) {
  const { proposal } = finding;
  if (!proposal) return null;
  if (!proposal.patch) return make('div.proposal', null, make('p', null, make('b', null, 'No fix'), ' ', proposal.text));
  const className = (row) => (row.startsWith('+') ? 'added' : row.startsWith('-') ? 'removed' : '');
  const diff = make('pre.diff', { hidden: true, tabindex: 0, 'aria-label': 'The fix as a diff' },
    proposal.patch.trimEnd().split('\n').map((row) => make('span', { class: className(row) || null }, row + '\n')));
  const button = make('button', { type: 'button', 'aria-expanded': 'false', onclick: () => {
    diff.toggleAttribute('hidden');
    button.setAttribute('aria-expanded', String(!diff.hasAttribute('hidden')));
  } }, 'Fix');
  return make('div.proposal', null, make('p', null, button, ' ', proposal.text), diff);
}

