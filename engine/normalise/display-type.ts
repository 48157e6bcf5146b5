/**
 * Monospaced faces that a designer chose for titles: they count as other type, so that a title does not become code. A face
 * of code shows characters that prose has not, and begins as often with lower-case letters as with capitals.
 */
import { unionBox } from '../geometry.js';
import type { ParsedPage, ParsedRun } from '../model.js';
import { decide, type DecisionTable } from '../rules.js';

/** Letters of a face that show what it is used for: a few words may be anything. */
const LEAST_LETTERS = 300;
/** Share of characters that programs are written with; titles of books have none, listings one in ten to thirty letters. */
const MOST_PROGRAM_CHARACTERS = 0.003;
/** Share of the runs that begin with a capital or a quotation mark, as titles do. */
const LEAST_CAPITALS = 0.5;

const PROGRAM_CHARACTERS = /[{}<>=;_\\|#$^~@[\]()+*/&%`]/g;
const CAPITAL = /^["'“‘«„(]?\p{Lu}/u;

export interface TypewriterFace {
  /** Where the face comes first. */
  page: number;
  first: ParsedRun;
  letters: number;
  signs: number;
  runs: number;
  capitals: number;
}

export const TYPEWRITER_FACE: DecisionTable<TypewriterFace, 'code' | 'titles'> = {
  name: 'typewriter-face',
  rules: [
    {
      name: 'few-letters',
      why: 'A word or two in monospaced type within the text are names of a program.',
      test: ({ letters }) => (letters < LEAST_LETTERS ? 'code' : null),
    },
    {
      name: 'signs-of-programs',
      why: 'Brackets, slashes and equals signs belong to code, commands and addresses.',
      test: ({ letters, signs }) => (signs > MOST_PROGRAM_CHARACTERS * letters ? 'code' : null),
    },
    {
      name: 'begins-with-capitals',
      why: 'Words that begin with capitals and have no such character anywhere are titles, names and notes to the reader.',
      test: ({ runs, capitals }) => (capitals >= LEAST_CAPITALS * runs ? 'titles' : null),
    },
  ],
  otherwise: 'code',
  subject: ({ page, first }) => ({ page, box: unionBox([first.box]), text: first.text }),
  numbers: ({ letters, signs, runs, capitals }) => ({ letters, signs, runs, capitals }),
};

/** The pages, monospaced faces of titles no longer marked as such. */
export function withoutDisplayType(pages: readonly ParsedPage[]): readonly ParsedPage[] {
  const faces = new Map<string, TypewriterFace>();
  for (const { number, runs, fonts } of pages) {
    if (!fonts.some(({ mono }) => mono)) continue;
    for (const run of runs) {
      const font = fonts[run.font];
      if (!font?.mono || font.name === '') continue;
      const face = faces.get(font.name) ?? { page: number, first: run, letters: 0, signs: 0, runs: 0, capitals: 0 };
      faces.set(font.name, face);
      face.letters += run.text.length;
      face.signs += run.text.match(PROGRAM_CHARACTERS)?.length ?? 0;
      face.runs += 1;
      if (CAPITAL.test(run.text)) face.capitals += 1;
    }
  }
  const titles = new Set(
    [...faces].filter(([, face]) => decide(TYPEWRITER_FACE, face) === 'titles').map(([name]) => name),
  );
  if (titles.size === 0) return pages;
  return pages.map((page) => ({
    ...page,
    fonts: page.fonts.map((font) => (titles.has(font.name) ? { ...font, mono: false } : font)),
  }));
}
