/** Headings printed in two parts: "Chapter 3" on a line of its own above the chapter's name. They become one text block. */
import type { NewTextBlock } from './text-blocks.js';
import type { DocumentStyle } from '../style/style.js';
import { joinSpans, type Vocabulary } from './text.js';
import { isDivisionLabel, isNumberLabel } from '../text/numerals.js';
import { plainText } from '../text/spans.js';

/** @returns the text blocks with each label joined to the name below it. */
export function joinLabels(
  textBlocks: readonly NewTextBlock[],
  style: DocumentStyle,
  vocabulary: Vocabulary,
): NewTextBlock[] {
  const joined: NewTextBlock[] = [];
  for (let i = 0; i < textBlocks.length; i++) {
    const label = textBlocks[i]!;
    const name = textBlocks[i + 1];
    if (name && isLabel(label, style) && isName(name, label, style)) {
      const spans = joinSpans([label.spans, name.spans], vocabulary);
      const large = name.size >= label.size ? name : label;
      joined.push({
        ...large,
        lines: [...label.lines, ...name.lines],
        spans,
        text: plainText(spans),
        marker: null,
        source: [...label.source, ...name.source],
        space: label.space,
        left: label.left,
      });
      i += 1;
    } else {
      joined.push(label);
    }
  }
  return joined;
}

function isLabel(textBlock: NewTextBlock, style: DocumentStyle): boolean {
  const stands =
    textBlock.size > 1.07 * style.bodySize ||
    textBlock.bold ||
    textBlock.centred ||
    textBlock.text === textBlock.text.toUpperCase();
  return (
    textBlock.role === 'text' &&
    textBlock.lines.length === 1 &&
    (isDivisionLabel(textBlock.text) || isNumberLabel(textBlock.text)) &&
    stands
  );
}

function isName(textBlock: NewTextBlock, label: NewTextBlock, style: DocumentStyle): boolean {
  if (
    textBlock.role !== 'text' ||
    textBlock.page !== label.page ||
    textBlock.lines.length > 3 ||
    textBlock.text.length > 160
  )
    return false;
  if (/[.;,:]$/.test(textBlock.text) || textBlock.marker) return false;
  const large = textBlock.size > 1.07 * style.bodySize || (textBlock.bold && !style.boldBody);
  return large && textBlock.size >= 0.8 * label.size;
}
