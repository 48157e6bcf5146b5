/** A page whose text only its picture shows, with the words that are recognised there; any other as it is. */
import type { Bitmap, ParsedPage } from '../model.js';
import { recognisePage } from './recognise-page.js';
import type { Recogniser } from './tesseract.js';

export interface RecogniseInput {
  parsed: ParsedPage;
  painter: { paint(number: number): Promise<Bitmap> };
  recogniser: Recogniser;
}

export async function recognise({ parsed, painter, recogniser }: RecogniseInput): Promise<{ parsed: ParsedPage }> {
  if (!parsed.needsRecognition) return { parsed };
  return { parsed: recognisePage(parsed, await painter.paint(parsed.number), recogniser) };
}
