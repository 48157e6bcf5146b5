import { createHash } from 'node:crypto';
import argon2 from 'argon2';
import { createSemaphore } from './semaphore.js';

/** argon2id with 19 MiB, two passes and one lane: the least that OWASP's Password Storage Cheat Sheet calls sound. */
const COST = { type: argon2.argon2id, memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 } as const;
/** Each takes 19 MiB and one of libuv's four threads, which files and name look-ups need too. */
const AT_ONCE = 2;
/** At some 50 ms each the last in the queue waits for about two seconds. */
const MAX_WAITING = 64;

/** The cost is the process's, so the queue is too. */
const semaphore = createSemaphore({ permits: AT_ONCE, maxWaiting: MAX_WAITING, what: 'passwords' });

/** A password as argon2id in PHC form. Throws BusyError. */
export function hashPassword(password: string): Promise<string> {
  return semaphore.run(() => argon2.hash(password, COST));
}

/**
 * A short code as argon2id, salted with what it belongs to: one address's equal codes have equal hashes. So one hash is
 * enough to compare a code with all that are open, and the time says nothing about how many those are.
 */
export function hashCode(code: string, email: string): Promise<string> {
  const salt = createHash('sha256').update(email).digest().subarray(0, 16);
  return semaphore.run(() => argon2.hash(code, { ...COST, salt }));
}

/** Whether `password` is what `hash` was made of. Throws BusyError, and for a string that is no such hash. */
export function verifyPassword(hash: string, password: string): Promise<boolean> {
  return semaphore.run(() => argon2.verify(hash, password));
}
