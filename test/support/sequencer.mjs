/** Starts the longest files first, so that no worker is left alone with one of them at the end of a run. */
import { createRequire } from 'node:module';

// jest's own, of the version that jest brings along
const require = createRequire(createRequire(import.meta.resolve('jest')).resolve('@jest/core'));
const { default: Sequencer } = require('@jest/test-sequencer');

/** How paths below test/ begin, longest first, for a run that knows nothing of earlier ones. */
const LONGEST = [
  'load/load-upgrade',
  'load/load-reviews',
  'load/workflow-cache',
  'load/',
  'e2e/review',
  'e2e/recovery',
  'e2e/rolling-restart',
  'unit/worker/engine-pool',
  'api/same-work',
  'e2e/',
  'workflows/',
  'api/stopping',
  'api/process',
  'api/following-process',
  'activities/late-attempts',
  'api/bad-bodies',
  'api/auth',
  'api/',
  'activities/',
  'unit/worker/',
  'admin/',
  'replay/',
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
