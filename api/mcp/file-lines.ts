/** Lines of a file, as many as an answer takes. */
import { MAX_ANSWER, cutAt } from './bounded.js';
import { RefusedError, type ApiCalls } from './api-calls.js';

/** Beside the lines an answer says where they are. */
const ROOM = MAX_ANSWER - 1000;

export interface LinesAsked {
  shelfId: string;
  path: string;
  /** The first line, from 1. */
  offset: number;
  limit: number;
  /** The first character of the first line, from 1: a line can be longer than an answer. */
  column: number;
  version?: number;
}

export interface Lines {
  text: string;
  totalLines: number;
  /** The last line that is whole, or in part, in `text`. */
  lastLine: number;
  /** Where the file continues after `text`, up to `limit` or beyond; null at its end. */
  next: { offset: number; column: number } | null;
}

/** The call that reads on from there. */
export function howToGoOn({ offset, column }: NonNullable<Lines['next']>): string {
  return `To continue: read_shelf_file with offset=${offset}${column > 1 ? `, column=${column}` : ''}.`;
}

/** Reads the lines. Throws RefusedError. */
export async function readLines(api: ApiCalls, asked: LinesAsked, signal: AbortSignal): Promise<Lines> {
  const { shelfId, path, offset, limit, column, version } = asked;
  const stop = new AbortController();
  try {
    const base = ['v1', 'shelves', shelfId, ...(version === undefined ? [] : ['versions', String(version)]), 'files'];
    const { headers, body } = await api.open({
      path: [...base, ...path.split('/')],
      query: { offset, limit },
      signal: AbortSignal.any([signal, stop.signal]),
    });
    const totalLines = Number(headers['x-total-lines']);
    const read = offset > totalLines ? '' : await readStart(body, { offset, column });
    return { totalLines, ...cutLines(read, { offset, column, totalLines }) };
  } finally {
    stop.abort(); // what fits was read
  }
}

/** What fits an answer, and one character more where there is more. Throws RefusedError when the line has no such column. */
async function readStart(
  body: AsyncIterable<Buffer>,
  { offset, column }: { offset: number; column: number },
): Promise<string> {
  const decoder = new TextDecoder('utf-8', { ignoreBOM: true });
  let skip = column - 1;
  let text = '';
  for await (const chunk of body) {
    const decoded = decoder.decode(chunk, { stream: true });
    const lineEnd = decoded.slice(0, skip).indexOf('\n');
    if (lineEnd !== -1) throw noSuchColumn(offset, column - 1 - skip + lineEnd);
    text += decoded.slice(skip);
    skip = Math.max(0, skip - decoded.length);
    if (text.length > ROOM) break;
  }
  if (skip > 0) throw noSuchColumn(offset, column - 1 - skip);
  return text;
}

function noSuchColumn(line: number, length: number): RefusedError {
  const message = `Line ${line} has ${length} characters.`;
  return new RefusedError({ code: 'VALIDATION_ERROR', message, details: { field: 'column' } }, null);
}

function cutLines(
  read: string,
  { offset, column, totalLines }: { offset: number; column: number; totalLines: number },
) {
  const whole = read.length <= ROOM ? read : cutAt(read, ROOM);
  const lineEnd = whole.lastIndexOf('\n');
  const isCut = whole.length < read.length;
  // a line that no answer can hold is given in parts
  const text = isCut && lineEnd !== -1 ? whole.slice(0, lineEnd + 1) : whole;
  const ended = text.split('\n').length - 1;
  if (isCut && lineEnd === -1) return { text, lastLine: offset, next: { offset, column: column + text.length } };
  const lastLine = offset + ended - (text.endsWith('\n') || text === '' ? 1 : 0);
  return { text, lastLine, next: lastLine < totalLines ? { offset: lastLine + 1, column: 1 } : null };
}
