/** How many calls are at work at once: counted, and held until enough of them are. */
import { until } from './until.js';

/** @param atOnce the first calls are held until this many are at work @param what they do, for the message */
export function countConcurrency(atOnce: number, what: string) {
  let [now, most] = [0, 0];
  return {
    /** The most calls that were at work at once. */
    most: (): number => most,
    async run<Result>(work: () => Promise<Result>): Promise<Result> {
      most = Math.max(most, (now += 1));
      try {
        await until(() => most >= atOnce, `${atOnce} ${what}`);
        return await work();
      } finally {
        now -= 1;
      }
    },
  };
}
