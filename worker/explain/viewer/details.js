/** What is said of a box: which rules decided about it, why, and the numbers that they saw. */

import { byId, colourOf, coloured, element, facts, OTHERWISE } from './data.js';

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

/** Decisions by one rule with one verdict: the lines of a paragraph have one for each. */
function decidedCard(decisions, quoted) {
  const [first, ...others] = decisions;
  const { stage, table, rule, verdict } = first;
  const name = element('p', {}, element('span', { className: 'rule' }, rule), ' → ');
  name.append(element('span', { className: 'verdict' }, verdict));
  const why = rule === OTHERWISE ? 'No rule of the table applied.' : facts.reasons[table]?.[rule];
  const card = element('article', { className: 'decided' }, name, ...(why ? [element('p', {}, why)] : []));
  card.append(...seen(first, quoted));
  if (others.length > 0) {
    const rest = others.flatMap((decision) => seen(decision, ''));
    card.append(folded(`and ${others.length} more by this rule`, rest));
  }
  card.append(element('p', { className: 'soft' }, `${stage} · ${table}`));
  return coloured(card, colourOf(verdict));
}

/** The latest first: what a block became is decided last. */
function decidedCards(decisions, quoted) {
  const groups = Map.groupBy(decisions, ({ stage, table, rule, verdict }) => [stage, table, rule, verdict].join());
  return [...groups.values()].reverse().map((group) => decidedCard(group, quoted));
}

export function showDetails({ title, text, decisions }) {
  const named = decisions.filter(({ rule }) => rule !== OTHERWISE);
  const rest = decisions.filter(({ rule }) => rule === OTHERWISE);
  const parts = [element('h2', {}, title), element('p', { className: 'quoted' }, text)];
  if (decisions.length === 0) parts.push(element('p', { className: 'soft' }, 'No decision is recorded here.'));
  parts.push(...decidedCards(named, text));
  if (rest.length > 0) {
    parts.push(folded(`${rest.length} questions that no rule answered`, decidedCards(rest, text), named.length === 0));
  }
  byId('details').replaceChildren(...parts);
}

export function showHint() {
  const hint = 'Point at a box, or reach it with Tab, to see which rules decided about it. A click holds it.';
  byId('details').replaceChildren(element('p', { className: 'soft' }, hint));
}
