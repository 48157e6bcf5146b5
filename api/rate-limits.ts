/** Counts requests against the limits of rate-limit-table.ts, in Postgres, so that all instances share them. */
import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest, onRequestAsyncHookHandler } from 'fastify';
import { ServiceError } from '../contract/errors.js';
import type { Account } from '../entities/account.js';
import { isOwnPlace } from '../entities/queries/security-events.js';
import {
  countGranted,
  forgetHits,
  hitLimit,
  secondsUntilRoom,
  type Hit,
  type LimitState,
} from '../entities/queries/rate-limits.js';
import { siteOfAddress } from '../infra/client-networks.js';
import { addressOf } from './client-address.js';
import type { Deps } from './deps.js';
import { byNetwork, LIMITS, type LimitName } from './rate-limit-table.js';

/** A hook that counts a request against its account's limit of reads (GET and HEAD) or writes. */
export function accountLimits(deps: Deps): onRequestAsyncHookHandler {
  return (request, reply) =>
    count(deps, request.method === 'GET' || request.method === 'HEAD' ? 'reads' : 'writes', request, reply);
}

/** A hook for POST /v1/shelves, which counts against a second limit as well. */
export function createLimit(deps: Deps): onRequestAsyncHookHandler {
  return (request, reply) => count(deps, 'creates', request, reply);
}

/** A hook for /mcp: every message counts, beside the requests that its tool makes. */
export function messageLimit(deps: Deps): onRequestAsyncHookHandler {
  return (request, reply) => count(deps, 'messages', request, reply);
}

/**
 * A hook that counts a request against the limit of its IP address, `auth` for /v1/auth/*, `sign-in` for /api/auth/**, and
 * against those of the networks around it, which both share: /56 and /48, or /24.
 */
export function authLimit(deps: Deps, name: 'auth' | 'sign-in'): onRequestAsyncHookHandler {
  return async (request, reply) => {
    await count(deps, name, request, reply);
    if (siteOfAddress(addressOf(request)) !== null) await count(deps, 'site', request, reply);
    await count(deps, 'network', request, reply);
  };
}

/** Whose password is entered. An address that nobody has is counted like others. */
const guessed = ({ account, email }: GuessedAccount): string => account?.publicId ?? hashed(email.toLowerCase());

const hashed = (email: string): string => createHash('sha256').update(email).digest('hex');

interface GuessedAccount {
  account: Account | null;
  email: string;
}

/**
 * Counts a password that is entered to sign in, before it is compared, against two limits of its account:
 *   - that of the network (/24 or /48), however many addresses it has: 10 in a quarter of an hour, where the limit is the
 *     usual one;
 *   - that of all networks together in which nobody had its password within 90 days: 50 an hour. The owner's networks are
 *     not touched by it.
 * Throws ServiceError 429.
 */
export async function countPassword(
  deps: Deps,
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
  whose: GuessedAccount,
): Promise<void> {
  const network = byNetwork(request);
  await countFor(deps, { name: 'passwords', whom: `${guessed(whose)}:${network}` }, reply);
  const accountPublicId = whose.account?.publicId ?? null;
  const isOwn = await isOwnPlace(deps.dataSource.manager, { accountPublicId, network });
  // an own network is counted alone, with the same statements and headers: a difference would reveal who has an account
  const whom = isOwn ? `${guessed(whose)}:${network}` : guessed(whose);
  await countFor(deps, { name: 'passwords_elsewhere', whom }, reply);
}

/** A password was right, which no guesser's is. */
export async function forgetPasswords({ dataSource }: Deps, request: FastifyRequest, account: Account): Promise<void> {
  const whom = `${guessed({ account, email: account.email })}:${byNetwork(request)}`;
  for (const name of ['passwords', 'passwords_elsewhere'] satisfies LimitName[])
    await forgetHits(dataSource.manager, `${name}:${whom}`);
}

/** A hook that counts an entered password against the limit of the account that is signed in. */
export function confirmLimit(deps: Deps): onRequestAsyncHookHandler {
  return (request, reply) => count(deps, 'confirm', request, reply);
}

/** Counts a test event to a host, of the account and of all together. Throws ServiceError 429. */
export async function countPing(deps: Deps, { publicId }: Account, reply: FastifyReply, host: string): Promise<void> {
  await countFor(deps, { name: 'pings', whom: `${publicId}:${host}` }, reply);
  await countFor(deps, { name: 'pings_of_all', whom: host }, reply);
}

