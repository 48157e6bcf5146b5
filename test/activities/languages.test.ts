import { readFile, writeFile } from 'node:fs/promises';
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import type { DocumentEngine } from '../../activities/document-engine.js';
import type { EnginePool } from '../../worker/engine-pool.js';
import { inputOf, runActivity, startActivities, type ActivityTest } from '../support/activities.js';
import { startEngine } from '../support/engine.js';
import { textPdf } from '../support/marked-pdf.js';

let env: ActivityTest;
let pool: EnginePool;
let pdf: Buffer;

beforeAll(async () => {
  pool = startEngine({ startAhead: true });
  env = await startActivities({ engine: pool });
  pdf = await textPdf(4);
});
afterAll(async () => {
  await pool?.close();
  await env?.stop();
});

test('the languages of scanned pages are those that the upload names, else what the engine tells, once', async () => {
  const asked: object[] = [];
  const scanning: Partial<DocumentEngine> = {
    parsePages: async ({ outPath }) => {
      await writeFile(outPath, 'pages');
      return { tally: { pages: 4, withText: 0, timedOut: 0, tooLarge: 0, damaged: 0 }, toRecognise: [1, 3] };
    },
    chooseLanguages: async ({ pages, declaredLanguage, pagesPaths }) => {
      asked.push({ pages, declaredLanguage, read: await readFile(pagesPaths[0]!, 'utf8') });
      return 'fra';
    },
  };
  const { documents, shelves } = env.build({ engine: { ...pool, ...scanning }, languages: 'eng+deu+fra' });
  const choose = async (languages: string | null): Promise<string[]> => {
    const input = inputOf(await env.givenStoredShelf(pdf, { languages }));
    await runActivity(shelves.recordStep, { ...input, step: 'parsing' });
    await runActivity(documents.inspectDocument, input);
    await runActivity(documents.parsePages, { ...input, first: 1, last: 4 });
    const question = { ...input, parsed: { first: 1, last: 4 }, pages: [1, 3] };
    const first = await runActivity(documents.chooseLanguages, question);
    return [first.languages, (await runActivity(documents.chooseLanguages, question)).languages];
  };
  expect(await choose('deu+eng')).toEqual(['deu+eng', 'deu+eng']);
  // Spanish was installed when it was uploaded
  expect(await choose('spa+deu')).toEqual(['deu', 'deu']);
  expect(asked).toEqual([]);
  expect(await choose(null)).toEqual(['fra', 'fra']);
  expect(await choose('spa')).toEqual(['fra', 'fra']);
  expect(asked).toEqual([1, 2].map(() => ({ pages: [1, 3], declaredLanguage: null, read: 'pages' })));
});

test('a range with scanned pages says their languages where the upload names them, or its own text tells', async () => {
  const read = (toRecognise: number[]): Partial<DocumentEngine> => ({
    parsePages: async ({ outPath }) => {
      await writeFile(outPath, 'pages');
      return { tally: { pages: 4, withText: 2, timedOut: 0, tooLarge: 0, damaged: 0 }, toRecognise, languages: 'fra' };
    },
  });
  const told = async (languages: string | null, toRecognise: number[], tellsLanguages = true) => {
    const { documents, shelves } = env.build({ engine: { ...pool, ...read(toRecognise) }, languages: 'eng+deu+fra' });
    const input = inputOf(await env.givenStoredShelf(pdf, { languages }));
    await runActivity(shelves.recordStep, { ...input, step: 'parsing' });
    const range = { ...input, first: 1, last: 4, tellsLanguages };
    const { languages: first } = await runActivity(documents.parsePages, range);
    const { languages: again } = await runActivity(documents.parsePages, range);
    return [first, again];
  };
  expect(await told('deu', [1])).toEqual(['deu', 'deu']);
  expect(await told(null, [1])).toEqual(['fra', 'fra']);
  expect(await told('deu', [])).toEqual([undefined, undefined]);
  // a run of an earlier build, which asks for them
  expect(await told('deu', [1], false)).toEqual([undefined, undefined]);
});
