/** A form with a PDF, as POST /v1/shelves takes it, written while the PDF arrives. */
import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';

interface PdfForm {
  fields: Readonly<Record<string, string | undefined>>;
  fileName: string;
  pdf: AsyncIterable<Buffer> | Iterable<Buffer>;
}

export function pdfForm({ fields, fileName, pdf }: PdfForm): { type: string; stream: Readable } {
  const boundary = randomUUID();
  async function* parts(): AsyncGenerator<Buffer> {
    for (const [name, value] of Object.entries(fields))
      if (value !== undefined) yield Buffer.from(`${head(boundary, `name="${name}"`)}\r\n${value}\r\n`);
    const disposition = `name="file"; filename="${quoted(fileName)}"`;
    yield Buffer.from(`${head(boundary, disposition)}Content-Type: application/pdf\r\n\r\n`);
    yield* pdf;
    yield Buffer.from(`\r\n--${boundary}--\r\n`);
  }
  return {
    type: `multipart/form-data; boundary=${boundary}`,
    stream: Readable.from(parts(), { objectMode: false }),
  };
}

const head = (boundary: string, disposition: string) =>
  `--${boundary}\r\nContent-Disposition: form-data; ${disposition}\r\n`;

/** As browsers write it. */
function quoted(name: string): string {
  return name.replace(/["\r\n]/g, (sign) => encodeURIComponent(sign));
}
