#include "cli/draw/html_page.h"

namespace fencepost::cli {

const std::string_view kPageStyle = R"(
:root{color-scheme:light dark;--paper:#fff;--ink:#1b2530;--soft:#5c6875;--rule:#dde3e9;--dot:#c3ccd5;
--held:#e9edf1;--held-line:#a9b4bf;--gained:#dce8ff;--gained-line:#4a7de0;--gained-soft:#8fb0f1;--gained-ink:#1546b8;
--lost-line:#c3ccd5;--lost-ink:#717d8a;--parked-line:#63b58a;--parked-ink:#12683c;--race:#cf2a1f;--race-ink:#fff}
@media (prefers-color-scheme:dark){:root{--paper:#11161d;--ink:#e4eaf0;--soft:#97a5b3;--rule:#29333e;--dot:#46525f;
--held:#28323d;--held-line:#5b6976;--gained:#17325f;--gained-line:#5b8fea;--gained-soft:#3d6bbd;--gained-ink:#a9caff;
--lost-line:#3b4753;--lost-ink:#8794a1;--parked-line:#2f7d56;--parked-ink:#79d9a7;--race:#d93a3f}}
*{box-sizing:border-box}
body{margin:0;background:var(--paper);color:var(--ink);
font:15px/1.5 system-ui,-apple-system,"Segoe UI",Arial,sans-serif}
main{max-width:1600px;margin:0 auto;padding:24px clamp(14px,3vw,40px) 48px}
code,table,figcaption,.chip{font-family:ui-monospace,Menlo,Consolas,"DejaVu Sans Mono",monospace}
section+section{margin-top:48px}
h1{font-size:1.7rem;line-height:1.2;margin:0 0 6px;overflow-wrap:anywhere}
h1 small{font:400 15px/1.5 system-ui,-apple-system,"Segoe UI",Arial,sans-serif;color:var(--soft);margin-left:10px}
.facts{margin:0 0 16px;color:var(--soft);overflow-wrap:anywhere}
.facts code{color:var(--ink);font-size:13.5px}
.scroll{overflow:auto;border:1px solid var(--rule);border-radius:10px;max-width:100%;width:fit-content;padding:0}
.scroll.tall{max-height:85vh}
.scroll:focus-visible,td:focus-visible{outline:2px solid var(--gained-line);outline-offset:1px}
table{border-collapse:separate;border-spacing:4px;font-size:14px;margin:0}
th{font-weight:400;color:var(--soft);font-size:13px;background:var(--paper)}
thead th{position:sticky;top:0;z-index:2;padding:6px 2px 2px;box-shadow:0 -4px 0 var(--paper)}
tbody th,thead th:first-child{position:sticky;left:0;z-index:1;text-align:left;white-space:nowrap;padding:0 12px 0 10px;
box-shadow:-4px 0 0 4px var(--paper)}
tbody th::after,thead th:first-child::after{content:"";position:absolute;right:-3px;top:-4px;bottom:-4px;width:1px;
background:var(--rule)}
thead th:first-child{z-index:3}
tbody th b{display:inline-block;min-width:1.4em;color:var(--ink);font-weight:600}
td{height:30px;min-width:max(40px,var(--cell,0ch) + 18px);padding:0 8px;text-align:center;white-space:nowrap;
border:1px solid transparent;
border-radius:6px;cursor:default}
td.n{color:var(--dot)}
td.n::after{content:"\00b7"}
.h{border-color:var(--held-line)}
.h.W{background:var(--held)}
.g{border-color:var(--gained-soft);color:var(--gained-ink);font-weight:700}
.g.W{background:var(--gained);border-color:var(--gained-line)}
.A{border-radius:15px}
.l{border:1px dashed var(--lost-line);color:var(--lost-ink)}
.p{border:1px dashed var(--parked-line);color:var(--parked-ink)}
.x{background:var(--race);border-color:var(--race);color:var(--race-ink);font-weight:700}
td i{font-style:normal;font-weight:400;color:var(--ink)}
td.rest,th.rest{text-align:left;color:var(--soft);padding:0 14px;font-size:13px}
.compact{border-spacing:1px}
.compact td{height:20px;min-width:15px;width:15px;padding:0;font-size:10px;border-radius:3px}
.compact td.rest{min-width:max-content;width:auto;padding:0 14px;font-size:13px}
.compact td.n::after{content:none}
.compact td.l{border-color:transparent}
.compact td.l::after{content:"-"}
.compact thead th{text-align:left;font-size:11px}
.compact tbody th{font-size:12px}
.dense table{border-spacing:2px;font-size:12px}
.dense td{min-width:max(30px,var(--cell,0ch) + 8px);height:28px;padding:1px 4px;line-height:1.15;white-space:normal;border-radius:4px}
.dense tbody th,.dense thead th:first-child{padding:0 7px 0 6px}
.dense tbody th::after,.dense thead th:first-child::after{right:-2px;top:-2px;bottom:-2px}
.dense tbody th,.dense thead th:first-child{box-shadow:-2px 0 0 2px var(--paper)}
.told{min-height:1.5em;margin:10px 0 0;color:var(--soft);font-size:14px}
.panels{display:flex;flex-wrap:wrap;gap:22px 28px}
figure{margin:0;max-width:100%}
figcaption{font-size:13px;color:var(--soft);margin:0 0 6px}
figcaption b{color:var(--ink)}
.note{margin:10px 0 0;color:var(--soft);max-width:80ch}
footer{margin-top:28px;padding-top:16px;border-top:1px solid var(--rule);color:var(--soft);max-width:110ch}
footer p{margin:8px 0 0}
.key{display:flex;flex-wrap:wrap;gap:10px 22px;padding:0;margin:0;list-style:none}
.chip{display:inline-block;border-width:1px;border-style:solid;border-radius:6px;padding:2px 8px;margin-right:7px;
font-size:13px}
.chip.A{border-radius:14px}
.chip.h{color:var(--ink)}
.chip.l,.chip.p{border-style:dashed}
.narrow{display:none}
@media (max-width:640px){main{padding-top:16px}h1 small{display:block;margin:4px 0 0}.wide{display:none}
.narrow{display:inline}
tbody th,thead th:first-child{padding:0 8px 0 6px}td{padding:0 6px}}
@page wide{size:landscape;margin:10mm}
@media print{.scroll{overflow:visible;border:0;max-height:none}.told{display:none}main{max-width:none;padding:0}
figure,tr{break-inside:avoid}thead th,tbody th,thead th:first-child{position:static;box-shadow:none}
tbody th::after,thead th:first-child::after{content:none}
td,.chip{print-color-adjust:exact;-webkit-print-color-adjust:exact}
.dense{page:wide}.dense table{font-size:9.5px;border-spacing:1px}.dense td{height:24px;padding:0 1px;min-width:0}
.dense th{font-size:10px;padding:0 2px}}
)";

const std::string_view kPageScript = R"(
for (const table of document.querySelectorAll('table')) {
  const told = table.closest('section').querySelector('.told');
  const cells = 'td:not(.rest)';
  const tell = (cell) => {
    const row = cell.parentNode, head = row.querySelector('th');
    told.textContent = cell.title ||
      [cell.textContent || 'not used', head && head.textContent.trim()].filter(Boolean).join(' - ');
    const at = table.dataset.first ? +table.dataset.first + cell.cellIndex - 1 : -1;
    if (at >= 0) told.textContent = table.dataset.array + '[' + at + '], interval ' +
      head.querySelector('b').textContent + ': ' + (cell.title || 'not used');
  };
  let current = table.querySelector(cells);
  if (!current) continue;
  told.textContent = 'Point at a cell, or go through them with the arrow keys, to read it in words.';
  current.tabIndex = 0;
  const choose = (cell) => { current.tabIndex = -1; current = cell; cell.tabIndex = 0; };
  table.addEventListener('mouseover', (event) => { const cell = event.target.closest(cells); if (cell) tell(cell); });
  table.addEventListener('focusin', (event) => { const cell = event.target.closest(cells); if (cell) tell(cell); });
  table.addEventListener('click', (event) => { const cell = event.target.closest(cells);
    if (cell) { choose(cell); tell(cell); } });
  table.addEventListener('keydown', (event) => {
    const body = table.tBodies[0].rows, row = current.parentNode.sectionRowIndex, column = current.cellIndex;
    const to = { ArrowLeft: [row, column - 1], ArrowRight: [row, column + 1], ArrowUp: [row - 1, column],
      ArrowDown: [row + 1, column], Home: [row, 1], End: [row, body[row].cells.length - 1] }[event.key];
    if (!to || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    let cell = body[to[0]] && body[to[0]].cells[to[1]];
    if (cell && cell.matches('.rest')) cell = cell.previousElementSibling;
    if (!cell || !cell.matches(cells)) return;
    choose(cell);
    cell.focus({ preventScroll: true });
    const head = cell.parentNode.querySelector('th').getBoundingClientRect(), box = table.parentNode;
    cell.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    const hidden = head.right - cell.getBoundingClientRect().left;
    if (hidden > 0) box.scrollLeft -= hidden + 6;
  });
}
)";

}  // namespace fencepost::cli
