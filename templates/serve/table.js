// table.js: the records that the rule reads from the page, and the other lists that it could read.
import {make, button, find, plural} from './dom.js';
import {state, changed, region, regionOf, fields} from './state.js';
import {flash, flashRecord, chooseValue} from './frame.js';
import {focusOn, keepFocus} from './focus.js';
import {checkedName} from './acts.js';
import * as job from './job.js';

const COLOURS = 8,
  TYPES = ['text', 'number', 'price', 'date', 'url'],
  ROWS = 1000;

const colour = column => String((column % COLOURS) + 1);

// Chooses a record or column; who chose it by the keyboard goes on in what can be done with it.
const choose = (chosen, event) => {
  state.chosen = chosen;
  changed();
  if (event?.detail === 0) find('acts').querySelector('input, button')?.focus();
};

const typeMenu = (column, at) =>
  make(
    'select',
    {
      'aria-label': `type of ${column.name}`,
      'data-key': `type ${at}`,
      class: 'type',
      change: event => job.setType(column.name, event.target.value),
    },
    ...TYPES.map(type => make('option', {selected: type === column.type}, type))
  );

const heading = (column, at) => {
  const isList = state.kind === 'wrapper';
  const name = make('input', {
    class: 'field',
    value: column.name,
    size: Math.max(column.name.length, 4),
    spellcheck: 'false',
    autocomplete: 'off',
    'aria-label': `name of field ${at + 1}`,
    'data-key': `name ${at}`,
    change: async event => {
      const to = checkedName(event.target.value);
      if (to !== null) await job.rename(column.name, to);
      event.target.value = column.name; // unless it is renamed: then the head is a new one
    },
    keydown: event => event.key === 'Enter' && event.target.blur(),
  });
  let figures = '';
  if (isList) figures = `${column.percent} % filled, ${column.distinct} distinct`;
  if (column.percent === 0) figures = 'none on this page';
  return make(
    'th',
    {scope: 'col', 'data-c': colour(at)},
    button(String(at + 1), event => choose({kind: 'column', column: at}, event), {
      class: 'number',
      'data-key': `column ${at}`,
      'aria-label': `change field ${at + 1}, ${column.name}`,
    }),
    name,
    isList ? typeMenu(column, at) : null,
    make('span', {class: 'figures'}, figures)
  );
};

const cell = value => {
  const remark = value.how && value.how !== 'text' ? value.how : null;
  if (!value.anchor) return make('span', {class: 'value', 'data-remark': remark}, value.text);
  return make(
    'a',
    {
      class: 'value',
      href: '#',
      tabindex: '-1',
      'data-remark': remark,
      click: event => {
        event.preventDefault();
        document.querySelectorAll('.here').forEach(element => element.classList.remove('here'));
        event.currentTarget.classList.add('here');
        event.currentTarget.closest('tr').classList.add('here');
        flash(value.anchor);
        if (event.detail !== 0) return;
        chooseValue(value.anchor, value.text); // by the keyboard
        find('acts').querySelector('input')?.focus();
      },
    },
    value.text
  );
};

const rowOf = (row, isList) => {
  const here = isList && state.chosen?.kind === 'record' && state.chosen.record === row.number;
  return make(
    'tr',
    {class: here ? 'here' : null},
    make(
      'th',
      {scope: 'row'},
      isList
        ? button(String(row.number), event => chooseRecord(row.number, event), {
            class: 'record',
            'data-key': `record ${row.number}`,
            'aria-label': `change record ${row.number}`,
          })
        : String(row.number)
    ),
    ...row.values.map(values => make('td', {dir: 'auto'}, ...values.map(cell)))
  );
};

export const chooseRecord = (number, event) => {
  choose({kind: 'record', record: number}, event);
  flashRecord(number);
  if (event === undefined) focusOn(`record ${number}`); // by j or k
};

// Arrow keys go from cell to cell.
const moveFocus = event => {
  const by = {ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1]}[event.key];
  const cell = event.target.closest('th, td');
  if (by === undefined || cell === null || /^(input|select)$/.test(event.target.localName)) return;
  const rows = [...cell.closest('table').rows];
  let row = rows.indexOf(cell.parentElement),
    column = cell.cellIndex,
    next;
  do {
    row += by[0];
    column += by[1];
    next = rows[row]?.cells[column];
  } while (next !== undefined && next.querySelector('button, a') === null);
  if (next === undefined) return;
  event.preventDefault();
  next.querySelector('button, a').focus({preventScroll: true});
  next.scrollIntoView({block: 'nearest', inline: 'nearest'});
};

