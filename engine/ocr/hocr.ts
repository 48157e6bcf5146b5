/** Lines as the program `tesseract` writes them: hOCR with the boxes of characters, in its own fixed form. */
import type { PixelBox, SeenLine, SeenWord } from './tesseract.js';

/** An element with its title, and the text up to the next one. */
const ELEMENT = /<span class='([a-z_]+)'[^>]*? title=(?:"([^"]*)"|'([^']*)')[^>]*>([^<]*)/g;
/** A heading, a caption and a line that floats are lines. */
const LINE_CLASSES: ReadonlySet<string> = new Set(['ocr_line', 'ocr_header', 'ocr_caption', 'ocr_textfloat']);
const ESCAPES: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
};

/** @throws Error where the output is cut off. */
export function linesOfHocr(hocr: string): SeenLine[] {
  if (!hocr.trimEnd().endsWith('</html>')) throw new Error('the output of tesseract is incomplete');
  const lines: SeenLine[] = [];
  for (const [, kind = '', double, single, content = ''] of hocr.matchAll(ELEMENT)) {
    const title = double ?? single ?? '';
    const words = lines.at(-1)?.words;
    if (LINE_CLASSES.has(kind)) lines.push(lineOf(title));
    else if (kind === 'ocrx_word') words?.push(wordOf(title));
    else if (kind === 'ocrx_cinfo') addSymbol(words?.at(-1), title, content);
  }
  return lines.filter(({ words }) => words.length > 0);
}

function lineOf(title: string): SeenLine {
  const bbox = boxOf(title, 'bbox');
  // slope, and height above the lower left corner of the box
  const [slope = 0, offset = 0] = numbersOf(title, 'baseline');
  const y0 = bbox.y1 + offset;
  const [rowHeight = bbox.y1 - bbox.y0] = numbersOf(title, 'x_size');
  return {
    bbox,
    baseline: { x0: bbox.x0, y0, x1: bbox.x1, y1: y0 + slope * (bbox.x1 - bbox.x0) },
    rowAttributes: { rowHeight },
    words: [],
  };
}

function wordOf(title: string): SeenWord {
  const [confidence = 0] = numbersOf(title, 'x_wconf');
  return { text: '', confidence, bbox: boxOf(title, 'bbox'), symbols: [] };
}

function addSymbol(word: SeenWord | undefined, title: string, content: string): void {
  const text = content.replace(/&(?:amp|lt|gt|quot|#39);/g, (escape) => ESCAPES[escape] ?? escape);
  if (!word || text === '') return;
  word.text += text;
  word.symbols.push({ text, bbox: boxOf(title, 'x_bboxes') });
}

function boxOf(title: string, name: string): PixelBox {
  const [x0 = 0, y0 = 0, x1 = 0, y1 = 0] = numbersOf(title, name);
  return { x0, y0, x1, y1 };
}

/** The numbers behind a name in a title: "bbox 1 2 3 4; x_wconf 96". */
function numbersOf(title: string, name: string): number[] {
  const property = title.split(';').find((part) => part.trimStart().startsWith(`${name} `));
  const values = property?.trim().split(' ').slice(1).map(Number) ?? [];
  return values.filter((value) => Number.isFinite(value));
}
