import { expect, test } from '@jest/globals';
import { concludeDocument, structureDocument } from '../../../engine/document.js';
import { explainDocument } from '../../../engine/explain.js';
import type { Box, ParsedPage } from '../../../engine/model.js';
import { turnBox } from '../../../engine/geometry.js';
import { turnRuns } from '../../../engine/normalise/upright.js';
import type { Decision } from '../../../engine/rules.js';
import type { VerifyOptions } from '../../../engine/shelf.js';
import { info, options as structureOptions, pagesOf } from '../../support/blocks.js';

const options: VerifyOptions = { ...structureOptions, policy: 'balanced' };
const TEXT = [
  'The keeper climbs the tower at dusk and lights the lamp before the sun is gone.',
  'At midnight the clockwork is wound, and the log has the time of it.',
  'At dawn the curtains are drawn, and the lamp is left to cool.',
];

function explained(pages: ParsedPage[]): Decision[] {
  const decisions: Decision[] = [];
  explainDocument(info(pages.length), pages, options, (decision) => decisions.push(decision));
  // what is about the document as a whole has no place, or the whole page
  return decisions.filter(({ stage, box }) => stage !== 'verify' && box.x1 > box.x0);
}

/** The page as it is when its text runs down it. */
function onItsSide(page: ParsedPage): ParsedPage {
  const runs = page.runs.map((run, id) => ({ ...run, id }));
  return { ...page, width: page.height, height: page.width, runs: turnRuns(runs, page, 270) };
}

const rounded = ({ x0, y0, x1, y1 }: Box): number[] => [x0, y0, x1, y1].map((value) => Math.round(value));

test('decisions come with the stage that took them, and change nothing', () => {
  const pages = pagesOf([TEXT]);
  const decisions = explained(pages);
  expect(decisions.length).toBeGreaterThan(0);
  expect(decisions.map(({ stage }) => stage)).toContain('text-blocks');
  const { unverified, tree } = explainDocument(info(1), pages, options, () => {});
  expect(unverified).toEqual(structureDocument(info(1), pages, options));
  expect(tree).toEqual(concludeDocument(info(1), pages, options, { onVerifying: () => {} }));
});

test('each is about a page of the document, also where a hyphen ends a line', () => {
  const broken = [...TEXT, 'The oil is brought from the landing by the light-', 'keeper and his boy.'];
  const decisions: Decision[] = [];
  explainDocument(info(1), pagesOf([broken]), options, (decision) => decisions.push(decision));
  expect(decisions.filter(({ page }) => page !== 1)).toEqual([]);
  const [hyphen] = decisions.filter(({ table }) => table === 'hyphen-at-line-end');
  expect(hyphen?.box.y1).toBeGreaterThan(0);
});

test('those of verification come last, under its name, whatever the policy accepts', () => {
  const listened = (policy: VerifyOptions['policy']): Decision[] => {
    const decisions: Decision[] = [];
    explainDocument(info(1), pagesOf([TEXT]), { ...options, policy }, (decision) => decisions.push(decision));
    return decisions;
  };
  const decisions = listened('balanced');
  const first = decisions.findIndex(({ stage }) => stage === 'verify');
  expect(decisions.slice(first).every(({ stage }) => stage === 'verify')).toBe(true);
  expect(decisions[first]).toMatchObject({ table: 'next-repair', rule: 'no-errors', verdict: 'none' });
  expect(decisions.at(-1)).toMatchObject({ table: 'audit-status', verdict: 'passed' });
  expect(listened('strict')).toEqual(decisions);
});

test('decisions come with the reasons of the rules', () => {
  const reasons = new Map<string, string>();
  const decisions: Decision[] = [];
  explainDocument(info(1), pagesOf([TEXT]), options, (decision, { name, rules }) => {
    decisions.push(decision);
    for (const rule of rules) reasons.set(`${name} ${rule.name}`, rule.why);
  });
  for (const { table, rule } of decisions.filter((one) => one.rule !== 'otherwise')) {
    expect(reasons.get(`${table} ${rule}`)).toMatch(/\w/);
  }
});

test('boxes of a page that was turned to be read are on the page as displayed', () => {
  const [upright] = pagesOf([TEXT]);
  const boxes = explained([upright!]).map(({ box }) => rounded(turnBox(box, upright!, 270)));
  expect(boxes.length).toBeGreaterThan(0);
  expect(explained([onItsSide(upright!)]).map(({ box }) => rounded(box))).toEqual(boxes);
});

test('boxes of a page that was mirrored to be read are on the page as displayed', () => {
  const line = 'היא הייתה בעיר';
  const [page] = pagesOf([[line, line, line]]);
  const decisions = explained([page!]);
  expect(decisions.length).toBeGreaterThan(0);
  const [{ x0, x1 }] = page!.runs.map(({ box }) => box) as [Box];
  for (const { box } of decisions) expect([Math.round(box.x0), Math.round(box.x1)]).toEqual([x0, x1]);
});

test('running heads, which are in no block, have their places too', () => {
  const ofPage = (page: number): string[] =>
    Array.from(
      { length: 12 },
      (_, line) => `Line ${page * 12 + line} of what the keeper of the tower wrote that night.`,
    );
  const heads = Array.from({ length: 6 }, (_, i) => ['The Log of the Tower', ...ofPage(i)]);
  const { furniture } = explainDocument(info(6), pagesOf(heads), options, () => {});
  expect(furniture.map(({ page }) => page)).toEqual([1, 2, 3, 4, 5, 6]);
  expect(furniture[0]).toMatchObject({ text: 'The Log of the Tower', box: { y0: 72, y1: 84 } });
});
