/** Scans made for one test: PDFs whose pages are pictures of text. */
import { deflateSync } from 'node:zlib';
import type { Bitmap } from '../../engine/model.js';
import { openPainter } from '../../engine/read/paint.js';
import { bytesSource, pdf } from './pdf.js';
import { rawPdf, type RawStream } from './raw-pdf.js';

export interface ScanOptions {
  /** The language that the document names. */
  lang?: string;
  /** Text of a first page that is no picture. */
  typed?: string;
}

/** A leaf in points: small, so that it is read in little time. */
const [WIDTH, HEIGHT] = [420, 310];

/** A picture of a page for each text, without noise. */
export async function scanOf(texts: readonly string[], { lang, typed }: ScanOptions = {}): Promise<Buffer> {
  const drawn = await pdf(
    (doc) => {
      for (const [i, text] of texts.entries()) (i === 0 ? doc : doc.addPage()).fontSize(11).text(text, { lineGap: 4 });
    },
    { size: [WIDTH, HEIGHT], margin: 30 },
  );
  const painter = await openPainter(bytesSource(drawn));
  const pictures: Bitmap[] = [];
  for (const i of texts.keys()) pictures.push(await painter.paint(i + 1));
  const pages = [
    ...(typed === undefined ? [] : [{ resources: '/Font << /F1 3 0 R >>', content: typedPage(typed) }]),
    ...pictures.map((picture) => ({ resources: picture, content: PICTURE })),
  ];
  const objects: (string | RawStream)[] = [];
  const kids: string[] = [];
  const add = (object: string | RawStream): string => `${3 + objects.push(object)} 0 R`;
  for (const { resources, content } of pages) {
    const named = typeof resources === 'string' ? resources : `/XObject << /Im ${add(imageOf(resources))} >>`;
    const contents = add(content);
    kids.push(
      add(
        `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${WIDTH} ${HEIGHT}] /Resources << ${named} >> /Contents ${contents} >>`,
      ),
    );
  }
  return rawPdf([
    `<< /Type /Catalog /Pages 2 0 R ${lang === undefined ? '' : `/Lang (${lang})`} >>`,
    `<< /Type /Pages /Kids [${kids.join(' ')}] /Count ${kids.length} >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>',
    ...objects,
  ]);
}

const PICTURE: RawStream = { dictionary: '', bytes: Buffer.from(`${WIDTH} 0 0 ${HEIGHT} 0 0 cm /Im Do`) };

/** Lines of eight words. */
function typedPage(text: string): RawStream {
  const words = text.split(' ');
  const lines = Array.from({ length: Math.ceil(words.length / 8) }, (_, i) => words.slice(8 * i, 8 * i + 8).join(' '));
  const shown = lines.map((line) => `(${line}) Tj 0 -16 Td`).join(' ');
  return { dictionary: '', bytes: Buffer.from(`BT /F1 12 Tf 30 280 Td ${shown} ET`, 'latin1') };
}

function imageOf({ width, height, grey }: Bitmap): RawStream {
  return {
    dictionary: `/Type /XObject /Subtype /Image /Width ${width} /Height ${height} /ColorSpace /DeviceGray /BitsPerComponent 8 /Filter /FlateDecode`,
    bytes: deflateSync(grey),
  };
}

export const GERMAN =
  'Die Räume des Hauses dürfen nur für die Übungen genützt werden, die der Verein für das Jahr gewählt hat. Die Schlüssel sind nach der Übung wieder zurückzugeben, und die Türen müssen geschlossen werden. Für Schäden, die während der Benützung entstehen, haftet der Mieter nach den Regeln über die Miete, soweit nichts anderes für das Gebäude gilt. Die Größe der Säle ist im Anhang aufgeführt.';

export const FRENCH =
  "Les élèves sont priés de déposer leurs copies à l'entrée de la bibliothèque avant la fin de la journée. Les ouvrages empruntés doivent être rendus à la date indiquée, même pendant les congés d'été. Le règlement intérieur précise les conditions d'accès à la salle, les horaires et les pénalités prévues en cas de retard. Une réunion est organisée dès que la majorité des délégués l'a demandée.";

export const ENGLISH =
  'The rooms of the house are let for the exercises that the club has chosen for the year. The keys are to be given back at the end of the day, and the doors have to be locked. For damage that is done while the rooms are in use the tenant is liable under the rules of the lease, as far as nothing else has been agreed for the building. The size of the halls is set out in the annex.';
