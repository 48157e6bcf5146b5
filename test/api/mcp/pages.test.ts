/** Tables and pages by tools, with pictures that the engine draws. */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { createCanvas } from '@napi-rs/canvas';
import type { PageViews } from '../../../api/page-views.js';
import type { Account } from '../../../entities/account.js';
import type { Shelf } from '../../../entities/shelf.js';
import { buildTestApp, givenReadyShelf, type TestApp } from '../../support/app.js';
import { colouredPdf, pixelsOf, RED, startDrawing } from '../../support/drawing.js';
import { connectMcp, ERAS, listening, type Era, type McpClient } from '../../support/mcp.js';
import { storeSource } from '../../support/sources.js';

const MAX_ANSWER = 25_000;
const MAX_PICTURE_BYTES = 1024 * 1024;
const FILE = '01-lamps.md';
const ROWS = Array.from({ length: 900 }, (_, at) => `| ${at} | ${'oil "'.repeat(20)} |`);
const FILES = {
  'README.md': '# Lamps\n',
  [FILE]: `---\ntitle: Lamps\npages: [1, 2]\n---\n\n# Lamps\n\nTable 1: Oil\n\n| Lamp | Used |\n| --- | --- |\n${ROWS.join('\n')}\n`,
  '02-wide.md': `---\ntitle: Wide\n---\n\n<table>\n<tr><th colspan="2">Both</th></tr>\n<tr><td>${'a'.repeat(200_000)}</td><td>b</td></tr>\n</table>\n`,
  'metadata.json': JSON.stringify({
    pageSources: [{ pages: [1, 2], source: 'recognised', confidence: 0.9 }],
    figureList: [{ file: FILE, line: 6, page: 1, box: RED, caption: 'Figure 1: Red' }],
  }),
  'source-map.json': JSON.stringify([{ path: FILE, startLine: 6, endLine: 6, page: 1, box: [0, 0, 1, 0.1] }]),
};

let api: TestApp;
let drawing: Awaited<ReturnType<typeof startDrawing>>;
let views: PageViews;
let origin: string;
let owner: { account: Account; key: string };
let shelf: Shelf;
beforeAll(async () => {
  api = await buildTestApp({ workflows: { viewPage: (...asked) => views.viewPage(...asked) } });
  drawing = await startDrawing(api);
  ({ views } = drawing);
  origin = await listening(api.app);
  owner = await api.user();
  shelf = await givenReadyShelf(api, owner.account, FILES);
  await storeSource(api, shelf, await colouredPdf());
});
afterAll(async () => {
  await drawing?.stop();
  await api?.stop();
});

interface TableAnswer {
  rows: string[][];
  spans: number[][];
  total_rows: number;
  next_offset?: number;
}

