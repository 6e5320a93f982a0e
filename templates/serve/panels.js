// panels.js: saving and opening rules, downloads, checks and runs.
import {make, button, find, tableOf} from './dom.js';
import * as api from './api.js';
import {state, changed, isUnsaved} from './state.js';
import {report, clear, working} from './messages.js';
import * as job from './job.js';

// Does something that may fail, and says so.
const attempt = async (text, what) => {
  const done = working(text);
  try {
    clear();
    return await what();
  } catch (problem) {
    report(problem.message, problem.detail);
  } finally {
    done();
  }
};

const listOf = (answer, key) => Array.isArray(answer) ? answer : answer[key] ?? [];

// ---- saving and opening ----

const mayLeave = () => !isUnsaved() || confirm('The changes of this wrapper are not saved. Leave them?');

export const save = () => attempt('Saving', async () => {
  const name = find('name').value.trim();
  if (name === '') {
    find('name').focus();
    return report('The wrapper needs a name', 'Write one in the field Name, such as shop.');
  }
  const made = await api.saveRule(name, state.rule.xml);
  state.saved = state.rule.xml;
  find('saved').textContent = made.version ? `saved as version ${made.version}` : 'saved';
  changed();
});

const openText = (name, xml, isSaved) => {
  find('name').value = name;
  state.saved = isSaved ? xml : null;
  return job.open(xml);
};

const openRule = name => mayLeave() && attempt('Opening', async () => {
  await openText(name.replace(/@\d+$/, ''), await api.readRule(name), true);
  close();
});

const showVersions = async (name, holder) => attempt('Reading the versions', async () => {
  const versions = listOf(await api.versions(name), 'versions').map(entry => typeof entry === 'object' ? entry : {version: entry});
  holder.replaceChildren(make('ul', {class: 'chips'}, ...versions.map(({version, time, added}) => make('li', {},
    `version ${version} ${time ?? added ?? ''} `, button('Open', () => openRule(`${name}@${version}`)),
    button('Remove', () => confirm(`Remove version ${version} of ${name}?`) && attempt('Removing', async () => {
      await api.removeRule(`${name}@${version}`);
      await showVersions(name, holder);
    }))))));
});

const openPanel = () => {
  const fromFile = make('label', {class: 'button'}, 'From a file', make('input', {type: 'file', accept: '.xml', change: async event => {
    const file = event.target.files[0];
    if (file !== undefined && mayLeave()) await openText(file.name.replace(/\.xml$/, ''), await file.text(), false);
    close();
  }}));
  const list = make('div', {}, 'Reading ...');
  api.rules().then(answer => {
    const rules = listOf(answer, 'rules').map(rule => typeof rule === 'object' ? rule : {name: rule});
    list.replaceChildren(rules.length === 0 ? 'The server has no wrapper yet.' : make('ul', {class: 'rules'}, ...rules.map(rule => {
      const holder = make('div', {});
      return make('li', {}, button(rule.name, () => openRule(rule.name), {class: 'link'}),
        make('span', {class: 'figures'}, [rule.kind, rule.version && `version ${rule.version}`].filter(Boolean).join(', ')),
        button('Versions', () => showVersions(rule.name, holder), {'aria-label': `versions of ${rule.name}`}), holder);
    })));
  }, problem => list.replaceChildren(problem.status === 404
    ? 'The server keeps no wrappers: start it with --store FILE or --library DIR.' : `${problem.message}. ${problem.detail ?? ''}`));
  return [make('h2', {}, 'Open'), fromFile, list];
};

// ---- downloads ----

const give = (name, blob) => {
  const link = make('a', {href: URL.createObjectURL(blob), download: name});
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
};

const base = () => find('name').value.trim().split('/').pop() || 'detm';

