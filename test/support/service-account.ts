/** An account of a running service, with what tests ask of the service as its owner: by a key, or by a session. */
import type { EntityManager } from 'typeorm';
import { cookieName } from '../../api/session-cookie.js';
import type { Shelf } from '../../contract/shelf.js';
import type { TestDatabase } from './database.js';
import { poll } from './poll.js';
import { givenAccount, givenApiKey, givenSession } from './rows.js';

/** A running service as one of its accounts uses it. */
export interface UsedService extends Awaited<ReturnType<typeof accountOn>> {
  baseUrl: string;
  mailDir: string;
  /** What its processes were started with. */
  environment: Record<string, string>;
  database: TestDatabase;
  stop: () => Promise<void>;
}

/** A new account with a key and a session. */
export async function accountOn(baseUrl: string, manager: EntityManager) {
  const account = await givenAccount(manager);
  const apiKey = await givenApiKey(manager, account.id);
  const anotherSession = async () => sessionClient(baseUrl, await givenSession(manager, account.id));
  const withSession = await anotherSession();
  return { account, apiKey, ...client(baseUrl, apiKey), withSession, anotherSession };
}

/** The same requests by a session of the account, as the service's own pages send them. */
function sessionClient(baseUrl: string, token: string) {
  const cookie = `${cookieName({ nodeEnv: 'test' })}=${token}`;
  return (path: string, init: RequestInit = {}): Promise<Response> => {
    const headers = new Headers({ cookie, origin: baseUrl });
    for (const [name, value] of new Headers(init.headers)) headers.set(name, value);
    return fetch(`${baseUrl}${path}`, { ...init, headers });
  };
}

/** The few requests that end-to-end tests make. */
function client(baseUrl: string, apiKey: string) {
  const request = (path: string, init: RequestInit = {}): Promise<Response> => {
    const headers = new Headers(init.headers);
    if (!headers.has('authorization')) headers.set('authorization', `Bearer ${apiKey}`);
    return fetch(`${baseUrl}${path}`, { ...init, headers });
  };
  const getShelf = async (publicId: string): Promise<Shelf> => {
    const reply = await request(`/v1/shelves/${publicId}`);
    if (reply.status !== 200) throw new Error(`shelf: ${reply.status} ${await reply.text()}`);
    return (await reply.json()) as Shelf;
  };
  return {
    request,
    getShelf,
    /** Uploads a PDF; answers the new shelf. */
    async createShelf(pdf: Buffer, fields: Record<string, string> = {}): Promise<Shelf> {
      const form = new FormData();
      for (const [name, value] of Object.entries(fields)) form.append(name, value);
      form.append('file', new Blob([new Uint8Array(pdf)], { type: 'application/pdf' }), 'document.pdf');
      const reply = await request('/v1/shelves', { method: 'POST', body: form });
      if (reply.status !== 201) throw new Error(`upload: ${reply.status} ${await reply.text()}`);
      return (await reply.json()) as Shelf;
    },
    /** Waits until the shelf is in one of the statuses. */
    shelfIn: (publicId: string, statuses: string[], timeoutMs = 120_000): Promise<Shelf> =>
      poll(
        async () => {
          const shelf = await getShelf(publicId);
          return statuses.includes(shelf.status) ? shelf : null;
        },
        timeoutMs,
        200,
      ),
  };
}
