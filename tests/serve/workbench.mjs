// workbench.mjs: parts of the workbench that need no browser.
//
// Usage: node workbench.mjs SOURCES.  Prints TAP.
import {readFile} from 'node:fs/promises';

let checks = 0,
  failed = 0;
const check = (name, passed, seen) => {
  failed += !passed;
  console.log(`${passed ? 'ok' : 'not ok'} ${++checks} - ${name}`);
  if (!passed) console.log(`# ${JSON.stringify(seen)}`);
};

// A module, with the modules that it imports in its text.
const addressOf = async name => {
  let text = await readFile(`${process.argv[2]}/templates/serve/${name}`, 'utf8');
  for (const [, other] of text.matchAll(/from '\.\/(.*?)'/g))
    text = text.replaceAll(`'./${other}'`, `'${await addressOf(other)}'`);
  return `data:text/javascript,${encodeURIComponent(text).replaceAll("'", '%27')}`;
};
const load = async name => import(await addressOf(name));

// ---- api.js ----

const api = await load('api.js');
let prompts = 0,
  answer = 'right';
const server = async (path, {headers}) => {
  await null;
  const right = headers.Authorization === 'Bearer right';
  return new Response('{}', {status: right ? 200 : 401});
};
globalThis.fetch = server;
globalThis.prompt = () => (prompts++, answer);
answer = null;
const refused = await Promise.allSettled([api.rules(), api.runs(), api.rules()]);
check('api: one prompt for requests that wait together, if it is cancelled', prompts === 1, prompts);
check(
  'api: these requests fail',
  refused.every(({status}) => status === 'rejected')
);
answer = 'right';
prompts = 0;
await Promise.all([api.rules(), api.runs(), api.rules()]);
check('api: one prompt for requests that wait together', prompts === 1, prompts);
globalThis.fetch = async () => {
  throw new TypeError('failed');
};
const problem = await api.rules().catch(error => error);
check('api: no answer has two possible causes', /does not run.*too large/.test(problem.detail), problem.detail);

// ---- files.js ----

const {pagesAmong} = await load('files.js');
const names = (...given) => pagesAmong(given.map(name => ({name}))).map(({name}) => name);
const saved = names('a/shop.html', 'a/Toys.HTM', 'a/old.mht', 'a/new.mhtml', 'a/logo.png', 'a/notes.txt');
check('files: pages, also those saved with their images', saved.length === 4, saved);
const frames = names('a/shop.htm', 'a/shop_files/saved_resource.html', 'a/shop_files/in/ad.html', 'a/my_files/b.html');
check('files: frames of saved pages are left out', frames.join() === 'a/shop.htm,a/my_files/b.html', frames);
const other = names('b/shop.html', 'a/shop_files/b.html', 'shop_files.html', 'shop.html');
check('files: the page of such a folder is beside it', other.length === 4, other);

// ---- rows.js ----

const {arrange, facetsOf, tableOfPage, tableOfPages, textOfRows, percentFilled, EMPTY, ODD} = await load('rows.js');
const value = (text, typed) => ({text, typed});
const row = (number, ...values) => ({number, values});
const shop = {
  columns: [
    {name: 'what', type: 'text', share: 1},
    {name: 'cost', type: 'price', share: 0.833},
  ],
  rows: [
    row(1, [value('Pan 10')], [value('€ 1.200', 1200)]),
    row(2, [value('pan 9')], [value('€ 9', 9)]),
    row(3, [value('Lid'), value('Cup')], []),
    row(4, [value('Jar')], [value('ask us')]),
    row(5, [value('Mug')], [value('€ 30', 30)]),
    row(6, [value('Tin')], [value('€ 31', 31)]),
  ],
};
const garden = {columns: [{name: 'cost', type: 'price'}], rows: [row(1, [value('€ 2', 2)])]};
const table = tableOfPage({name: 'shop'}, shop);
const shown = (look, of = table) =>
  arrange(of, {search: '', only: new Map(), sort: null, ...look})
    .map(({number}) => number)
    .join('');
