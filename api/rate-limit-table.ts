/** The table of all rate limits: how many of what, in which time, of whom. The numbers are configuration. */
import type { FastifyRequest } from 'fastify';
import { countedAddress, siteOfAddress } from '../infra/client-networks.js';
import type { Config } from '../infra/config.js';
import { accountOf } from './auth.js';
import { addressOf, networkOf } from './client-address.js';

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
/** A pattern that was killed has taken as much of the processors as that many other reads. */
const READS_OF_KILLED_PATTERN = 40;

interface Limit {
  /** The environment variable that operators set. */
  setting: string;
  of: (limits: Config['limits']) => number;
  windowSeconds: number;
  whom: (request: FastifyRequest) => string;
}

export const LIMITS = {
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
  // counted when one is killed; the account's next patterns are refused once it is reached, and nothing else
  killed_patterns: {
    setting: 'LIMIT_READS_PER_MINUTE',
    of: ({ readsPerMinute }) => Math.max(1, Math.floor(readsPerMinute / READS_OF_KILLED_PATTERN)),
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
  // besides the two above: an attacker with a whole network gets no more than a few of its addresses would
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
export type LimitName = keyof typeof LIMITS;

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

/** A /24 or /48: an IPv6 network of this size holds 65,536 of those that are counted alone. */
export function byNetwork(request: FastifyRequest): string {
  return networkOf(request) ?? addressOf(request);
}
