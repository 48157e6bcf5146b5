/** Random trees and operations: a refusal names its operation and changes nothing, a result keeps what every shelf keeps. */
import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { pathProblem, type Operation } from '../../../../contract/vocabulary.js';
import { applyOperations, type FileEntry, type ShelfFile, type SourceMapEntry } from '../../../../engine/index.js';
import { compareListing, isReading } from '../../../../engine/files/order.js';
import { relativeLink, resolveLink } from '../../../../engine/files/paths.js';

const NAMES = ['a.md', 'b.md', 'c (1).md', "d'é.md", 'p', 'q', 'Q', 'x.json', 'n.txt'];
const segment = fc.constantFrom(...NAMES);
const path = fc.array(segment, { minLength: 1, maxLength: 3 }).map((parts) => parts.join('/'));
const anyPath = fc.oneof(
  { weight: 12, arbitrary: path },
  { weight: 1, arbitrary: fc.constantFrom('README.md', 'metadata.json', 'source-map.json', '../a.md', 'p//a.md', '') },
);

/** Links to `targets`, each in one of the ways in which Markdown writes them. */
function linking(from: string, targets: readonly string[]): string {
  const ways = [
    (url: string): string => `[t](${url}#t)`,
    (url: string): string => `![t](<${url}> "t")`,
    (url: string): string => `<a href="${url}">t</a>`,
    (url: string, at: number): string => `[t][${at}]\n\n[${at}]: ${url}`,
  ];
  return targets.map((to, at) => ways[at % ways.length]!(relativeLink(from, to), at)).join('\n\n');
}

const operation: fc.Arbitrary<Operation> = fc.oneof(
  fc.record({ type: fc.constant('rename' as const), from: anyPath, to: anyPath }),
  fc.record({ type: fc.constant('delete' as const), path: anyPath }),
  fc.record({ type: fc.constant('mkdir' as const), path: anyPath }),
  fc
    .record({ path: anyPath, links: fc.array(path, { maxLength: 3 }) })
    .map(({ path: to, links }) => ({ type: 'write' as const, path: to, content: `# New\n\n${linking(to, links)}\n` })),
);

/** A tree as the engine makes it, of files that link to each other. */
const tree = fc.array(fc.record({ path, links: fc.array(path, { maxLength: 4 }) }), { maxLength: 8 }).map((wanted) => {
  const contents: ShelfFile[] = [];
  for (const { path: own, links } of wanted) {
    const isFree = contents.every(({ path: other }) => {
      const [a, b] = [own.toLowerCase(), other.toLowerCase()];
      return a !== b && !a.startsWith(`${b}/`) && !b.startsWith(`${a}/`) && !differInCase(own, other);
    });
    if (isFree && own.endsWith('.md')) contents.push({ path: own, content: `# T\n\n${linking(own, links)}\n` });
  }
  return shelf(contents.toSorted((a, b) => compareListing(a.path, b.path)));
});

/** Whether two paths share a directory that they write in different case. */
const differInCase = (a: string, b: string): boolean =>
  a.split('/').some((name, at) => {
    const other = b.split('/')[at];
    return other !== undefined && name !== other && name.toLowerCase() === other.toLowerCase();
  });

function shelf(contents: readonly ShelfFile[]): ShelfFile[] {
  const files = contents.map(({ path: own }) => ({ path: own, title: 'T', level: 1, pages: [1, 1], words: 2 }));
  const map = contents.map(({ path: own }) => ({ path: own, startLine: 1, endLine: 1, page: 1, box: [0, 0, 1, 1] }));
  return [
    { path: 'README.md', content: `# T\n\n## Contents\n\n${linking('README.md', [])}\n## Data\n\n` },
    ...contents,
    { path: 'metadata.json', content: JSON.stringify({ pageCount: 1, authors: [], source: { fileName: 'x' }, files }) },
    { path: 'source-map.json', content: JSON.stringify(map) },
  ];
}