check('rows: as they come', shown({}) === '123456', shown({}));
const up = shown({sort: {name: 'cost', isDown: false}}),
  down = shown({sort: {name: 'cost', isDown: true}});
check('rows: amounts by size, odd ones after them, empty ones last', up === '256143' && down === '165243', [up, down]);
check('rows: numbers in texts by size', shown({sort: {name: 'what', isDown: false}}) === '435216');
check('rows: search', shown({search: ' PAN '}) === '12' && shown({search: 'cup'}) === '3');
const only = keys => shown({only: new Map([['cost', new Set(keys)]])});
check(
  'rows: empty ones, odd ones, one value',
  only([EMPTY]) === '3' && only([ODD]) === '4' && only(['€ 9', EMPTY]) === '23'
);
const facets = facetsOf(table, {search: '', only: new Map([['cost', new Set([EMPTY])]]), sort: null}, 'cost');
check(
  'rows: what is empty or odd is listed first; the own filter does not count',
  facets.length === 7 && facets.slice(0, 2).every(([key]) => key === EMPTY || key === ODD),
  facets
);
check('rows: 5 of 6 are 83 %', percentFilled(table, 'cost') === 83);
const all = tableOfPages([
  [{name: 'shop'}, shop],
  [{name: 'garden'}, garden],
]);
check(
  'rows: all pages have the columns of both',
  all.columns.map(({name}) => name).join() === 'page,what,cost' &&
    all.rows.length === 7 &&
    all.rows[6].values[1].length === 0 &&
    all.rows[6].values[2][0].text === '€ 2',
  all.columns
);
const quoted = textOfRows({columns: [{name: 'a'}, {name: 'b "c"'}]}, [
  row(1, [value('x\ty')], [value('1'), value('2')]),
]);
check('rows: as text', quoted === 'a\t"b ""c"""\n"x\ty"\t1 | 2\n', quoted);

// ---- trust.js ----

const {partsOf, wordOf} = await load('trust.js');
const region = {
  ...shop,
  left_out: [
    {reason: 'row-foreign', n: 2, sample: 'Buy now'},
    {reason: 'button', n: 9, sample: ''},
  ],
};
const page = {status: 'sure', message: 'in no column: 9 labels of buttons', sample: true, view: {}};
const rule = {kind: 'wrapper', xml: '<wrapper/>', confidence: 0.5};
const said = (...given) =>
  partsOf(...given)
    .map(({name, word}) => `${name} ${word}`)
    .join();
check(
  'trust: each part has its word',
  said(page, region, rule) === 'list doubtful,records sure,columns doubtful,left out doubtful',
  said(page, region, rule)
);
check('trust: the page has the worst of them', wordOf(page, region, rule) === 'doubtful');
const fine = {columns: shop.columns, rows: shop.rows.filter(({number}) => number !== 4), left_out: []};
check('trust: nothing is doubtful', wordOf({...page, view: {}}, fine, {...rule, confidence: undefined}) === 'sure');
check(
  'trust: what the server says is the reason',
  partsOf({...page, status: 'doubtful', message: 'missing: cost'}, fine, {...rule, confidence: undefined})[0].doubts[0]
    .text === 'missing: cost'
);
check(
  'trust: a page that does not fit stays one',
  wordOf({...page, status: 'unfit', view: {}}, null, rule) === 'unfit'
);

const rare = names => {
  const columns = [...shop.columns, ...names.map(name => ({name, type: 'text', share: 0.05}))],
    rows = fine.rows.map(({number, values}) => row(number, ...values, ...names.map(() => [])));
  return partsOf(page, {columns, rows, left_out: []}, rule)[2].doubts;
};
const two = rare(['a', 'b']),
  four = rare(['a', 'b', 'c', 'd']);
check('trust: columns that few records have are said one by one', two.map(({column}) => column).join() === 'a,b', two);
check('trust: and many together', four.length === 1 && four[0].columns.join() === 'a,b,c,d', four);

console.log(`1..${checks}`);
process.exit(failed === 0 ? 0 : 1);
