/**
 * Reads multipart/form-data (RFC 7578) as it arrives: part after part, each body a stream of chunks that is pulled, so
 * that whoever reads it sets the pace. Nothing is kept but the chunk under way, and a part's head (16 KiB at most).
 */

/** What a part says about itself. */
export interface PartHead {
  name: string;
  /** The last segment of the name sent; null when the part is no file. */
  fileName: string | null;
  /** Lower case, without parameters; null when not said. */
  contentType: string | null;
}

export interface Part extends PartHead {
  /** To be read before the next part is asked for; what is left of it then is skipped. */
  body: AsyncIterable<Buffer>;
}

/** The form cannot be read: it breaks off, or its frame is broken. */
export class MultipartError extends Error {
  override readonly name = 'MultipartError';
  readonly code = 'MULTIPART_MALFORMED';
}

const CRLF = '\r\n';
const HEAD_END = Buffer.from('\r\n\r\n');
const MAX_HEAD_BYTES = 16 * 1024;
/** RFC 2046 allows a boundary 70 characters. */
const MAX_BOUNDARY_LENGTH = 70;

/** The boundary that a Content-Type of multipart/form-data names; null when there is none that can be used. */
export function boundaryOf(contentType: string): string | null {
  const [, quoted, bare] = /;\s*boundary=(?:"([^"]+)"|([^\s;"]+))/i.exec(contentType) ?? [];
  const boundary = quoted ?? bare ?? '';
  return boundary.length > 0 && boundary.length <= MAX_BOUNDARY_LENGTH ? boundary : null;
}

/** The parts of a form in the order sent. What follows the last boundary is left unread. Throws MultipartError. */
export async function* readParts(chunks: AsyncIterator<Buffer>, boundary: string): AsyncGenerator<Part> {
  const delimiter = Buffer.from(`${CRLF}--${boundary}`, 'latin1');
  // the first boundary may open the form: to the reader it then ends an empty preamble
  const input: Input = { chunks, pending: Buffer.from(CRLF) };
  await skip(readBody(input, delimiter));
  while (await opensPart(input)) {
    const head = parseHead(await takeHead(input));
    const body = readBody(input, delimiter);
    yield { ...head, body };
    await skip(body);
  }
}

/** What has arrived and is not taken yet, and where more comes from. */
interface Input {
  chunks: AsyncIterator<Buffer>;
  pending: Buffer;
}

/** Adds the next chunk to what is pending. */
async function more(input: Input): Promise<void> {
  const { value, done } = await input.chunks.next();
  if (done) throw new MultipartError('The form ends before its last boundary');
  input.pending = input.pending.length === 0 ? value : Buffer.concat([input.pending, value]);
}

/** Takes `length` bytes off. */
function take(input: Input, length: number): Buffer {
  const taken = input.pending.subarray(0, length);
  input.pending = input.pending.subarray(length);
  return taken;
}

/** Takes everything before the empty line that ends a head, and that line. */
async function takeHead(input: Input): Promise<string> {
  for (;;) {
    const at = input.pending.indexOf(HEAD_END);
    if (at > MAX_HEAD_BYTES || (at < 0 && input.pending.length > MAX_HEAD_BYTES))
      throw new MultipartError("A part's head is too long");
    if (at >= 0) {
      const head = take(input, at).toString('utf8');
      take(input, HEAD_END.length);
      return head;
    }
    await more(input);
  }
}

/** Behind a boundary: false for `--`, which ends the form. Leaves the line end, as the head is read from there. */
async function opensPart(input: Input): Promise<boolean> {
  for (;;) {
    const [padding = ''] = /^[ \t]*/.exec(input.pending.toString('latin1', 0, MAX_HEAD_BYTES)) ?? [];
    const next = input.pending.toString('latin1', padding.length, padding.length + 2);
    if (next === '--' && padding === '') return false;
    if (next === CRLF) {
      take(input, padding.length);
      return true;
    }
    if (next.length === 2 || padding.length >= MAX_HEAD_BYTES) throw new MultipartError('A boundary goes on');
    await more(input);
  }
}

/** A body up to its delimiter, which is taken off too. Asked again after its end it has nothing more. */
async function* readBody(input: Input, delimiter: Buffer): AsyncGenerator<Buffer> {
  for (;;) {
    const at = input.pending.indexOf(delimiter);
    const ready = at >= 0 ? at : input.pending.length - heldBack(input.pending, delimiter);
    if (ready > 0) yield take(input, ready);
    if (at >= 0) {
      take(input, delimiter.length);
      return;
    }
    await more(input);
  }
}

/** How many bytes at the end of `data` may be the beginning of `delimiter`. */
function heldBack(data: Buffer, delimiter: Buffer): number {
  let at = data.indexOf(delimiter[0] as number, Math.max(0, data.length - delimiter.length + 1));
  while (at >= 0) {
    const length = data.length - at;
    if (data.subarray(at).equals(delimiter.subarray(0, length))) return length;
    at = data.indexOf(delimiter[0] as number, at + 1);
  }
  return 0;
}

async function skip(body: AsyncGenerator<Buffer>): Promise<void> {
  let next = await body.next();
  while (!next.done) next = await body.next();
}

function parseHead(head: string): PartHead {
  const lines = head.split(CRLF).filter((line) => line !== '');
  const headers = new Map(
    lines.map((line) => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim()];
    }),
  );
  const disposition = headers.get('content-disposition') ?? '';
  const name = parameter(disposition, 'name');
  if (!/^form-data\s*(;|$)/i.test(disposition) || name === null) throw new MultipartError('A part has no name');
  const fileName = extendedParameter(disposition, 'filename') ?? parameter(disposition, 'filename');
  const contentType = headers.get('content-type')?.split(';')[0]?.trim().toLowerCase();
  return { name, fileName: fileName?.split(/[\\/]/).at(-1) ?? null, contentType: contentType || null };
}

/** A parameter, quoted or bare. Browsers write a quote as %22, others with a backslash; another backslash stands for itself. */
function parameter(header: string, name: string): string | null {
  const pattern = new RegExp(`;\\s*${name}\\s*=\\s*(?:"((?:\\\\"|[^"])*)"|([^\\s;"]+))`, 'i');
  const [, quoted, bare] = pattern.exec(header) ?? [];
  return (quoted?.replaceAll('\\"', '"') ?? bare)?.replaceAll('%22', '"') ?? null;
}

/** `name*=UTF-8''...` (RFC 5987), which some clients send for names beyond ASCII. */
function extendedParameter(header: string, name: string): string | null {
  const [, encoded] = new RegExp(`;\\s*${name}\\*\\s*=\\s*utf-8'[^']*'([^\\s;"]+)`, 'i').exec(header) ?? [];
  if (encoded === undefined) return null;
  try {
    return decodeURIComponent(encoded);
  } catch (cause) {
    throw new MultipartError('A file name is not encoded as it says', { cause });
  }
}
