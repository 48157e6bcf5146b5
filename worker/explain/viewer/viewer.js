/**
 * The page of explain.html: one page of the document at a time. A document's words are set as text, never as markup. Needs
 * no server and loads nothing.
 */

import {
  areaOf,
  byId,
  coloured,
  colourOf,
  data,
  decisionFound,
  decisionsAt,
  element,
  facts,
  isOfPlace,
  isShown,
  OTHERWISE,
  pageData,
  roleFound,
  roleName,
  ROLES,
  stages,
  state,
} from './data.js';
import { showAboutPage, showDetails, showHint } from './details.js';

/** More boxes on one page make a browser slow, and nobody tells them apart. */
const MAX_BOXES = 3000;
const MAX_PAGES_LISTED = 300;
const PAGES_A_TURN = 10;
const TYPING_MS = 250;
const CSS_PIXELS_A_POINT = 96 / 72;

function release() {
  state.held = false;
  for (const box of document.querySelectorAll('.held')) box.classList.remove('held');
}

function addBox({ box, className, colour, label, tag, details }) {
  const { width, height } = facts.pages[state.at];
  const made = element('button', { type: 'button', className: `box ${className}`, ariaLabel: label });
  const [left, top] = [(100 * box[0]) / width, (100 * box[1]) / height];
  made.style.left = `${left}%`;
  made.style.top = `${top}%`;
  made.style.width = `${Math.max(0.4, (100 * box[2]) / width - left)}%`;
  made.style.height = `${Math.max(0.3, (100 * box[3]) / height - top)}%`;
  if (tag) made.append(element('span', { className: 'tag', ariaHidden: 'true' }, tag));
  made.append(element('span', { className: 'words', ariaHidden: 'true' }, details().text));
  const show = () => state.held || showDetails(details());
  made.addEventListener('pointerenter', show);
  made.addEventListener('focus', show);
  made.addEventListener('click', () => {
    const wasHeld = made.classList.contains('held');
    release();
    showDetails(details());
    if (wasHeld) return;
    state.held = true;
    made.classList.add('held');
  });
  byId('sheet').append(coloured(made, colour));
}

function drawRoles({ roles, decisions }) {
  for (const role of roles) {
    const title = roleName(role);
    const { box, text } = role;
    addBox({
      box,
      className: state.words.length > 0 && !roleFound(role) ? 'dim' : '',
      colour: colourOf(role.role),
      label: `${title}: ${text}`,
      tag: role.role === 'heading' ? `h${role.level}` : '',
      details: () => ({ title, text, decisions: decisionsAt(box, decisions), role: role.role }),
    });
  }
}

/** Decisions about the same box are one on the picture; the last speaks for them. */
function drawDecisions(shown) {
  const groups = Map.groupBy(shown, ({ box }) => box.join());
  // large ones first: the smaller ones stay within reach
  const sorted = [...groups.values()].sort((a, b) => areaOf(b[0].box) - areaOf(a[0].box));
  for (const decisions of sorted.slice(0, MAX_BOXES)) {
    const { box, text, verdict, rule } = decisions.findLast((one) => one.rule !== OTHERWISE) ?? decisions.at(-1);
    const kind = rule === OTHERWISE ? 'otherwise' : verdict === 'refused' ? 'refused' : '';
    const title = decisions.length === 1 ? `${rule} → ${verdict}` : `${decisions.length} decisions`;
    const label = `${title}: ${text}`;
    const details = () => ({ title, text, decisions });
    addBox({ box, className: `decision ${kind}`, colour: colourOf(verdict), label, details });
  }
  return Math.max(0, sorted.length - MAX_BOXES);
}

function drawCounts({ roles, decisions }) {
  const counts = Map.groupBy(roles, ({ role }) => role);
  byId('roles').replaceChildren(
    ...ROLES.filter((role) => counts.has(role)).map((role) =>
      coloured(element('li', {}, `${role} (${counts.get(role).length})`), colourOf(role)),
    ),
  );
  const byStage = Map.groupBy(decisions, ({ stage }) => stage);
  for (const stage of stages) {
    const named = (byStage.get(stage) ?? []).filter(({ rule }) => rule !== OTHERWISE).length;
    byId(`count-${stage}`).textContent = ` (${named})`;
  }
}

function drawVerdicts(shown) {
  const counts = Map.groupBy(shown, ({ verdict }) => verdict);
  const items = [...counts].map(([verdict, { length }]) => element('li', {}, `${verdict} (${length})`));
  byId('verdicts').replaceChildren(...items.map((item, at) => coloured(item, colourOf([...counts.keys()][at]))));
}

function drawNotes(unseen) {
  const notes = [...facts.notes];
  if (unseen > 0) notes.push(`${unseen} boxes of this page are left out: switch stages off, or find a rule.`);
  byId('notes').replaceChildren(...notes.map((note) => element('li', {}, note)));
  byId('notes').hidden = notes.length === 0;
}

