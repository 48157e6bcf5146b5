/** Which of the installed languages a text is in, by its words. */
import type { ParsedPage } from '../engine/model.js';
import { dataFor } from '../infra/recognition-languages.js';
import { languageOf, type SearchLanguage } from '../reading/language.js';

const CODES: Record<Exclude<SearchLanguage, 'simple'>, string> = {
  english: 'en',
  german: 'de',
  french: 'fr',
  spanish: 'es',
  italian: 'it',
  portuguese: 'pt',
  dutch: 'nl',
  swedish: 'sv',
  danish: 'da',
  norwegian: 'no',
  finnish: 'fi',
  hungarian: 'hu',
  romanian: 'ro',
  russian: 'ru',
  turkish: 'tr',
};

/** The installed data for the language that texts are in; none where it is not installed, or the words are too few to tell. */
export function languagesOf(texts: readonly string[], installed: readonly string[]): string[] {
  const language = languageOf(wordsOf(texts));
  return language === 'simple' ? [] : dataFor(CODES[language], installed);
}

/** One at a time: no more are taken than are looked at. */
function* wordsOf(texts: readonly string[]): Generator<string> {
  for (const text of texts) for (const [word] of text.matchAll(/\p{L}+/gu)) yield word.toLowerCase();
}

type PageTexts = Pick<ParsedPage, 'needsRecognition'> & { runs: readonly { text: string }[] };

/** The texts of a page, unless it is one whose text has to be recognised first: a scan's old text layer tells no language. */
export function ownTexts({ needsRecognition, runs }: PageTexts): string[] {
  return needsRecognition && needsRecognition !== 'covered_text' ? [] : runs.map(({ text }) => text);
}
