/** Official downloads, verified by SHA-256. Fails within seconds if the network blocks them. */
import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Watch } from './progress.js';

const ANSWER_MS = 8_000;
const WHOLE_MS = 15 * 60_000;
const MIB = 1024 * 1024;

export async function downloadFile(
  url: string,
  path: string,
  sha256: string,
  { report, signal }: Watch,
): Promise<void> {
  const response = await ask(url);
  if (response.body === null) throw new Error(`${url}: empty answer`);
  const total = Number(response.headers.get('content-length') ?? 0);
  const hash = createHash('sha256');
  let size = 0;
  const meter = new Transform({
    transform(chunk: Buffer, _encoding, next) {
      hash.update(chunk);
      size += chunk.length;
      report(`downloading ${Math.floor(size / MIB)}${total ? ` of ${Math.ceil(total / MIB)}` : ''} MiB`);
      next(null, chunk);
    },
  });
  await pipeline(response.body, meter, createWriteStream(path), {
    signal: AbortSignal.any([AbortSignal.timeout(WHOLE_MS), ...(signal ? [signal] : [])]),
  });
  const found = hash.digest('hex');
  if (found !== sha256) throw new Error(`${url}: its SHA-256 is ${found}, expected ${sha256}`);
}

/** The SHA-256 of `name` in a list of checksums as `sha256sum` writes it. */
export async function fetchChecksum(url: string, name: string): Promise<string> {
  const list = await (await ask(url)).text();
  const line = list.split('\n').find((entry) => entry.trim().split(/\s+\*?/)[1] === name);
  const sum = line?.trim().split(/\s+/)[0];
  if (!sum || !/^[0-9a-f]{64}$/.test(sum)) throw new Error(`${url} names no SHA-256 of ${name}`);
  return sum;
}

async function ask(url: string): Promise<Response> {
  const slow = new AbortController();
  const timer = setTimeout(() => slow.abort(), ANSWER_MS); // only until the headers arrive: the body has its own limit
  try {
    const response = await fetch(url, { signal: AbortSignal.any([slow.signal, AbortSignal.timeout(WHOLE_MS)]) });
    if (response.ok) return response;
    await response.body?.cancel();
    throw new Error(`${url} answered ${response.status}`);
  } catch (error) {
    if (slow.signal.aborted) throw new Error(`${url} did not answer within ${ANSWER_MS / 1000} s`, { cause: error });
    const cause = (error as Error).cause as NodeJS.ErrnoException | undefined;
    throw new Error(cause?.code ? `${url} cannot be reached (${cause.code})` : (error as Error).message, {
      cause: error,
    });
  } finally {
    clearTimeout(timer);
  }
}
