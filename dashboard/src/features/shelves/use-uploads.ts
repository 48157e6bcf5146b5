import { useQueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { ApiError } from '../../shared/client.js';
import { type Sent, type UploadChoices, uploadPdf } from './upload.js';

/** Uploads at once; the others wait. Browsers open six connections to a host, and the page needs some. */
const AT_ONCE = 2;

export interface Upload extends Sent {
  id: number;
  name: string;
  state: 'waiting' | 'sending' | 'failed';
  startedAt: number;
  error: unknown;
}

interface Job {
  id: number;
  file: File;
  choices: UploadChoices;
  /** Attempts with the same key make one shelf. */
  idempotencyKey: string;
  /** Makes lists show the new shelf. */
  onDone: () => Promise<void>;
}

/** Uploads continue while other screens are open. Each is here until its shelf is in the list. */
let uploads: readonly Upload[] = [];
let waiting: Job[] = [];
const jobs = new Map<number, Job>();
const running = new Map<number, AbortController>();
const listeners = new Set<() => void>();
let lastId = 0;
/** The account whose uploads they are. */
let owner: string | null = null;

/** The browser asks before it leaves what is not sent yet. */
const keepPage = (event: BeforeUnloadEvent) => event.preventDefault();

function set(next: readonly Upload[]): void {
  uploads = next;
  if (uploads.some(({ state }) => state !== 'failed')) window.addEventListener('beforeunload', keepPage);
  else window.removeEventListener('beforeunload', keepPage);
  for (const listener of listeners) listener();
}

const change = (id: number, members: Partial<Upload>) =>
  set(uploads.map((one) => (one.id === id ? { ...one, ...members } : one)));

function drop(id: number): void {
  jobs.delete(id);
  set(uploads.filter((one) => one.id !== id));
}

async function run({ id, file, choices, idempotencyKey, onDone }: Job): Promise<void> {
  const abort = new AbortController();
  running.set(id, abort);
  change(id, { state: 'sending', startedAt: Date.now() });
  try {
    await uploadPdf(file, choices, { idempotencyKey, onSent: (sent) => change(id, sent), signal: abort.signal });
    await onDone();
    drop(id);
  } catch (error) {
    if (abort.signal.aborted) drop(id);
    else change(id, { state: 'failed', error });
  } finally {
    running.delete(id);
    next();
  }
}

function next(): void {
  while (running.size < AT_ONCE) {
    const one = waiting.shift();
    if (!one) return;
    void run(one);
  }
}

function enqueue(job: Job): void {
  jobs.set(job.id, job);
  waiting.push(job);
}

function add(files: readonly File[], choices: UploadChoices, onDone: Job['onDone']): void {
  const added = files.map((file): Upload => {
    const id = ++lastId;
    enqueue({ id, file, choices, idempotencyKey: crypto.randomUUID(), onDone });
    const { name, size: totalBytes } = file;
    return { id, name, state: 'waiting', sentBytes: 0, totalBytes, startedAt: Date.now(), error: null };
  });
  set([...uploads, ...added]);
  next();
}

/** Sends a failed one again. A refusal was an answer to its key; where none came, a shelf may have been made. */
function retry(id: number): void {
  const job = jobs.get(id);
  const failed = uploads.find((one) => one.id === id && one.state === 'failed');
  if (!job || !failed) return;
  const refused = failed.error instanceof ApiError;
  enqueue({ ...job, idempotencyKey: refused ? crypto.randomUUID() : job.idempotencyKey });
  change(id, { state: 'waiting', sentBytes: 0, error: null });
  next();
}

function remove(id: number): void {
  waiting = waiting.filter((one) => one.id !== id);
  const abort = running.get(id);
  if (abort) abort.abort();
  else drop(id);
}

/** Called with the signed-in account: uploads of another account, whose session has expired, are cancelled and forgotten. */
export function ownUploads(account: string): void {
  if (owner !== null && owner !== account) {
    waiting = [];
    for (const abort of running.values()) abort.abort();
    jobs.clear();
    set([]);
  }
  owner = account;
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The uploads of this page of the browser, whatever screen is open. */
export function useUploads() {
  const queryClient = useQueryClient();
  const onDone = () => queryClient.invalidateQueries({ queryKey: ['shelves'] });
  return {
    uploads: useSyncExternalStore(subscribe, () => uploads),
    add: (files: readonly File[], choices: UploadChoices) => add(files, choices, onDone),
    retry,
    remove,
  };
}
