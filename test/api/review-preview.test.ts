/** What pending operations would make of a draft: its tree and what differs. */
import { describe, expect, test } from '@jest/globals';
import type { ReviewPreview } from '../../contract/review.js';
import type { Shelf } from '../../entities/shelf.js';
import { FILES, NOTE, reviewRequests, setUpEditedReview, type EditedReview } from '../support/review-edits.js';

let shelf: Shelf;
let one: EditedReview['one'];
setUpEditedReview((given) => ({ shelf, one } = given));

const { reviewOf, preview, keep } = reviewRequests(() => ({ shelf, one }));

describe('the preview', () => {
  const changesOf = ({ changes }: ReviewPreview) => changes.map(({ path, status, from }) => [path, status, from]);

  test('shows the tree and what differs, with what had to follow', async () => {
    const operations = [
      { type: 'write', path: '01-introduction.md', content: FILES['01-introduction.md'].replace('See', 'Read') },
      { type: 'rename', from: '02-part/01-what.md', to: 'part/02-what.md' },
      NOTE,
    ];
    await keep(operations);
    const reply = await preview();
    expect(reply.statusCode).toBe(200);
    expect((await preview({ operations })).json()).toEqual(reply.json());
    const shown = reply.json<ReviewPreview>();
    expect(changesOf(shown)).toEqual([
      ['README.md', 'modified', null],
      ['01-introduction.md', 'modified', null],
      ['09-note.md', 'added', null],
      ['part/02-what.md', 'renamed', '02-part/01-what.md'],
      ['metadata.json', 'modified', null],
    ]);
    expect(shown.changes.filter(({ derived }) => derived).map(({ path }) => path)).toEqual([
      'README.md',
      'metadata.json',
    ]);
    expect(shown.summary).toEqual({ added: 1, modified: 3, renamed: 1, removed: 0, unchanged: 1, totalFiles: 6 });
    const [, introduction, , renamed] = shown.changes;
    expect(introduction?.patch).toContain('-See [what](02-part/01-what.md).\n+Read [what](part/02-what.md).\n');
    expect(renamed?.patch).toContain('rename from 02-part/01-what.md\nrename to part/02-what.md\n');
    expect(renamed?.patch).not.toContain('@@');
    expect(shown.files.map(({ path, title }) => [path, title])).toEqual([
      ['README.md', null],
      ['01-introduction.md', 'Introduction'],
      ['09-note.md', 'Note'],
      ['part/02-what.md', 'What'],
      ['metadata.json', null],
      ['source-map.json', null],
    ]);
    expect(await reviewOf()).toMatchObject({ fileCount: 5 });
  });

  test('tells what is swapped, replaced, removed and made again', async () => {
    const swap = [
      { type: 'rename', from: '01-introduction.md', to: 'x.md' },
      { type: 'rename', from: '02-part/01-what.md', to: '01-introduction.md' },
      { type: 'rename', from: 'x.md', to: '02-part/01-what.md' },
    ];
    const { changes } = (await preview({ operations: swap })).json<ReviewPreview>();
    expect(changesOf({ changes } as ReviewPreview).filter(([, status]) => status === 'renamed')).toEqual([
      ['01-introduction.md', 'renamed', '02-part/01-what.md'],
      ['02-part/01-what.md', 'renamed', '01-introduction.md'],
    ]);
    const again = [
      { type: 'delete', path: '02-part' },
      { ...NOTE, path: '02-part/01-what.md' },
    ];
    expect(changesOf((await preview({ operations: again })).json())).toContainEqual([
      '02-part/01-what.md',
      'modified',
      null,
    ]);
    const gone = (await preview({ operations: [{ type: 'delete', path: '02-part' }] })).json<ReviewPreview>();
    expect(gone.changes.at(-1)).toMatchObject({ path: '02-part/01-what.md', status: 'removed', derived: false });
    expect(gone.changes.at(-1)?.patch).toContain('+++ /dev/null');
  });

  test('of nothing changes nothing', async () => {
    const { changes, summary, files } = (await preview()).json<ReviewPreview>();
    expect([changes, summary]).toEqual([
      [],
      { added: 0, modified: 0, renamed: 0, removed: 0, unchanged: 5, totalFiles: 5 },
    ]);
    expect(files).toEqual((await reviewOf()).files);
  });

  test('of a large file is cut', async () => {
    const content = Array.from({ length: 20_000 }, (_, index) => `line ${index}\n`).join('');
    const { changes } = (await preview({ operations: [{ ...NOTE, content }] })).json<ReviewPreview>();
    const note = changes.find(({ path }) => path === NOTE.path);
    expect(note?.truncated).toBe(true);
    expect(Buffer.byteLength(note?.patch ?? '')).toBeLessThanOrEqual(64 * 1024);
  });
});
