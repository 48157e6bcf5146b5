/** What the four releases of the example have in common. */
import { condition, defineSignal, proxyActivities, setHandler } from '@temporalio/workflow';

export interface ExampleActivities {
  prepare(): Promise<void>;
  check(): Promise<void>;
  publish(): Promise<void>;
}

export const RELEASE = 'release';
/** Name of the change. It is never used for another one. */
export const CHECK = 'check-what-was-prepared';

export const { prepare, check, publish } = proxyActivities<ExampleActivities>({
  startToCloseTimeout: '10 seconds',
  retry: { maximumAttempts: 3 },
});

/** Waits for people, for a month at most: such runs outlive releases. */
export async function released(): Promise<void> {
  let isReleased = false;
  setHandler(defineSignal(RELEASE), () => {
    isReleased = true;
  });
  await condition(() => isReleased, '30 days');
}
