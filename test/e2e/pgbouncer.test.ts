/** The service behind PgBouncer in transaction mode, with fewer connections to PostgreSQL than it opens to PgBouncer. */
import { afterAll, beforeAll, expect, test } from '@jest/globals';
import pg from 'pg';
import { textPdf } from '../support/marked-pdf.js';
import { isPgBouncerThere, startPgBouncer, type PgBouncer } from '../support/pgbouncer.js';
import { poll } from '../support/poll.js';
import { startReceiver, type Receiver } from '../support/receiver.js';
import { startServiceBehind, type Service } from '../support/service.js';

const POOL_SIZE = 3;
const SHELVES = 6;
const READY_MS = 120_000;
const isThere = isPgBouncerThere();
if (!isThere) process.stderr.write('SKIPPED: no pgbouncer on the PATH (Debian: apt-get install pgbouncer)\n');
const testBehind = isThere ? test : test.skip;

let bouncer: PgBouncer;
let service: Service;
let receiver: Receiver;
beforeAll(async () => {
  if (!isThere) return;
  receiver = await startReceiver();
  const openDoor = async (databaseUrl: string) =>
    (bouncer = await startPgBouncer(databaseUrl, { poolSize: POOL_SIZE }));
  service = await startServiceBehind(openDoor, { ENGINE_PROCESSES: '1', LIMIT_WRITES_PER_MINUTE: '1000' });
}, 240_000);
afterAll(async () => {
  await service?.stop();
  await receiver?.stop();
});

/** Connections to PostgreSQL that the service's processes have, as PostgreSQL itself counts them. */
async function connections(): Promise<number> {
  const [{ count } = { count: -1 }] = await service.database.manager.query<{ count: number }[]>(
    `SELECT count(*)::int FROM pg_stat_activity
     WHERE backend_type = 'client backend' AND datname = current_database() AND pid <> pg_backend_pid()
       AND application_name <> 'shelfwright-test'`,
  );
  return count;
}

const post = (path: string, body: object): Promise<Response> =>
  service.request(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });

/** The rows of a `SHOW` that are the service's, not of PgBouncer's own console. */
const ours = async (what: 'CLIENTS' | 'POOLS'): Promise<Record<string, string>[]> =>
  (await bouncer.show(what)).filter(({ database }) => database !== 'pgbouncer');

const eventsOf = (shelf: string): string[] =>
  receiver.received
    .map(({ body }) => JSON.parse(body.toString()) as { event: string; shelfPublicId: string })
    .filter(({ shelfPublicId }) => shelfPublicId === shelf)
    .map(({ event }) => event);

testBehind(
  'shelves become ready, a review is approved, their events arrive, over three connections',
  async () => {
    const hook = await post('/v1/webhooks', {
      url: `${receiver.origin}/events`,
      events: ['shelf.ready', 'shelf.review'],
    });
    expect(hook.status).toBe(201);
    const pdf = await textPdf(2);
    const created = await Promise.all(Array.from({ length: SHELVES }, () => service.createShelf(pdf)));
    // Looked at while the service works: it closes its own connections to PgBouncer again when they are idle.
    let most = 0;
    let mostClients = 0;
    for (const { publicId } of created) {
      mostClients = Math.max(mostClients, (await ours('CLIENTS')).length);
      expect(await service.shelfIn(publicId, ['ready', 'failed'], READY_MS)).toMatchObject({ status: 'ready' });
      most = Math.max(most, await connections());
    }

    const form = new FormData();
    form.append('review', 'true');
    form.append('file', new Blob([new Uint8Array(pdf)], { type: 'application/pdf' }), 'report.pdf');
    const reviewed = (await (await service.withSession('/v1/shelves', { method: 'POST', body: form })).json()) as {
      publicId: string;
    };
    await service.shelfIn(reviewed.publicId, ['review', 'failed'], READY_MS);
    const operations = [{ type: 'write', path: '09-note.md', content: '# Note\n' }];
    const approved = await post(`/v1/shelves/${reviewed.publicId}/approve`, { operations });
    expect([approved.status, await approved.json()]).toMatchObject([200, { status: 'ready', currentVersionNumber: 2 }]);

    for (const { publicId } of created)
      expect(await poll(async () => (eventsOf(publicId).length > 0 ? eventsOf(publicId) : null), READY_MS)).toEqual([
        'shelf.ready',
      ]);
    await poll(async () => (eventsOf(reviewed.publicId).length === 2 ? true : null), READY_MS);
    expect(eventsOf(reviewed.publicId).toSorted()).toEqual(['shelf.ready', 'shelf.review']);

    most = Math.max(most, await connections());
    expect(most).toBeGreaterThan(0);
    expect(most).toBeLessThanOrEqual(POOL_SIZE);
    expect((await ours('POOLS')).map(({ pool_mode: mode }) => mode)).toEqual(['transaction']);
    expect(mostClients).toBeGreaterThan(POOL_SIZE);
  },
  600_000,
);

testBehind(
  'time-outs hold when they are set for the role; without the setting PgBouncer refuses the service',
  async () => {
    const { manager } = service.database;
    const asService = { statement_timeout: 10_000, idle_in_transaction_session_timeout: 60_000 };
    const [{ user } = { user: '' }] = await manager.query<{ user: string }[]>('SELECT current_user AS user');
    await manager.query(`ALTER ROLE ${pg.escapeIdentifier(user)} SET statement_timeout = '1234ms'`);
    const another = await startPgBouncer(service.database.url, { poolSize: 1 });
    const strict = await startPgBouncer(service.database.url, { poolSize: 1, ignored: '' });
    try {
      const client = new pg.Client({ connectionString: another.url, ...asService });
      await client.connect();
      expect((await client.query('SHOW statement_timeout')).rows).toEqual([{ statement_timeout: '1234ms' }]);
      await client.end();
      const refused = new pg.Client({ connectionString: strict.url, ...asService });
      await expect(refused.connect()).rejects.toThrow(/unsupported startup parameter/);
    } finally {
      await another.stop();
      await strict.stop();
    }
  },
  120_000,
);
