/**
 * Headings in the type of the text: capitals above running text, or a number whose clauses come next ("4. Fees" above "4.1").
 *
 * Neither says much alone. A look counts where it comes twice, and only with space above it and running text or a clause
 * below: names in a block of signatures and words of a title page have neither.
 */
import type { Piece } from '../blocks/pieces.js';
import { divisionNumber } from './numbers.js';

const MAX_LINES = 3;
const MAX_LETTERS = 120;
/** Letters from which on a piece reads as running text. */
const TEXT_LETTERS = 60;
/** Space above, in multiples of the usual distance of lines. */
const LEAST_SPACE = 1.15;
const LEAST_COUNT = 2;

/** The pieces that are such headings. */
export function plainHeadings(pieces: readonly Piece[]): Set<Piece> {
  const capitals: Piece[] = [];
  const numbered: Piece[] = [];
  for (const [i, piece] of pieces.entries()) {
    const next = pieces[i + 1];
    if (!next || !isShort(piece)) continue;
    if (isOpenedBy(piece, next)) numbered.push(piece);
    else if (isCapitals(piece.text) && isText(pieces, i + 1)) capitals.push(piece);
  }
  return new Set([capitals, numbered].flatMap((found) => (found.length < LEAST_COUNT ? [] : found)));
}

/** A line or two of their own, with space above, that end like no sentence. */
function isShort({ role, mono, lines, text, space, marker }: Piece): boolean {
  if (role !== 'text' || mono || lines.length > MAX_LINES || text.length > MAX_LETTERS) return false;
  if (/[.,;:]$/.test(text) || marker?.kind === 'bullet' || marker?.frame.includes('(')) return false;
  return space === 0 || space > LEAST_SPACE;
}

/** All capitals, a word of at least three letters among them. */
export function isCapitals(text: string): boolean {
  return /\p{Lu}{3}/u.test(text) && !/\p{Ll}/u.test(text);
}

/** Running text, a clause or an item; or a further heading in capitals above such. */
function isText(pieces: readonly Piece[], at: number): boolean {
  const piece = pieces[at];
  if (!piece || piece.role !== 'text') return piece?.role === 'ready';
  if (piece.marker !== null || piece.text.length >= TEXT_LETTERS) return true;
  const below = pieces[at + 1];
  return isShort(piece) && isCapitals(piece.text) && below !== undefined && below.text.length >= TEXT_LETTERS;
}

/** The next piece is the first clause of the division that this one names. */
function isOpenedBy({ text }: Piece, { marker, role }: Piece): boolean {
  const number = divisionNumber(text);
  if (!number || !marker || role !== 'text' || marker.value !== 1) return false;
  if (number.text === text) return false;
  if (marker.kind === 'clause') return marker.prefix === `${/\d+(?:\.\d+)*$/.exec(number.text)?.[0] ?? ''}.`;
  return marker.kind === 'decimal' && (number.kind === 'roman' || number.kind === 'named');
}
