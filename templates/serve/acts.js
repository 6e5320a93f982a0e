// acts.js: what can be done with the text, record or column that the user chose.
import {make, button, find} from './dom.js';
import {state, changed, region, fields} from './state.js';
import {widen, partsBefore} from './frame.js';
import {report} from './messages.js';
import * as job from './job.js';

const NAME = /^[\p{L}_][\p{L}\p{N}._-]*$/u;

const nameOf = text =>
  text
    .trim()
    .replace(/\s+/g, '-')
    .replace(/[^\p{L}\p{N}._-]/gu, '')
    .replace(/^[^\p{L}_]+/u, '');

const checked = text => {
  const name = nameOf(text);
  if (NAME.test(name)) return name;
  report('A name begins with a letter', 'Write letters, digits, hyphens and dots, such as price or page-count.');
  return null;
};

const form = (label, act, ...parts) =>
  make(
    'form',
    {
      submit: event => {
        event.preventDefault();
        act(new FormData(event.target));
      },
    },
    ...parts,
    make('button', {class: 'main'}, label)
  );

const nameList = () => make('datalist', {id: 'names'}, ...fields().map(field => make('option', {value: field.name})));

const nameForm = () =>
  form(
    'Take this value',
    data => {
      const name = checked(data.get('name')),
        value = data.get('value').trim();
      if (name !== null && value !== '') job.nameValue(name, value);
    },
    make(
      'label',
      {},
      'Name ',
      make('input', {name: 'name', list: 'names', required: true, size: 12, autocomplete: 'off', spellcheck: 'false'})
    ),
    nameList(),
    make(
      'label',
      {class: 'wide'},
      'Value ',
      make('input', {
        name: 'value',
        id: 'value',
        value: state.chosen.text,
        required: true,
        autocomplete: 'off',
        spellcheck: 'false',
      })
    ),
    button('Wider', widen, {id: 'widen', title: 'Take the element around it'})
  );

// Other texts that may be the value.
const others = () =>
  state.chosen.others.length === 0
    ? null
    : make(
        'div',
        {class: 'row'},
        'or',
        ...state.chosen.others.map(text =>
          button(
            text.length > 40 ? text.slice(0, 40) + '...' : text,
            () => {
              find('value').value = text;
            },
            {class: 'other', dir: 'auto'}
          )
        )
      );

const split = () => {
  const {element, record} = state.chosen,
    parts = partsBefore(element, record, region().rows);
  if (parts === null)
    return report(
      'The record cannot be cut here',
      'Click the first text of the second record, or press Wider until the whole of it is chosen.'
    );
  return job.split(record, parts);
};

const recordActs = number => {
  const isLast = region().rows.at(-1)?.number === number;
  return make(
    'div',
    {class: 'row'},
    make('b', {}, `Record ${number}`),
    button('Not a record', () => job.notRecord(number), {id: 'not-record'}),
    button('One with the next', () => job.joinWithNext(number), {id: 'join', disabled: isLast}),
    button('A record begins here', split, {
      id: 'split',
      disabled: state.chosen.element === undefined,
      title: 'Click the first text of the second record on the page',
    })
  );
};

const columnActs = number => {
  const {columns} = region(),
    column = columns[number],
    others = [...columns.slice(number + 1), ...columns.slice(0, number)];
  if (column === undefined) return null;
  const rename = form(
    'Rename',
    data => {
      const name = checked(data.get('name'));
      if (name !== null) job.rename(column.name, name);
    },
    make(
      'label',
      {},
      'Name ',
      make('input', {name: 'name', value: column.name, size: 12, autocomplete: 'off', spellcheck: 'false'})
    )
  );
  const parts = [make('b', {}, `Field ${number + 1}`), rename];
  parts.push(button('Leave out', () => job.drop(column.name), {id: 'drop-field'}));
  if (state.kind !== 'wrapper') return make('div', {class: 'row'}, ...parts);
  parts.push(
    button('Title', () => job.setTitle(column.name), {id: 'title-field', title: 'It is the title of a record'})
  );
  const merge = form(
    'Merge',
    data => job.merge([column.name, data.get('other')], column.name),
    make('label', {}, 'with ', make('select', {name: 'other'}, ...others.map(other => make('option', {}, other.name))))
  );
  if (others.length !== 0) parts.push(merge);
  return make('div', {class: 'row'}, ...parts);
};

// Shows what can be done with the choice.
export const showActs = () => {
  const box = find('acts'),
    chosen = state.chosen,
    isList = state.kind === 'wrapper';
  box.hidden = chosen === null || (region() === null && chosen.kind !== 'text');
  if (box.hidden) return box.replaceChildren();
  const parts = [];
  if (chosen.kind === 'text') parts.push(nameForm(), others());
  if (isList && chosen.record && region()) parts.push(recordActs(chosen.record));
  if (typeof chosen.column === 'number' && region()) parts.push(columnActs(chosen.column));
  parts.push(
    button(
      'Close',
      () => {
        state.chosen = null;
        changed();
      },
      {class: 'close', 'aria-label': 'Close what you chose'}
    )
  );
  box.replaceChildren(...parts.filter(part => part !== null));
};
