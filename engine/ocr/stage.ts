/** A page whose text only its picture shows, with the words that are recognised there; any other as it is. */
import type { Bitmap, ParsedPage } from '../model.js';
import { withoutCovered } from './covered-words.js';
import { recognisePage } from './recognise-page.js';
import type { Recogniser } from './tesseract.js';

export interface RecogniseInput {
  parsed: ParsedPage;
  painter: { paint(number: number, options?: { withoutText?: boolean }): Promise<Bitmap> };
  recogniser: Recogniser;
}

export async function recognise({ parsed, painter, recogniser }: RecogniseInput): Promise<{ parsed: ParsedPage }> {
  if (!parsed.needsRecognition) return { parsed };
  const picture = await painter.paint(parsed.number);
  if (parsed.needsRecognition !== 'covered_text') return { parsed: recognisePage(parsed, picture, recogniser) };
  const withoutText = await painter.paint(parsed.number, { withoutText: true });
  return { parsed: withoutCovered(parsed, { picture, withoutText, recogniser }) };
}
