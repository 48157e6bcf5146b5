import { createHash } from 'node:crypto';
import argon2 from 'argon2';
import { createSemaphore } from './semaphore.js';

/** argon2id with 19 MiB, two passes and one lane: the minimum of OWASP's Password Storage Cheat Sheet. */
const COST = { type: argon2.argon2id, memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 } as const;
/** Each hash takes 19 MiB and one of libuv's four threads, which files and DNS look-ups also need. */
const AT_ONCE = 2;
/** At some 50 ms each, the last one in the queue waits for about two seconds. */
const MAX_WAITING = 64;
/** One client, with all addresses of its network, must not hold the others' sign-ins. */
const PER_OWNER = { permits: 1, maxWaiting: 8 };

/** One for the process, whose memory and threads it protects. */
const semaphore = createSemaphore({
  permits: AT_ONCE,
  maxWaiting: MAX_WAITING,
  perOwner: PER_OWNER,
  what: 'passwords',
});

/**
 * Hashes a password with argon2id, in PHC format. Throws BusyError.
 *
 * @param owner whom the queue counts the hash for: the client's network
 */
export function hashPassword(password: string, owner: string): Promise<string> {
  return semaphore.run(() => argon2.hash(password, COST), { owner });
}

/**
 * Hashes a short code with argon2id, with its address as salt: equal codes of an address have equal hashes. So one hash is
 * enough to compare a code with all open ones, and the time does not reveal how many there are. Throws BusyError.
 *
 * @param owner as for `hashPassword`
 */
export function hashCode(code: string, email: string, owner: string): Promise<string> {
  const salt = createHash('sha256').update(email).digest().subarray(0, 16);
  return semaphore.run(() => argon2.hash(code, { ...COST, salt }), { owner });
}

/** Whether `password` matches `hash`. Throws BusyError, and for a string that is not a hash. `owner`: as for `hashPassword`. */
export function verifyPassword(hash: string, password: string, owner: string): Promise<boolean> {
  return semaphore.run(() => argon2.verify(hash, password), { owner });
}
