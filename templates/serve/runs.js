// runs.js: the runs that the store has, and their differences.
import {make, button, tableOf} from './dom.js';
import * as api from './api.js';
import {attempt} from './messages.js';

export const runsPanel = () => {
  const holder = make('div', {}, 'Reading ...'),
    detail = make('div', {});
  api.runs().then(
    answer => {
      const runs = api.listOf(answer, 'runs');
      if (runs.length === 0) return holder.replaceChildren('No run was saved: "detm apply --save" saves one.');
      const rows = runs.map((run, at) => ({
        ...run,
        ' ': button('Pages', () =>
          attempt('Reading', async () => {
            const shown = await api.run(run.run);
            detail.replaceChildren(tableOf(api.listOf(shown, 'pages')));
          })
        ),
        '  ':
          at + 1 < runs.length
            ? button('What changed', () =>
                attempt('Comparing', async () => {
                  const [a, b] = [run.run, runs[at + 1].run].sort((x, y) => x - y);
                  const changes = api.listOf(await api.difference(a, b), 'changes');
                  detail.replaceChildren(changes.length === 0 ? 'Nothing changed.' : tableOf(changes));
                })
              )
            : '',
      }));
      holder.replaceChildren(tableOf(rows));
    },
    problem =>
      holder.replaceChildren(
        problem.status === 404
          ? 'The server has no store: start it with --store FILE.'
          : `${problem.message}. ${problem.detail ?? ''}`
      )
  );
  return [make('h2', {}, 'Runs'), holder, detail];
};
