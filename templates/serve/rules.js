// rules.js: saving wrappers and templates on the server, and opening them.
import {make, button, find} from './dom.js';
import * as api from './api.js';
import {state, changed, isUnsaved} from './state.js';
import {attempt, report} from './messages.js';
import * as job from './job.js';

const mayLeave = () => !isUnsaved() || confirm('The changes of this wrapper are not saved. Leave them?');

// Saved under a name that another rule has, a wrapper would be its next version, or replace it.
const mayReplace = async name =>
  name === state.savedName ||
  !api.listOf(await api.rules(), 'rules').some(rule => rule.name === name) ||
  confirm(`The server has a wrapper called ${name}, which you did not open. Save this one in its place?`);

const setSaved = (name, xml, savedAs) => {
  Object.assign(state, {saved: xml, savedName: name, savedAs});
  changed();
};

export const save = () =>
  attempt('Saving', async () => {
    const name = find('name').value.trim(),
      {xml} = state.rule;
    if (name === '') {
      find('name').focus();
      return report('The wrapper needs a name', 'Write one in the field Name, such as shop.');
    }
    if (!(await mayReplace(name))) return;
    const made = await api.saveRule(name, xml);
    const inLibrary = made.new === false ? 'replaced' : 'saved'; // it has no versions
    setSaved(name, xml, made.version ? `saved as version ${made.version}` : inLibrary);
  });

const openText = (name, xml, isSaved) => {
  find('name').value = name;
  setSaved(isSaved ? name : null, isSaved ? xml : null, isSaved ? 'saved' : '');
  return job.open(xml);
};

const openRule = (name, close) =>
  mayLeave() &&
  attempt('Opening', async () => {
    await openText(name.replace(/@\d+$/, ''), await api.readRule(name), true);
    close();
  });

const showVersions = (name, holder, close) =>
  attempt('Reading the versions', async () => {
    const versions = api.listOf(await api.versions(name), 'versions');
    holder.replaceChildren(
      make(
        'ul',
        {class: 'chips'},
        ...versions.map(({version, added}) =>
          make(
            'li',
            {},
            `version ${version} ${added ?? ''} `,
            button('Open', () => openRule(`${name}@${version}`, close)),
            button(
              'Remove',
              () =>
                confirm(`Remove version ${version} of ${name}?`) &&
                attempt('Removing', async () => {
                  await api.removeRule(`${name}@${version}`);
                  await showVersions(name, holder, close);
                })
            )
          )
        )
      )
    );
  });

export const rulesPanel = close => {
  const fromFile = make(
    'label',
    {class: 'button'},
    'From a file',
    make('input', {
      type: 'file',
      accept: '.xml',
      change: async event => {
        const file = event.target.files[0];
        if (file !== undefined && mayLeave()) await openText(file.name.replace(/\.xml$/, ''), await file.text(), false);
        close();
      },
    })
  );
  const list = make('div', {}, 'Reading ...');
  api.rules().then(
    answer => {
      const rules = api.listOf(answer, 'rules');
      list.replaceChildren(
        rules.length === 0
          ? 'The server has no wrapper yet.'
          : make(
              'ul',
              {class: 'rules'},
              ...rules.map(rule => {
                const holder = make('div', {});
                return make(
                  'li',
                  {},
                  button(rule.name, () => openRule(rule.name, close), {class: 'link'}),
                  make(
                    'span',
                    {class: 'figures'},
                    [rule.kind, rule.version && `version ${rule.version}`].filter(Boolean).join(', ')
                  ),
                  button('Versions', () => showVersions(rule.name, holder, close), {
                    'aria-label': `versions of ${rule.name}`,
                  }),
                  holder
                );
              })
            )
      );
    },
    problem =>
      list.replaceChildren(
        problem.status === 404
          ? 'The server keeps no wrappers: start it with --store FILE or --library DIR.'
          : `${problem.message}. ${problem.detail ?? ''}`
      )
  );
  return [make('h2', {}, 'Open'), fromFile, list];
};
