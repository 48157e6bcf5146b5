/**
 * Text in the file that no reader of the pages can see. Behind a scan it is the scan's text layer; anywhere else it is left
 * out and reported.
 */
import { BoxIndex } from '../box-index.js';
import type { Box, ParsedPage, ParsedRun } from '../model.js';
import { decide, type DecisionTable } from '../rules.js';
import { lieOnPictures, pictureShare } from '../geometry.js';

/** A picture that covers at least this share of the page is the page itself. */
const SCAN_SHARE = 0.8;
/** A picture that covers at least this share may be what the text was recognised from; a logo covers less. */
const LAYER_SHARE = 0.3;
/** Painted letters on a scan are a stamp if its text layer has more than this many times as many. */
const STAMP_RATIO = 5;

export interface HiddenText {
  page: ParsedPage;
  painted: readonly ParsedRun[];
  hidden: readonly ParsedRun[];
  /** The document paints text on other pages. */
  isElsewhere: boolean;
}

const boxesOf = (runs: readonly ParsedRun[]): Box[] => runs.map(({ box }) => box);
const lettersOf = (runs: readonly ParsedRun[]): number =>
  runs.reduce((sum, { text }) => sum + (text.match(/[\p{L}\p{N}]/gu)?.length ?? 0), 0);

/** What the hidden text of a page is. Asked of pages that have some. */
export const HIDDEN_TEXT: DecisionTable<HiddenText, 'layer' | 'layer-under-stamp' | 'hidden'> = {
  name: 'hidden-text',
  rules: [
    {
      name: 'layer-of-picture',
      why: 'On a page with a large picture and no painted text, the hidden text on the picture is what was recognised from it.',
      test: ({ page, painted, hidden }) =>
        painted.length === 0 && pictureShare(page) >= LAYER_SHARE && lieOnPictures(page, boxesOf(hidden))
          ? 'layer'
          : null,
    },
    {
      name: 'all-there-is',
      why: 'Where the document paints no text and the page shows nothing else, it is all there is: a picture may have been lost.',
      test: ({ page, painted, isElsewhere }) =>
        painted.length === 0 && !isElsewhere && page.images.length === 0 && page.fills.length === 0 ? 'layer' : null,
    },
    {
      name: 'stamped-scan',
      why: 'A few painted words on a picture of the whole page are a stamp, and the text is in the layer behind it.',
      test: ({ page, painted, hidden }) =>
        pictureShare(page) >= SCAN_SHARE && lettersOf(hidden) > STAMP_RATIO * lettersOf(painted)
          ? 'layer-under-stamp'
          : null,
    },
    {
      name: 'no-text-layer',
      why: 'It is not what was recognised from a picture of the page: text that no reader sees is left out.',
      test: () => 'hidden',
    },
  ],
  otherwise: 'hidden',
  subject: ({ page, hidden }) => ({
    page: page.number,
    box: { x0: 0, y0: 0, x1: page.width, y1: page.height },
    text: hidden.map(({ text }) => text).join(' '),
  }),
  numbers: ({ page, painted, hidden }) => ({
    pictureShare: pictureShare(page),
    paintedLetters: lettersOf(painted),
    hiddenLetters: lettersOf(hidden),
  }),
};

/** The pages with the text layers of scans as their text, and without other hidden text; most are returned as they are. */
export function withoutHidden(pages: readonly ParsedPage[]): readonly ParsedPage[] {
  if (!pages.some(({ runs }) => runs.some(({ invisible }) => invisible))) return pages;
  const withPainted = pages.filter(({ runs }) => runs.some(({ invisible }) => !invisible)).length;
  return pages.map((page) => settled(page, withPainted));
}

function settled(page: ParsedPage, withPainted: number): ParsedPage {
  const [hidden, painted] = parted(page.runs, ({ invisible }) => invisible === true);
  // words under a painted area belong to no text layer
  const [covered, unpainted] = parted(hidden, (run) => run.covered === true);
  if (hidden.length === 0) return page;
  if (unpainted.length === 0) return reported(page, { hidden, painted });
  const rest = covered.length === 0 ? page : { ...page, runs: page.runs.filter((run) => !run.covered) };
  const isElsewhere = withPainted > (painted.length > 0 ? 1 : 0);
  switch (decide(HIDDEN_TEXT, { page: rest, painted, hidden: unpainted, isElsewhere })) {
    case 'layer':
      return covered.length === 0 ? page : reported(rest, { hidden: covered, painted: unpainted });
    case 'layer-under-stamp': {
      const runs = withLayer(rest.runs, painted);
      return reported({ ...page, mixed: true, runs }, { hidden: covered, painted: runs });
    }
    case 'hidden':
      return reported(page, { hidden, painted });
  }
}

function parted(runs: readonly ParsedRun[], is: (run: ParsedRun) => boolean): [yes: ParsedRun[], no: ParsedRun[]] {
  return [runs.filter(is), runs.filter((run) => !is(run))];
}

/** The painted text runs and those of the layer, as if painted too, except where a painted one lies over them. */
function withLayer(runs: readonly ParsedRun[], painted: readonly ParsedRun[]): ParsedRun[] {
  const over = new BoxIndex(painted.map(({ box }) => box));
  return runs.flatMap((run) => {
    const { invisible, ...seen } = run;
    if (!invisible) return [run];
    return over.touches(run.box) ? [] : [{ ...seen, layer: true as const }];
  });
}

/** The page without its hidden text; words that it also paints do not count as hidden. */
function reported(page: ParsedPage, { hidden, painted }: Pick<HiddenText, 'hidden' | 'painted'>): ParsedPage {
  const shown = new Set(painted.map(({ text }) => text.toLowerCase()));
  const words = hidden.filter(({ text }) => /[\p{L}\p{N}]/u.test(text) && !shown.has(text.toLowerCase()));
  const runs = painted.length === 0 ? [] : page.runs;
  return { ...page, runs, ...(words.length > 0 ? { hiddenWords: words.length } : {}) };
}