function draw() {
  release();
  const page = facts.pages[state.at];
  const found = pageData(page.number);
  const sheet = byId('sheet');
  for (const box of sheet.querySelectorAll('.box')) box.remove();
  sheet.style.aspectRatio = `${page.width} / ${page.height}`;
  sheet.classList.toggle('unpictured', !page.picture);
  const picture = byId('picture');
  picture.hidden = !page.picture;
  if (page.picture) picture.src = data(`picture-${page.number}`);
  else picture.removeAttribute('src');
  picture.alt = `Page ${page.number}`;
  // its boxes lie as if a page that was scanned askew were level
  picture.style.transform = page.skew ? `rotate(${-page.skew}deg)` : '';
  byId('page').value = page.number;
  drawCounts(found);
  if (byId('show-roles').checked) drawRoles(found);
  const shown = found.decisions.filter(isShown);
  drawVerdicts(shown);
  drawNotes(drawDecisions(shown.filter(isOfPlace)));
  const ofPage = found.decisions.filter((decision) => !isOfPlace(decision));
  showAboutPage(state.words.length > 0 ? ofPage.filter(isShown) : ofPage);
  showHint();
  resize();
}

function resize() {
  const { width, height } = facts.pages[state.at];
  const zoom = byId('zoom').value;
  // the whole page is seen, but never so small that a column of text is lost in it
  const fitting = `min(100%, max(34rem, calc((100vh - 6rem) * ${width / height})))`;
  byId('sheet').style.width = zoom === 'fit' ? fitting : `${width * CSS_PIXELS_A_POINT * Number(zoom)}px`;
}

function go(number) {
  const at = facts.pages.findIndex((page) => page.number === number);
  if (at < 0) {
    byId('page').value = facts.pages[state.at].number;
    return;
  }
  state.at = at;
  location.replace(`#${number}`);
  draw();
}

/** The page behind the address's `#`; the first where the document has none of that number. */
function goToAddress() {
  const number = Number(location.hash.slice(1));
  go(facts.pages.some((page) => page.number === number) ? number : facts.pages[0].number);
}

function step(by) {
  const next = facts.pages[state.at + by];
  if (next) go(next.number);
}

let searching = 0;

/** Looks through all pages, some at a time, so that typing goes on. */
function search() {
  const mine = ++searching;
  state.words = byId('search').value.toLowerCase().split(/\s+/).filter(Boolean);
  byId('found').hidden = state.words.length === 0;
  draw();
  if (state.words.length === 0) return;
  const hits = [];
  const look = (from) => {
    if (mine !== searching) return;
    for (const { number } of facts.pages.slice(from, from + PAGES_A_TURN)) {
      const { roles, decisions } = pageData(number);
      const count = decisions.filter(decisionFound).length;
      if (count > 0 || roles.some(roleFound)) hits.push({ number, count });
    }
    const done = from + PAGES_A_TURN >= facts.pages.length;
    showFound(hits, done);
    if (!done) setTimeout(look, 0, from + PAGES_A_TURN);
  };
  look(0);
}

function showFound(hits, done) {
  const count = hits.reduce((sum, hit) => sum + hit.count, 0);
  const title = `${count} decisions on ${hits.length} pages${done ? '' : ' so far'}`;
  const items = hits.slice(0, MAX_PAGES_LISTED).map((hit) => {
    const button = element('button', { type: 'button' }, `${hit.number}`);
    button.title = `${hit.count} decisions on page ${hit.number}`;
    button.addEventListener('click', () => go(hit.number));
    return element('li', {}, button);
  });
  byId('found').replaceChildren(element('h2', {}, title), element('ul', {}, ...items));
}

function addStages() {
  if (stages.length === 0) byId('stages').append(element('p', { className: 'none' }, 'No decision was recorded.'));
  for (const stage of stages) {
    const box = element('input', { type: 'checkbox', value: stage });
    box.addEventListener('change', () => {
      if (box.checked) state.stages.add(stage);
      else state.stages.delete(stage);
      draw();
    });
    byId('stages').append(
      element('label', {}, box, ` ${stage}`, element('span', { id: `count-${stage}`, className: 'soft' })),
    );
  }
  const set = (checked) => {
    for (const box of byId('stages').querySelectorAll('input')) box.checked = checked;
    state.stages = new Set(checked ? stages : []);
    draw();
  };
  byId('all-stages').addEventListener('click', () => set(true));
  byId('no-stage').addEventListener('click', () => set(false));
}

function addKeys() {
  document.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') release();
    if (event.ctrlKey || event.metaKey || event.altKey || event.target.closest('input, select')) return;
    if (event.key === 'ArrowLeft') step(-1);
    else if (event.key === 'ArrowRight') step(1);
    else if (event.key === '/') {
      event.preventDefault();
      byId('search').focus();
    }
  });
}

let typing = 0;
addStages();
addKeys();
byId('title').textContent = facts.title;
byId('count').textContent = String(facts.pages.length);
byId('page').max = String(facts.pages.at(-1)?.number ?? 1);
byId('page').addEventListener('change', () => go(Number(byId('page').value)));
byId('previous').addEventListener('click', () => step(-1));
byId('next').addEventListener('click', () => step(1));
byId('zoom').addEventListener('change', resize);
for (const id of ['show-roles', 'show-refused', 'show-otherwise']) byId(id).addEventListener('change', draw);
byId('search').addEventListener('input', () => {
  clearTimeout(typing);
  typing = setTimeout(search, TYPING_MS);
});
if (facts.pages.length > 0) {
  goToAddress();
  addEventListener('hashchange', () => {
    if (location.hash !== `#${facts.pages[state.at].number}`) goToAddress();
  });
}
