/**
 * What the owners of endpoints ask meanwhile: pings, redeliveries of what has arrived, and once in each account a pause of
 * an endpoint, with the recovery of what happened during it.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { Delivery, DeliveryList } from '../../contract/delivery.js';
import type { Accounts } from './accounts.js';
import { asker } from './ask.js';
import type { Client } from './client.js';
import type { Ledger } from './ledger.js';
import { ACCOUNTS } from './mix.js';
import type { Options } from './options.js';
import { chance } from './random.js';

export interface OwnerWish {
  /** From 0 to 1 of the time for uploads. */
  at: number;
  account: number;
  action: 'ping' | 'redeliver' | 'pause';
  /** Which of several deliveries, from 0 up to 1. */
  which: number;
}

/** Asked in proportion to the shelves, from the seed. */
export function planOwners({ shelves, seed }: Options): OwnerWish[] {
  const random = chance(seed, 'owners');
  const wishOf = (account: number, action: OwnerWish['action']): OwnerWish => ({
    at: action === 'pause' ? 0.3 + 0.4 * random.next() : 0.2 + 0.8 * random.next(),
    account,
    action,
    which: random.next(),
  });
  const sent = Array.from({ length: Math.ceil(shelves / 5) }, () =>
    wishOf(random.between(0, ACCOUNTS - 1), random.pick(['ping', 'redeliver'] as const)),
  );
  return [...sent, ...Array.from({ length: ACCOUNTS }, (_, account) => wishOf(account, 'pause'))];
}

export interface OwnerDeps {
  client: Client;
  ledger: Ledger;
  accounts: Accounts;
  /** How long an endpoint is disabled. */
  pauseMs: number;
  signal: AbortSignal;
}

const LATEST = 20;

/** Resolves when everything is answered; throws when the run is given up. */
export async function playOwner(wish: OwnerWish, deps: OwnerDeps): Promise<void> {
  const { client, ledger, accounts, pauseMs, signal } = deps;
  const { apiKey, accountId } = accounts.credentials[wish.account] ?? {};
  const endpointOf = (kind: string): string =>
    accounts.endpoints.find((one) => one.accountId === accountId && one.kind === kind)?.publicId ?? '';
  const begun = new Date().toISOString();
  const headers = { authorization: `Bearer ${apiKey}` };
  const name = `Owner ${wish.account}`;
  const ask = asker({ client, ledger, name, headers });
  const json = (path: string, method: 'POST' | 'PATCH', body: object) => ({
    path,
    method,
    headers: { ...headers, 'content-type': 'application/json' },
    body: () => JSON.stringify(body),
  });

  /** An answer that was lost has made a ping too: it is sent, as every one. */
  async function ping(endpoint: string): Promise<void> {
    const answer = await ask('ping', { path: `/v1/webhooks/${endpoint}/ping`, method: 'POST' }, [202]);
    if (answer.status === 202)
      ledger.sendAgain(`${(answer.body as Delivery).eventId} ${endpoint}`, { told: 0, asked: 0 });
  }

  async function redeliver(endpoint: string): Promise<void> {
    const path = `/v1/webhooks/${endpoint}/deliveries`;
    const listed = await ask('deliveries', { path: `${path}?status=succeeded&limit=${LATEST}` }, [200]);
    const { data } = listed.body as DeliveryList;
    const chosen = data[Math.floor(wish.which * data.length)];
    if (!chosen) return;
    // another owner's wish, or an earlier try, may have made it pending
    const redelivery = { path: `${path}/${chosen.publicId}/redeliver`, method: 'POST' } as const;
    const { status, tries } = await ask('redeliver', redelivery, [202, 409]);
    ledger.sendAgain(`${chosen.eventId} ${endpoint}`, { told: status === 202 ? 1 : 0, asked: tries });
  }

  async function recoverAfterPause(endpoint: string): Promise<void> {
    const path = `/v1/webhooks/${endpoint}`;
    await ask('disable', json(path, 'PATCH', { enabled: false }), [200]);
    await pause(pauseMs, undefined, { signal });
    await ask('enable', json(path, 'PATCH', { enabled: true }), [200]);
    const answer = await ask('recover', json(`${path}/recover`, 'POST', { since: begun }), [202, 409]);
    if (answer.status === 409 && answer.tries === 1) ledger.surprise(`${name}: recover was refused`);
  }

  if (wish.action === 'ping') await ping(endpointOf('steady'));
  else if (wish.action === 'redeliver') await redeliver(endpointOf('steady'));
  else await recoverAfterPause(endpointOf('flaky'));
}
