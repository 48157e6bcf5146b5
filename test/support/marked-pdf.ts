import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import PDFDocument from 'pdfkit';

const WORDS =
  'harbour vessel draught berth pilot record master arrival radio buoy fairway wind cargo quay signal chart light tide anchor crew'.split(
    ' ',
  );
const WORDS_A_PAGE = 120;

/** A text that differs from page to page, as a document's does; else pages look like running heads. */
function pageText(page: number): string {
  const words = Array.from({ length: WORDS_A_PAGE }, (_, index) => {
    const pick = createHash('sha256').update(`${page}/${index}`).digest()[0] ?? 0;
    return index === WORDS_A_PAGE / 2 ? `zq${page}zq` : WORDS[pick % WORDS.length];
  });
  return `The ${words.join(' ')} end.`;
}

/** A PDF with a chapter every ten pages; page n holds the word `zq<n>zq` once, by which `pageMarks` finds it again. */
export async function textPdf(pageCount: number): Promise<Buffer> {
  const document = new PDFDocument({ autoFirstPage: false, size: 'A5' });
  const bytes = buffer(document);
  for (let page = 1; page <= pageCount; page += 1) {
    document.addPage();
    if (page % 10 === 1) {
      const chapter = Math.ceil(page / 10);
      document
        .fontSize(18)
        .text(`${chapter} The ${WORDS[chapter % WORDS.length]}`)
        .moveDown();
    }
    document.fontSize(10).text(pageText(page));
  }
  document.end();
  return bytes;
}

/** The pages of a `textPdf` whose mark is in the texts, each as often as it is there, in order. */
export function pageMarks(texts: string[]): number[] {
  const marks = texts.flatMap((text) => [...text.matchAll(/zq(\d+)zq/g)].map(([, page]) => Number(page)));
  return marks.sort((a, b) => a - b);
}