const downloadPanel = () => {
  const records = (label, extension, type) => button(label, () => attempt('Making the table', async () =>
    give(`${base()}.${extension}`, await api.apply(state.pages, state.rule, type))), {'data-download': extension});
  const ready = Boolean(state.rule?.xml) && state.pages.length !== 0;
  return [make('h2', {}, 'Download'), ready
    ? make('div', {class: 'row'}, records('Table (CSV)', 'csv', 'text/csv'), records('Lines of JSON', 'ndjson', 'application/x-ndjson'),
      records('Results (XML)', 'xml', 'application/xml'),
      button(state.kind === 'wrapper' ? 'The wrapper (XML)' : 'The template (XML)', () => {
        give(`${base()}.${state.kind}.xml`, new Blob([state.rule.xml], {type: 'application/xml'}));
        state.saved = state.rule.xml;
        changed();
      }, {'data-download': 'rule'}))
    : make('p', {}, 'There is nothing to download yet: add pages first.')];
};

// ---- drift ----

// The findings of an answer: a list, or the records of results.
const findingsOf = answer => listOf(answer, 'findings').length ? listOf(answer, 'findings') : listOf(answer, 'fields');

const showRepair = holder => attempt('Learning again', async () => {
  const made = await api.repair(state.pages, state.rule), xml = made[state.kind];
  holder.replaceChildren(make('h3', {}, 'Proposal'),
    make('p', {}, 'Compare the old and the new sample of each field.'), tableOf(findingsOf(made)),
    make('div', {class: 'row'}, button('Accept', () => { job.open(xml); close(); }, {class: 'main', id: 'accept'}),
      button('Keep the old one', close)));
});

const checkPanel = () => {
  if (!state.rule?.xml || state.pages.length === 0)
    return [make('h2', {}, 'Check'), make('p', {}, 'Open a wrapper and add pages of today to check whether it still fits them.')];
  const found = make('div', {}), proposal = make('div', {});
  const check = () => attempt('Checking', async () => {
    const findings = findingsOf(await api.verify(state.pages, state.rule));
    found.replaceChildren(findings.length === 0 ? make('p', {}, 'As before: nothing has changed.') : tableOf(findings));
  });
  return [make('h2', {}, 'Check and repair'), make('p', {}, 'Compares the values of these pages with those that the wrapper was learned from.'),
    make('div', {class: 'row'}, button('Check these pages', check, {class: 'main', id: 'verify'}),
      button('Propose a repair', () => showRepair(proposal), {id: 'repair'})), found, proposal];
};

// ---- runs ----

const runsPanel = () => {
  const holder = make('div', {}, 'Reading ...'), detail = make('div', {});
  api.runs().then(answer => {
    const runs = listOf(answer, 'runs'), number = run => run.run ?? run.number ?? run.id;
    if (runs.length === 0) return holder.replaceChildren('No run was saved: "detm apply --save" saves one.');
    const rows = runs.map((run, at) => ({...run,
      ' ': button('Pages', () => attempt('Reading', async () => {
        const shown = await api.run(number(run));
        detail.replaceChildren(tableOf(listOf(shown, 'pages').length ? listOf(shown, 'pages') : [shown]));
      })),
      '  ': at + 1 < runs.length ? button('What changed', () => attempt('Comparing', async () => {
        const [a, b] = [number(run), number(runs[at + 1])].sort((x, y) => x - y);
        const changes = listOf(await api.difference(a, b), 'changes');
        detail.replaceChildren(changes.length === 0 ? 'Nothing changed.' : tableOf(changes));
      })) : ''}));
    holder.replaceChildren(tableOf(rows));
  }, problem => holder.replaceChildren(problem.status === 404
    ? 'The server has no store: start it with --store FILE.' : `${problem.message}. ${problem.detail ?? ''}`));
  return [make('h2', {}, 'Runs'), holder, detail];
};

const PANELS = {open: openPanel, download: downloadPanel, check: checkPanel, runs: runsPanel};

const close = () => {
  find('panel').hidden = true;
  document.querySelectorAll('[data-panel]').forEach(other => other.setAttribute('aria-expanded', 'false'));
};

export const startPanels = () => {
  for (const opener of document.querySelectorAll('[data-panel]')) opener.addEventListener('click', () => {
    const was = opener.getAttribute('aria-expanded') === 'true';
    close();
    if (was) return;
    find('panel').replaceChildren(...PANELS[opener.dataset.panel](), button('Close', close, {class: 'close'}));
    find('panel').hidden = false;
    opener.setAttribute('aria-expanded', 'true');
  });
};

export {close as closePanel};
