/** A shelf's way through several runs, for end-to-end tests. */
import type { Temporal } from '../../infra/temporal.js';
import type { Shelf } from '../../contract/shelf.js';
import { Account } from '../../entities/account.js';
import { shelfRunId } from '../../workflows/starts.js';
import { pageMarks } from './marked-pdf.js';
import { poll } from './poll.js';
import type { Service } from './service.js';

const TEMPORAL_MS = 10_000;

export interface Reply {
  status: number;
  shelf: Shelf;
}

/** How many pages of a `textPdf` are in a tree's content files; throws when one is there twice. */
export function pagesIn(files: Record<string, string>): number {
  const contents = Object.entries(files).filter(([path]) => path.endsWith('.md') && path !== 'README.md');
  const marks = pageMarks(contents.map(([, text]) => text));
  if (new Set(marks).size !== marks.length) throw new Error(`doubled pages: ${marks.join(' ')}`);
  return marks.length;
}

export type Claims = ReturnType<typeof claimClient>;

export function claimClient(service: Omit<Service, 'temporal'>, temporal: Temporal) {
  const { manager } = service.database;
  const shelves = `users/${service.account.publicId}/shelves/`;
  const within = <T>(call: Parameters<typeof temporal.within<T>>[1]): Promise<T> => temporal.within(TEMPORAL_MS, call);
  const keysUnder = async (prefix: string): Promise<string[]> => {
    const keys: string[] = [];
    for await (const { key } of service.storage.list(prefix)) keys.push(key);
    return keys;
  };

  const client = {
    keysUnder,
    /** Gives the account the subscription that uploads need. */
    subscribe: () => manager.update(Account, { id: service.account.id }, { subscribedAt: new Date() }),
    /** Objects of a shelf, without its sources. */
    objectsOf: (publicId: string) => keysUnder(`${shelves}${publicId}/`),
    /** Object keys of the PDFs that rows say a shelf has. */
    async sourcesOf(publicId: string): Promise<string[]> {
      const sql = 'SELECT object_key FROM uploads WHERE shelf_id = (SELECT id FROM shelves WHERE public_id = $1)';
      return (await manager.query<{ object_key: string }[]>(sql, [publicId])).map((row) => row.object_key);
    },
    async post(publicId: string, action: string, init: RequestInit = {}): Promise<Reply> {
      const reply = await service.request(`/v1/shelves/${publicId}/${action}`, { method: 'POST', ...init });
      return { status: reply.status, shelf: (await reply.json()) as Shelf };
    },
    upload(publicId: string, pdf: Buffer, fileName = 'second.pdf'): Promise<Reply> {
      const body = new FormData();
      body.append('file', new Blob([new Uint8Array(pdf)], { type: 'application/pdf' }), fileName);
      return client.post(publicId, 'upload', { body });
    },
    /** A new shelf that will stop for review, by a session. */
    async createReviewed(pdf: Buffer): Promise<string> {
      const body = new FormData();
      body.append('review', 'true');
      body.append('file', new Blob([new Uint8Array(pdf)], { type: 'application/pdf' }), 'first.pdf');
      const reply = await service.withSession('/v1/shelves', { method: 'POST', body });
      if (reply.status !== 201) throw new Error(`create: ${reply.status} ${await reply.text()}`);
      return ((await reply.json()) as Shelf).publicId;
    },
    /** Status of run n in Temporal, once it is closed. */
    closed: (publicId: string, run: number): Promise<string> =>
      poll(async () => {
        const handle = (await within(async ({ workflow }) => workflow.getHandle(shelfRunId(publicId, run)).describe()))
          .status.name;
        return handle === 'RUNNING' ? null : handle;
      }, 60_000),
    /** Ids of a shelf's open runs. */
    openRuns: (publicId: string): Promise<string[]> =>
      within(async ({ workflow }) => {
        const query = `WorkflowId STARTS_WITH 'shelf/${publicId}/' AND ExecutionStatus = 'Running'`;
        const ids: string[] = [];
        for await (const { workflowId } of workflow.list({ query })) ids.push(workflowId);
        return ids;
      }),
    /** Number, source and content of each version, oldest first; throws when one cannot be read whole. */
    async versions(publicId: string): Promise<{ number: number; source: string; files: Record<string, string> }[]> {
      const read = async (path: string) => {
        const reply = await service.request(`/v1/shelves/${publicId}/${path}`);
        if (reply.status !== 200) throw new Error(`${path}: ${reply.status} ${await reply.text()}`);
        return reply.json() as Promise<unknown>;
      };
      type Item = { versionNumber: number; source: string };
      const { data } = (await read('versions?limit=100')) as { data: Item[] };
      const trees = data.map(async ({ versionNumber: number, source }) => {
        const { files } = (await read(`versions/${number}/tree`)) as { files: Record<string, string> };
        return { number, source, files };
      });
      return (await Promise.all(trees)).reverse();
    },
  };
  return client;
}
