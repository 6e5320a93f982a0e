// job.js: makes the rule from the pages and from what the user says, one act after the other, with undo and redo.
//
// A rule is {kind, xml, basis, edits, notices, touched}.  The basis is what it was learned from, by which it is learned
// again: {page, region, records, examples}; null for a rule that was opened.  The edits of its fields are made again
// after it was learned again.
import * as api from './api.js';
import {plural} from './dom.js';
import {state, changed, samples, region, fields} from './state.js';
import {refresh} from './views.js';
import {report, clear, working} from './messages.js';

let last = Promise.resolve(); // acts are done one after the other

const countOf = page => page.view?.regions?.[0]?.rows.length ?? 0;

// Says it if the rule does not find as many records as the user chose.
const asAsked = records =>
  !records || countOf(state.current) === records.length
    ? []
    : [
        `The wrapper finds ${countOf(state.current)} records instead of ${records.length}, ` +
          'since it reads all alike: undo, or change another record.',
      ];

// What an act changed on the pages that the user does not see: records of a list that were lost or found.
const countChanges = before =>
  state.kind !== 'wrapper'
    ? []
    : before
        .filter(([page, count]) => page.view !== null && countOf(page) !== count)
        .map(([page, count]) => `${page.name} had ${plural(count, 'record')}, and now has ${countOf(page)}.`);

// Does an act: `make` gives the new rule.
export const act = (text, make, attempt = true) => {
  last = last.then(async () => {
    const done = working(text);
    try {
      clear();
      const rule = await make();
      if (rule === null || rule === undefined) return;
      const before = state.pages.filter(page => page !== state.current).map(page => [page, countOf(page)]);
      if (attempt) state.undo.push(state.rule);
      if (attempt) state.redo = [];
      state.rule = {...rule, touched: attempt};
      state.kind = rule.kind;
      state.chosen = null;
      changed();
      await refresh();
      const notices = [
        ...asAsked(rule.basis?.records),
        ...(attempt ? countChanges(before) : []),
        ...(rule.notices ?? []),
      ];
      if (notices.length !== 0) report('To know', notices.join('\n'), 'note');
    } catch (problem) {
      report([400, 422].includes(problem.status) ? `${text} is not possible` : problem.message, problem.detail);
    } finally {
      done();
      changed();
    }
  });
  return last;
};

const move = (from, to) => {
  if (from.length === 0) return;
  to.push(state.rule);
  state.rule = from.pop();
  if (state.rule !== null) state.kind = state.rule.kind;
  state.chosen = null;
  clear();
  changed();
  refresh();
};
export const undo = () => {
  last = last.then(() => move(state.undo, state.redo));
};
export const redo = () => {
  last = last.then(() => move(state.redo, state.undo));
};

// ---- wrappers ----

const emptyBasis = () => ({page: null, region: null, records: null, examples: []});

// The pages to learn from: that of the basis first, since regions and records are of the first page.
const pagesOf = basis => {
  const pages = samples();
  const first = state.pages.find(page => page.id === basis.page);
  return first === undefined ? pages : [first, ...pages.filter(page => page !== first)];
};

const examplesOf = (basis, pages) =>
  basis.examples
    .map(example => ({
      page: pages.findIndex(page => page.id === example.page),
      name: example.name,
      value: example.value,
    }))
    .filter(example => example.page >= 0);

// Makes the edits again, and says which are no longer possible.
const replay = async (xml, edits, notices) => {
  if (edits.length === 0) return {xml, edits};
  try {
    return {xml: await api.edit(xml, edits), edits};
  } catch {
    /* one of them: find out which */
  }
  const kept = [];
  for (const edit of edits) {
    try {
      xml = await api.edit(xml, [edit]);
      kept.push(edit);
    } catch (problem) {
      notices.push(`This change is lost: ${edit.op} ${edit.field ?? edit.fields.join(', ')}: ${problem.detail}`);
    }
  }
  return {xml, edits: kept};
};

// The names that examples gave, for a wrapper that was learned from chosen records instead.
const renamesByValue = async (xml, page, examples) => {
  const found = (await api.view(page, {kind: 'wrapper', xml})).regions[0],
    edits = [];
  for (const {name, value} of examples) {
    const column = found?.columns.findIndex((_, at) =>
      found.rows.some(row => row.values[at].some(v => v.text === value))
    );
    if (column >= 0 && found.columns[column].name !== name)
      edits.push({op: 'rename', field: found.columns[column].name, to: name});
  }
  return edits;
};

