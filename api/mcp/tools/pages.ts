import { buffer } from 'node:stream/consumers';
import { Type } from 'typebox';
import { MAX_WIDTH, MIN_WIDTH, type PageInfo } from '../../../contract/pages.js';
import { fitItems, shorten } from '../bounded.js';
import { data, defineTool, refused, type ToolCall } from '../define-tool.js';
import { Count, CountOrNull, NextOffset, Offset, ShelfId, TextOrNull, VersionArgument } from './arguments.js';

const MAX_CAPTION = 200;
/** Numbers of tables, which a page has a few of; list_tables has them all. */
const MAX_TABLES = 400;
/** A model sees no more than some 800 pixels of a page at once; print can be read then. */
const USUAL_WIDTH = 800;
/** Of a picture; base64 makes a third more of it. Clients refuse answers of several megabytes. */
const MAX_PICTURE_BYTES = 1024 * 1024;
/** How often a picture is drawn smaller until it is small enough. */
const ATTEMPTS = 4;

const Page = Type.Integer({ minimum: 1, description: 'Page of the PDF, from 1.' });
const Box = Type.Union([Type.Array(Type.Number()), Type.Null()]);
const NumberOrNull = Type.Union([Type.Number(), Type.Null()]);

export const getPage = defineTool({
  name: 'get_page',
  title: 'Look up a page of the PDF',
  description:
    'Says what is on a page of the PDF: the lines of files that are printed there, the numbers of its tables, its figures with box and caption, its size in points, and where its text comes from (text, recognised, mixed) with confidence. Boxes are [x0, y0, x1, y1] in parts of the page from its top left corner, as view_page takes them.',
  kind: 'reads',
  input: Type.Object({ shelf_id: ShelfId, page: Page, offset: Offset, version: VersionArgument }),
  output: Type.Object({
    shelf_id: Type.String(),
    version: CountOrNull,
    page: Count,
    label: TextOrNull,
    width: NumberOrNull,
    height: NumberOrNull,
    rotation: CountOrNull,
    source: TextOrNull,
    confidence: NumberOrNull,
    tables: Type.Array(Count),
    tables_total: Count,
    figures_total: Count,
    figures: Type.Array(Type.Object({ path: Type.String(), line: Count, box: Box, caption: TextOrNull })),
    passages: Type.Array(Type.Object({ path: Type.String(), start_line: Count, end_line: Count })),
    next_offset: NextOffset,
  }),
  async run({ shelf_id, page, offset = 1, version }, { api, signal }) {
    const info = await api.json<PageInfo>({
      path: ['v1', 'shelves', shelf_id, 'pages', String(page)],
      query: { version },
      signal,
    });
    const { label, width, height, rotation, source, confidence, tables, figures } = info;
    const rest = {
      ...{ shelf_id, version: info.versionNumber, page, label: label === null ? null : shorten(label, MAX_CAPTION) },
      ...{ width, height, rotation, source, confidence },
      tables: tables.slice(0, MAX_TABLES),
      tables_total: tables.length,
      figures_total: figures.length,
    };
    // one list, so that one offset leads to the end of both
    const items = [
      ...figures.map(describeFigure),
      ...info.passages.map(({ path, startLine, endLine }) => ({ path, start_line: startLine, end_line: endLine })),
    ];
    const { shown, next } = fitItems({ ...rest, figures: [], passages: [] }, items.slice(offset - 1), offset);
    return data({
      ...rest,
      figures: shown.filter((item) => 'caption' in item),
      passages: shown.filter((item) => 'start_line' in item),
      ...(next && { next_offset: next }),
    });
  },
});

const describeFigure = ({ caption, ...figure }: PageInfo['figures'][number]) => ({
  ...figure,
  caption: caption === null ? null : shorten(caption, MAX_CAPTION),
});

interface Wanted {
  shelfId: string;
  page: number;
  width: number;
  box: string | undefined;
  version: number | undefined;
}

async function pictureOf({ shelfId, page, ...query }: Wanted, { api, signal }: ToolCall): Promise<Buffer> {
  const { body } = await api.open({ path: ['v1', 'shelves', shelfId, 'pages', `${page}.png`], query, signal });
  return buffer(body);
}

export const viewPage = defineTool({
  name: 'view_page',
  title: 'See a page of the PDF',
  description:
    'Shows the picture of a page of the PDF, or of a part of it, as printed: to check a table, read a figure, or compare text. For detail give a box rather than a greater width.',
  kind: 'reads',
  input: Type.Object({
    shelf_id: ShelfId,
    page: Page,
    box: Type.Optional(
      Type.Array(Type.Number({ minimum: 0, maximum: 1 }), {
        minItems: 4,
        maxItems: 4,
        description: 'Only this part: [x0, y0, x1, y1] in parts of the page from its top left corner.',
      }),
    ),
    width: Type.Optional(
      Type.Integer({ minimum: MIN_WIDTH, maximum: MAX_WIDTH, description: 'Pixels; default 800, which shows print.' }),
    ),
    version: VersionArgument,
  }),
  async run({ shelf_id, page, box, width: asked = USUAL_WIDTH, version }, call) {
    let width = asked;
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const wanted = { shelfId: shelf_id, page, width, box: box && boxText(box), version };
      const picture = await pictureOf(wanted, call);
      if (picture.length <= MAX_PICTURE_BYTES) {
        const part = box ? `, the part [${box.join(', ')}]` : '';
        const drawn = width === asked ? '' : ` Drawn ${width} pixels wide, since wider it is too large for an answer.`;
        return {
          content: [
            { type: 'text', text: `Page ${page}${part}.${drawn}` },
            { type: 'image', data: picture.toString('base64'), mimeType: 'image/png' },
          ],
        };
      }
      // the size goes with the area
      width = Math.max(MIN_WIDTH, Math.floor(width * 0.9 * Math.sqrt(MAX_PICTURE_BYTES / picture.length)));
    }
    return refused('The picture is too large for an answer.\nNext: call again with a box or a smaller width.');
  },
});

/** In the digits that the route takes, without an exponent. */
const boxText = (box: readonly number[]): string => box.map((side) => side.toFixed(4)).join(',');
