/** Marks and numbers that list items, clauses and headings begin with. */
import { BULLET_CHARACTERS, closeBullet, EMPTY_BOX, isCheckBox } from '../text/bullets.js';
import { CLAUSE_NUMBER, ENUMERATOR, romanValue } from '../text/numerals.js';

export type MarkerKind = 'bullet' | 'decimal' | 'lower' | 'upper' | 'lower-roman' | 'upper-roman' | 'clause';

export interface Marker {
  /** As printed. */
  text: string;
  kind: MarkerKind;
  /** Punctuation around it, so that "(a)" and "a." are different series. */
  frame: string;
  /** Place in its series; 0 for bullets. For clauses ("1.2") the last number. */
  value: number;
  /** For clauses, the numbers before the last ("1" of "1.2"). */
  prefix: string;
}

const BULLETS = new RegExp(`^([${BULLET_CHARACTERS}])(?=\\s|$)`, 'u');
/** Symbols alone ("* * *") separate scenes. */
const ORNAMENT = /^\S(?:\s+[^\p{L}\p{N}\s])+$/u;

/** The marker a text begins with, else null. */
export function markerOf(text: string): Marker | null {
  const sign = BULLETS.exec(text)?.[1] ?? closeBullet(text);
  if (sign !== null && ORNAMENT.test(text)) return null;
  if (sign !== null) {
    // ticked and empty boxes are of one list
    return { text: sign, kind: 'bullet', frame: isCheckBox(sign) ? EMPTY_BOX : sign, value: 0, prefix: '' };
  }
  const clause = CLAUSE_NUMBER.exec(text);
  if (clause) {
    const [whole, prefix = '', last = '', end = ''] = clause;
    return { text: whole, kind: 'clause', frame: end, value: Number(last), prefix };
  }
  const match = ENUMERATOR.exec(text);
  if (!match) return null;
  const [whole, open = '', body = '', close = ''] = match;
  return { text: whole, frame: open + close, prefix: '', ...seriesOf(body) };
}

/** Letters that are roman numerals too ("i", "v", "x") are read as such; `follows` puts right what belongs to letters. */
function seriesOf(body: string): Pick<Marker, 'kind' | 'value'> {
  if (/^\d/.test(body)) return { kind: 'decimal', value: Number(body) };
  const lower = body === body.toLowerCase();
  const roman = romanValue(body);
  if (roman !== null && (body.length > 1 || /^[ivxIVX]$/.test(body))) {
    return { kind: lower ? 'lower-roman' : 'upper-roman', value: roman };
  }
  return { kind: lower ? 'lower' : 'upper', value: body.toLowerCase().charCodeAt(0) - 96 };
}

/** Whether `next` can come after `before` in one list, either at once or with few left out. */
export function follows(before: Marker, next: Marker): boolean {
  if (before.frame !== next.frame) return false;
  if (before.kind === 'bullet' && next.kind === 'bullet') return true;
  if (before.kind === 'clause' || next.kind === 'clause')
    return before.prefix === next.prefix && next.value > before.value;
  if (before.kind === next.kind) return next.value > before.value && next.value <= before.value + 3;
  return letterValue(next) === letterValue(before) + 1 && sameCase(before, next);
}

function letterValue(marker: Marker): number {
  const letter = /[A-Za-z]/.exec(marker.text)?.[0] ?? '';
  return letter.toLowerCase().charCodeAt(0) - 96;
}

function sameCase(a: Marker, b: Marker): boolean {
  const upper = (marker: Marker): boolean => /[A-Z]/.test(marker.text);
  return /[A-Za-z]/.test(a.text) && /[A-Za-z]/.test(b.text) && upper(a) === upper(b);
}
