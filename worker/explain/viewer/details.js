/** What is said of a box: which rules decided about it, why, and the numbers that they saw. */

import { byId, colourOf, coloured, element, facts, OTHERWISE } from './data.js';
import { inOrder, isAnswer } from './precedence.js';

function numbersTable(numbers) {
  const rows = Object.entries(numbers).map(([key, value]) =>
    element('tr', {}, element('td', {}, key), element('td', {}, value === null ? '∞' : String(value))),
  );
  return rows.length > 0 ? [element('table', {}, element('tbody', {}, ...rows))] : [];
}

/** What one decision saw; its text where it is not the one that stands above already. */
const seen = ({ text, numbers }, quoted) => [
  ...(text === quoted ? [] : [element('p', { className: 'quoted' }, text)]),
  ...numbersTable(numbers),
];

const folded = (summary, children, open = false) =>
  element('details', { open }, element('summary', {}, summary), ...children);

/** The same question with the same numbers has the same answer: it is shown once. */
const unlike = (decisions) => [
  ...Map.groupBy(decisions, ({ text, numbers }) => JSON.stringify([text, numbers])).values(),
];

/** Where the decision was taken, and the code of its table. */
function placeOf({ table }, stages) {
  const [first, ...again] = stages;
  const where = element('p', { className: 'soft' }, `${first} · ${table}`);
  if (again.length > 0) where.append(`, again in ${again.join(', ')}`);
  const place = facts.places[table];
  if (place) where.append(element('br'), element('code', {}, place.constant), ` in ${place.file}`);
  return where;
}

/** Decisions by one rule with one verdict: the lines of a paragraph have one for each. */
function decidedCard(decisions, quoted) {
  const { table, rule, verdict } = decisions[0];
  const stages = [...new Set(decisions.map(({ stage }) => stage))];
  const name = element('p', {}, element('span', { className: 'rule' }, rule), ' → ');
  name.append(element('span', { className: 'verdict' }, verdict));
  const why = rule === OTHERWISE ? 'No rule of the table applied.' : facts.reasons[table]?.[rule];
  const card = element('article', { className: 'decided' }, name, ...(why ? [element('p', {}, why)] : []));
  const [first, ...others] = unlike(decisions.filter(({ stage }) => stage === stages[0]));
  card.append(...seen(first[0], quoted));
  if (others.length > 0) {
    const rest = others.flatMap(([decision]) => seen(decision, ''));
    card.append(folded(`and ${others.length} more by this rule`, rest));
  }
  card.append(placeOf(decisions[0], stages));
  return coloured(card, colourOf(verdict));
}

const sum = (groups) => groups.reduce((total, { length }) => total + length, 0);

/** By rule and verdict, as verification repeats what was decided about the files. */
const alike = (decisions) => [
  ...Map.groupBy(decisions, ({ table, rule, verdict }) => [table, rule, verdict].join()).values(),
];

/** @param role of the block that the decisions are about: without one the latest comes first. */
export function showDetails({ title, text, decisions, role }) {
  const { answers, ofFiles, open } = inOrder(alike(decisions), role);
  const cards = (some) => some.map((group) => decidedCard(group, text));
  const parts = [element('h2', {}, title), element('p', { className: 'quoted' }, text)];
  if (decisions.length === 0) parts.push(element('p', { className: 'soft' }, 'No decision is recorded here.'));
  parts.push(...cards(answers));
  if (ofFiles.length > 0) {
    parts.push(folded(`${sum(ofFiles)} about its file and the tree`, cards(ofFiles), answers.length === 0));
  }
  if (open.length > 0) {
    const isAll = answers.length + ofFiles.length === 0;
    parts.push(folded(`${sum(open)} questions that no rule answered`, cards(open), isAll));
  }
  byId('details').replaceChildren(...parts);
}

/** Decisions about fonts, the page or the document have no place on the picture. */
export function showAboutPage(decisions) {
  const groups = alike(decisions).toSorted((a, b) => isAnswer(b[0]) - isAnswer(a[0]));
  const cards = groups.map((group) => decidedCard(group, ''));
  const about = byId('about');
  about.hidden = cards.length === 0;
  about.replaceChildren(folded(`${decisions.length} decisions about the page`, cards));
}

export function showHint() {
  const hint = 'Point at a box, or reach it with Tab, to see which rules decided about it. A click holds it.';
  byId('details').replaceChildren(element('p', { className: 'soft' }, hint));
}