const learnWrapper = async (basis, edits) => {
  const pages = pagesOf(basis),
    examples = examplesOf(basis, pages),
    more = {};
  if (basis.records !== null) more.records = basis.records.map(range => [range]);
  else if (basis.region !== null) more.region = basis.region;
  else if (examples.length !== 0) Object.assign(more, {examples, options: {'also-others': true}});
  const made = await api.learn('wrapper', pages, more),
    notices = [...made.notices];
  if (basis.records !== null && examples.length !== 0)
    edits = [...(await renamesByValue(made.xml, pages[0], examples)), ...edits];
  return {kind: 'wrapper', basis, notices, ...(await replay(made.xml, edits, notices))};
};

const learnAgain = (text, change) =>
  act(text, () => {
    const basis = {...emptyBasis(), ...state.rule?.basis, ...change};
    return learnWrapper(basis, change.region ? [] : (state.rule?.edits ?? []));
  });

// Learns a wrapper from the samples alone: what pages that were dropped show at first.
export const start = () => {
  if (state.kind === 'template') return refresh();
  return act('Finding the records', () => learnWrapper(emptyBasis(), []), false).then(() => state.rule ?? refresh());
};

export const useRegion = path =>
  learnAgain('Learning this list', {page: state.current.id, region: path, records: null, examples: []});

export const useRecords = ranges =>
  ranges.length === 0 || ranges.includes(undefined)
    ? report(
        'These records cannot be changed',
        'They are not siblings in the page: choose another list, or name a value.'
      )
    : learnAgain('Learning these records', {page: state.current.id, region: null, records: ranges});

// Learns from the samples after one was added or left out.
export const relearn = () =>
  state.rule?.basis
    ? state.kind === 'template'
      ? learnTemplate(state.rule.basis.examples)
      : learnAgain('Learning from these pages', {})
    : changed();

const ranges = () => region().rows.map(row => row.range);

export const notRecord = number =>
  useRecords(
    region()
      .rows.filter(row => row.number !== number)
      .map(row => row.range)
  );

// Makes one record of two; null, after a message, if they cannot be one.
const joined = (one, next) => {
  if (next === undefined) report('This is the last record', 'Choose the first of the two.');
  else if (one?.parent !== next?.parent)
    report('These records cannot be one', 'They are not in the same element of the page.');
  else return {parent: one.parent, first: one.first, last: next.last};
  return null;
};

export const joinWithNext = number => {
  const records = ranges(),
    at = region().rows.findIndex(row => row.number === number);
  const both = joined(records[at], records[at + 1]);
  if (both !== null) return useRecords(records.toSpliced(at, 2, both));
};

// Joins each two records, this one with the next.
export const joinPairs = number => {
  const records = ranges(),
    first = region().rows.findIndex(row => row.number === number) % 2,
    made = records.slice(0, first);
  for (let at = first; at < records.length; at += 2) {
    const both = at + 1 < records.length ? joined(records[at], records[at + 1]) : records[at];
    if (both === null) return;
    made.push(both);
  }
  return useRecords(made);
};

// Replaces a record by two, or by the ranges of `parts`.
export const split = (number, parts) =>
  useRecords(region().rows.flatMap(row => parts[row.number] ?? (row.number === number ? [] : [row.range])));

const editFields = (text, edits, notices = []) =>
  act(text, async () => ({
    ...state.rule,
    xml: await api.edit(state.rule.xml, edits),
    edits: [...state.rule.edits, ...edits],
    notices,
  }));
const editOne = (text, edit) => editFields(text, [edit]);

// ---- fields of both ----

