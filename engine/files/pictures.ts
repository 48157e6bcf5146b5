/**
 * Pictures that no caption and no label describes. They leave nothing in the text, yet whoever reads the page sees them: the list of
 * figures names them, with the line of the text that they follow.
 */
import { holdsCentre, overlap, unionBox } from '../geometry.js';
import type { Box, ParsedPage } from '../model.js';
import { decide, type DecisionTable } from '../rules.js';
import type { SourceMapEntry } from '../shelf.js';
import { MOST_FIGURES, type FigureEntry } from './figure-list.js';
import { entriesFor, type PageSizes } from './source-map.js';

/** In points: pictures no further apart were painted in parts. */
const JOINT = 1.5;
/** In points: less on its shorter side is an icon, a rule or a bullet. */
const LEAST_SIDE = 36;
/** A larger share of its page is the page's background, or its scan. */
const MOST_OF_PAGE = 0.7;
/** A picture at the same place, to the point, on this many pages is a logo or another ornament. */
const REPEATED = 3;
/** Parts of pictures on a page that are joined: a page of more is a drawing or a pattern. */
const MOST_PARTS = 400;

export interface PagePicture {
  page: number;
  box: Box;
  /** Share of the page that it covers. */
  share: number;
  /** Pages with a picture at this place. */
  pages: number;
  /** A figure or a table of the text is where it is. */
  isTold: boolean;
}

export const UNTOLD_PICTURE: DecisionTable<PagePicture, 'figure' | 'refused'> = {
  name: 'untold-picture',
  rules: [
    {
      name: 'told',
      why: 'A figure or a table of the text stands where the picture is: it is named already.',
      test: ({ isTold }) => (isTold ? 'refused' : null),
    },
    {
      name: 'tiny',
      why: 'Icons, rules and bullets are no figures.',
      test: ({ box }) => (Math.min(box.x1 - box.x0, box.y1 - box.y0) < LEAST_SIDE ? 'refused' : null),
    },
    {
      name: 'background',
      why: 'A picture of nearly the whole page is its background or its scan.',
      test: ({ share }) => (share > MOST_OF_PAGE ? 'refused' : null),
    },
    {
      name: 'ornament',
      why: 'What is at the same place on page after page belongs to the layout.',
      test: ({ pages }) => (pages >= REPEATED ? 'refused' : null),
    },
    {
      name: 'picture-without-caption',
      why: 'A picture of some size that stands in one place of the document shows something, though no caption tells what.',
      test: () => 'figure',
    },
  ],
  otherwise: 'figure',
  subject: ({ page, box }) => ({ page, box, text: '' }),
  numbers: ({ share, pages }) => ({ shareOfPage: share, pagesWithIt: pages }),
};

export interface ShelfPlaces {
  pageSizes: PageSizes;
  sourceMap: readonly SourceMapEntry[];
  /** What is named already; tables by their boxes alone. */
  figures: readonly FigureEntry[];
  tables: readonly Pick<FigureEntry, 'page' | 'box'>[];
  /** Paths of the content files in reading order. */
  files: readonly string[];
}

/** The figures with the pictures that are not among them, in reading order. A page without text has none of its own. */
export function withPictures(pages: readonly ParsedPage[], places: ShelfPlaces): FigureEntry[] {
  const pictures = picturesOf(pages, places.pageSizes, [...places.figures, ...places.tables]);
  if (pictures.length === 0) return [...places.figures];
  const byPage = Map.groupBy(places.sourceMap, ({ page }) => page);
  const shown = pictures.flatMap(({ page, part }) => {
    const before = lineBefore(byPage.get(page) ?? [], part);
    return before ? [{ file: before.path, line: before.startLine, page, box: part, caption: null }] : [];
  });
  const order = new Map(places.files.map((path, at) => [path, at]));
  const rank = ({ file }: FigureEntry): number => order.get(file) ?? 0;
  return [...places.figures, ...shown].sort((a, b) => rank(a) - rank(b) || a.line - b.line).slice(0, MOST_FIGURES);
}

type Part = SourceMapEntry['box'];

function picturesOf(
  pages: readonly ParsedPage[],
  pageSizes: PageSizes,
  told: ShelfPlaces['tables'],
): { page: number; part: Part }[] {
  const joined = pages.map(({ number: page, images }) => ({ page, boxes: joinParts(images) }));
  const times = new Map<string, number>();
  for (const { boxes } of joined)
    for (const key of new Set(boxes.map(placeOf))) times.set(key, (times.get(key) ?? 0) + 1);
  const toldOn = Map.groupBy(told, ({ page }) => page);
  return joined.flatMap(({ page, boxes }) =>
    boxes.flatMap((box) => {
      const [place] = entriesFor(NO_LINES, [{ page, box }], pageSizes);
      if (!place) return [];
      const part = place.box;
      const [x0, y0, x1, y1] = part;
      const isTold = (toldOn.get(page) ?? []).some((one) => one.box !== null && coincide(one.box, part));
      const pagesWithIt = times.get(placeOf(box)) ?? 1;
      const picture = { page, box, share: (x1 - x0) * (y1 - y0), pages: pagesWithIt, isTold };
      return decide(UNTOLD_PICTURE, picture) === 'figure' ? [{ page, part }] : [];
    }),
  );
}

const NO_LINES = { path: '', startLine: 0, endLine: 0 };

const placeOf = ({ x0, y0, x1, y1 }: Box): string => [x0, y0, x1, y1].map(Math.round).join(' ');

/** Boxes that touch or overlap as one: pictures are painted in strips, tiles and layers. */
function joinParts(images: readonly Box[]): Box[] {
  if (images.length > MOST_PARTS) return [];
  let boxes = images.map((box) => ({ ...box }));
  for (let before = Infinity; boxes.length < before;) {
    before = boxes.length;
    boxes = boxes.reduce<Box[]>((joined, box) => {
      const at = joined.findIndex((other) => touches(other, box));
      if (at === -1) joined.push(box);
      else joined[at] = unionBox([joined[at]!, box]);
      return joined;
    }, []);
  }
  return boxes;
}

const touches = (a: Box, b: Box): boolean =>
  a.x0 <= b.x1 + JOINT && b.x0 <= a.x1 + JOINT && a.y0 <= b.y1 + JOINT && b.y0 <= a.y1 + JOINT;

const boxOf = ([x0, y0, x1, y1]: Part): Box => ({ x0, y0, x1, y1 });
const coincide = (a: Part, b: Part): boolean => holdsCentre(boxOf(a), boxOf(b)) || holdsCentre(boxOf(b), boxOf(a));

/** What was printed last above the picture and in its column, else above it, else first on the page. */
function lineBefore(entries: readonly SourceMapEntry[], [x0, y0, x1]: Part): SourceMapEntry | undefined {
  const above = entries.filter(({ box }) => box[1] < y0);
  const inColumn = above.filter(({ box }) => overlap(box[0], box[2], x0, x1) > 0);
  return inColumn.at(-1) ?? above.at(-1) ?? entries[0];
}
