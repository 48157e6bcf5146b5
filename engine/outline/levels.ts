/**
 * Levels of headings. The title is 1, all else at least 2 under a title.
 *
 * Signals, in order: depth of the bookmark; depth of a decimal number; rank of the look (size, then weight) among the
 * headings. Where a numbered and an unnumbered heading look alike they are of one level.
 */
import type { Piece } from '../blocks/pieces.js';
import type { DocumentStyle } from '../blocks/style.js';
import type { HeadingCandidate } from './headings.js';

export interface Heading {
  level: number;
  number: string | null;
  title: boolean;
}

export function assignLevels(candidates: readonly HeadingCandidate[], pieces: readonly Piece[], style: DocumentStyle): Map<Piece, Heading> {
  const title = findTitle(candidates, pieces, style);
  const rest = candidates.filter((candidate) => candidate !== title);
  const base = title ? 2 : 1;
  const levels = new Map<Piece, Heading>();
  if (title) levels.set(title.piece, { level: 1, number: null, title: true });
  const looks = rankLooks(rest);
  for (const candidate of rest) {
    const level = candidate.bookmark !== null ? candidate.bookmark : (looks.get(lookOf(candidate)) ?? 1);
    levels.set(candidate.piece, { level: level + base - 1, number: candidate.number?.text ?? null, title: false });
  }
  return levels;
}

/** The largest heading before any text, on the first page that has text. */
function findTitle(candidates: readonly HeadingCandidate[], pieces: readonly Piece[], style: DocumentStyle): HeadingCandidate | null {
  const first = candidates[0];
  const firstPage = pieces[0]?.page;
  if (!first || first.piece.page !== firstPage) return null;
  const page = candidates.filter(({ piece }) => piece.page === firstPage);
  const largest = page.reduce((a, b) => (b.piece.size > a.piece.size * 1.02 ? b : a));
  const sizes = candidates.map(({ piece }) => piece.size);
  const unique = sizes.filter((size) => size >= 0.98 * largest.piece.size).length === 1;
  return unique && largest.piece.size > 1.07 * style.bodySize ? largest : null;
}

function lookOf({ piece, number }: HeadingCandidate): string {
  const depth = number?.kind === 'decimal' ? number.depth : 0;
  return [Math.round(piece.size * 2) / 2, piece.bold, piece.italic, depth].join(' ');
}

function rankLooks(candidates: readonly HeadingCandidate[]): Map<string, number> {
  const looks = new Map<string, HeadingCandidate>();
  for (const candidate of candidates) if (!looks.has(lookOf(candidate))) looks.set(lookOf(candidate), candidate);
  const sorted = [...looks].sort(
    ([, a], [, b]) =>
      Math.round(b.piece.size * 2) - Math.round(a.piece.size * 2) ||
      Number(b.piece.bold) - Number(a.piece.bold) ||
      (a.number?.depth ?? 0) - (b.number?.depth ?? 0),
  );
  return new Map(sorted.map(([look], i) => [look, i + 1]));
}
