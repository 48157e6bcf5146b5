/** The service that a load is put on, as its clients see it. */
import { setTimeout as pause } from 'node:timers/promises';
import type { Shelf } from '../../contract/shelf.js';
import { givenAccount, givenApiKey } from '../../test/support/rows.js';
import { startService, type Service } from '../../test/support/service.js';
import type { LoadOptions } from './options.js';

/** Whose key a request carries: most load is put on by one account. */
export type Who = 'many' | 'other';

const POLL_MS = 20;
const REFUSED_TRIES = 120;
/** Two workers of an engine process each, as `npm start` has them on two processors. */
const OWN_SERVICE = {
  ENGINE_PROCESSES: '1',
  LOG_LEVEL: 'info',
  LIMIT_CREATES_PER_HOUR: '1000000',
  LIMIT_WRITES_PER_MINUTE: '1000000',
};

export interface Target {
  /** Null for a service that was running before. */
  own: Service | null;
  upload(pdf: Buffer, who: Who): Promise<Shelf>;
  shelf(publicId: string, who: Who): Promise<Shelf>;
  /** How many shelves of the account have the status. */
  countIn(status: string, who: Who): Promise<number>;
  stop(): Promise<void>;
}

export async function openTarget({ service }: Pick<LoadOptions, 'service'>): Promise<Target> {
  if (service) return target(null, service.url, { many: service.key, other: service.otherKey });
  const own = await startService(OWN_SERVICE);
  try {
    await own.secondWorker.start();
    const { manager } = own.database;
    const other = await givenApiKey(manager, (await givenAccount(manager)).id);
    return target(own, own.baseUrl, { many: own.apiKey, other });
  } catch (error) {
    await own.stop();
    throw error;
  }
}

function target(own: Service | null, url: string, keys: Record<Who, string>): Target {
  const request = async <T>(path: string, who: Who, init: RequestInit = {}): Promise<T> => {
    for (let tries = 1; ; tries++) {
      const reply = await fetch(`${url}${path}`, { ...init, headers: { authorization: `Bearer ${keys[who]}` } });
      if (reply.ok) return (await reply.json()) as T;
      const text = await reply.text();
      // limits and a full queue are the service's right; a load that is refused waits
      if (![429, 503].includes(reply.status) || tries === REFUSED_TRIES)
        throw new Error(`${path}: ${reply.status} ${text}`);
      await pause(Math.max(1, Number(reply.headers.get('retry-after') ?? 1)) * 1_000);
    }
  };
  return {
    own,
    upload(pdf, who) {
      const form = new FormData();
      form.append('file', new Blob([new Uint8Array(pdf)], { type: 'application/pdf' }), 'load.pdf');
      return request('/v1/shelves', who, { method: 'POST', body: form });
    },
    shelf: (publicId, who) => request(`/v1/shelves/${publicId}`, who),
    async countIn(status, who) {
      const list = await request<{ pagination: { total: number } }>(`/v1/shelves?status=${status}&limit=1`, who);
      return list.pagination.total;
    },
    stop: async () => own?.stop(),
  };
}

/** Seconds from the start of an upload until its shelf is ready. Throws when it fails, or takes longer than `untilMs`. */
export async function secondsToReady(
  target: Target,
  pdf: Buffer,
  { who, untilMs }: { who: Who; untilMs: number },
): Promise<number> {
  const startedMs = performance.now();
  const { publicId } = await target.upload(pdf, who);
  for (;;) {
    const { status, errorMessage } = await target.shelf(publicId, who);
    if (status === 'ready') return (performance.now() - startedMs) / 1_000;
    if (status === 'failed') throw new Error(`a shelf failed: ${errorMessage}`);
    if (performance.now() > untilMs) throw new Error(`a shelf was still ${status} when the time was up`);
    await pause(POLL_MS);
  }
}
