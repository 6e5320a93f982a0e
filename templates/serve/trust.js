// trust.js: how far the table can be trusted, and why, in one scale of words for the list, the records, the columns and
// what is left out.  The word of a page is the worst of these.
import {isOdd, tableOfPage} from './rows.js';

export const WORDS = {
  failed: 'failed',
  unfit: 'does not fit',
  nothing: 'nothing',
  doubtful: 'doubtful',
  reading: 'reading ...',
  sure: 'looks right',
};

const CERTAIN = 0.9, // DETM_CERTAIN
  MOST = 0.9, // of the records fill a column: one without half of such columns is doubtful
  COMMON = 3, // such columns that it takes
  FEW = 0.1, // of the records fill a column: it is doubtful
  MANY = 3; // such columns are said together

// Why something is in no column, said of one and of several.
const REASONS = {
  name: ['word of a column’s name', 'words of columns’ names'],
  unwanted: ['value of a column that you left out', 'values of columns that you left out'],
  separator: ['separator', 'separators'],
  copy: ['copy of another value', 'copies of other values'],
  dead: ['address that leads nowhere', 'addresses that lead nowhere'],
  hidden: ['hidden text', 'hidden texts'],
  'row-empty': ['empty row', 'empty rows'],
  'outside-cut': ['text beside the list', 'texts beside the list'],
  'row-heading': ['heading', 'headings'],
  'row-total': ['total', 'totals'],
  'row-odd': ['element unlike the records', 'elements unlike the records'],
  'row-foreign': ['element of another kind', 'elements of another kind'],
  'row-other-section': ['element of another section', 'elements of other sections'],
  constant: ['text that is the same in all records', 'texts that are the same in all records'],
  button: ['label of a button', 'labels of buttons'],
  label: ['label', 'labels'],
  prefix: ['text before a value', 'texts before values'],
  unit: ['text after a value', 'texts after values'],
  control: ['value of a control', 'values of controls'],
  unplaced: ['text without a place', 'texts without a place'],
};

// What may be records or values that are missing.
const DOUBTFUL = new Set(['row-odd', 'row-foreign', 'row-other-section', 'unplaced']);

const quoted = text => (text ? ` (“${text}”)` : '');

// What is in no column: [{text, isDoubtful}].
export const leftOutOf = region =>
  region.left_out.map(({reason, n, sample}) => {
    const [one, several] = REASONS[reason] ?? [reason, reason];
    return {text: `${n} ${n === 1 ? one : several}${quoted(sample)}`, n, isDoubtful: DOUBTFUL.has(reason)};
  });

// Records without half of what nearly all others have.
const doubtsOfRecords = ({columns, rows}) => {
  const common = columns.filter(({share}) => share >= MOST),
    lackOf = row => common.filter(({at}) => row.values[at].length === 0);
  if (common.length < COMMON) return [];
  return rows
    .filter(row => 2 * lackOf(row).length > common.length)
    .map(row => {
      const names = lackOf(row).map(({name}) => name);
      return {text: `record ${row.number} lacks what others have: ${names.join(', ')}`, record: row.number};
    });
};

// Values that are not of their column's type.
const oddOf = ({columns, rows}) =>
  columns.flatMap(column => {
    const {name, type, at, isChecked} = column,
      odd = isChecked ? rows.filter(row => isOdd(column, row.values[at])) : [];
    if (odd.length === 0) return [];
    const {text} = odd[0].values[at].find(({typed}) => typed === undefined),
      count = odd.length === 1 ? '1 value is' : `${odd.length} values are`;
    return [{column: name, isOdd: true, text: `${name}: ${count} no ${type}${quoted(text.slice(0, 60))}`}];
  });

// Columns that few records have; many such columns are one doubt.
const rareOf = ({columns, rows}) => {
  const rare = columns.filter(({share}) => share > 0 && share < FEW),
    countOf = ({share}) => `${Math.round(share * rows.length)} of ${rows.length}`,
    names = rare.map(({name}) => name);
  if (rare.length < MANY)
    return rare.map(column => ({column: column.name, text: `${column.name}: only ${countOf(column)} records have it`}));
  const some = `${names.slice(0, MANY).join(', ')}${names.length > MANY ? ' ...' : ''}`;
  return [
    {columns: names, text: `few records have ${names.length} of the columns (${some}): a text may be cut in pieces`},
  ];
};

const notShown = ({records, rows}) =>
  records > rows.length
    ? [{text: `${records - rows.length} more records are not shown here; downloads have them`}]
    : [];

const worst = words => Object.keys(WORDS).find(word => words.includes(word)) ?? 'sure';

const ACCOUNTED = /^in no column:|(?:is|are) no records?:/;

// What the server says of a page, without what is in no column, which is said by the reasons.
export const messageOf = page =>
  page.message
    .split('; ')
    .filter(text => !ACCOUNTED.test(text))
    .join('; ');

const known = new WeakMap(); // doubts by region

// The doubts of records, of columns, and of what is left out.
const doubtsOf = (page, region) => {
  if (!known.has(region)) {
    const table = tableOfPage(page, region);
    known.set(region, [
      [...notShown(region), ...doubtsOfRecords(table)],
      [...oddOf(table), ...rareOf(table)],
      leftOutOf(region)
        .filter(({isDoubtful}) => isDoubtful)
        .map(({text}) => ({text, isLeft: true})),
    ]);
  }
  return known.get(region);
};

// The parts of a page's table, each with its word and doubts, [{name, word, doubts}]; a doubt says what it is about:
// {text, record, column, columns, isOdd, isList, isLeft}.
export const partsOf = (page, region, rule) => {
  const isList = rule.kind === 'wrapper',
    text = messageOf(page),
    says = page.status === 'sure' || text === '' ? [] : [{text, isList}];
  if (isList && page.sample && rule.confidence < CERTAIN)
    says.push({text: 'another table of the page may be the one that you want', isList});
  const list = {
    name: isList ? 'list' : 'page',
    doubts: says,
    word: says.length === 0 ? page.status : worst([page.status, 'doubtful']),
  };
  if (region === null) return [list];
  const part = (name, doubts) => ({name, doubts, word: doubts.length === 0 ? 'sure' : 'doubtful'}),
    [records, columns, left] = doubtsOf(page, region);
  return [list, ...(isList ? [part('records', records)] : []), part('columns', columns), part('left out', left)];
};

// The word of a page.
export const wordOf = (page, region, rule) =>
  page.view === null || !rule?.xml
    ? page.status
    : worst([page.status, ...partsOf(page, region, rule).map(part => part.word)]);
