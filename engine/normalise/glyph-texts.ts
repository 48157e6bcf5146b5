/** The texts of glyphs whose characters fonts do not give, put where placeholders stand for them. */
import type { ParsedPage, ParsedRun } from '../model.js';
import { HAS_PLACEHOLDER, replaced, wholeWords, type LostGlyph, type LostGlyphs } from './lost-glyphs.js';
import { UNTOLD, untold } from './untold-glyphs.js';

/** Garbled words that are named. */
const NAMED_WORDS = 5;

/** What such glyphs are, as far as it was made out. */
export interface ToldGlyphs {
  glyphs: Pick<LostGlyphs, 'find'>;
  texts: ReadonlyMap<LostGlyph, string>;
}

/** The page with a text for each of its glyphs; words in doubt are named in `garbled`. */
export function withGlyphTexts(read: ParsedPage, told: ToldGlyphs): ParsedPage {
  const { unknown: _, ...page } = read;
  const garbled = new Set<string>();
  const runs: ParsedRun[] = [];
  let spacePending = false;
  for (const [i, run] of page.runs.entries()) {
    const text = HAS_PLACEHOLDER.test(run.text) ? textOfRun(page, i, { told, garbled }) : run.text;
    // a placeholder alone that is nothing leaves nothing, but for the space before it
    if (text === '') {
      spacePending ||= run.space === true;
      continue;
    }
    runs.push(text === run.text && !spacePending ? run : { ...run, text, ...(spacePending ? { space: true } : {}) });
    spacePending = false;
  }
  return { ...page, runs, ...(garbled.size > 0 ? { garbled: [...garbled].slice(0, NAMED_WORDS) } : {}) };
}

/** The text of a run whose placeholders are made out, as far as they can be. Words in doubt are noted in `garbled`. */
function textOfRun(
  { number, runs }: ParsedPage,
  at: number,
  { told: { glyphs, texts }, garbled }: { told: ToldGlyphs; garbled: Set<string> },
): string {
  const run = runs[at]!;
  const word = wholeWords(runs, at);
  const place = { page: number, runs, at, word };
  const shown = new Map<string, string>();
  let isDoubtful = false;
  for (const placeholder of new Set(run.text)) {
    const glyph = glyphs.find(number, run.font, placeholder);
    if (!glyph) continue;
    const text = texts.get(glyph) ?? glyph.text;
    const isOpen = text !== '' && !texts.has(glyph) && /\p{L}/u.test(word);
    const verdict = text === '' ? untold(glyph, place) : 'told';
    shown.set(placeholder, verdict === 'character' ? UNTOLD : text);
    isDoubtful ||= isOpen || verdict === 'character' || verdict === 'accent';
  }
  const spelled = (some: string): string => replaced(some, (placeholder) => shown.get(placeholder) ?? '');
  if (isDoubtful) garbled.add(spelled(word) || (runs[at + 1]?.text ?? UNTOLD));
  return spelled(run.text);
}
