/** Rows that tests start from, made by the queries that the service itself uses. */
import { createHash, randomBytes } from 'node:crypto';
import type { EntityManager } from 'typeorm';
import type { Account } from '../../entities/account.js';
import { Delivery } from '../../entities/delivery.js';
import { Event } from '../../entities/event.js';
import { newPublicId } from '../../entities/ids.js';
import { createAccount, createApiKey } from '../../entities/queries/accounts.js';
import type { FinishedTree, Publication } from '../../entities/queries/publishing.js';
import { recordFailure } from '../../entities/queries/runs.js';
import { createSession } from '../../entities/queries/sessions.js';
import { createShelf, type NewShelf } from '../../entities/queries/shelves.js';
import { createUpload } from '../../entities/queries/uploads.js';
import { Shelf } from '../../entities/shelf.js';
import { WebhookEndpoint } from '../../entities/webhook-endpoint.js';
import { makeApiKey } from '../../infra/api-keys.js';
import { RELEASE } from '../../infra/release.js';
import { makeSessionToken } from '../../infra/session-tokens.js';
import type { KeyScope, ShelfEvent } from '../../contract/vocabulary.js';

/** The hash of random bytes that were thrown away. */
const NOBODYS_PASSWORD =
  '$argon2id$v=19$m=19456,p=1,t=2$pdNFVSZ8qMekLKgXFomwIQ$IU2nBwkqLicB6sq0Vs+E8Pc9spG9qLOCqCjoSpjrcCw';

export function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** An address that nobody else has. */
export const newEmail = (): string => `${randomBytes(6).toString('hex')}@example.com`;

/** An account that nobody else has. */
export async function givenAccount(manager: EntityManager): Promise<Account> {
  return createAccount(manager, { email: newEmail(), name: 'Ada', passwordHash: NOBODYS_PASSWORD });
}

/** A live key of the account, in the clear. */
export async function givenApiKey(manager: EntityManager, accountId: string, scope?: KeyScope): Promise<string> {
  const { key, ...made } = makeApiKey();
  await createApiKey(manager, { accountId, name: 'test', scope, ...made });
  return key;
}

/** The token of a live session of the account. */
export async function givenSession(manager: EntityManager, accountId: string): Promise<string> {
  const { token, tokenHash } = makeSessionToken();
  await createSession(manager, { accountId, tokenHash });
  return token;
}

/** A shelf in `uploading` at run 1, of an upload that is committed. */
export async function givenShelf(
  manager: EntityManager,
  accountId: string,
  fields: Partial<NewShelf> = {},
): Promise<Shelf> {
  const objectKey = `users/test/uploads/${randomBytes(12).toString('hex')}.pdf`;
  const upload = await createUpload(manager, {
    accountId,
    objectKey,
    fileName: 'report.pdf',
    mimeType: 'application/pdf',
  });
  return createShelf(manager, {
    accountId,
    uploadId: upload.id,
    stored: { sizeBytes: 1234, sha256: sha256(objectKey) },
    name: 'Report',
    template: null,
    acceptancePolicy: 'balanced',
    reviewMode: false,
    requestId: 'request-1',
    ...fields,
  });
}

/** One that has failed: no reconciler starts a run of it. */
export async function givenFailedShelf(manager: EntityManager, accountId: string): Promise<Shelf> {
  const { id, publicId, run } = await givenShelf(manager, accountId);
  await recordFailure(manager, { publicId, run, step: 'parsing', message: 'The PDF has no pages.' });
  return manager.findOneByOrFail(Shelf, { id });
}

export async function givenEndpoint(
  manager: EntityManager,
  accountId: string,
  { events, enabled = true }: { events: ShelfEvent[]; enabled?: boolean },
): Promise<string> {
  const publicId = newPublicId('wh');
  const secretSealed = randomBytes(32);
  await manager.insert(WebhookEndpoint, {
    publicId,
    accountId,
    url: 'https://example.com/',
    events,
    secretSealed,
    enabled,
    disabledReason: enabled ? null : 'by_owner',
  });
  return publicId;
}

/** A delivery of an event of its own to an endpoint (its UUID). */
export async function givenDelivery(
  manager: EntityManager,
  accountId: string,
  endpointId: string,
  {
    type = 'shelf.ready',
    body = `{"event":"${type}"}`,
    ...fields
  }: Partial<Delivery> & { type?: Event['type']; body?: string } = {},
): Promise<Delivery> {
  const [id, eventId] = [newPublicId('dlv'), newPublicId('evt')];
  await manager.insert(Event, { id: eventId, accountId, type, body });
  await manager.insert(Delivery, { id, eventId, endpointId, ...fields });
  return manager.findOneByOrFail(Delivery, { id });
}

/** A finished tree with one file for each path. */
export function finishedTree(paths: string[]): FinishedTree {
  const publicId = newPublicId('ver');
  return {
    publicId,
    prefix: `users/test/shelves/test/files/${publicId}/`,
    pageCount: 12,
    files: paths.map((path) => ({ path, sizeBytes: path.length, sha256: sha256(path) })),
    archive: {
      key: `users/test/shelves/test/archives/${publicId}.tar.gz`,
      sha256: sha256(publicId),
      sizeBytes: 512,
      builtAt: new Date('2026-01-02T03:04:05.678Z'),
    },
  };
}

/** What run `run` publishes. */
export function publicationOf(shelf: Shelf, version = finishedTree(['README.md']), run = shelf.run): Publication {
  return {
    publicId: shelf.publicId,
    run,
    version,
    engineVersion: RELEASE,
    draftsGivenUp: shelf.draftsGivenUp,
    quality: { tier: 'full', granularity: 'numbered_unit', fallbackApplied: false },
    audit: {
      status: 'repaired',
      summary: 'one table mended',
      findings: [{ check: 'content', severity: 'warning', message: 'a page has no text', sourceRef: 'page 3' }],
      repairAttempts: 1,
    },
  };
}
