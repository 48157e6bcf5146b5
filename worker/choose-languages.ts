/**
 * Which of the installed languages a document's scanned pages are recognised in, if its owner has not chosen any. Decided
 * once for the whole document, by
 *   1. its own text, on the pages that have some;
 *   2. the language that the PDF declares (`/Lang`);
 *   3. a band of one scanned page: the words that are recognised there. If they are of no known language, as in another
 *      script, the band is recognised in each language, and the one with the highest confidence is chosen.
 */
import { bandOf, readBand, type ReadBand } from '../engine/ocr/band.js';
import { loadLanguages } from '../engine/ocr/languages.js';
import { loadTesseract, type Recogniser } from '../engine/ocr/tesseract.js';
import type { ByteSource } from '../engine/model.js';
import { openPainter, type Painter } from '../engine/read/paint.js';
import { dataFor, languageNames } from '../infra/recognition-languages.js';
import { languagesOf, ownTexts } from './document-language.js';
import { nativeRecogniser } from './native-tesseract.js';
import { readPages } from './pages-file.js';
import type { RecognitionChoice } from './recognition.js';

/** A band takes about a second in each. Of more installed languages, the first. */
const TRIED_LANGUAGES = 8;
/** Of 100: the same text is read in a related language with hardly less confidence, and the first installed is preferred. */
const BETTER_CONFIDENCE = 2;

export interface LanguageQuestion {
  source: ByteSource;
  /** Files of some pages as read. */
  pagesPaths: readonly string[];
  /** Pages to recognise a part of, counted from 1, until one decides the language. */
  pages: readonly number[];
  /** The language that the PDF declares. */
  declaredLanguage: string | null;
  /** What is installed. */
  recognition: RecognitionChoice;
}

/** @returns names of languages, joined by "+" */
export async function chooseLanguages({ source, ...question }: LanguageQuestion): Promise<string> {
  const installed = languageNames(question.recognition.languages);
  const own = languagesOf((await readPages(question.pagesPaths)).flatMap(ownTexts), installed);
  const found =
    own.length > 0 || question.declaredLanguage === null ? own : dataFor(question.declaredLanguage, installed);
  if (found.length > 0) return found.join('+');
  const painter = await openPainter(source);
  const trial = await openTrial(question.recognition);
  for (const page of question.pages) {
    const found = await detectOnPage(page, installed, { painter, trial }).catch((error: unknown) => {
      // an error of the file system is not the page's fault
      if (typeof (error as { code?: unknown }).code === 'string') throw error;
      return null;
    });
    if (found) return found.join('+');
  }
  return installed[0]!;
}

interface TrialTools {
  painter: Painter;
  trial: Trial;
}

type Trial = (language: string) => Promise<Recogniser>;

/** Makes recognisers of one language each, one at a time. */
async function openTrial({ native, dataDir }: RecognitionChoice): Promise<Trial> {
  if (native) return async (language) => nativeRecogniser(native, language);
  const tesseract = await loadTesseract();
  let current: { language: string; recogniser: Recogniser } | null = null;
  return async (language) => {
    if (current?.language !== language) {
      const recogniser = tesseract.recogniser(await loadLanguages({ languages: language, dataDir }));
      current = { language, recogniser };
    }
    return current.recogniser;
  };
}

/** The languages of the page; null if it has too little text to decide. */
async function detectOnPage(
  page: number,
  installed: readonly string[],
  { painter, trial }: TrialTools,
): Promise<string[] | null> {
  const band = bandOf(page, await painter.paint(page), await trial(installed[0]!));
  if (band === null) return null;
  let best: (ReadBand & { names: string[] }) | null = null;
  for (const name of installed.slice(0, TRIED_LANGUAGES)) {
    const read = readBand(band, await trial(name));
    const found = read ? languagesOf(read.words, installed) : [];
    if (found.length > 0) return found;
    if (read && (best === null || read.confidence > best.confidence + BETTER_CONFIDENCE))
      best = { ...read, names: [name] };
  }
  return best?.names ?? null;
}
