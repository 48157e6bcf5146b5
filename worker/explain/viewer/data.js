/** What explain.html holds: the data in the file, and what of it is looked for. */

export const byId = (id) => document.getElementById(id);
export const data = (id) => JSON.parse(byId(id)?.textContent ?? 'null');
export const facts = data('document');
export const ROLES =
  'heading paragraph list table caption figure code quote equation footnote contents field furniture'.split(' ');
export const OTHERWISE = 'otherwise';

export const stages = [...new Set(facts.kinds.map(({ stage }) => stage))];
/** What is looked at. */
export const state = { at: 0, stages: new Set(), words: [], held: false };

/** An element with properties and children; strings among them become text. */
export function element(name, properties = {}, ...children) {
  const made = Object.assign(document.createElement(name), properties);
  made.append(...children);
  return made;
}

export function coloured(made, colour) {
  made.style.setProperty('--colour', colour);
  return made;
}

function unpackDecision([kind, rule, verdict, x0, y0, x1, y1, text, numbers]) {
  const decision = { ...facts.kinds[kind], rule: facts.words[rule], verdict: facts.words[verdict], text, numbers };
  return { ...decision, box: [x0, y0, x1, y1] };
}

export function pageData(number) {
  const { roles, decisions } = data(`page-${number}`);
  return {
    roles: roles.map(([role, level, x0, y0, x1, y1, text]) => ({ role, level, text, box: [x0, y0, x1, y1] })),
    decisions: decisions.map(unpackDecision),
  };
}

const has = (text) => state.words.every((word) => text.toLowerCase().includes(word));
export const roleName = ({ role, level }) => (role === 'heading' ? `heading ${level}` : role);
export const roleFound = (role) => has(`${roleName(role)} ${role.text}`);
export const decisionFound = ({ stage, table, rule, verdict, text }) =>
  has(`${stage} ${table} ${rule} ${verdict} ${text}`);
/** Verdicts that are no roles, each in a colour of its own: steps of this angle keep neighbours apart. */
const HUE_STEP = 137.5;

/** CSS colour of a role, or of a verdict that may be one. */
export function colourOf(verdict) {
  if (verdict === 'refused') return 'var(--refused)';
  const role = ROLES.find((one) => verdict.split(/[ -]/).includes(one));
  if (role) return `var(--${role})`;
  return `hsl(${(facts.words.indexOf(verdict) * HUE_STEP) % 360}deg 70% 38%)`;
}

/** Who searches for a rule wants to see it, whatever its stage's switch says. */
export function isShown(decision) {
  if (state.words.length > 0) return decisionFound(decision);
  if (!state.stages.has(decision.stage)) return false;
  if (decision.rule === OTHERWISE) return byId('show-otherwise').checked;
  return decision.verdict !== 'refused' || byId('show-refused').checked;
}

/** What is decided about a font, a page or the document has no box. */
export const isOfPlace = ({ box: [x0, y0, x1, y1] }) => x1 > x0 || y1 > y0;

export const areaOf = ([x0, y0, x1, y1]) => Math.max(1, x1 - x0) * Math.max(1, y1 - y0);

function overlap(a, b) {
  const width = Math.min(a[2], b[2]) - Math.max(a[0], b[0]);
  const height = Math.min(a[3], b[3]) - Math.max(a[1], b[1]);
  return width <= 0 || height <= 0 ? 0 : width * height;
}

/** Decisions about the block, its lines, or what it is nearly all of; not those about the whole page. */
export function decisionsAt(box, decisions) {
  return decisions.filter((decision) => {
    const shared = overlap(box, decision.box);
    return (
      shared > 0.5 * areaOf(decision.box) || (shared > 0.5 * areaOf(box) && areaOf(decision.box) < 3 * areaOf(box))
    );
  });
}
