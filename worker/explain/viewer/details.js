/** What is said of a box: which rules decided about it, why, and the numbers that they saw. */

import { byId, colourOf, coloured, element, facts, OTHERWISE } from './data.js';

function decidedCard({ stage, table, rule, verdict, text, numbers }, quoted) {
  const name = element('p', {}, element('span', { className: 'rule' }, rule), ' → ');
  name.append(element('span', { className: 'verdict' }, verdict));
  const card = element('article', { className: 'decided' }, name);
  const why = rule === OTHERWISE ? 'No rule of the table applied.' : facts.reasons[table]?.[rule];
  if (why) card.append(element('p', {}, why));
  if (text !== quoted) card.append(element('p', { className: 'quoted' }, text));
  const rows = Object.entries(numbers).map(([key, value]) =>
    element('tr', {}, element('td', {}, key), element('td', {}, value === null ? '∞' : String(value))),
  );
  if (rows.length > 0) card.append(element('table', {}, element('tbody', {}, ...rows)));
  card.append(element('p', { className: 'soft' }, `${stage} · ${table}`));
  return coloured(card, colourOf(verdict));
}

export function showDetails({ title, text, decisions }) {
  const named = decisions.filter(({ rule }) => rule !== OTHERWISE);
  const rest = decisions.filter(({ rule }) => rule === OTHERWISE);
  const parts = [element('h2', {}, title), element('p', { className: 'quoted' }, text)];
  if (decisions.length === 0) parts.push(element('p', { className: 'soft' }, 'No decision is recorded here.'));
  parts.push(...named.map((decision) => decidedCard(decision, text)));
  if (rest.length > 0) {
    const more = element('details', { open: named.length === 0 });
    more.append(element('summary', {}, `${rest.length} questions that no rule answered`));
    more.append(...rest.map((decision) => decidedCard(decision, text)));
    parts.push(more);
  }
  byId('details').replaceChildren(...parts);
}

export function showHint() {
  const hint = 'Point at a box, or reach it with Tab, to see which rules decided about it. A click holds it.';
  byId('details').replaceChildren(element('p', { className: 'soft' }, hint));
}
