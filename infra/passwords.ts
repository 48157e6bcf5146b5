import argon2 from 'argon2';

/** argon2id with 19 MiB, two passes and one lane: the least that OWASP's Password Storage Cheat Sheet calls sound. */
const COST = { type: argon2.argon2id, memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 } as const;
/** Each takes 19 MiB and one of libuv's four threads, which files and name look-ups need too. */
const AT_ONCE = 2;
/** At some 50 ms each the last in the queue waits for about two seconds. */
const MAX_WAITING = 64;

/** Too many passwords wait to be hashed; the request may come again in a moment. */
class PasswordsBusyError extends Error {
  override readonly name = 'PasswordsBusyError';
  readonly code = 'PASSWORDS_BUSY';
}

/** The cost is the process's, so the queue is too. */
const waiting: (() => void)[] = [];
let running = 0;

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running < AT_ONCE) {
    running += 1;
  } else {
    if (waiting.length >= MAX_WAITING) throw new PasswordsBusyError('too many passwords are waiting to be hashed');
    // Who finishes hands its place on, so `running` stays as it is.
    await new Promise<void>((start) => waiting.push(start));
  }
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  }
}

/** A password (or a short code) as argon2id in PHC form. Throws PasswordsBusyError. */
export function hashPassword(password: string): Promise<string> {
  return inTurn(() => argon2.hash(password, COST));
}

/** Whether `password` is what `hash` was made of. Throws PasswordsBusyError, and for a string that is no such hash. */
export function verifyPassword(hash: string, password: string): Promise<boolean> {
  return inTurn(() => argon2.verify(hash, password));
}
