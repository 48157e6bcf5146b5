/** OCR within an engine process: opened for the first page that needs it, and reused for the others. */
import type { ByteSource, ParsedPage } from '../engine/model.js';
import { loadLanguages, type LanguageChoice } from '../engine/ocr/languages.js';
import { recognise } from '../engine/ocr/stage.js';
import { createRecogniser, type Recogniser } from '../engine/ocr/tesseract.js';
import { openPainter, type Painter } from '../engine/read/paint.js';
import { nativeRecogniser, type NativeTesseract } from './native-tesseract.js';
import { lostPage } from './pages-file.js';

export interface Recognition {
  /** `broken`: the page has left the recogniser in an unusable state, and the process has to end. */
  recognise(page: ParsedPage): Promise<{ page: ParsedPage; broken: boolean }>;
}

/** How pages are recognised: by a program of the system, else by the WebAssembly build. */
export interface RecognitionChoice extends LanguageChoice {
  native?: NativeTesseract | null;
}

export function openRecognition(source: ByteSource, { native, ...languages }: RecognitionChoice): Recognition {
  let tools: Promise<[Painter, Recogniser]> | null = null;
  const open = (): Promise<[Painter, Recogniser]> =>
    Promise.all([
      openPainter(source),
      native ? nativeRecogniser(native, languages.languages) : loadLanguages(languages).then(createRecogniser),
    ]);
  return {
    async recognise(page) {
      const [painter, recogniser] = await (tools ??= open());
      try {
        const { parsed } = await recognise({ parsed: page, painter, recogniser });
        return { page: parsed, broken: false };
      } catch (error) {
        // an error of the file system is not the page's fault
        if (typeof (error as { code?: unknown }).code === 'string') throw error;
        return { page: lostPage(page.number, 'page_error'), broken: true };
      }
    },
  };
}
