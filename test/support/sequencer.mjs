/** Starts the longest files first, so that no worker is left alone with one of them at the end of a run. */
import { createRequire } from 'node:module';

// jest's own, of the version that jest brings along
const require = createRequire(createRequire(import.meta.resolve('jest')).resolve('@jest/core'));
const { default: Sequencer } = require('@jest/test-sequencer');

/** How paths below test/ begin, longest first, for a run that knows nothing of earlier ones. */
const LONGEST = [
  'load/workflow-cache',
  'load/load-reviews',
  'load/slots',
  'load/',
  'workflows/dying-workers',
  'browser/screens',
  'e2e/review',
  'replay/side-by-side',
  'e2e/rolling-restart',
  'e2e/recovery',
  'e2e/restore',
  'e2e/deliveries',
  'e2e/claims',
  'unit/worker/engine-pool.slow',
  'browser/review-limits',
  'api/process',
  'e2e/hammer',
  'browser/restarts',
  'unit/local/prepare-temporal.slow',
  'workflows/costs',
  'api/following-process',
  'e2e/',
  'browser/',
  'replay/from-service',
  'api/stopping',
  'api/dependencies',
  'api/slow-uploads',
  'api/mcp/long-answers',
  'unit/reading/readers.slow',
  'workflows/',
  'unit/worker/',
  'admin/',
  'activities/late-attempts',
  'api/',
  'activities/',
  'replay/',
  'golden/',
];

const rankOf = ({ path }) => {
  const name = path.slice(path.lastIndexOf('/test/') + '/test/'.length);
  const rank = LONGEST.findIndex((beginning) => name.startsWith(beginning));
  return rank === -1 ? LONGEST.length : rank;
};

export default class LongestFirst extends Sequencer {
  sort(tests) {
    const bySize = super.sort(tests); // by what they took where an earlier run has left that in jest's cache
    const isFirstRun = bySize.every(({ duration }) => duration == null);
    return isFirstRun ? bySize.toSorted((a, b) => rankOf(a) - rankOf(b)) : bySize;
  }
}
