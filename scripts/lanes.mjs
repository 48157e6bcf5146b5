/** Which test files run together; docs/testing.md says what each lane is for. Arguments of jest. */

/** Whole runs of the service under load: beside other files they would measure those. */
const LOAD = '/dist/test/load/';

export const LANES = {
  /** What needs no server but PostgreSQL and is over soon. */
  quick: ['/dist/test/(unit|golden|entities)/', '--testPathIgnorePatterns', '\\.slow\\.test\\.js$'],
  main: ['--testPathIgnorePatterns', LOAD],
  load: [LOAD],
};
