/** Labels of pictures: text no larger than the body that is printed on one names parts of it and is not a heading. */
import { isLargerThanBody } from '../measures.js';
import type { ParsedPage } from '../model.js';
import { decide, refusedIf, type DecisionTable } from '../rules.js';
import type { DocumentStyle } from '../style/style.js';
import type { TextBlock } from '../text-blocks/text-blocks.js';
import { headingIf, type HeadingCandidate, type HeadingVerdict } from './candidate.js';
import { textBlockSubject } from '../text-blocks/subject.js';

/** Share of the page's area: a picture that covers more is its background. */
const BACKGROUND = 0.6;

export interface PictureEvidence {
  candidate: HeadingCandidate;
  style: DocumentStyle;
  page: ParsedPage;
}

export const PICTURE_LABEL: DecisionTable<PictureEvidence, HeadingVerdict> = {
  name: 'picture-label',
  rules: [
    {
      name: 'bookmarked',
      why: 'What a bookmark names is a heading wherever it is printed.',
      test: ({ candidate }) => headingIf(candidate.bookmark !== null),
    },
    {
      name: 'larger-than-labels',
      why: 'Labels are no larger than the body: larger type is a title on an illustrated page.',
      test: ({ candidate, style }) => headingIf(isLargerThanBody(candidate.textBlock.size, style.bodySize)),
    },
    {
      name: 'on-a-picture',
      why: 'It is printed on a picture that is not the background of the page.',
      test: ({ candidate, page }) => refusedIf(isOnPicture(candidate.textBlock, page)),
    },
  ],
  otherwise: 'heading',
  subject: ({ candidate }) => textBlockSubject(candidate.textBlock),
  numbers: ({ candidate, style, page }) => ({
    sizeInBodySizes: candidate.textBlock.size / style.bodySize,
    picturesOnPage: page.images.length,
  }),
};

/** The candidates without labels of pictures. */
export function withoutPictureLabels(
  candidates: readonly HeadingCandidate[],
  style: DocumentStyle,
  pageOf: (number: number) => ParsedPage,
): HeadingCandidate[] {
  return candidates.filter((candidate) => {
    const page = pageOf(candidate.textBlock.page);
    return page.images.length === 0 || decide(PICTURE_LABEL, { candidate, style, page }) === 'heading';
  });
}

function isOnPicture({ source }: TextBlock, { images, width, height }: ParsedPage): boolean {
  const box = source[0]?.box;
  if (!box) return false;
  const [x, y] = [(box.x0 + box.x1) / 2, (box.y0 + box.y1) / 2];
  return images.some(
    (image) =>
      x > image.x0 &&
      x < image.x1 &&
      y > image.y0 &&
      y < image.y1 &&
      (image.x1 - image.x0) * (image.y1 - image.y0) < BACKGROUND * width * height,
  );
}
