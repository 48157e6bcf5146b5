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
  const input = new Input(chunks, Buffer.from(CRLF));
  await skip(readBody(input, delimiter));
  while (await input.opensPart()) {
    const head = parseHead((await input.until(HEAD_END, MAX_HEAD_BYTES)).toString('utf8'));
    const body = readBody(input, delimiter);
    yield { ...head, body };
    await skip(body);
  }
}

/** Chunks that have arrived, and the one that is looked at. */
class Input {
  constructor(
    private readonly chunks: AsyncIterator<Buffer>,
    public pending: Buffer,
  ) {}

  /** Adds the next chunk to what is pending. */
  async more(): Promise<void> {
    const { value, done } = await this.chunks.next();
    if (done) throw new MultipartError('The form ends before its last boundary');
    this.pending = this.pending.length === 0 ? value : Buffer.concat([this.pending, value]);
  }

  /** Takes `length` bytes off. */
  take(length: number): Buffer {
    const taken = this.pending.subarray(0, length);
    this.pending = this.pending.subarray(length);
    return taken;
  }

  /** Takes everything before `mark`, and the mark. */
  async until(mark: Buffer, maxBytes: number): Promise<Buffer> {
    for (;;) {
      const at = this.pending.indexOf(mark);
      if (at > maxBytes || (at < 0 && this.pending.length > maxBytes))
        throw new MultipartError("A part's head is too long");
      if (at >= 0) {
        const taken = this.take(at);
        this.take(mark.length);
        return taken;
      }
      await this.more();
    }
  }

  /** Behind a boundary: false for `--`, which ends the form. Leaves the line end, as the head is read from there. */
  async opensPart(): Promise<boolean> {
    for (;;) {
      const [padding = ''] = /^[ \t]*/.exec(this.pending.toString('latin1', 0, MAX_HEAD_BYTES)) ?? [];
      const next = this.pending.toString('latin1', padding.length, padding.length + 2);
      if (next === '--' && padding === '') return false;
      if (next === CRLF) {
        this.take(padding.length);
        return true;
      }
      if (next.length === 2 || padding.length >= MAX_HEAD_BYTES) throw new MultipartError('A boundary goes on');
      await this.more();
    }
  }
}

/** A body up to its delimiter, which is taken off too. Asked again after its end it has nothing more. */
async function* readBody(input: Input, delimiter: Buffer): AsyncGenerator<Buffer> {
  for (;;) {
    const at = input.pending.indexOf(delimiter);
    const ready = at >= 0 ? at : input.pending.length - heldBack(input.pending, delimiter);
    if (ready > 0) yield input.take(ready);
    if (at >= 0) {
      input.take(delimiter.length);
      return;
    }
    await input.more();
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
