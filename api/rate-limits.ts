/** All rate limits. They are counted in Postgres, so that all instances share them; the numbers are configuration. */
import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest, onRequestAsyncHookHandler } from 'fastify';
import { ServiceError } from '../contract/errors.js';
import type { Account } from '../entities/account.js';
import { isOwnPlace } from '../entities/queries/security-events.js';
import { countGranted, forgetHits, hitLimit, type LimitState } from '../entities/queries/rate-limits.js';
import { countedAddress, siteOfAddress } from '../infra/client-networks.js';
import type { Config } from '../infra/config.js';
import { accountOf } from './auth.js';
import { addressOf, networkOf } from './client-address.js';
import type { Deps } from './deps.js';

/** How many accounts together may ping one host as often as each of them may. */
const PINGING_ACCOUNTS = 12;
/** How many addresses of a network together may sign in as often as each of them may. */
const ADDRESSES_OF_NETWORK = 5;
/** The same of a /56, which has 256 of those that are counted alone. */
const ADDRESSES_OF_SITE = 2;

/**
 * How many passwords an hour the networks in which nobody has signed in to an account have for it together, by those that
 * one has in a quarter of an hour: with one of the owner's networks, which has four times as many, it is less than 100.
 */
const STRANGE_ATTEMPTS = 5;

interface Limit {
  /** The environment variable that operators set. */
  setting: string;
  of: (limits: Config['limits']) => number;
  windowSeconds: number;
  whom: (request: FastifyRequest) => string;
}

const LIMITS = {
  reads: {
    setting: 'LIMIT_READS_PER_MINUTE',
    of: ({ readsPerMinute }) => readsPerMinute,
    windowSeconds: 60,
    whom: byAccount,
  },
  writes: {
    setting: 'LIMIT_WRITES_PER_MINUTE',
    of: ({ writesPerMinute }) => writesPerMinute,
    windowSeconds: 60,
    whom: byAccount,
  },
  creates: {
    setting: 'LIMIT_CREATES_PER_HOUR',
    of: ({ createsPerHour }) => createsPerHour,
    windowSeconds: 3600,
    whom: byAccount,
  },
  // what a message asks for is counted by the routes; around each there may be another one, to connect or to list
  messages: {
    setting: 'LIMIT_READS_PER_MINUTE and LIMIT_WRITES_PER_MINUTE',
    of: ({ readsPerMinute, writesPerMinute }) => 2 * (readsPerMinute + writesPerMinute),
    windowSeconds: 60,
    whom: byAccount,
  },
  pictures: {
    setting: 'LIMIT_PICTURES_PER_MINUTE',
    of: ({ picturesPerMinute }) => picturesPerMinute,
    windowSeconds: 60,
    whom: byAccount,
  },
  auth: {
    setting: 'LIMIT_AUTH_PER_15_MINUTES',
    of: ({ authPer15Minutes }) => authPer15Minutes,
    windowSeconds: 900,
    whom: byAddress,
  },
  'sign-in': {
    setting: 'LIMIT_AUTH_PER_15_MINUTES',
    of: ({ authPer15Minutes }) => authPer15Minutes,
    windowSeconds: 900,
    whom: byAddress,
  },
  // beside the two above: who has a whole network takes no more than some addresses of it would
  network: {
    setting: 'LIMIT_AUTH_PER_15_MINUTES',
    of: ({ authPer15Minutes }) => authPer15Minutes * ADDRESSES_OF_NETWORK,
    windowSeconds: 900,
    whom: byNetwork,
  },
  site: {
    setting: 'LIMIT_AUTH_PER_15_MINUTES',
    of: ({ authPer15Minutes }) => authPer15Minutes * ADDRESSES_OF_SITE,
    windowSeconds: 900,
    whom: bySite,
  },
  // who holds a stolen session guesses its password from as many addresses as there are
  confirm: {
    setting: 'LIMIT_AUTH_PER_15_MINUTES',
    of: ({ authPer15Minutes }) => authPer15Minutes,
    windowSeconds: 900,
    whom: byAccount,
  },
  // a test event goes to a host that the client has chosen: one account must not pester it, nor many together
  pings: {
    setting: 'LIMIT_PINGS_PER_MINUTE',
    of: ({ pingsPerMinute }) => pingsPerMinute,
    windowSeconds: 60,
    whom: byAccount,
  },
  pings_of_all: {
    setting: 'LIMIT_PINGS_PER_MINUTE',
    of: ({ pingsPerMinute }) => pingsPerMinute * PINGING_ACCOUNTS,
    windowSeconds: 60,
    whom: byAccount,
  },
  // passwords for one account from one network, which has five times the attempts of an address for all accounts together
  passwords: {
    setting: 'LIMIT_AUTH_PER_15_MINUTES',
    of: ({ authPer15Minutes }) => authPer15Minutes,
    windowSeconds: 900,
    whom: byNetwork,
  },
  // passwords for one account from all networks together in which nobody has signed in to it
  passwords_elsewhere: {
    setting: 'LIMIT_AUTH_PER_15_MINUTES',
    of: ({ authPer15Minutes }) => authPer15Minutes * STRANGE_ATTEMPTS,
    windowSeconds: 3600,
    whom: byNetwork,
  },
  // of one of the owner's networks; codes from others are delayed: see second-factor.ts
  'second-factor': {
    setting: 'LIMIT_AUTH_PER_15_MINUTES',
    of: ({ authPer15Minutes }) => authPer15Minutes,
    windowSeconds: 900,
    whom: byAccount,
  },
} as const satisfies Record<string, Limit>;
type LimitName = keyof typeof LIMITS;

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
  // an own network is counted alone, with the same statements and headers: what differs would tell who has an account
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

function byAccount(request: FastifyRequest): string {
  return accountOf(request).publicId;
}

function byAddress(request: FastifyRequest): string {
  return countedAddress(addressOf(request));
}

function bySite(request: FastifyRequest): string {
  const address = addressOf(request);
  return siteOfAddress(address) ?? address;
}

/** A /24 or /48: who has one IPv6 network has 65,536 of those that are counted alone. */
function byNetwork(request: FastifyRequest): string {
  return networkOf(request) ?? addressOf(request);
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
