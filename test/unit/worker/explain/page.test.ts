import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import type { LoggedDecision } from '../../../../worker/explain/decision-log.js';
import type { Overview } from '../../../../worker/explain/overview.js';
import { packDecisions } from '../../../../worker/explain/packed.js';
import { writeExplanation } from '../../../../worker/explain/page.js';

const HOSTILE = `</script><script>alert(1)</script><!--<img src=x onerror=alert(2)>]]>"'&`;

const DECISION: LoggedDecision = {
  page: 1,
  box: [72, 100, 300, 112],
  text: HOSTILE,
  stage: 'text-blocks',
  table: 'paragraph-break',
  rule: 'wide-gap',
  verdict: 'break',
  numbers: { stepInLeadings: 1.543 },
};

const OVERVIEW: Overview = {
  pages: [1, 2, 3].map((number) => ({ number, width: 595, height: 842, skew: 0 })),
  roles: [{ page: 1, box: [72, 100, 300, 112], role: 'heading', level: 2, text: HOSTILE }],
  tables: [{ table: 'paragraph-break', rules: [{ name: 'wide-gap', why: 'No line within a paragraph has it.' }] }],
  leftOut: 0,
};

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'explanation-'));
  mkdirSync(join(folder, 'pictures'));
  writeFileSync(join(folder, 'pictures', '1.webp'), 'a picture');
  writeFileSync(join(folder, 'pictures', '3.webp'), 'another');
});
afterAll(() => rmSync(folder, { recursive: true }));

async function* given(decisions: readonly LoggedDecision[]): AsyncGenerator<LoggedDecision> {
  yield* decisions;
}

async function written(over: Partial<Overview> = {}, mostPictures = 10): Promise<string> {
  const path = join(folder, 'explain.html');
  await writeExplanation(path, {
    title: `${HOSTILE}.pdf`,
    overview: { ...OVERVIEW, ...over },
    decisions: given([DECISION]),
    picturesFolder: join(folder, 'pictures'),
    mostPictures,
  });
  return readFileSync(path, 'utf8');
}

const dataOf = (html: string, id: string): unknown => {
  const [, json] = new RegExp(`<script type="application/json" id="${id}">(.*?)</script>`, 's').exec(html) ?? [];
  return json === undefined ? undefined : JSON.parse(json);
};

describe('explain.html', () => {
  test('holds the words of a document as data, never as markup', async () => {
    const html = await written();
    expect(html).not.toContain('alert(1)</script>');
    expect(html).not.toContain('<img src=x');
    expect(dataOf(html, 'page-1')).toEqual({
      roles: [['heading', 2, 72, 100, 300, 112, HOSTILE]],
      decisions: [[0, 0, 1, 72, 100, 300, 112, HOSTILE, { stepInLeadings: 1.543 }]],
    });
    expect(/<title>(.*?)<\/title>/s.exec(html)?.[1]).toMatch(/^&lt;\/script&gt;&lt;script&gt;/);
  });

  test('opens and closes each element, and has one script that runs', async () => {
    const html = await written();
    expect(html).toMatch(/^<!doctype html>\n<html lang="en">/);
    const opened = html.match(/<script/g)?.length;
    expect(html.match(/<\/script>/g)?.length).toBe(opened);
    expect(html.match(/<script>/g)).toHaveLength(1);
    expect(html).not.toMatch(/<!-- \w+ -->/);
  });

  test('allows what it was written with, and nothing else', async () => {
    const html = await written();
    const policy = /http-equiv="Content-Security-Policy" content="([^"]*)"/.exec(html)?.[1] ?? '';
    expect(policy).toMatch(/^default-src 'none'; /);
    expect(policy).not.toMatch(/unsafe|https?:|\*/);
    for (const [name, text] of [
      ['script', /<script>(.*?)<\/script>/s.exec(html)?.[1]],
      ['style', /<style>(.*?)<\/style>/s.exec(html)?.[1]],
    ] as const) {
      const hash = createHash('sha256').update(text!).digest('base64');
      expect(policy).toContain(`${name}-src 'sha256-${hash}'`);
    }
    expect(html).not.toMatch(/(?:src|href)\s*=\s*["']?(?:https?:)?\/\//);
    expect(html).not.toMatch(/^(?:import|export) /m);
  });

  test('has the picture of each page that was painted, and says which are missing', async () => {
    const html = await written();
    expect(dataOf(html, 'picture-1')).toBe(`data:image/webp;base64,${Buffer.from('a picture').toString('base64')}`);
    expect(dataOf(html, 'picture-2')).toBeUndefined();
    expect(dataOf(html, 'document')).toMatchObject({
      pages: [{ picture: true }, { picture: false }, { picture: true }],
      notes: [expect.stringMatching(/^1 page /)],
    });
  });

  test('says that only the first pages have pictures', async () => {
    expect(dataOf(await written({}, 1), 'document')).toMatchObject({
      notes: ['Only the first 1 pages have pictures; the others show their boxes and words.'],
    });
  });

  test('says what the log had no room for', async () => {
    expect(dataOf(await written({ leftOut: 7 }, 1), 'document')).toMatchObject({
      notes: [expect.anything(), expect.stringMatching(/^7 decisions/)],
    });
  });

  test('gives the reason of each rule', async () => {
    expect(dataOf(await written(), 'document')).toMatchObject({
      kinds: [{ stage: 'text-blocks', table: 'paragraph-break' }],
      words: ['wide-gap', 'break'],
      reasons: { 'paragraph-break': { 'wide-gap': 'No line within a paragraph has it.' } },
    });
  });

  test('shows no more decisions than a browser opens', async () => {
    const { byPage, notShown } = await packDecisions(given([DECISION, DECISION, DECISION]), 2);
    expect(byPage.get(1)).toHaveLength(2);
    expect(notShown).toBe(1);
  });
});
