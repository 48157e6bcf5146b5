import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
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

interface Waiting {
  id: number;
  file: File;
  choices: UploadChoices;
}

/** The uploads of this page, each until its shelf is in the list. */
export function useUploads() {
  const queryClient = useQueryClient();
  const [uploads, setUploads] = useState<Upload[]>([]);
  const waiting = useRef<Waiting[]>([]);
  const running = useRef(new Map<number, AbortController>());
  const lastId = useRef(0);

  const change = (id: number, members: Partial<Upload>) =>
    setUploads((all) => all.map((one) => (one.id === id ? { ...one, ...members } : one)));
  const drop = (id: number) => setUploads((all) => all.filter((one) => one.id !== id));

  async function run({ id, file, choices }: Waiting): Promise<void> {
    const abort = new AbortController();
    running.current.set(id, abort);
    change(id, { state: 'sending', startedAt: Date.now() });
    try {
      await uploadPdf(file, choices, { onSent: (sent) => change(id, sent), signal: abort.signal });
      await queryClient.invalidateQueries({ queryKey: ['shelves'] });
      drop(id);
    } catch (error) {
      if (abort.signal.aborted) drop(id);
      else change(id, { state: 'failed', error });
    } finally {
      running.current.delete(id);
      next();
    }
  }

  function next(): void {
    while (running.current.size < AT_ONCE) {
      const one = waiting.current.shift();
      if (!one) return;
      void run(one);
    }
  }

  function add(files: readonly File[], choices: UploadChoices): void {
    const added = files.map((file): Waiting => ({ id: ++lastId.current, file, choices }));
    waiting.current.push(...added);
    setUploads((all) => [
      ...all,
      ...added.map(({ id, file }): Upload => ({
        id,
        name: file.name,
        state: 'waiting',
        sentBytes: 0,
        totalBytes: file.size,
        startedAt: Date.now(),
        error: null,
      })),
    ]);
    next();
  }

  function remove(id: number): void {
    waiting.current = waiting.current.filter((one) => one.id !== id);
    const abort = running.current.get(id);
    if (abort) abort.abort();
    else drop(id);
  }

  return { uploads, add, remove };
}
