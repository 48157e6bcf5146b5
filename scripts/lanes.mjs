/** Which test files run together; docs/testing.md says what each lane is for. */

/** Whole runs of the service under load: beside other files they would measure those. */
const LOAD = '/dist/test/load/';
/** The service on Temporal's server as in production, which is not among the programs that everybody has. */
const CLUSTER = '/dist/test/cluster/';

/** `args` are those of jest; `servers` the shared ones that are there before the first file. */
export const LANES = {
  /** What needs no server but PostgreSQL and is over soon. */
  quick: {
    args: ['/dist/test/(unit|golden|entities)/', '--testPathIgnorePatterns', '\\.slow\\.test\\.js$'],
    servers: ['postgres'],
  },
  main: { args: ['--testPathIgnorePatterns', `${LOAD}|${CLUSTER}`], servers: ['postgres', 'storage'] },
  load: { args: [LOAD], servers: [] },
  /**
   * Each workflow task replays its run from the beginning: what a worker's memory hid shows as non-determinism. Without the
   * costs of five thousand pages, which are counted in runs of the longest history: to replay them at each task takes ten
   * minutes, and the runs of shelf.test.ts are of the same code.
   */
  uncached: {
    args: ['/dist/test/workflows/', '--testPathIgnorePatterns', 'workflows/costs\\.test\\.js$'],
    servers: [],
    env: { TEST_CACHED_WORKFLOWS: '0' },
  },
  cluster: { args: [CLUSTER], servers: [] },
};
