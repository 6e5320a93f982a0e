// runs.js: the runs that the store has, night by night: how many records each has, how many of these fill a column, and
// what has changed since the run before.
import {make, button, tableOf} from './dom.js';
import * as api from './api.js';
import {attempt} from './messages.js';

const MOST = 14, // runs that are shown, the newest
  FALL = 20; // percent that a number or share falls by when something has changed

const sharesOf = records => {
  const counts = new Map();
  for (const name of records.flatMap(Object.keys))
    if (!name.startsWith('@')) counts.set(name, (counts.get(name) ?? 0) + 1);
  return new Map([...counts].map(([name, count]) => [name, Math.floor((100 * count) / records.length)]));
};

// The problems of the pages of a run.
const problemsOf = ({pages}) => pages.filter(({problem}) => problem).map(({name, problem}) => `${name}: ${problem}`);

// A cell with a bar behind its text; what has fallen since the run before is marked.
const bar = (value, before, most, unit) => {
  const hasFallen = before !== undefined && value < before * (1 - FALL / 100),
    cell = make('td', {class: hasFallen ? 'bar fallen' : 'bar'}, `${value}${unit}`);
  cell.style.setProperty('--share', `${most === 0 ? 0 : (100 * value) / most}%`);
  return cell;
};

const line = (name, values, most, unit) =>
  make(
    'tr',
    {},
    make('th', {scope: 'row'}, name),
    ...values.map((value, at) => bar(value, values[at - 1], most, unit))
  );

const difference = (runs, at, detail) =>
  attempt('Comparing', async () => {
    const problems = problemsOf(runs[at]),
      found = at === 0 ? null : await api.difference(runs[at - 1].run, runs[at].run);
    const changes = found && `${found.new} new, ${found.gone} gone, ${found.changed} changed, ${found.same} as before`;
    detail.replaceChildren(
      make('h3', {}, `Run ${runs[at].run}${found ? `, compared with run ${runs[at - 1].run}: ${changes}` : ''}`),
      ...problems.map(text => make('p', {class: 'missing', dir: 'auto'}, text)),
      found?.changes.length ? tableOf(found.changes) : tableOf(api.listOf(runs[at], 'pages'))
    );
  });

const headOf = (runs, at, detail) => {
  const {run, time} = runs[at],
    isDrifted = problemsOf(runs[at]).length !== 0;
  return make(
    'th',
    {scope: 'col', class: isDrifted ? 'fallen' : null},
    button(`${run}${isDrifted ? ' drifted' : ''}`, () => difference(runs, at, detail), {
      title: time,
      'aria-label': `run ${run}, ${time}${isDrifted ? ', drifted' : ''}`,
    }),
    make('span', {class: 'figures'}, (time ?? '').slice(0, 10))
  );
};

const chartOf = (runs, detail) => {
  const shares = runs.map(({records}) => sharesOf(records)),
    names = [...new Set(shares.flatMap(share => [...share.keys()]))],
    counts = runs.map(({records}) => records.length);
  return make(
    'div',
    {class: 'scroll runs', tabindex: '0', role: 'region', 'aria-label': 'Runs'},
    make(
      'table',
      {},
      make(
        'thead',
        {},
        make('tr', {}, make('th', {scope: 'col'}, 'run'), ...runs.map((_, at) => headOf(runs, at, detail)))
      ),
      make(
        'tbody',
        {},
        line('records', counts, Math.max(...counts), ''),
        ...names.map(name =>
          line(
            name,
            shares.map(share => share.get(name) ?? 0),
            100,
            ' %'
          )
        )
      )
    )
  );
};

export const runsPanel = () => {
  const holder = make('div', {}, 'Reading ...'),
    detail = make('div', {});
  const read = async () => {
    const listed = api.listOf(await api.runs(), 'runs').slice(-MOST);
    if (listed.length === 0) return holder.replaceChildren('No run was saved: "detm apply --save" saves one.');
    const runs = await Promise.all(listed.map(async run => ({...run, ...(await api.run(run.run))})));
    return holder.replaceChildren(
      make('p', {class: 'figures'}, 'The share of the records that fill each column. A run shows what has changed.'),
      chartOf(runs, detail)
    );
  };
  read().catch(problem =>
    holder.replaceChildren(
      problem.status === 404
        ? 'The server has no store: start it with --store FILE.'
        : `${problem.message}. ${problem.detail ?? ''}`
    )
  );
  return [make('h2', {}, 'Runs'), holder, detail];
};
