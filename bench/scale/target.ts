/** The service that a load is put on, as its clients see it. */
import { setTimeout as pause } from 'node:timers/promises';
import type { Shelf } from '../../contract/shelf.js';
import { givenAccount, givenApiKey } from '../../test/support/rows.js';
import { startService, type Service } from '../../test/support/service.js';
import type { LoadOptions } from './options.js';

/** Whose key a request carries: most load is put on by one account. */
export type Who = 'many' | 'other';

const POLL_MS = 20;
/** The longest that a read waits for the next change. */
const WAIT_SECONDS = 30;
const REFUSED_TRIES = 120;
/** Two workers of an engine process each, as `npm start` has them on two processors. */
const OWN_SERVICE = {
  ENGINE_PROCESSES: '1',
  LOG_LEVEL: 'info',
  LIMIT_CREATES_PER_HOUR: '1000000',
  LIMIT_WRITES_PER_MINUTE: '1000000',
  LIMIT_PINGS_PER_MINUTE: '1000',
};

export interface Target {
  /** Null for a service that was running before. */
  own: Service | null;
  /** How many requests were refused so far, by a limit or a full queue, and made again after the time that the reply names. */
  refusals(): number;
  upload(pdf: Buffer, who: Who, fields?: Record<string, string>): Promise<Shelf>;
  /** An endpoint for events; answers its id. */
  createWebhook(url: string, who: Who): Promise<string>;
  /** Has a test event sent to it. */
  ping(webhookPublicId: string, who: Who): Promise<unknown>;
  /** The draft as it is. */
  approve(publicId: string, who: Who): Promise<Shelf>;
  /** As it is, or once it has changed since `before`, as long as a read waits for that. */
  shelf(publicId: string, who: Who, before?: Shelf): Promise<Shelf>;
  /** How many shelves of the account have the status. */
  countIn(status: string, who: Who): Promise<number>;
  stop(): Promise<void>;
}

export async function openTarget({ service }: Pick<LoadOptions, 'service'>): Promise<Target> {
  if (service) return connect(service.url, { many: service.key, other: service.otherKey });
  const own = await startService(OWN_SERVICE);
  try {
    await own.secondWorker.start();
    const { manager } = own.database;
    const other = await givenApiKey(manager, (await givenAccount(manager)).id);
    return connect(own.baseUrl, { many: own.apiKey, other }, own);
  } catch (error) {
    await own.stop();
    throw error;
  }
}

type Init = Omit<RequestInit, 'headers'> & { headers?: Record<string, string> };

/** A service as the clients with these keys see it. One with `cookie=` has a session: only these can ask for a review. */
export function connect(url: string, keys: Record<Who, string>, own: Service | null = null): Target {
  const credentials = (key: string): Record<string, string> =>
    key.includes('=') ? { cookie: key, origin: url } : { authorization: `Bearer ${key}` };
  let refusals = 0;
  const request = async <T>(path: string, who: Who, init: Init = {}): Promise<T> => {
    for (let tries = 1; ; tries++) {
      const headers = { ...init.headers, ...credentials(keys[who]) };
      const reply = await fetch(`${url}${path}`, { ...init, headers });
      if (reply.ok) return (await reply.json()) as T;
      const text = await reply.text();
      // limits and a full queue are the service's right; a load that is refused waits
      if (![429, 503].includes(reply.status) || tries === REFUSED_TRIES)
        throw new Error(`${path}: ${reply.status} ${text}`);
      refusals++;
      await pause(Math.max(1, Number(reply.headers.get('retry-after') ?? 1)) * 1_000);
    }
  };
  return {
    own,
    refusals: () => refusals,
    upload(pdf, who, fields = {}) {
      const form = new FormData();
      for (const [name, value] of Object.entries(fields)) form.append(name, value);
      form.append('file', new Blob([new Uint8Array(pdf)], { type: 'application/pdf' }), 'load.pdf');
      return request('/v1/shelves', who, { method: 'POST', body: form });
    },
    async createWebhook(at, who) {
      const body = JSON.stringify({ url: at, events: ['shelf.ready'] });
      const headers = { 'content-type': 'application/json' };
      const { publicId } = await request<{ publicId: string }>('/v1/webhooks', who, { method: 'POST', headers, body });
      return publicId;
    },
    ping: (webhookPublicId, who) => request(`/v1/webhooks/${webhookPublicId}/ping`, who, { method: 'POST' }),
    approve: (publicId, who) => request(`/v1/shelves/${publicId}/approve`, who, { method: 'POST' }),
    shelf(publicId, who, before) {
      const wait = before ? `?wait=${WAIT_SECONDS}&since=${encodeURIComponent(before.updatedAt)}` : '';
      return request(`/v1/shelves/${publicId}${wait}`, who);
    },
    async countIn(status, who) {
      const list = await request<{ pagination: { total: number } }>(`/v1/shelves?status=${status}&limit=1`, who);
      return list.pagination.total;
    },
    stop: async () => own?.stop(),
  };
}

/**
 * Seconds from the start of an upload until its shelf is ready. Throws when the shelf fails or is up for review, or when it
 * takes longer than `untilMs`.
 *
 * @param isLong A long document is waited for as clients do, by reads that are answered when the shelf has changed: polling
 *   takes a fifth of a processor on each side. Such an answer comes up to a quarter of a second later (`api/changes.ts`),
 *   which is as long as a page takes: short ones are polled.
 */
export async function secondsToReady(
  target: Target,
  pdf: Buffer,
  { who, untilMs, isLong = false }: { who: Who; untilMs: number; isLong?: boolean },
): Promise<number> {
  const startedMs = performance.now();
  for (let shelf = await target.upload(pdf, who); ;) {
    const { publicId, status, errorMessage } = shelf;
    if (status === 'ready') return (performance.now() - startedMs) / 1_000;
    if (status === 'failed') throw new Error(`a shelf failed: ${errorMessage}`);
    if (status === 'review') throw new Error('a shelf is up for review, and waits for a person');
    if (performance.now() > untilMs) throw new Error(`a shelf was still ${status} when the time was up`);
    if (!isLong) await pause(POLL_MS);
    shelf = await target.shelf(publicId, who, isLong ? shelf : undefined);
  }
}
