import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { beforeAll, describe, expect, test } from '@jest/globals';
import type { Template } from '../../../contract/vocabulary.js';
import type { DocumentInfo, ParsedPage } from '../../../engine/model.js';
import {
  outputOf,
  STAGES,
  withOutput,
  type StageOutput,
  type State,
  type StateAfter,
  type SyncStage,
} from '../../../engine/pipeline.js';
import type { VerifyOptions } from '../../../engine/shelf.js';
import { continued, recordStage, recordText, type StageRecord } from '../../../engine/stage-record.js';
import { readPages } from '../../support/pdf.js';
import { taggedPage } from '../../support/tagged.js';

/** What lies beside the stages: measures and types that they share, and what approvals do to files. */
const SHARED = ['edit', 'markdown', 'tables', 'text'];
/** They need no PDF. */
const REPLAYED = STAGES.filter(({ name }) => name !== 'read' && name !== 'recognise');

describe('the list of stages', () => {
  const folders: string[] = STAGES.map(({ folder }) => folder);

  test('names each folder of the engine once, but for those that stages share', () => {
    const found = readdirSync('engine', { withFileTypes: true }).filter((entry) => entry.isDirectory());
    expect(found.map(({ name }) => name).toSorted()).toEqual([...folders, ...SHARED].toSorted());
    expect(folders.filter((folder) => !existsSync(`engine/${folder}/stage.ts`))).toEqual([]);
  });

  test('is the table in docs/architecture.md', () => {
    const rows = readFileSync('docs/architecture.md', 'utf8').matchAll(
      /^\| `([a-z-]+)` \| (page|document) \| `engine\/([a-z-]+)\/` \|/gm,
    );
    expect(Array.from(rows, ([, name, scope, folder]) => ({ name, scope, folder }))).toEqual(
      STAGES.map(({ name, scope, folder }) => ({ name, scope, folder })),
    );
  });

  test('gives each stage what the stages before it made, by its types', () => {
    const titleOf = ({ tree }: StateAfter<'verify'>): string => tree.title;
    expect(titleOf).toBeInstanceOf(Function);
  });
});

interface Known {
  info: DocumentInfo;
  options: VerifyOptions;
  pages: { parsed: ParsedPage }[];
}

/** Figures, tables, notes, forms, clauses, two columns: each file has something of its own. */
const DOCUMENTS: [name: string, template: Template | null][] = [
  ['book', 'book'],
  ['charter', 'charter-party'],
  ['contract', 'legal-contract'],
  ['letter', null],
  ['paper', 'academic-paper'],
];
const MOST_PAGES = 6;
const known = new Map<string, Known>();

beforeAll(async () => {
  for (const [name, template] of DOCUMENTS) {
    const { info, pages } = await readPages(readFileSync(`test/golden/corpus/${name}.pdf`), MOST_PAGES);
    known.set(name, knownOf(info, pages, template));
  }
  const tagged = taggedPage([
    { text: 'A heading', x: 72, y: 100, size: 14, tags: ['H1'] },
    { text: 'Some text that goes on', x: 72, y: 130, tags: ['P#1'] },
    { text: 'in the next line.', x: 72, y: 142, tags: ['P#1'] },
  ]);
  const turned = { ...tagged, runs: tagged.runs.map((run) => ({ ...run, rotation: 90 })), number: 2 };
  known.set('tagged and turned', knownOf(known.get('letter')!.info, [tagged, turned], null));
});

function knownOf(info: DocumentInfo, pages: readonly ParsedPage[], template: Template | null): Known {
  const source = { fileName: 'a.pdf', sha256: 'ab'.repeat(32), sizeBytes: 1 };
  const options: VerifyOptions = { template, source, policy: 'best_effort' };
  return { info: { ...info, pageCount: pages.length }, options, pages: pages.map((parsed) => ({ parsed })) };
}

/** What each stage from `normalise` on gives back, when `handOver` is done to it before the next stages get it. */
function outputs(from: State, handOver: (output: StageOutput) => StageOutput): StageOutput[] {
  let state = from;
  return REPLAYED.map((stage) => {
    const output = handOver(outputOf(state, stage));
    state = withOutput(state, output);
    return output;
  });
}

const throughJson = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T;

function frozen<T>(value: T): T {
  if (typeof value === 'object' && value !== null && !Object.isFrozen(value)) {
    Object.freeze(value);
    for (const part of Object.values(value)) frozen(part);
  }
  return value;
}

describe.each([...DOCUMENTS.map(([name]) => name), 'tagged and turned'])('the stages over the document %s', (name) => {
  test('change nothing that they are given', () => {
    const all = outputs(frozen(throughJson<State>(known.get(name)!)), frozen);
    expect(all.at(-1)).toHaveProperty('tree.files');
  });

  test('give plain JSON, from which the next ones make the same', () => {
    const direct = outputs(known.get(name)!, (output) => output);
    const stored = outputs(known.get(name)!, throughJson);
    for (const [i, { name: stage }] of REPLAYED.entries())
      expect([stage, JSON.stringify(direct[i])]).toEqual([stage, JSON.stringify(stored[i])]);
  });
});

describe('the record of a stage', () => {
  const record = (until: SyncStage): StageRecord =>
    JSON.parse(recordText(recordStage({ next: 'normalise', state: known.get('contract')! }, until))) as StageRecord;
  let whole: StageRecord;
  beforeAll(() => {
    whole = record('verify');
  });
  const treeOf = ({ output }: StageRecord): unknown => (output as { tree: unknown }).tree;

  test.each<SyncStage>(['normalise', 'lines', 'headings', 'structure'])('is continued behind %s', (stage) => {
    const next = continued(record(stage));
    expect(throughJson(treeOf(recordStage(next, 'verify')))).toEqual(treeOf(whole));
  });

  test('holds what the stage itself made apart from what was known before', () => {
    const { stage, output, before } = record('headings');
    expect([stage, Object.keys(output)]).toEqual(['headings', ['headings']]);
    expect(Object.keys(before)).toEqual(expect.arrayContaining(['info', 'options', 'pages', 'textBlocks']));
  });

  test('is neither continued backwards, nor where the PDF is needed or nothing follows', () => {
    expect(() => recordStage(continued(record('headings')), 'lines')).toThrow('lines comes before levels');
    const pages = known.get('contract')!;
    expect(() => continued({ stage: 'read', output: {}, before: pages })).toThrow('cannot continue after');
    expect(() => continued(whole)).toThrow('cannot continue after the stage verify');
  });
});
