/** Headings printed in two parts: "Chapter 3" on a line of its own above the chapter's name. They become one piece. */
import type { Piece } from './text-blocks.js';
import type { DocumentStyle } from '../style/style.js';
import { joinSpans, type Vocabulary } from './text.js';
import { isDivisionLabel } from '../text/numerals.js';
import { plainText } from '../text/spans.js';

/** A number alone above the name, in figures or roman. */
const NUMBER = /^(?:\d{1,3}|[IVXLC]{1,7})[.)]?$/u;

/** @returns the pieces with each label joined to the name below it. */
export function joinLabels(pieces: readonly Piece[], style: DocumentStyle, vocabulary: Vocabulary): Piece[] {
  const joined: Piece[] = [];
  for (let i = 0; i < pieces.length; i++) {
    const label = pieces[i]!;
    const name = pieces[i + 1];
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

function isLabel(piece: Piece, style: DocumentStyle): boolean {
  const stands =
    piece.size > 1.07 * style.bodySize || piece.bold || piece.centred || piece.text === piece.text.toUpperCase();
  return (
    piece.role === 'text' &&
    piece.lines.length === 1 &&
    (isDivisionLabel(piece.text) || NUMBER.test(piece.text)) &&
    stands
  );
}

function isName(piece: Piece, label: Piece, style: DocumentStyle): boolean {
  if (piece.role !== 'text' || piece.page !== label.page || piece.lines.length > 3 || piece.text.length > 160)
    return false;
  if (/[.;,:]$/.test(piece.text) || piece.marker) return false;
  const large = piece.size > 1.07 * style.bodySize || (piece.bold && !style.boldBody);
  return large && piece.size >= 0.8 * label.size;
}