export const rename = (field, to) => {
  if (to === field || to === '') return changed();
  if (state.kind === 'wrapper') return editOne('Renaming', {op: 'rename', field, to});
  return editExamples(
    examples => examples.map(e => (e.name === field ? {...e, name: to} : e)),
    xml => eachNamed(xml, field, (element, attribute) => element.setAttribute(attribute, to))
  );
};
export const drop = field => {
  if (state.kind === 'wrapper') return editOne('Leaving it out', {op: 'drop', field});
  return editExamples(
    examples => examples.filter(e => e.name !== field),
    xml =>
      eachNamed(xml, field, (element, attribute) =>
        attribute === 'name' || element.localName === 'values' ? element.remove() : element.removeAttribute('field')
      )
  );
};
export const keep = field => editOne('Keeping it', {op: 'keep', field});
export const setTitle = field => editOne('Marking the title', {op: 'title', field});
export const setType = (field, type) => editOne('Setting the type', {op: 'type', field, type});

// Merges fields, and the fields of their addresses, too.
export const merge = (names, to) => {
  const link = `${to}-link`;
  const links = names
    .map(name => `${name}-link`)
    .filter(name => fields().some(field => field.name === name && field.wanted));
  const edits = [{op: 'merge', fields: names, to}];
  if (links.length > 1) edits.unshift({op: 'merge', fields: links, to: link});
  if (links.length === 1 && links[0] !== link) edits.unshift({op: 'rename', field: links[0], to: link});
  return editFields('Merging', edits, links.length > 1 ? [`Their addresses are merged, too: ${link}`] : []);
};

// Takes a value of the current page as that of a field, or as one more of its list.
export const nameValue = (name, value, isMore) => {
  const page = state.current;
  page.sample = true;
  if (state.kind === 'template') return learnTemplate(correct(name, value, isMore));
  const example = {page: page.id, name, value};
  const old = state.rule?.basis?.examples ?? [];
  return act('Looking for such values', () =>
    learnWrapper(
      {...emptyBasis(), ...state.rule?.basis, page: page.id, region: null, records: null, examples: [...old, example]},
      (state.rule?.edits ?? []).filter(edit => edit.to !== name)
    )
  );
};

// ---- templates ----

const learnTemplate = examples =>
  act('Learning the template', async () => {
    if (examples.length === 0) return {kind: 'template', xml: null, basis: {examples}, edits: [], notices: []};
    const pages = state.pages.filter(page => examples.some(example => example.page === page.id));
    const made = await api.learn('template', pages, {
      examples: examplesOf({examples}, pages),
      options: {name: document.getElementById('name').value || 'template'},
    });
    return {kind: 'template', basis: {examples}, edits: [], ...made};
  });

// The examples with a value of the current page corrected: the other values that the template finds there are right.
const correct = (name, value, isMore) => {
  const page = state.current,
    old = state.rule?.basis?.examples ?? [];
  const known = old.filter(example => example.page === page.id);
  const found = known.length !== 0 ? known : valuesOf(page);
  const same = isMore ? found : found.filter(example => example.name !== name);
  return [...old.filter(example => example.page !== page.id), ...same, {page: page.id, name, value}];
};

// Whether the template finds a value of the field on the current page.
export const hasValue = name => valuesOf(state.current).some(value => value.name === name);

const valuesOf = page => {
  const found = page.view?.regions?.[0];
  if (state.rule?.xml === undefined || state.rule.xml === null || found === undefined) return [];
  return (found.rows[0]?.values ?? []).flatMap((values, column) =>
    values.map(value => ({page: page.id, name: found.columns[column].name, value: value.text}))
  );
};

const eachNamed = (xml, name, change) => {
  const document = new DOMParser().parseFromString(xml, 'application/xml');
  for (const element of [...document.querySelectorAll('field, node, values')]) {
    const attribute = element.localName === 'field' ? 'name' : 'field';
    if (element.getAttribute(attribute) === name) change(element, attribute);
  }
  return new XMLSerializer().serializeToString(document);
};

// Changes a template by its examples; one that was opened by its text.
const editExamples = (change, changeText) =>
  state.rule.basis !== null
    ? learnTemplate(change(state.rule.basis.examples))
    : act('Changing the template', async () => ({...state.rule, xml: changeText(state.rule.xml)}));

// ---- rules that were opened or repaired ----

export const kindOf = xml => (/<(?:[a-z]+:)?template[\s>]/.test(xml.slice(0, 2000)) ? 'template' : 'wrapper');

export const open = xml => act('Opening', async () => ({kind: kindOf(xml), xml, basis: null, edits: [], notices: []}));

export const fieldNames = () => fields().map(field => field.name);
