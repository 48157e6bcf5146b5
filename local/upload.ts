/** `npm start -- some.pdf`: uploads a file as any client would, follows its shelf and prints the listing. */
import { openAsBlob, statSync } from 'node:fs';
import { basename } from 'node:path';
import type { Connection } from './connection.js';
import type { Progress } from './progress.js';

export type UploadRequest = { file: string; template: string | null };
type Shelf = {
  publicId: string;
  status: string;
  pageCount: number | null;
  errorMessage: string | null;
  progress: { pagesDone: number | null } | null;
  updatedAt: string;
};
type Client = Pick<Connection, 'baseUrl' | 'apiKey'>;

/** Time-out of one long poll. */
const WAIT_SECONDS = 30;
/** Longer than the longest time-out of a document, with its retries. */
const FOLLOW_MS = 3 * 3_600_000;
const REQUEST_MS = 60_000;

/** Reads `some.pdf [--template T]`; null without a file. Throws on anything else. */
export function parseArguments(args: string[]): UploadRequest | null {
  const rest = [...args];
  const at = rest.indexOf('--template');
  const template = at < 0 ? null : rest.splice(at, 2)[1];
  const [file, ...more] = rest;
  if (template === undefined || more.length > 0 || file?.startsWith('-') || (file === undefined && at >= 0)) {
    throw new Error('Usage: npm start -- [some.pdf [--template T]]');
  }
  if (file === undefined) return null;
  if (!statSync(file, { throwIfNoEntry: false })?.isFile()) throw new Error(`${file}: no such file.`);
  return { file, template };
}

/** Returns whether the shelf became ready; `say` gets the outcome and the listing. */
export async function uploadAndFollow(
  { file, template }: UploadRequest,
  client: Client,
  { progress, say, signal }: { progress: Progress; say: (line: string) => void; signal: AbortSignal },
): Promise<boolean> {
  const task = progress.begin(basename(file));
  try {
    task.report('uploading');
    const form = new FormData();
    if (template !== null) form.set('template', template);
    form.set('file', await openAsBlob(file, { type: 'application/pdf' }), basename(file));
    const created = await request<Shelf>(client, '/v1/shelves', { method: 'POST', body: form, signal });
    const shelf = await follow(client, created, task.report, signal);
    if (shelf.status !== 'ready') {
      task.failed();
      say(`Shelf ${shelf.publicId} failed: ${shelf.errorMessage ?? 'no message'}`);
      return false;
    }
    const listing = await request<{ paths: string[] }>(client, `/v1/shelves/${shelf.publicId}/listing`, { signal });
    task.done(`ready, ${shelf.pageCount} pages, ${listing.paths.length} files`);
    say(`Shelf ${shelf.publicId}:`);
    for (const path of listing.paths) say(`  ${path}`);
    return true;
  } catch (error) {
    if (signal.aborted) task.done('no longer followed');
    else task.failed();
    throw error;
  }
}

/** The shelf once it is at rest. */
async function follow(
  client: Client,
  created: Shelf,
  report: (what: string) => void,
  signal: AbortSignal,
): Promise<Shelf> {
  const { publicId } = created;
  const end = performance.now() + FOLLOW_MS;
  let shelf = created;
  while (performance.now() < end) {
    if (['ready', 'failed', 'review'].includes(shelf.status)) return shelf;
    report(describe(shelf));
    const within = AbortSignal.any([signal, AbortSignal.timeout(REQUEST_MS)]);
    const path = `/v1/shelves/${publicId}?wait=${WAIT_SECONDS}&since=${shelf.updatedAt}`;
    shelf = await request<Shelf>(client, path, { signal: within });
  }
  throw new Error(`Shelf ${publicId} was not finished within ${FOLLOW_MS / 3_600_000} hours.`);
}

function describe({ status, pageCount, progress }: Shelf): string {
  if (pageCount === null) return status;
  const done = progress?.pagesDone ?? null;
  return `${status}, ${done === null ? '' : `${done}/`}${pageCount} pages`;
}

async function request<T>({ baseUrl, apiKey }: Client, path: string, init: RequestInit): Promise<T> {
  const response = await fetch(`${baseUrl}${path}`, { ...init, headers: { authorization: `Bearer ${apiKey}` } });
  if (response.ok) return (await response.json()) as T;
  throw new Error(`${init.method ?? 'GET'} ${path} answered ${response.status}: ${await response.text()}`);
}
