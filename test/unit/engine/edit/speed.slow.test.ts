/** Time for operations grows with the tree and the operations, not with their product, and not with hostile text. */
import { expect, test } from '@jest/globals';
import type { Operation } from '../../../../contract/vocabulary.js';
import { applyOperations, type ShelfFile } from '../../../../engine/index.js';
import { cpuMs } from '../../../support/cpu-time.js';

/** Of the processor: what else the machine does is no matter. Quadratic work would take minutes. */
const LIMIT_MS = 20_000;

function shelf(count: number): ShelfFile[] {
  const contents = Array.from({ length: count }, (_, at) => ({
    path: `01-part/${String(at).padStart(4, '0')}.md`,
    content: `# T ${at}\n\nSee [next](${String((at + 1) % count).padStart(4, '0')}.md).\n`,
  }));
  const files = contents.map(({ path }, at) => ({ path, title: `T ${at}`, level: 1, pages: [1, 1], words: 4 }));
  const map = contents.map(({ path }) => ({ path, startLine: 1, endLine: 1, page: 1, box: [0, 0, 1, 1] }));
  return [
    { path: 'README.md', content: '# T\n\n## Contents\n\n## Data\n' },
    ...contents,
    { path: 'metadata.json', content: JSON.stringify({ pageCount: 1, authors: [], source: { fileName: 'x' }, files }) },
    { path: 'source-map.json', content: JSON.stringify(map) },
  ];
}

function timed(files: readonly ShelfFile[], operations: readonly Operation[]): ShelfFile[] {
  let after: ShelfFile[] = [];
  expect(cpuMs(() => (after = applyOperations(files, operations)))).toBeLessThan(LIMIT_MS);
  return after;
}

test('1,000 renames of a directory with 2,000 files', () => {
  const name = (at: number): string => (at === 0 ? '01-part' : `${'long-'.repeat(18)}${at}/`.repeat(3) + 'part');
  const operations = Array.from({ length: 1000 }, (_, at): Operation => ({
    type: 'rename',
    from: name(at),
    to: name(at + 1),
  }));
  const after = timed(shelf(2000), operations);
  expect(after.filter(({ path }) => path.startsWith(`${name(1000)}/`))).toHaveLength(2000);
});

test('1,000 writes of links to each of 2,000 files that move', () => {
  const files = shelf(2000);
  const links = files
    .map(({ path }) => `[x](../${path})`)
    .join(' ')
    .slice(0, 1_500);
  const operations: Operation[] = [
    ...Array.from({ length: 999 }, (_, at): Operation => ({ type: 'write', path: `new/${at}.md`, content: links })),
    { type: 'rename', from: '01-part', to: '02/part' },
  ];
  const after = timed(files, operations);
  expect(after.find(({ path }) => path === 'new/7.md')?.content).toContain('](../02/part/0001.md)');
});

test.each([
  ['brackets', '['.repeat(100)],
  ['closing brackets', '[x]'],
  ['links that do not end', '[](a'],
  ['links of parentheses', '[]('.repeat(3)],
  ['targets of escapes', '[](\\)'],
  ['titles that do not end', '[](a "'],
  ['angles that do not end', '[](<'],
  ['references', '[a][b'],
  ['backticks', '`'],
  ['backticks of growing number', Array.from({ length: 300 }, (_, at) => '`'.repeat(at + 1)).join(' ')],
  ['comments that do not end', '<!--'],
  ['tags that do not end', '<a href="x" '],
  ['attributes', '<a b c d e f g'],
  ['white space', ' '.repeat(50)],
  ['white space in a tag', '<a ' + ' '.repeat(500)],
  ['definitions', '[a]: b\n'],
  ['list marks', '- '],
  ['quotes', '> '],
  ['lines', '\n'],
  ['headings', '# [\n'],
  ['front matter', '---\n'],
  ['entities', '[](&#1'],
])('a file of 300 kB of %s', (_, part) => {
  const content = part.repeat(Math.ceil(300_000 / part.length));
  const files = [...shelf(3), { path: 'old.md', content }];
  const operations: Operation[] = [
    { type: 'write', path: 'new.md', content },
    { type: 'rename', from: '01-part', to: '02-part' },
    { type: 'rename', from: 'old.md', to: 'x/y.md' },
  ];
  expect(timed(files, operations).find(({ path }) => path === 'new.md')?.content).toBe(content);
});
