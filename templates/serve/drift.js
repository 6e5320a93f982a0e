// drift.js: whether the rule still fits its site, and its repair.
import {make, button, tableOf} from './dom.js';
import * as api from './api.js';
import {state} from './state.js';
import {attempt} from './messages.js';
import * as job from './job.js';

const showRepair = (holder, close) =>
  attempt('Learning again', async () => {
    const made = await api.repair(state.pages, state.rule),
      xml = made[state.kind];
    holder.replaceChildren(
      make('h3', {}, 'Proposal'),
      make('p', {}, 'Compare the old and the new sample of each field.'),
      tableOf(api.listOf(made, 'fields'), ['field', 'fate', 'confidence', 'before', 'now']),
      make(
        'div',
        {class: 'row'},
        button(
          'Accept',
          () => {
            job.open(xml);
            close();
          },
          {class: 'main', id: 'accept'}
        ),
        button('Keep the old one', close)
      )
    );
  });

export const checkPanel = close => {
  if (!state.rule?.xml || state.pages.length === 0)
    return [
      make('h2', {}, 'Check'),
      make('p', {}, 'Open a wrapper and add pages of today to check whether it still fits them.'),
    ];
  const found = make('div', {}),
    proposal = make('div', {});
  const check = () =>
    attempt('Checking', async () => {
      const findings = api.listOf(await api.verify(state.pages, state.rule), 'findings');
      found.replaceChildren(
        findings.length === 0
          ? make('p', {}, 'As before: nothing has changed.')
          : tableOf(findings, ['@page', 'field', 'change', 'before', 'now', 'to', 'confidence'])
      );
    });
  return [
    make('h2', {}, 'Check and repair'),
    make('p', {}, 'Compares the values of these pages with those that the wrapper was learned from.'),
    make(
      'div',
      {class: 'row'},
      button('Check these pages', check, {class: 'main', id: 'verify'}),
      button('Propose a repair', () => showRepair(proposal, close), {id: 'repair'})
    ),
    found,
    proposal,
  ];
};
