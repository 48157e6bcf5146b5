/** explain.html in a browser: which page the address opens, and what is said first of a block. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import type { LoggedDecision } from '../../worker/explain/decision-log.js';
import type { Overview } from '../../worker/explain/overview.js';
import { writeExplanation } from '../../worker/explain/page.js';
import { findChromium, startBrowser } from '../support/browser.js';

const BOX: LoggedDecision['box'] = [72, 100, 300, 112];

const decision = (stage: string, table: string, rule: string, verdict: string): LoggedDecision => ({
  page: 1,
  box: BOX,
  text: 'The Stairs',
  stage,
  table,
  rule,
  verdict,
  numbers: { level: 2 },
});

const DECISIONS = [
  decision('text-blocks', 'paragraph-break', 'size-changes', 'break'),
  decision('headings', 'heading', 'larger-than-text', 'heading'),
  decision('levels', 'heading-level', 'by-rank', '2'),
  decision('structure', 'book-section', 'named', 'chapter'),
  decision('verify', 'book-section', 'named', 'chapter'),
  ...[1, 2].map(() => ({ ...decision('read', 'font-text', 'reads-well', 'readable'), box: [0, 0, 0, 0] as const })),
] as LoggedDecision[];

const OVERVIEW: Overview = {
  pages: [1, 2, 3].map((number) => ({ number, width: 595, height: 842, skew: 0 })),
  roles: [{ page: 1, box: BOX, role: 'heading', level: 2, text: 'The Stairs' }],
  tables: [{ table: 'heading', rules: [] }],
  leftOut: 0,
};

const executable = await findChromium();
const browserTest = executable === null ? test.skip : test;
let folder: string;
let browser: Browser;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'explain-page-'));
  if (executable === null) return;
  browser = await startBrowser(executable);
  await writeExplanation(join(folder, 'explain.html'), {
    title: 'a.pdf',
    overview: OVERVIEW,
    decisions: given(),
    picturesFolder: folder,
    mostPictures: 0,
  });
}, 120_000);
afterAll(async () => {
  await browser?.close();
  rmSync(folder, { recursive: true });
});

async function* given(): AsyncGenerator<LoggedDecision> {
  yield* DECISIONS;
}

async function opened(hash = ''): Promise<{ page: Page; errors: string[] }> {
  const page = await browser.newPage();
  const errors: string[] = [];
  page.on('pageerror', (error) => errors.push(String(error)));
  page.on('console', (message) => errors.push(message.text()));
  await page.goto(`${pathToFileURL(join(folder, 'explain.html')).href}${hash}`);
  return { page, errors };
}

browserTest('the address opens its page, also when it changes, and the first page where there is none', async () => {
  const { page, errors } = await opened('#99');
  expect(await page.locator('#page').inputValue()).toBe('1');
  expect(await page.locator('.box').count()).toBe(1);
  await page.evaluate("location.hash = '#3'");
  await page.waitForFunction("document.getElementById('page').value === '3'");
  await page.evaluate("location.hash = '#none'");
  await page.waitForFunction("document.getElementById('page').value === '1'");
  expect(errors).toEqual([]);
});

browserTest(
  "of a block the table that gave it its role is first, with its code; the file's decisions are folded",
  async () => {
    const { page, errors } = await opened();
    await page.locator('.box').first().click();
    const cards = page.locator('#details > .decided');
    expect(await cards.locator('.rule').allTextContents()).toEqual(['larger-than-text', 'by-rank', 'size-changes']);
    expect(await cards.first().textContent()).toContain('HEADING in engine/headings/heading-rules.ts');
    const ofFile = page.locator('#details > details');
    expect(await ofFile.locator('summary').first().textContent()).toBe('2 about its file and the tree');
    expect(await ofFile.locator('.decided').count()).toBe(1);
    expect(await ofFile.locator('.decided').textContent()).toContain('structure · book-section, again in verify');
    expect(errors).toEqual([]);
  },
);

browserTest('what has no place on the page is listed beside it, each answer once', async () => {
  const { page } = await opened();
  await page.locator('#all-stages').click();
  expect(await page.locator('.box.decision').count()).toBe(1);
  expect(await page.locator('#about summary').first().textContent()).toBe('2 decisions about the page');
  expect(await page.locator('#about .decided').count()).toBe(1);
  expect(await page.locator('#about .decided details').count()).toBe(0);
});
