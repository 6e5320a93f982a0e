// workbench.js: the page as a whole: starts its parts, shows the state, and reads the keyboard.
import {find, make} from './dom.js';
import {state, changed, onChange, isUnsaved, region} from './state.js';
import {startPages, showPages, inOrder, step} from './pages.js';
import {showPage, onKey} from './frame.js';
import {showActs, addField} from './acts.js';
import {showTable, chooseRecord} from './table.js';
import {restoreFocus} from './focus.js';
import {startPanels, closePanel, openPanel} from './panels.js';
import {save} from './rules.js';
import * as job from './job.js';

document.documentElement.classList.add('scripted');

const showNotes = () => {
  const page = state.current,
    basis = state.rule?.basis;
  const used =
    basis && (state.kind === 'template' ? basis.examples.some(example => example.page === page?.id) : page?.sample);
  find('title').textContent = page?.name ?? '';
  find('notes').replaceChildren(
    ...[page?.message, used ? `the ${state.kind} was learned from this page` : '']
      .filter(Boolean)
      .map(text => make('li', {dir: 'auto'}, text))
  );
};

const show = () => {
  if (state.framed !== null && state.framed.page !== state.current) closePanel();
  find('start').hidden = state.pages.length !== 0;
  find('work').hidden = state.current === null;
  document.querySelector('[data-panel=lists]').disabled = state.kind !== 'wrapper' || state.current === null;
  find('undo').disabled = state.undo.length === 0;
  find('redo').disabled = state.redo.length === 0;
  find('save').disabled = !state.rule?.xml;
  find('saved').textContent = isUnsaved() ? 'not saved' : state.saved === null ? '' : state.savedAs;
  for (const choice of document.querySelectorAll('[name=kind]')) choice.checked = choice.value === state.kind;
  showPages();
  showNotes();
  showPage();
  showActs();
  showTable(inOrder);
  restoreFocus();
};

const setKind = kind => {
  if (isUnsaved() && !confirm('The changes are not saved. Leave them?')) return changed();
  Object.assign(state, {kind, rule: null, undo: [], redo: [], chosen: null, saved: null, savedName: null});
  for (const page of state.pages) page.sample = kind === 'wrapper' && page.sample;
  if (kind === 'wrapper' && !state.pages.some(page => page.sample))
    state.pages.slice(0, 20).forEach(page => {
      page.sample = true;
    });
  changed();
  if (state.pages.length !== 0) job.start();
};

const moveRecord = by => {
  const rows = region()?.rows ?? [];
  const at = rows.findIndex(row => row.number === state.chosen?.record);
  const row = rows[at < 0 ? 0 : Math.min(Math.max(at + by, 0), rows.length - 1)];
  if (row !== undefined) chooseRecord(row.number);
};

const toggleHelp = () => {
  const legend = document.querySelector('.legend');
  legend.open = !legend.open;
  if (legend.open) legend.querySelector('summary').focus();
};

const KEYS = {
  n: () => step(1),
  p: () => step(-1),
  j: () => moveRecord(1),
  k: () => moveRecord(-1),
  t: () => state.kind === 'wrapper' && state.current && openPanel('lists'),
  x: () => state.kind === 'wrapper' && state.chosen?.record && job.notRecord(state.chosen.record),
  u: job.undo,
  r: job.redo,
  '?': toggleHelp,
  Escape: () => {
    state.chosen = null;
    closePanel();
    changed();
  },
};

const press = event => {
  const isTyping = /^(input|select|textarea)$/.test(event.target.localName ?? '') && event.key !== 'Escape';
  if (isTyping || event.ctrlKey || event.metaKey || event.altKey || !Object.hasOwn(KEYS, event.key)) return;
  KEYS[event.key]();
};

onChange(show);
onKey(press);
addEventListener('keydown', press);
addEventListener('beforeunload', event => isUnsaved() && event.preventDefault());
find('undo').addEventListener('click', job.undo);
find('redo').addEventListener('click', job.redo);
find('save').addEventListener('click', save);
find('add-field').addEventListener('click', addField);
for (const choice of document.querySelectorAll('[name=kind]'))
  choice.addEventListener('change', () => setKind(choice.value));
startPages();
startPanels();
if (innerWidth < 900) document.querySelector('nav > details').open = true;
show();
