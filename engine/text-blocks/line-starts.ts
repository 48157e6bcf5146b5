/** Whether a line begins something new by its first characters: a note, a section, a list. */
import { endsSentenceOrBreaksOff, endsSentenceOrClause, endsWithinPhrase } from '../text-rules.js';
import { isDate, isMonthOfYear } from '../text/dates-and-addresses.js';
import type { Line } from '../text/line.js';
import { LONE_NUMBER } from '../text/numerals.js';
import { scriptOf } from '../text/scripts.js';
import { holdsAddress } from './line-ends.js';
import { SAME_CENTRE, shift, type LinePair } from './line-pair.js';
import type { Marker } from './markers.js';

/** In font sizes: how far an item's text hangs to the right of its marker, at least and at most. */
const LEAST_HANG = 0.7;
const MOST_HANG = 5;

/** Lines of an institution and its place that another may follow. */
const MOST_OF_AFFILIATION = 2;

/** In font sizes: how far the role of a party is indented below its name, at least. */
const ROLE_INDENT = 1.5;
const ROLES = '(?:plaintiff|defendant|petitioner|respondent|appellant|appellee|intervenor|claimant|debtor)s?';
/** "Plaintiffs-Appellants,", "Petitioner". */
const ROLE_OF_PARTY = new RegExp(String.raw`^(?:cross-)?${ROLES}(?:\s?[-–—/]\s?(?:cross-)?${ROLES})?[,.;]?$`, 'iu');

/** Alone on its line, indented below the name of a party that ends with a comma. */
export const isRoleOfParty = (pair: LinePair): boolean =>
  pair.above.text.endsWith(',') &&
  shift(pair) > ROLE_INDENT * pair.below.size &&
  /^\p{Lu}/u.test(pair.below.text) &&
  ROLE_OF_PARTY.test(pair.below.text);

/** Begins with a raised mark, as notes do. */
export function startsNote(line: Line): boolean {
  const run = line.runs[0];
  return run !== undefined && /^(?:\d{1,3}|[a-z]|[*†‡§¶‖]+)$/u.test(run.text) && scriptOf(line, run) === 'super';
}

/** Stars or daggers before the first word of a note, set on its baseline; in an address or a formula no word follows. */
const TYPED_MARK = /^(\*{1,4}|[†‡§¶]{1,3})(?=\s?[\p{L}("“])/u;

/** Begins with another mark of a note than the one that the paragraph begins with, behind a sentence or a part of one. */
export function startsNextTypedNote({ paragraph: { lines }, below }: LinePair): boolean {
  const mark = TYPED_MARK.exec(below.text)?.[1];
  if (mark === undefined || !endsSentenceOrClause(lines.at(-1)?.text ?? '')) return false;
  const first = TYPED_MARK.exec(lines[0]?.text ?? '')?.[1];
  return first !== undefined && first !== mark;
}

/**
 * The line above ends with a comma, "&" or within a phrase, in a paragraph of one line or two that a raised mark opens; what
 * stands below is no list, no address in the net and no date. That it has no raised mark is asked before.
 */
export function isAffiliationContinued({ above, below, marker, paragraph: { lines } }: LinePair): boolean {
  const [first] = lines;
  if (marker !== null || lines.length > MOST_OF_AFFILIATION || !first || !startsNote(first)) return false;
  const isOpen = /[,&]$/u.test(above.text) || endsWithinPhrase(above.text);
  return isOpen && !holdsAddress(below.text) && !isDate(below.text) && !isMonthOfYear(below.text);
}

/** "A" or "1" right below the middle of another number of a division, both alone on their lines. */
export function isFirstBelowNumber({ above, below }: LinePair): boolean {
  if (!/^[A1]\.?$/.test(below.text) || !LONE_NUMBER.test(above.text)) return false;
  return Math.abs(above.box.x0 + above.box.x1 - below.box.x0 - below.box.x1) < 2 * SAME_CENTRE;
}

/** The marker that `below` begins with has hanging text, and the text before it has come to an end. */
export function opensList({ above, below, next }: LinePair, marker: Marker): boolean {
  const hang = next === undefined ? 0 : next.box.x0 - below.box.x0;
  // below the last line of a paragraph the next one's first line is indented too
  const finished = endsSentenceOrBreaksOff(above.text) || /[;,]$|\b(?:and|or)$/.test(above.text);
  if (!finished || hang <= LEAST_HANG * below.size || hang >= MOST_HANG * below.size) return false;
  return marker.kind !== 'bullet' || /^[^\s\w*–—-]/u.test(marker.text);
}
