/** What an operator changes in place of an owner, over a real database and a real Temporal. */
import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { activity } from '../../activities/activity.js';
import { toJson } from '../../admin/output.js';
import { readRequest } from '../../admin/request.js';
import type { Account } from '../../entities/account.js';
import { ApiKey } from '../../entities/api-key.js';
import { newPublicId } from '../../entities/ids.js';
import { createPasswordReset } from '../../entities/queries/password-resets.js';
import { hitLimit } from '../../entities/queries/rate-limits.js';
import { recordFailure, recordStep } from '../../entities/queries/runs.js';
import { listSecurityEvents } from '../../entities/queries/security-events.js';
import { Shelf } from '../../entities/shelf.js';
import { WebhookEndpoint } from '../../entities/webhook-endpoint.js';
import { createTemporal, type Temporal } from '../../infra/temporal.js';
import { WORKFLOWS } from '../../workflows/messages.js';
import { deleteWorkflowId, deliveryWorkflowId, shelfRunId, shelfRunStart } from '../../workflows/starts.js';
import { answerOf, startAdminSystems, type AdminSystems } from '../support/admin.js';
import { poll } from '../support/poll.js';
import { givenAccount, givenApiKey, givenDelivery, givenEndpoint, givenShelf, sha256 } from '../support/rows.js';
import { fakeActivities, withWorkers } from '../support/workflows.js';

let systems: AdminSystems;
let database: AdminSystems['database'];
let env: AdminSystems['env'];
let temporal: AdminSystems['temporal'];
let account: Account;
beforeAll(async () => {
  systems = await startAdminSystems();
  ({ database, env, temporal } = systems);
  account = await givenAccount(database.manager);
});
afterAll(() => systems?.stop());

async function admin(args: string[], where: Temporal | null = temporal): Promise<Record<string, unknown>> {
  return JSON.parse(toJson(await answerOf(args, { manager: database.manager, temporal: where }))) as Record<
    string,
    unknown
  >;
}

const noted = async (type: string, { publicId }: Account = account) => {
  const filter = { accountPublicId: publicId, types: [], withinSeconds: 0, limit: 100 };
  const events = await listSecurityEvents(database.manager, filter);
  return events.filter((event) => event.type === type).map(({ actor, details }) => ({ actor, ...details }));
};
const reload = ({ id }: Shelf) => database.manager.findOneByOrFail(Shelf, { id });
const stateOf = async (workflowId: string) =>
  (await env.client.workflow.getHandle(workflowId).describe()).status.name as string;

async function givenFailedShelf(): Promise<Shelf> {
  const shelf = await givenShelf(database.manager, account.id);
  const failure = { publicId: shelf.publicId, run: 1, step: 'uploading', message: 'no' } as const;
  await recordFailure(database.manager, failure);
  return shelf;
}

/** A shelf in parsing whose run is open. */
async function givenRun(): Promise<Shelf> {
  const shelf = await givenShelf(database.manager, account.id);
  const { publicId } = shelf;
  await recordStep(database.manager, { publicId, run: 1, status: 'parsing' });
  const labels = { accountPublicId: account.publicId, template: null };
  const input = { shelfPublicId: publicId, run: 1, requestId: null };
  await env.client.workflow.start(WORKFLOWS.shelf, shelfRunStart(input, labels));
  return shelf;
}

/** Activities that parse until they are cancelled, and record failures in the database. */
const parsing = () =>
  fakeActivities({
    parsePages: activity(
      (_, { signal }) => new Promise((_resolve, reject) => signal.addEventListener('abort', reject)),
    ),
    recordFailure: ({ shelfPublicId: publicId, run, step }) =>
      recordFailure(database.manager, { publicId, run, step, message: 'It was stopped.' }),
  });

describe('shelf retry', () => {
  test('claims the next run, starts it and is noted; a shelf that has not failed is left alone', async () => {
    const shelf = await givenFailedShelf();
    expect(await admin(['shelf', 'retry', shelf.publicId])).toEqual({
      publicId: shelf.publicId,
      account: account.publicId,
      status: 'uploading',
      run: 2,
      started: 'now',
    });
    expect(await stateOf(shelfRunId(shelf.publicId, 2))).toBe('RUNNING');
    expect(await reload(shelf)).toMatchObject({ status: 'uploading', run: 2, errorMessage: null, requestId: null });
    const entry = { actor: 'operator', shelf: shelf.publicId, run: 2 };
    expect(await noted('shelf_retried')).toEqual([entry]);
    await expect(admin(['shelf', 'retry', shelf.publicId])).rejects.toThrow(
      `The shelf ${shelf.publicId} is in "uploading": only a failed one can be retried.`,
    );
    expect(await noted('shelf_retried')).toEqual([entry]);
  });

  test('without Temporal the claim stands, and the reconciler is named', async () => {
    const away = createTemporal({ address: '127.0.0.1:1', namespace: 'default' });
    for (const where of [away, null]) {
      const shelf = await givenFailedShelf();
      const answer = await admin(['shelf', 'retry', shelf.publicId], where);
      expect(answer).toMatchObject({ run: 2, started: 'by the reconciler, within two minutes' });
      expect(await reload(shelf)).toMatchObject({ status: 'uploading', run: 2 });
    }
    await away.close();
  });
});

