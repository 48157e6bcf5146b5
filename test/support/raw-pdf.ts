/** PDFs written byte by byte, for what no generator would write. */
import { createDeflate, deflateSync } from 'node:zlib';

/** A content stream and what its dictionary says beyond the length. */
export interface RawStream {
  dictionary: string;
  bytes: Buffer;
}

type RawObject = string | RawStream;

/** A file of the given objects, numbered from 1; the first is the catalog. */
export function rawPdf(objects: readonly RawObject[], trailer = ''): Buffer {
  const parts: Buffer[] = [Buffer.from('%PDF-1.7\n')];
  const offsets: number[] = [];
  let length = parts[0]!.length;
  const push = (bytes: Buffer): void => {
    parts.push(bytes);
    length += bytes.length;
  };
  for (const [index, object] of objects.entries()) {
    offsets.push(length);
    push(Buffer.from(`${index + 1} 0 obj\n`));
    if (typeof object === 'string') {
      push(Buffer.from(object));
    } else {
      push(Buffer.from(`<< ${object.dictionary} /Length ${object.bytes.length} >>\nstream\n`));
      push(object.bytes);
      push(Buffer.from('\nendstream'));
    }
    push(Buffer.from('\nendobj\n'));
  }
  const entries = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const size = objects.length + 1;
  push(
    Buffer.from(
      `xref\n0 ${size}\n0000000000 65535 f \n${entries}trailer\n<< /Size ${size} /Root 1 0 R ${trailer} >>\nstartxref\n${length}\n%%EOF\n`,
    ),
  );
  return Buffer.concat(parts);
}

/** A stream that shows `text`, uncompressed. */
export const textStream = (text: string): RawStream => ({
  dictionary: '',
  bytes: Buffer.from(`BT /F1 12 Tf 72 720 Td (${text}) Tj ET`),
});

/** A document with one content stream a page. */
export function pdfOfPages(streams: readonly RawStream[]): Buffer {
  const kids = streams.map((_, index) => `${4 + index * 2} 0 R`).join(' ');
  const pages = streams.flatMap((stream, index): RawObject[] => [
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Resources << /Font << /F1 3 0 R >> >> /Contents ${5 + index * 2} 0 R >>`,
    stream,
  ]);
  return rawPdf([
    '<< /Type /Catalog /Pages 2 0 R >>',
    `<< /Type /Pages /Kids [${kids}] /Count ${streams.length} >>`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
    ...pages,
  ]);
}

/** Numbered pages of one line each. */
export const pdfOfTexts = (texts: readonly string[]): Buffer => pdfOfPages(texts.map(textStream));

/** A stream of a few megabytes that grows to `bytes` of white space when it is read. */
export async function memoryBomb(bytes: number): Promise<RawStream> {
  const deflate = createDeflate({ level: 1 });
  const chunk = Buffer.alloc(8 * 1024 * 1024, ' ');
  const packed: Buffer[] = [];
  deflate.on('data', (data: Buffer) => packed.push(data));
  for (let left = bytes; left > 0; left -= chunk.length) {
    if (!deflate.write(chunk.subarray(0, Math.min(left, chunk.length)))) {
      await new Promise((resolve) => deflate.once('drain', resolve));
    }
  }
  await new Promise<void>((resolve) => deflate.end(resolve));
  return { dictionary: '/Filter /FlateDecode', bytes: Buffer.concat(packed) };
}

/** A stream of a few kilobytes whose drawing takes far longer than a page may. */
export function endlessStream(): RawStream {
  const drawing = 'q 1 0 0 1 0 0 cm BT /F1 12 Tf (a) Tj ET Q\n'.repeat(100_000);
  return {
    dictionary: '/Filter [/FlateDecode /FlateDecode]',
    bytes: deflateSync(deflateSync(Buffer.from(drawing.repeat(12)))),
  };
}
