export default {
  roots: ['<rootDir>/dist/test'],
  testMatch: ['**/*.test.js'],
  testEnvironment: 'node',
  transform: {},
  testTimeout: 60_000,
  maxWorkers: 2,
  reporters: ['default', '<rootDir>/test/support/count-reporter.mjs'],
};