/** Relative targets of the links of a file of these tests. */
const targetsOf = ({ content }: ShelfFile): string[] =>
  [...content.matchAll(/\]\(<?([^)>\s"#]+)|href="([^"]+)"|^\[\d+\]: (\S+)$/gm)].map(([, a, b, c]) => a ?? b ?? c ?? '');

const broken = (files: readonly ShelfFile[]): string[] => {
  const known = new Set(
    files.flatMap(({ path: own }) => own.split('/').map((_, at, all) => all.slice(0, at + 1).join('/'))),
  );
  return files
    .filter(({ path: own }) => own.endsWith('.md'))
    .flatMap((file) => targetsOf(file).filter((target) => !known.has(resolveLink(file.path, target) ?? '')));
};

function expectShelf(files: readonly ShelfFile[]): void {
  const paths = files.map(({ path: own }) => own);
  expect(paths).toEqual(paths.toSorted(compareListing));
  expect(paths.filter(pathProblem)).toEqual([]);
  // no two are equal but for case, no file is a directory of another
  const directories = paths.flatMap((own) => own.split('/').map((_, at, all) => all.slice(0, at + 1).join('/')));
  const unique = new Set(directories);
  expect(new Set([...unique].map((own) => own.toLowerCase())).size).toBe(unique.size);
  expect(paths.filter((own) => paths.some((other) => other.startsWith(`${own}/`)))).toEqual([]);

  const textOf = (name: string): string => files.find(({ path: own }) => own === name)!.content;
  const contents = paths.filter(isReading);
  const entries = (JSON.parse(textOf('metadata.json')) as { files: FileEntry[] }).files;
  expect(entries.map((entry) => entry.path)).toEqual(contents);
  const map = JSON.parse(textOf('source-map.json')) as SourceMapEntry[];
  expect(map.filter((entry) => !contents.includes(entry.path))).toEqual([]);
}

const all = fc.record({ files: tree, operations: fc.array(operation, { maxLength: 12 }) });

describe('operations on any tree', () => {
  test('are refused by index, or leave a shelf; the input stays', () => {
    const outcomes = { done: 0, refused: 0 };
    fc.assert(
      fc.property(all, ({ files, operations }) => {
        const before = structuredClone(files);
        try {
          expectShelf(applyOperations(files, operations));
          outcomes.done++;
        } catch (error) {
          if (!(error instanceof Error) || error.name !== 'OperationError') throw error;
          const { index, reason } = error as Error & { index: number; reason: string };
          expect(reason).toMatch(/^[a-z_]+$/);
          // those before it can be done
          expectShelf(applyOperations(files, operations.slice(0, index)));
          expect(() => applyOperations(files, operations.slice(0, index + 1))).toThrow(error);
          outcomes.refused++;
        }
        expect(files).toEqual(before);
      }),
      { numRuns: 200 },
    );
    expect(Math.min(outcomes.done, outcomes.refused)).toBeGreaterThan(20);
  });

  test('break no link: what resolved does so still, or is text', () => {
    fc.assert(
      fc.property(all, ({ files, operations }) => {
        const done = longestPossible(files, operations);
        const sent = done.flatMap((one) => (one.type === 'write' ? [{ path: one.path, content: one.content }] : []));
        // links that led nowhere when their text came in, or whose text came before what they name
        const unresolved = new Set([...broken(files), ...sent.flatMap(targetsOf)]);
        const after = applyOperations(files, done);
        expect(broken(after).filter((target) => !unresolved.has(target))).toEqual([]);
      }),
      { numRuns: 200 },
    );
  });

  test('have README.md name every content file, unless they wrote it', () => {
    fc.assert(
      fc.property(all, ({ files, operations }) => {
        const done = longestPossible(files, operations).filter(
          (one) => one.type !== 'write' || one.path !== 'README.md',
        );
        const after = applyOperations(files, done);
        const linked = new Set(targetsOf(after[0]!).map((target) => resolveLink('README.md', target)));
        expect(after.filter(({ path: own }) => isReading(own) && !linked.has(own))).toEqual([]);
      }),
      { numRuns: 100 },
    );
  });
});

/** The operations without those that are refused. */
function longestPossible(files: readonly ShelfFile[], operations: readonly Operation[]): Operation[] {
  const done: Operation[] = [];
  for (const one of operations) {
    try {
      applyOperations(files, [...done, one]);
      done.push(one);
    } catch (error) {
      if (!(error instanceof Error) || error.name !== 'OperationError') throw error;
    }
  }
  return done;
}
