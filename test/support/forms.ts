/** Multipart forms as bytes, so that tests decide about every one of them. */
export const BOUNDARY = 'form-boundary-7MA4YWxkTrZu0gW';
export const FORM_TYPE = { 'content-type': `multipart/form-data; boundary=${BOUNDARY}` };

/** The least that counts as a PDF to the api; its content is the worker's business. */
export const SMALL_PDF = Buffer.from('%PDF-1.7\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n');

export type Field = [name: string, value: string] | { name: string; fileName: string; content: Buffer; type?: string };

export function fileField(content: Buffer = SMALL_PDF, fileName = 'report.pdf'): Field {
  return { name: 'file', fileName, content, type: 'application/pdf' };
}

/** The bytes of one part up to its content. */
export function partHead(name: string, fileName?: string, type?: string): Buffer {
  const file = fileName === undefined ? '' : `; filename="${fileName.replaceAll('"', '%22')}"`;
  const contentType = type === undefined ? '' : `Content-Type: ${type}\r\n`;
  return Buffer.from(`--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"${file}\r\n${contentType}\r\n`);
}

export const FORM_END = Buffer.from(`\r\n--${BOUNDARY}--\r\n`);

export function form(...fields: Field[]): Buffer {
  const parts = fields.map((field) =>
    Array.isArray(field)
      ? Buffer.concat([partHead(field[0]), Buffer.from(field[1])])
      : Buffer.concat([partHead(field.name, field.fileName, field.type), field.content]),
  );
  const joined = parts.flatMap((part, index) => (index === 0 ? [part] : [Buffer.from('\r\n'), part]));
  return Buffer.concat([...joined, FORM_END]);
}