/** Counts a picture that has to be drawn. Throws ServiceError 429. */
export function countPicture(deps: Deps, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  return count(deps, 'pictures', request, reply);
}

/** Counts a pattern that was killed for the time or memory that it took. */
export async function countKilledPattern({ dataSource, config }: Deps, accountPublicId: string): Promise<void> {
  await hitLimit(dataSource.manager, killedPatterns(config, accountPublicId));
}

/** Throws ServiceError 429 while the account has had as many patterns killed as it may. Counts none itself. */
export async function requireFewKilledPatterns(
  { dataSource, config }: Deps,
  accountPublicId: string,
  reply: FastifyReply,
): Promise<void> {
  const hit = killedPatterns(config, accountPublicId);
  const resetSeconds = await secondsUntilRoom(dataSource.manager, hit);
  if (resetSeconds === 0) return;
  const { limit: max, windowSeconds } = hit;
  setHeaders(reply, 'killed_patterns', windowSeconds, { allowed: false, limit: max, remaining: 0, resetSeconds });
  reply.header('retry-after', String(resetSeconds));
  const { setting } = LIMITS.killed_patterns;
  throw new ServiceError('RATE_LIMITED', undefined, { limit: 'killed_patterns', max, windowSeconds, setting });
}

function killedPatterns({ limits }: Deps['config'], accountPublicId: string): Hit {
  const { of, windowSeconds } = LIMITS.killed_patterns;
  return { key: `killed_patterns:${accountPublicId}`, windowSeconds, limit: of(limits) };
}

/** Counts a code of a second factor against the limit of its account and network. Throws ServiceError 429. */
export function countCode(
  deps: Deps,
  { account, network }: { account: Account; network: string },
  reply: FastifyReply,
): Promise<void> {
  return countFor(deps, { name: 'second-factor', whom: `${account.publicId}:${network}` }, reply);
}

/** Codes a day from all of the owner's networks together: who guesses may sit in several of them. */
const OWN_CODES_PER_DAY = 50;
const ownCodes = ({ publicId }: Account): string => `second-factor-day:${publicId}`;

/** Counts a code from one of the owner's networks: which one of the day it is, null for one too many. */
export async function countOwnCode({ dataSource }: Deps, account: Account): Promise<number | null> {
  const day = { key: ownCodes(account), windowSeconds: 24 * 3600, limit: OWN_CODES_PER_DAY };
  const { allowed, limit, remaining } = await hitLimit(dataSource.manager, day);
  return allowed ? limit - remaining : null;
}

/** A code was right. */
export function forgetOwnCodes({ dataSource }: Deps, account: Account): Promise<void> {
  return forgetHits(dataSource.manager, ownCodes(account));
}

function count(deps: Deps, name: LimitName, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  return countFor(deps, { name, whom: LIMITS[name].whom(request) }, reply);
}

async function countFor(
  { dataSource, config }: Deps,
  { name, whom }: { name: LimitName; whom: string },
  reply: FastifyReply,
): Promise<void> {
  const { setting, of, windowSeconds } = LIMITS[name];
  const max = of(config.limits);
  const key = `${name}:${whom}`;
  const state = await hitLimit(dataSource.manager, { key, windowSeconds, limit: max });
  setHeaders(reply, name, windowSeconds, state);
  if (state.allowed) return;
  reply.header('retry-after', String(state.resetSeconds));
  throw new ServiceError('RATE_LIMITED', undefined, { limit: name, max, windowSeconds, setting });
}

/** The headers of draft-ietf-httpapi-ratelimit-headers; a request that counts against two limits names both. */
function setHeaders(
  reply: FastifyReply,
  name: string,
  windowSeconds: number,
  { limit, remaining, resetSeconds }: LimitState,
) {
  const add = (header: string, item: string) => {
    const before = reply.getHeader(header);
    reply.header(header, before === undefined ? item : `${String(before)}, ${item}`);
  };
  add('ratelimit', `"${name}";r=${remaining};t=${resetSeconds}`);
  add('ratelimit-policy', `"${name}";q=${limit};w=${windowSeconds}`);
}

/** Shelves that the account has created within the window of that limit, and the limit. */
export async function createsUsed(
  { dataSource, config }: Deps,
  { publicId }: Account,
): Promise<{ used: number; limit: number }> {
  const { of, windowSeconds } = LIMITS.creates;
  const used = await countGranted(dataSource.manager, { key: `creates:${publicId}`, windowSeconds });
  return { used, limit: of(config.limits) };
}
