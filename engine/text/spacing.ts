/** White space between the runs of a line. */
import type { TextRun } from '../model.js';
import { beginsSentence, endsClauseOfWords } from '../text-rules.js';
import { beginsWide, endsWide } from './wide.js';

/** A gap of this share of the font size is a space. */
const SPACE_GAP = 0.14;
/** In font sizes: runs with a drawn space between them may overlap by kerning, but no further. */
const SPACE_OVERLAP = 0.5;
/** In font sizes: justified lines leave no less between sentences, and a capital is drawn nearer to a stop, not further. */
const SENTENCE_GAP = 0.06;

/** Whether white space stands between two runs of one line. */
export function spaceBetween(left: TextRun, right: TextRun): boolean {
  const gap = right.box.x0 - left.box.x1;
  const size = Math.min(left.size, right.size);
  if (right.space === true && gap > -SPACE_OVERLAP * size) return !spreadsWord(left, right, gap);
  if (gap > SPACE_GAP * Math.max(left.size, right.size)) return !bothWide(left, right, gap);
  return separatesSentences(gap / size, left.text, right.text);
}

/**
 * Whether a gap too small for a space between any two letters separates what a stop ends from what a capital begins: lines
 * that are set tight leave no more before a "T", below whose arm the stop stands.
 *
 * @param gap in font sizes
 */
export function separatesSentences(gap: number, left: string, right: string): boolean {
  return gap > SENTENCE_GAP && beginsSentence(right) && endsClauseOfWords(left);
}

/** In font sizes: a CJK title stands further from its number than justified lines set two characters apart. */
const NUMBER_GAP = 0.75;
/** What such a number ends in, "第 3 章"; other counters are parts of words, too ("部门"). */
const ENDS_NUMBER = /章$|第.{1,4}[节節条條编編篇部卷]$/u;
/** In font sizes: a space of half width, where the number and the title are words each, whose characters are set tight. */
const GAP_OF_WORDS = 0.48;
const NUMBER_ALONE = /^第.{1,4}[章节節条條编編篇部卷]$/u;

/** CJK text has no spaces, however its characters are set, but for one behind the number of a title. */
function bothWide(left: TextRun, right: TextRun, gap: number): boolean {
  const areWords = NUMBER_ALONE.test(left.text) && right.text.length > 1;
  const least = areWords ? GAP_OF_WORDS : ENDS_NUMBER.test(left.text) ? NUMBER_GAP : 1;
  return gap < least * left.size && endsWide(left.text) && beginsWide(right.text);
}

/** In font sizes: titles and labels are spread by a space as wide as a character at most. */
const SPREAD_GAP = 1.1;
/** A character alone, or with what is not Chinese before or behind it ("一、总", "话："). */
const LONE_LAST = /(?:^|\P{Script=Han})(\p{Script=Han})$/u;
const LONE_FIRST = /^(\p{Script=Han})(?:\P{Script=Han}|$)/u;
/** Characters that each are a word where they stand beside another of their series, whether blanks to fill in part them or not. */
const SERIES = [
  // what numbers or names columns, days and choices, and the units of a date
  /[〇一二三四五六七八九十百甲乙丙丁戊己庚辛壬癸日月火水木金土年时時分秒东東南西北上中下左右前后後大小男女是否有无無]/u,
  // units of a sum, of an address, of pages
  /[亿億万萬千仟百佰十拾元角分整]/u,
  /[省市县縣区區镇鎮乡鄉村路街号號室]/u,
  /[第共页頁]/u,
  // marks, answers, seasons, measures
  /[优優良中差]/u,
  /[对對错錯]/u,
  /[春夏秋冬]/u,
  /[长長宽寬高深厚]/u,
];

/** Chinese titles and labels of two to a few characters are spread by spaces that are typed between these: "目 录", "姓 名". */
function spreadsWord(left: TextRun, right: TextRun, gap: number): boolean {
  if (gap > SPREAD_GAP * left.size || !endsWide(left.text) || !beginsWide(right.text)) return false;
  const last = LONE_LAST.exec(left.text)?.[1];
  const first = LONE_FIRST.exec(right.text)?.[1];
  if (last === undefined || first === undefined) return false;
  return !SERIES.some((series) => series.test(last) && series.test(first));
}

/** The runs from left to right. Mostly they are already. */
export function fromLeft(runs: readonly TextRun[]): TextRun[] {
  const isSorted = runs.every((run, i) => i === 0 || runs[i - 1]!.box.x0 <= run.box.x0);
  return isSorted ? [...runs] : runs.toSorted((a, b) => a.box.x0 - b.box.x0);
}

/** The text of runs that are in the order left to right. Joined at once: a string that grows keeps all its parts until somebody searches it. */
export function textOfRuns(runs: readonly TextRun[]): string {
  const parts: string[] = [];
  let before: TextRun | null = null;
  for (const run of runs) {
    if (before && spaceBetween(before, run)) parts.push(' ');
    parts.push(run.text);
    before = run;
  }
  return parts.join('');
}