const leftOut = () => {
  const names = fields().filter(field => !field.wanted);
  if (names.length === 0) return null;
  return make(
    'details',
    {class: 'more'},
    make('summary', {}, `${plural(names.length, 'field')} left out`),
    make(
      'ul',
      {class: 'chips'},
      ...names.map((field, at) =>
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

// What of the list is in no column, for each reason; the page has it greyed.
const inNoColumn = shown => {
  if (shown.left_out.length === 0) return null;
  const sums = shown.left_out.map(({reason, n, sample}) => `${n} ${reason}${sample ? ` ("${sample}")` : ''}`);
  return make('p', {class: 'more', id: 'left', dir: 'auto'}, `In no column: ${sums.join(', ')}`);
};

const tableFor = shown => {
  const isList = state.kind === 'wrapper',
    rows = shown.rows.slice(0, ROWS);
  return make(
    'div',
    {class: 'scroll', role: 'region', tabindex: '0', 'aria-label': 'Records of the page', keydown: moveFocus},
    make(
      'table',
      {},
      make('thead', {}, make('tr', {}, make('th', {scope: 'col'}, 'record'), ...shown.columns.map(heading))),
      make('tbody', {}, ...rows.map(row => rowOf(row, isList)))
    ),
    shown.rows.length > ROWS
      ? make('p', {class: 'more'}, `${shown.rows.length - ROWS} more records are not shown; downloads have all.`)
      : null
  );
};

const nothing = () =>
  state.kind === 'template'
    ? 'Click a value on the page, and give it a name.'
    : 'No records were found. Click a value of one record on the page and give it a name, or choose another table.';

// What the template does on the other pages: each row is a page, misses first.
const acrossPages = order => {
  const names = fields().map(field => field.name);
  if (state.kind !== 'template' || names.length === 0 || state.pages.length < 2) return null;
  const valueOf = (page, name) => {
    const shown = regionOf(page),
      at = shown?.columns.findIndex(column => column.name === name) ?? -1;
    const values = at < 0 ? [] : (shown.rows[0]?.values[at] ?? []);
    return values.length === 0 ? make('i', {class: 'missing'}, 'missing') : values.map(value => value.text).join(' | ');
  };
  return make(
    'section',
    {class: 'across'},
    make('h3', {}, 'The same on these pages'),
    make(
      'div',
      {class: 'scroll', role: 'region', tabindex: '0', 'aria-label': 'The same on these pages'},
      make(
        'table',
        {},
        make(
          'thead',
          {},
          make('tr', {}, make('th', {scope: 'col'}, 'page'), ...names.map(name => make('th', {scope: 'col'}, name)))
        ),
        make(
          'tbody',
          {},
          ...order(state.pages).map(page =>
            make(
              'tr',
              {class: page === state.current ? 'here' : null},
              make(
                'th',
                {scope: 'row'},
                button(
                  page.name,
                  () => {
                    state.current = page;
                    state.chosen = null;
                    changed();
                  },
                  {class: 'link'}
                )
              ),
              ...names.map(name => make('td', {dir: 'auto'}, valueOf(page, name)))
            )
          )
        )
      )
    )
  );
};

let shownFor = null; // what the table shows; focus and scrolling stay while it is the same

export const showTable = order => {
  const page = state.current,
    box = find('table'),
    shown = region();
  const shows = [
    page,
    page?.view?.srcdoc,
    JSON.stringify(shown?.columns), // their types are not in the page
    JSON.stringify(shown?.left_out),
    state.rule,
    state.kind,
    state.chosen?.kind === 'record' ? state.chosen.record : 0,
    state.kind === 'template' && state.pages.map(other => other.view?.srcdoc),
  ].flat();
  const isSame =
    shownFor !== null && shows.length === shownFor.length && shows.every((part, at) => part === shownFor[at]);
  if (isSame) return;
  const scroll = box.querySelector('.scroll');
  const left = scroll?.scrollLeft ?? 0,
    top = scroll?.scrollTop ?? 0,
    focused = document.activeElement?.dataset.key;
  shownFor = shows;
  if (focused !== undefined) keepFocus(focused);
  if (page === null || !page.view) return box.replaceChildren();
  const parts = [];
  if (shown !== null && state.rule?.xml) parts.push(tableFor(shown), inNoColumn(shown), leftOut());
  else parts.push(make('p', {class: 'hint'}, nothing()));
  parts.push(acrossPages(order));
  box.replaceChildren(...parts.filter(part => part !== null));
  const again = box.querySelector('.scroll');
  if (again !== null) Object.assign(again, {scrollLeft: left, scrollTop: top});
};
