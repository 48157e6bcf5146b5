/**
 * Headings in type no larger and no bolder than the text's: short lines in capitals, small capitals or the middle of the
 * column, with space above, whose numbers make a series ("I.", "II."; "1", "2") from the first on. Lines of their look
 * without a number ("REFERENCES") go with them.
 *
 * Never a line that ends like a sentence, nor a series of one.
 */
import { romanValue } from '../text/numerals.js';
import type { ParsedPage } from '../model.js';
import type { TextBlock } from '../text-blocks/text-blocks.js';

const MAX_LINES = 3;
const MAX_LETTERS = 160;
const MIN_SPACE = 1.15;
const NUMBER = /^(?:(\d{1,2})|([IVXL]{1,6})|([A-Z]))([.)]?)\s+(?=\p{L})/u;
const SMALL_CAPITALS = /csc|small-?cap|caps\d*$|[a-z]sc(?:\d|$|-)/i;

interface Member {
  textBlock: TextBlock;
  /** What members of one series have in common, the kind of number left out. */
  look: string;
  numbers: { kind: string; value: number }[];
}

/** @param pageOf gives a page's fonts. */
export function seriesHeadings(textBlocks: readonly TextBlock[], pageOf: (page: number) => ParsedPage): Set<TextBlock> {
  const members = textBlocks.flatMap((textBlock) => memberOf(textBlock, pageOf));
  const found = new Set<TextBlock>();
  const looks = new Set<string>();
  const groups = Map.groupBy(
    members.flatMap((member) => member.numbers.map((number) => ({ member, ...number }))),
    ({ member, kind }) => `${kind} ${member.look}`,
  );
  for (const group of groups.values()) {
    const counts =
      group.length > 1 && group.every(({ value }, i) => value === 1 || value === (group[i - 1]?.value ?? 0) + 1);
    if (!counts || !group.some(({ value }) => value > 1)) continue;
    for (const { member } of group) {
      found.add(member.textBlock);
      looks.add(member.look);
    }
  }
  for (const { textBlock, look, numbers } of members) if (numbers.length === 0 && looks.has(look)) found.add(textBlock);
  return found;
}

function memberOf(textBlock: TextBlock, pageOf: (page: number) => ParsedPage): Member[] {
  const { text, lines, size, space, centred, marker } = textBlock;
  if (textBlock.role !== 'text' || lines.length > MAX_LINES || text.length > MAX_LETTERS || !/\p{L}{3}/u.test(text))
    return [];
  if (/[.!?:;,]["'”’)\]]*$/u.test(text) || marker?.kind === 'bullet' || marker?.kind === 'clause') return [];
  if (space !== 0 && space < MIN_SPACE) return [];
  const bare = text.replace(NUMBER, '');
  const { fonts } = pageOf(textBlock.page);
  const letters = lines.flatMap(({ runs }) => runs).filter((run) => /\p{L}{2}/u.test(run.text));
  const capitals = !/\p{Ll}/u.test(bare) || letters.every((run) => SMALL_CAPITALS.test(fonts[run.font]?.name ?? ''));
  if (!capitals && !centred) return [];
  const look = [Math.round(size * 2), capitals, centred, textBlock.bold, textBlock.italic].join(' ');
  return [{ textBlock, look, numbers: numbersOf(text) }];
}

/** "I." may be one or the ninth letter, "C." a hundred or the third. */
function numbersOf(text: string): Member['numbers'] {
  const [, decimal, roman, letter, end = ''] = NUMBER.exec(text) ?? [];
  const numbers: Member['numbers'] = [];
  if (decimal !== undefined) numbers.push({ kind: `decimal${end}`, value: Number(decimal) });
  const value = roman === undefined ? null : romanValue(roman);
  if (value !== null && end !== '') numbers.push({ kind: `roman${end}`, value });
  const single = letter ?? (roman?.length === 1 ? roman : undefined);
  if (single !== undefined) numbers.push({ kind: `letter${end}`, value: single.charCodeAt(0) - 64 });
  return numbers;
}