describe('shelf cancel', () => {
  test('ends the run of a shelf that is processing, which fails, and is noted', async () => {
    const fakes = parsing();
    await withWorkers(env, fakes, async () => {
      const shelf = await givenRun();
      await poll(async () => (fakes.called('parsePages').length > 0 ? true : null));
      expect(await admin(['shelf', 'cancel', shelf.publicId])).toEqual({
        publicId: shelf.publicId,
        run: 1,
        status: 'failed',
        then: null,
      });
      await poll(async () => ((await stateOf(shelfRunId(shelf.publicId, 1))) === 'CANCELLED' ? true : null));
      const entry = { actor: 'operator', shelf: shelf.publicId, run: 1, terminated: false };
      expect(await noted('shelf_cancelled')).toEqual([entry]);
      await expect(admin(['shelf', 'cancel', shelf.publicId])).rejects.toThrow(
        'is in "failed": it has no run to cancel',
      );
    });
  });

  test('says that no worker has ended the run, and terminates it when asked to', async () => {
    const shelf = await givenRun();
    const { publicId } = shelf;
    expect(await admin(['shelf', 'cancel', publicId])).toMatchObject({
      status: 'parsing',
      then: 'no worker has ended the run yet: if it stays so, cancel with --terminate',
    });
    expect(await admin(['shelf', 'cancel', publicId, '--terminate'])).toMatchObject({
      status: 'parsing',
      then: 'the reconciler fails the shelf within two minutes',
    });
    expect(await stateOf(shelfRunId(publicId, 1))).toBe('TERMINATED');
    const ofShelf = (await noted('shelf_cancelled')).filter((entry) => 'shelf' in entry && entry.shelf === publicId);
    const entry = { actor: 'operator', shelf: publicId, run: 1 };
    expect(ofShelf).toEqual([
      { ...entry, terminated: true },
      { ...entry, terminated: false },
    ]);
  });

  test('notes nothing where Temporal has no such run, or cannot be asked', async () => {
    const before = await noted('shelf_cancelled');
    const { publicId } = await givenShelf(database.manager, account.id);
    await expect(admin(['shelf', 'cancel', publicId])).rejects.toThrow(`Temporal has no open run shelf/${publicId}/1.`);
    const away = createTemporal({ address: '127.0.0.1:1', namespace: 'default' });
    await expect(admin(['shelf', 'cancel', publicId], away)).rejects.toMatchObject({
      name: 'CommandError',
      message: expect.stringContaining('Temporal cannot be asked, so nothing was changed'),
    });
    await away.close();
    await expect(admin(['shelf', 'cancel', publicId], null)).rejects.toThrow('Which Temporal? Set TEMPORAL_ADDRESS.');
    expect(await noted('shelf_cancelled')).toEqual(before);
  });
});

describe('shelf delete', () => {
  test('marks the shelf, starts its deletion and is noted, once', async () => {
    const shelf = await givenFailedShelf();
    const { publicId } = shelf;
    expect(() => readRequest(['shelf', 'delete', publicId])).toThrow(`add --confirm ${publicId}`);
    const args = ['shelf', 'delete', publicId, '--confirm', publicId];
    expect(await admin(args)).toEqual({ publicId, account: account.publicId, status: 'deleted', started: 'now' });
    expect(await stateOf(deleteWorkflowId(publicId))).toBe('RUNNING');
    expect(await reload(shelf)).toMatchObject({ run: 2, deletedAt: expect.any(Date) });
    expect(await noted('shelf_deleted')).toEqual([{ actor: 'operator', shelf: publicId, run: 1 }]);
    await expect(admin(args)).rejects.toThrow(`There is no shelf ${publicId}, or it is being deleted.`);
    expect(await noted('shelf_deleted')).toHaveLength(1);
  });
});

test('an id that nothing has is said to be so, a malformed one is not understood', async () => {
  const shelf = newPublicId('shf');
  for (const args of [
    ['shelf', 'retry', shelf],
    ['shelf', 'cancel', shelf],
    ['shelf', 'delete', shelf, '--confirm', shelf],
    ['delivery', 'redeliver', newPublicId('dlv')],
    ['key', 'revoke', newPublicId('key')],
  ])
    await expect(admin(args)).rejects.toMatchObject({ name: 'CommandError', message: /^There is no / });
  for (const args of [
    ['shelf', 'retry', 'shf_1'],
    ['delivery', 'redeliver', shelf],
    ['key', 'revoke', 'sk_live_short'],
    ['limits', 'reset', account.email, '--address', 'localhost'],
  ])
    expect(() => readRequest(args)).toThrow(expect.objectContaining({ name: 'UsageError' }));
});

