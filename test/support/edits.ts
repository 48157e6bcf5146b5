/** A small tree to edit, and its files as they are after operations. */
import type { Operation } from '../../contract/vocabulary.js';
import { applyOperations } from '../../engine/index.js';
import type { ShelfFile } from '../../engine/index.js';

const json = (value: unknown): string => `${JSON.stringify(value, null, 2)}\n`;
const page = (title: string, number: number, text: string): string =>
  `---\ntitle: ${JSON.stringify(title)}\npages: [${number}, ${number}]\n---\n\n# ${title}\n\n${text}\n`;

const CONTENTS = {
  '01-a.md': page('A', 1, 'See [B](02-part/01-b.md) and [D](03-d.md#d).'),
  '02-part/01-b.md': page('B', 2, 'Back to [A](../01-a.md), on to [C](02-c.md).'),
  '02-part/02-c.md': page('C', 3, 'Plain.'),
  '03-d.md': page('D', 4, 'The end.'),
};

export const TREE: ShelfFile[] = Object.entries({
  'README.md':
    '# T\n\nA document, 4 pages, 19 words, in 3 main parts and 4 files, from the PDF “t.pdf”.\n\n## Contents\n\n- [A](01-a.md) (p. 1)\n- Part Two\n  - [B](02-part/01-b.md) (p. 2)\n  - [C](02-part/02-c.md) (p. 3)\n- [D](03-d.md) (p. 4)\n\n## Data\n\n- [metadata.json](metadata.json): title, authors and source, and every file with its pages and number of words\n- [definitions.json](definitions.json): the defined terms\n- [source-map.json](source-map.json): the place of each block on its page\n',
  ...CONTENTS,
  'metadata.json': json({
    title: 'T',
    authors: [],
    template: null,
    language: null,
    pageCount: 4,
    source: { fileName: 't.pdf', sha256: '0'.repeat(64), sizeBytes: 1 },
    files: Object.entries(CONTENTS).map(([path], at) => ({
      path,
      title: 'ABCD'[at]!,
      level: 1,
      pages: [at + 1, at + 1],
      words: [6, 8, 2, 3][at]!,
    })),
    tables: 0,
    figures: 0,
  }),
  'definitions.json': json({
    definitions: Object.keys(CONTENTS).map((file) => ({ term: file, definition: 'It.', file, page: 1 })),
  }),
  'source-map.json': `[\n${Object.keys(CONTENTS)
    .map((path, at) => `  ${JSON.stringify({ path, startLine: 8, endLine: 8, page: at + 1, box: [0, 0, 1, 1] })}`)
    .join(',\n')}\n]\n`,
}).map(([path, content]) => ({ path, content }));

export interface Edited {
  paths: string[];
  text(path: string): string;
  data<T>(path: string): T;
}

/** `files` after operations. */
export function edited(operations: readonly Operation[], files: readonly ShelfFile[] = TREE): Edited {
  const after = applyOperations(files, operations);
  const texts = new Map(after.map(({ path, content }) => [path, content]));
  const text = (path: string): string => {
    const found = texts.get(path);
    if (found === undefined) throw new Error(`There is no ${path}`);
    return found;
  };
  return { paths: after.map(({ path }) => path), text, data: (path) => JSON.parse(text(path)) };
}

/** Index, reason and member of the refusal that operations meet. */
export function refusal(operations: readonly Operation[]): [number, string, string] {
  try {
    applyOperations(TREE, operations);
  } catch (error) {
    const { name, index, reason, member } = error as Error & { index: number; reason: string; member: string };
    if (name === 'OperationError') return [index, reason, member];
    throw error;
  }
  throw new Error('The operations were not refused');
}
