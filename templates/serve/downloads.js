// downloads.js: the table of all pages, and the rule, as files.
import {make, button, find} from './dom.js';
import * as api from './api.js';
import {state, changed} from './state.js';
import {attempt} from './messages.js';

const give = (name, blob) => {
  const link = make('a', {href: URL.createObjectURL(blob), download: name});
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10000);
};

const base = () => find('name').value.trim().split('/').pop() || 'detm';

export const downloadPanel = () => {
  const records = (label, extension, type) =>
    button(
      label,
      () =>
        attempt('Making the table', async () =>
          give(`${base()}.${extension}`, await api.apply(state.pages, state.rule, type))
        ),
      {'data-download': extension}
    );
  const ready = Boolean(state.rule?.xml) && state.pages.length !== 0;
  return [
    make('h2', {}, 'Download'),
    ready
      ? make(
          'div',
          {class: 'row'},
          records('Table (CSV)', 'csv', 'text/csv'),
          records('Lines of JSON', 'ndjson', 'application/x-ndjson'),
          records('Results (XML)', 'xml', 'application/xml'),
          button(
            state.kind === 'wrapper' ? 'The wrapper (XML)' : 'The template (XML)',
            () => {
              give(`${base()}.${state.kind}.xml`, new Blob([state.rule.xml], {type: 'application/xml'}));
              Object.assign(state, {saved: state.rule.xml, savedAs: 'downloaded'});
              changed();
            },
            {'data-download': 'rule'}
          )
        )
      : make('p', {}, 'There is nothing to download yet: add pages first.'),
  ];
};