describe('delivery redeliver', () => {
  async function givenWebhook(enabled = true): Promise<WebhookEndpoint> {
    const publicId = await givenEndpoint(database.manager, account.id, { events: ['shelf.ready'], enabled });
    return database.manager.findOneByOrFail(WebhookEndpoint, { publicId });
  }

  test('makes a delivery pending again, wakes its workflow and is noted; not one that is pending', async () => {
    const webhook = await givenWebhook();
    const { id } = await givenDelivery(database.manager, account.id, webhook.id);
    await database.manager.query(`UPDATE deliveries SET status = 'failed', attempt_count = 3 WHERE id = $1`, [id]);
    expect(await admin(['delivery', 'redeliver', id])).toEqual({
      id,
      webhook: webhook.publicId,
      account: account.publicId,
      status: 'pending',
      started: 'now',
    });
    expect(await stateOf(deliveryWorkflowId(id))).toBe('RUNNING');
    const [row] = await database.manager.query<object[]>(
      'SELECT status, attempts_before FROM deliveries WHERE id = $1',
      [id],
    );
    expect(row).toEqual({ status: 'pending', attempts_before: 3 });
    const entry = { actor: 'operator', delivery: id, webhook: webhook.publicId };
    expect(await noted('delivery_redelivered')).toEqual([entry]);
    await expect(admin(['delivery', 'redeliver', id])).rejects.toThrow(`The delivery ${id} is pending`);
    expect(await noted('delivery_redelivered')).toEqual([entry]);
  });

  test('says why a disabled endpoint gets nothing', async () => {
    const webhook = await givenWebhook(false);
    const { id } = await givenDelivery(database.manager, account.id, webhook.id);
    await expect(admin(['delivery', 'redeliver', id])).rejects.toThrow(
      `The webhook ${webhook.publicId} is disabled (by_owner): its owner has to enable it first.`,
    );
  });
});

test('limits reset forgets what an account, its pings and an address have used, and nobody else’s', async () => {
  const owner = await givenAccount(database.manager);
  const [mine, others] = [owner.publicId, newPublicId('usr')];
  const keys = [
    `creates:${mine}`,
    `pings:${mine}:example.com`,
    `passwords:${mine}:2001:db8:7::/48`,
    'sign-in:2001:db8:0:1::/64',
    'site:2001:db8:0:0::/56',
    'network:2001:db8:0::/48',
    `creates:${others}`,
    'sign-in:2001:db8:0:2::/64',
    'pings_of_all:example.com',
  ];
  const hit = (key: string) => hitLimit(database.manager, { key, windowSeconds: 3_600, limit: 1 });
  for (const key of keys) expect(await hit(key)).toMatchObject({ allowed: true });
  const code = { email: owner.email, codeHash: 'c', ttlSeconds: 60, maxPerDay: 1 };
  expect([
    await createPasswordReset(database.manager, code),
    await createPasswordReset(database.manager, code),
  ]).toEqual([true, false]);
  expect(await admin(['limits', 'reset', owner.email, '--address', '2001:db8::1:0:0:0:5'])).toEqual({
    email: owner.email,
    publicId: mine,
    network: '2001:db8:0::/48',
    limits: 'creates, network, passwords, pings, sign-in, site, mailed-codes',
  });
  expect(await createPasswordReset(database.manager, code)).toBe(true);
  const allowed = await Promise.all(keys.map(async (key) => (await hit(key)).allowed));
  expect(allowed).toEqual([true, true, true, true, true, true, false, false, false]);
  expect(await noted('limits_reset', owner)).toEqual([
    {
      actor: 'operator',
      limits: ['creates', 'network', 'passwords', 'pings', 'sign-in', 'site', 'mailed-codes'],
      network: '2001:db8:0::/48',
    },
  ]);
});

test('key revoke ends a key by its id or by the key itself, and is noted without it', async () => {
  const owner = await givenAccount(database.manager);
  const keys = [await givenApiKey(database.manager, owner.id), await givenApiKey(database.manager, owner.id)];
  const rows = await Promise.all(keys.map((key) => database.manager.findOneByOrFail(ApiKey, { keyHash: sha256(key) })));
  const ids = rows.map(({ publicId }) => publicId);
  expect(await admin(['key', 'revoke', ids[0]!])).toMatchObject({ publicId: ids[0], email: owner.email });
  expect(JSON.stringify(await admin(['key', 'revoke', keys[1]!]))).not.toContain(keys[1]);
  expect(await database.manager.countBy(ApiKey, { accountId: owner.id })).toBe(2);
  for (const { id } of rows)
    expect((await database.manager.findOneByOrFail(ApiKey, { id })).revokedAt).toEqual(expect.any(Date));
  expect(new Set((await noted('key_revoked', owner)).map((entry) => JSON.stringify(entry)))).toEqual(
    new Set(ids.map((key) => JSON.stringify({ actor: 'operator', key }))),
  );
  await expect(admin(['key', 'revoke', keys[1]!])).rejects.toThrow('was revoked before');
});
