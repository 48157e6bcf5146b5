import { poll } from './poll.js';

/** Polls until `isTrue`; throws naming `what` when it does not come about in time. */
export async function until(
  isTrue: () => boolean | Promise<boolean>,
  what: string,
  timeoutMs = 120_000,
): Promise<void> {
  await poll(async () => ((await isTrue()) ? true : null), timeoutMs, 20).catch((cause: unknown) => {
    throw new Error(`did not come about: ${what}`, { cause });
  });
}
