/** Labels of pictures: text no larger than the document's that is printed on one. They name parts of it and head nothing. */
import type { ParsedPage } from '../model.js';
import type { TextBlock } from '../text-blocks/text-blocks.js';
import type { DocumentStyle } from '../style/style.js';
import type { HeadingCandidate } from './headings.js';

/** A picture that takes more of the page is its background. */
const BACKGROUND = 0.6;

/** The candidates without labels of pictures. What a bookmark names is a heading wherever it stands. */
export function withoutPictureLabels(
  candidates: readonly HeadingCandidate[],
  style: DocumentStyle,
  pageOf: (number: number) => ParsedPage,
): HeadingCandidate[] {
  return candidates.filter(
    ({ textBlock, bookmark }) =>
      bookmark !== null || textBlock.size > 1.07 * style.bodySize || !isOnPicture(textBlock, pageOf(textBlock.page)),
  );
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
