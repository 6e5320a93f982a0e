// doubts.js: shows how far the table can be trusted, what is doubtful first, each doubt with what shows or mends it.
import {make, button, find, plural} from './dom.js';
import {state, changed, region, fields} from './state.js';
import {ODD} from './rows.js';
import {partsOf, messageOf, leftOutOf, WORDS} from './trust.js';
import {showLeft} from './frame.js';
import {chooseRecord, chooseColumn} from './table.js';
import {openPanel} from './panels.js';
import * as job from './job.js';

const MOST = 4; // doubts of a part that are shown

// The button of a doubt.
const actOf = doubt => {
  if (doubt.isList) return button('Another table', () => openPanel('lists'));
  if (doubt.record) return button('Show', () => chooseRecord(doubt.record));
  if (doubt.isLeft) return button('Show on the page', showLeft);
  if (doubt.columns) return button('Leave them out', () => job.dropAll(doubt.columns));
  if (!doubt.column) return null;
  return button('Show', () => {
    if (doubt.isOdd) state.look = {...state.look, only: new Map([[doubt.column, new Set([ODD])]])};
    chooseColumn(doubt.column);
  });
};

// The words, each with the parts of which it is said.
const badges = parts =>
  [...new Set(parts.map(({word}) => word))].map(word => {
    const names = parts.filter(part => part.word === word).map(({name}) => name);
    return make('span', {}, make('span', {class: `badge ${word}`}, WORDS[word] ?? word), ` ${names.join(', ')}`);
  });

const doubtsOf = ({doubts}) => [
  ...doubts.slice(0, MOST).map(doubt => make('li', {dir: 'auto'}, doubt.text, ' ', actOf(doubt))),
  doubts.length > MOST ? make('li', {}, `and ${doubts.length - MOST} more`) : null,
];

const inNoColumn = () => {
  const left = leftOutOf(region());
  if (left.length === 0) return null;
  const count = left.reduce((sum, {n}) => sum + n, 0);
  return make(
    'details',
    {id: 'left'},
    make('summary', {}, `${plural(count, 'text')} in no column`),
    make(
      'ul',
      {class: 'chips'},
      ...left.map(({text}) => make('li', {dir: 'auto'}, text)),
      make('li', {}, button('Show on the page', showLeft))
    )
  );
};

const columnsLeftOut = () => {
  const left = fields().filter(field => !field.wanted);
  if (left.length === 0) return null;
  return make(
    'details',
    {id: 'left-columns'},
    make('summary', {}, `${plural(left.length, 'column')} left out`),
    make(
      'ul',
      {class: 'chips'},
      ...left.map((field, at) =>
        make(
          'li',
          {},
          `${field.name}${field.reason ? ` (${field.reason})` : ''} `,
          button('Keep', () => job.keep(field.name), {'aria-label': `keep ${field.name}`, 'data-key': `keep ${at}`})
        )
      )
    )
  );
};

let shownFor = [];

export const showDoubts = () => {
  const page = state.current,
    shows = [page, page?.view, state.rule, page?.status];
  if (shows.every((part, at) => part === shownFor[at])) return;
  shownFor = shows;
  const box = find('trust');
  if (!page?.view) return box.replaceChildren(page === null ? '' : messageOf(page));
  if (!state.rule?.xml) return box.replaceChildren();
  const open = ['left', 'left-columns'].filter(id => find(id)?.open),
    parts = partsOf(page, region(), state.rule).sort((a, b) => (a.word === 'sure') - (b.word === 'sure')),
    doubts = parts.flatMap(doubtsOf).filter(Boolean),
    remark = page.status === 'sure' ? make('span', {class: 'figures', dir: 'auto'}, messageOf(page)) : '';
  const more = region() === null ? [] : [inNoColumn(), columnsLeftOut()].filter(Boolean);
  box.replaceChildren(
    make('div', {class: 'row'}, ...badges(parts), ...more, remark),
    ...(doubts.length === 0 ? [] : [make('ul', {class: 'doubts'}, ...doubts)])
  );
  for (const id of open) if (find(id)) find(id).open = true;
};