describe.each(Object.keys(ERAS) as Era[])('in the protocol of %s', (era) => {
  let mcp: McpClient;
  let shelf_id: string;
  beforeAll(async () => {
    shelf_id = shelf.publicId;
    mcp = await connectMcp([origin], owner.key, era);
  });
  afterAll(() => mcp?.close());

  test('list_tables lists the tables', async () =>
    expect(await mcp.data('list_tables', { shelf_id })).toMatchObject({
      shelf_id,
      tables: [
        { number: 1, path: FILE, start_line: 10, rows: 901, columns: 2, header_rows: 1, caption: 'Table 1: Oil' },
        { number: 2, path: '02-wide.md', rows: 2, columns: 2 },
      ],
      total: 2,
    }));

  test('get_table reads a table in parts that fit, row by row', async () => {
    const rows: string[][] = [];
    let offset: number | undefined = 1;
    while (offset !== undefined) {
      const part: TableAnswer = await mcp.data('get_table', { shelf_id, number: 1, offset });
      expect(JSON.stringify(part).length).toBeLessThanOrEqual(MAX_ANSWER);
      expect(part.total_rows).toBe(901);
      rows.push(...part.rows);
      offset = part.next_offset;
    }
    expect([rows.length, rows[0], rows[900]![0]]).toEqual([901, ['Lamp', 'Used'], '899']);
  });

  test('get_table shortens a cell that fits into no answer, and tells spans', async () => {
    const table = await mcp.data<TableAnswer>('get_table', { shelf_id, number: 2 });
    expect([table.rows[0], table.rows[1]![0]!.length, table.rows[1]![1]]).toEqual([['Both', ''], 2000, 'b']);
    expect(table.spans).toEqual([[0, 0, 1, 2]]);
  });

  test('get_page says what is on a page', async () =>
    expect(await mcp.data('get_page', { shelf_id, page: 1 })).toEqual({
      ...{ shelf_id, version: 1, page: 1, label: null, width: 400, height: 200, rotation: 0 },
      ...{ source: 'recognised', confidence: 0.9, tables: [1], tables_total: 1, figures_total: 1 },
      figures: [{ path: FILE, line: 6, box: [...RED], caption: 'Figure 1: Red' }],
      passages: [{ path: FILE, start_line: 6, end_line: 6 }],
    }));

  test('view_page shows a page, or a part of it', async () => {
    const { content, structuredContent } = await mcp.call('view_page', {
      shelf_id,
      page: 1,
      box: [...RED],
      width: 100,
    });
    expect(structuredContent).toBeUndefined();
    expect(content).toMatchObject([
      { type: 'text', text: 'Page 1, the part [0.25, 0.5, 0.5, 0.75].' },
      { type: 'image', mimeType: 'image/png' },
    ]);
    const picture = await pixelsOf(Buffer.from((content[1] as { data: string }).data, 'base64'));
    expect([picture.width, picture.at(0.5, 0.5)]).toEqual([100, '#ff0000']);
    const whole = (await mcp.call('view_page', { shelf_id, page: 2 })).content[1] as { data: string };
    expect((await pixelsOf(Buffer.from(whole.data, 'base64'))).width).toBe(800);
  });

  test('what is wrong is said with what to do', async () => {
    expect(await mcp.error('get_table', { shelf_id, number: 3 })).toContain('Next: list_tables');
    expect(await mcp.error('view_page', { shelf_id, page: 99 })).toContain('the PDF has 12');
    expect(await mcp.error('view_page', { shelf_id, page: 1, box: [0.5, 0.5, 0.5, 0.6] })).toContain(
      'the argument box',
    );
    expect(await mcp.error('view_page', { shelf_id, page: 12 })).toContain('Next: use the text');
    expect(await mcp.error('view_page', { shelf_id, page: 1, width: 5000 })).toContain('width');
  });
});

test('a picture that is too large is drawn smaller, and says so', async () => {
  const asked: number[] = [];
  const noise = (width: number) => {
    const canvas = createCanvas(width, width);
    const context = canvas.getContext('2d');
    const pixels = context.createImageData(width, width);
    for (let at = 0; at < pixels.data.length; at++) pixels.data[at] = at % 4 === 3 ? 255 : Math.random() * 256;
    context.putImageData(pixels, 0, 0);
    return canvas.encode('png');
  };
  views = {
    async viewPage({ versionPublicId, picture }, { name }) {
      asked.push(picture!.width);
      const key = `users/${owner.account.publicId}/shelves/${shelf.publicId}/pages/${versionPublicId}/${name}`;
      await api.storage.put(key, Buffer.from(await noise(picture!.width)), 'image/png');
      return { outcome: 'stored' };
    },
  };
  const mcp = await connectMcp([origin], owner.key);
  try {
    const { content } = await mcp.call('view_page', { shelf_id: shelf.publicId, page: 2, width: 1500 });
    expect(content[0]).toMatchObject({ text: expect.stringMatching(/^Page 2\. Drawn \d+ pixels wide/) });
    const bytes = Buffer.from((content[1] as { data: string }).data, 'base64').length;
    expect(bytes).toBeLessThanOrEqual(MAX_PICTURE_BYTES);
    expect(bytes).toBeGreaterThan(MAX_PICTURE_BYTES / 3);
    expect(asked.length).toBeLessThanOrEqual(3);
  } finally {
    ({ views } = drawing);
    await mcp.close();
  }
});
