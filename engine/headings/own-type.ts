/**
 * Headings in a face of their own: lines no larger than the text in a font that no running text is set in, above running
 * text. Names of bold faces do not always say so ("TradeGothicLTStd-Bd2"), and a heading need not be bold.
 */
import { SAME_SIZE_SHARE } from '../measures.js';
import type { PageOf } from '../page-finder.js';
import { decide, refusedIf, type DecisionTable } from '../rules.js';
import type { DocumentStyle } from '../style/style.js';
import { textBlockSubject } from '../text-blocks/subject.js';
import type { TextBlock } from '../text-blocks/text-blocks.js';
import { endsAsNoTitle, endsSentenceOrClause } from '../text-rules.js';
import { hasSpaceAbove, headingIf, type HeadingVerdict } from './candidate.js';

/** Letters and lines from which a text block is running text by its length. */
const LONG_LETTERS = 120;
const LONG_LINES = 2;
/** Share of the running text's letters from which a face is one of running text. */
const TEXT_SHARE = 0.01;
/** The most lines and letters of a heading. */
const MAX_LINES = 2;
const MAX_LETTERS = 120;
/** Letters from which the text block below is text rather than a label. */
const TEXT_LETTERS = 60;
/** How many headings a face must have. */
const LEAST_COUNT = 2;

export interface OwnTypeEvidence {
  textBlock: TextBlock;
  below: TextBlock | undefined;
  style: DocumentStyle;
  /** Lines of its face that stand like headings. */
  count: number;
}

export const OWN_TYPE: DecisionTable<OwnTypeEvidence, HeadingVerdict> = {
  name: 'own-type',
  rules: [
    {
      name: 'once-only',
      why: 'A face that stands above text only once may be that of a label.',
      test: ({ count }) => refusedIf(count < LEAST_COUNT),
    },
    {
      name: 'above-text',
      why: 'Several lines of a face that no running text has stand above running text, with space above them.',
      test: () => headingIf(true),
    },
  ],
  otherwise: 'refused',
  subject: ({ textBlock }) => textBlockSubject(textBlock),
  numbers: ({ textBlock, count, below }) => ({
    linesOfItsFace: count,
    spaceInLeadings: textBlock.space,
    spaceBelowInLeadings: below?.space ?? 0,
  }),
};

/** The text blocks that are such headings. */
export function ownTypeHeadings(
  textBlocks: readonly TextBlock[],
  { style, pageOf }: { style: DocumentStyle; pageOf: PageOf },
): Set<TextBlock> {
  const faceOf = faces(pageOf);
  const running = runningFaces(textBlocks, faceOf);
  const candidates: { textBlock: TextBlock; below: TextBlock; face: string }[] = [];
  for (const [i, textBlock] of textBlocks.entries()) {
    const below = textBlocks[i + 1];
    if (!below || !mayHead(textBlock, style) || !isText(below, textBlock)) continue;
    const face = faceOf(textBlock);
    if (face !== null && !running.has(face)) candidates.push({ textBlock, below, face });
  }
  const counts = new Map<string, number>();
  for (const { face } of candidates) counts.set(face, (counts.get(face) ?? 0) + 1);
  return new Set(
    candidates
      .filter(
        ({ textBlock, below, face }) =>
          decide(OWN_TYPE, { textBlock, below, style, count: counts.get(face)! }) === 'heading',
      )
      .map(({ textBlock }) => textBlock),
  );
}

/** The name of the font that a text block is set in; null of several. */
const faces =
  (pageOf: PageOf) =>
  ({ lines }: TextBlock, runs = Infinity): string | null => {
    const names = new Set(
      lines.flatMap((line) => line.runs.slice(0, runs).map((run) => pageOf(line.page).fonts[run.font]?.name ?? '')),
    );
    const [name = ''] = names;
    return names.size === 1 && name !== '' ? name : null;
  };

function runningFaces(
  textBlocks: readonly TextBlock[],
  faceOf: (textBlock: TextBlock, runs: number) => string | null,
): ReadonlySet<string> {
  const letters = new Map<string, number>();
  let all = 0;
  for (const textBlock of textBlocks) {
    if (textBlock.text.length < LONG_LETTERS || textBlock.lines.length < LONG_LINES) continue;
    // all of a paragraph's runs would be looked at in vain: the first of each line is enough
    const face = faceOf(textBlock, 1);
    all += textBlock.text.length;
    if (face !== null) letters.set(face, (letters.get(face) ?? 0) + textBlock.text.length);
  }
  return new Set([...letters].filter(([, count]) => count > TEXT_SHARE * all).map(([face]) => face));
}

/** A short line in upright type of the text's size, with space above it, that begins and ends like a title. */
function mayHead(textBlock: TextBlock, { bodySize }: DocumentStyle): boolean {
  const { role, aside, mono, italic, bold, lines, text, size, marker } = textBlock;
  if (role !== 'text' || aside || mono || italic || bold || marker) return false;
  if (lines.length > MAX_LINES || text.length > MAX_LETTERS || endsSentenceOrClause(text) || endsAsNoTitle(text))
    return false;
  return (
    hasSpaceAbove(textBlock) &&
    size >= (1 - SAME_SIZE_SHARE) * bodySize &&
    /^[\p{Lu}\d“"]/u.test(text) &&
    /\p{L}{3}/u.test(text)
  );
}

const isText = ({ role, text, marker, page, space }: TextBlock, above: TextBlock): boolean =>
  role === 'text' &&
  page === above.page &&
  (text.length >= TEXT_LETTERS || marker !== null) &&
  space < (above.space || Infinity);
