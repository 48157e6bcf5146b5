/** Which test files run together; docs/testing.md says what each lane is for. */

/** Whole runs of the service under load: beside other files they would measure those. */
const LOAD = '/dist/test/load/';

/** `args` are those of jest; `servers` the shared ones that are there before the first file. */
export const LANES = {
  /** What needs no server but PostgreSQL and is over soon. */
  quick: {
    args: ['/dist/test/(unit|golden|entities)/', '--testPathIgnorePatterns', '\\.slow\\.test\\.js$'],
    servers: ['postgres'],
  },
  main: { args: ['--testPathIgnorePatterns', LOAD], servers: ['postgres', 'storage'] },
  load: { args: [LOAD], servers: [] },
};
