/** Pages to look at: what is on a page, and pictures of it. */
import { Type, type Static } from 'typebox';
import { nullable, PAGE, Pagination, ref, ShelfParams, strict } from './common.js';
import { invalid } from './errors.js';
import { LineNumber } from './lines.js';
import { answered, FilePath, Page, PageLabel, SHELF_EXAMPLE, VersionNumber } from './reading.js';

export const MIN_WIDTH = 64;
export const MAX_WIDTH = 1600;
const DEFAULT_WIDTH = 1000;

export const PageParams = Type.Object({
  ...ShelfParams.properties,
  page: Type.Integer({ minimum: 1, description: 'Page of the PDF, counted from 1.', examples: [1] }),
});

export const PageInfoQuery = Type.Partial(Type.Object({ version: VersionNumber }));
export type PageInfoQuery = Static<typeof PageInfoQuery>;

export const PictureQuery = Type.Unsafe<{ width: number; box?: string; version?: number }>(
  Type.Partial(
    Type.Object({
      width: Type.Integer({
        minimum: MIN_WIDTH,
        maximum: MAX_WIDTH,
        default: DEFAULT_WIDTH,
        description:
          'Pixels, of the part where `box` is given. Less where the picture would be finer than 600 dpi, larger than 6 million pixels or higher than 8,000.',
        examples: [DEFAULT_WIDTH],
      }),
      box: Type.String({
        pattern: String.raw`^(?:\d{1,3}(?:\.\d{1,9})?|\.\d{1,9})(?:,(?:\d{1,3}(?:\.\d{1,9})?|\.\d{1,9})){3}$`,
        description:
          'Only this part: x0,y0,x1,y1 in parts of the page as displayed (0 to 1), from its top left corner, x to the right and y down. So are the boxes of metadata.json, of the source map and of citations.',
        examples: ['0.1,0.25,0.9,0.5'],
      }),
      version: VersionNumber,
    }),
  ),
);
export type PictureQuery = Static<typeof PictureQuery>;

type Box = [number, number, number, number];
/** As exact as the boxes of metadata.json; so each part has one picture. */
const STEPS = 10_000;

/** Parses the `box` of a query; null without one. Throws ServiceError 400. */
export function readBox(text: string | undefined): Box | null {
  if (text === undefined) return null;
  const sides = text.split(',').map(Number);
  if (sides.some((side) => side > 1))
    throw invalid('box', 'too_large', 'box: beyond the page, which ends at 1', { max: 1 });
  const [x0, y0, x1, y1] = sides.map((side) => Math.round(side * STEPS) / STEPS) as Box;
  if (x1 <= x0 || y1 <= y0) throw invalid('box', 'empty', 'box: x1 must be greater than x0, and y1 than y0');
  const isWhole = x0 === 0 && y0 === 0 && x1 === 1 && y1 === 1;
  return isWhole ? null : [x0, y0, x1, y1];
}

const Box = nullable(
  Type.Array(Type.Number({ minimum: 0, maximum: 1 }), {
    minItems: 4,
    maxItems: 4,
    description:
      'x0, y0, x1, y1 in parts of the page as displayed, from its top left corner; null where it is not known.',
  }),
);

const about = {
  number: Page,
  label: PageLabel,
  width: nullable(Type.Number({ description: 'In points as displayed; null for a page that cannot be read.' })),
  height: nullable(Type.Number()),
  rotation: nullable(
    Type.Integer({ description: 'Clockwise degrees by which the PDF turns the page: 0, 90, 180 or 270.' }),
  ),
  source: nullable(
    Type.Enum(['text', 'recognised', 'mixed'], {
      description:
        'The text is from the file, recognised from a picture, or both; null in versions of earlier releases.',
    }),
  ),
  confidence: nullable(
    Type.Number({ minimum: 0, maximum: 1, description: 'Of the text. Null where another program recognised it.' }),
  ),
  tables: Type.Array(Type.Integer({ minimum: 1 }), { description: '`number` of each table that begins here.' }),
  picture: Type.String({ description: 'Where the picture of the page is; takes `width` and `box`.' }),
};
const ABOUT = {
  number: 3,
  label: null,
  width: 595.28,
  height: 841.89,
  rotation: 0,
  source: 'text' as const,
  confidence: 1,
  tables: [1],
  picture: '/v1/shelves/shf_0123456789abcdef01234567/pages/3.png?version=1',
};

export const PageInfo = Type.Object(
  {
    ...answered,
    ...about,
    passages: Type.Array(Type.Object({ path: FilePath, startLine: LineNumber, endLine: LineNumber, box: Box }), {
      description: 'The blocks that are printed on the page, by file and line.',
    }),
    figures: Type.Array(Type.Object({ path: FilePath, line: LineNumber, box: Box, caption: nullable(Type.String()) }), {
      description: 'As in metadata.json; none in versions of earlier releases.',
    }),
  },
  {
    $id: 'PageInfo',
    examples: [
      {
        ...SHELF_EXAMPLE,
        ...ABOUT,
        passages: [{ path: '02-results.md', startLine: 6, endLine: 6, box: [0.121, 0.1425, 0.8722, 0.1855] }],
        figures: [{ path: '02-results.md', line: 12, box: [0.121, 0.3, 0.8722, 0.6], caption: 'Figure 1: Yield' }],
      },
    ],
  },
);
export type PageInfo = Static<typeof PageInfo>;

export const PageEntry = Type.Object(about, { $id: 'PageEntry', examples: [ABOUT] });

export const PagesQuery = Type.Unsafe<{ page: number; limit: number; version?: number }>(
  strict(Type.Partial(Type.Object({ ...PAGE, version: VersionNumber }))),
);
export type PagesQuery = Static<typeof PagesQuery>;

export const PageList = Type.Object(
  { ...answered, data: Type.Array(ref(PageEntry)), pagination: ref(Pagination) },
  {
    $id: 'PageList',
    description: 'Pages of the PDF in order, without what is printed on them.',
    examples: [{ ...SHELF_EXAMPLE, data: [ABOUT], pagination: { limit: 20, page: 1, total: 12, totalPages: 1 } }],
  },
);
export type PageList = Static<typeof PageList>;
