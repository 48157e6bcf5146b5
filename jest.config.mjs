export default {
  roots: ['<rootDir>/dist/test'],
  testMatch: ['**/*.test.js'],
  testEnvironment: '<rootDir>/test/support/environment.mjs',
  transform: {},
  testTimeout: 180_000, // most wait for servers and processes, on machines that may be busy
  // Files of api/, e2e/ and workflows/ wait longer than they compute: four keep two processors busy.
  maxWorkers: 4,
  // Each file's modules stay in memory (10 to 40 MB: node keeps what was loaded into a context of its own), so a worker
  // gives way to a new one, which costs half a second, before it holds gigabytes.
  workerIdleMemoryLimit: '500MB',
  globalSetup: '<rootDir>/dist/test/support/global-setup.js',
  globalTeardown: '<rootDir>/dist/test/support/global-teardown.js',
  testSequencer: '<rootDir>/test/support/sequencer.mjs',
  reporters: [
    'default',
    '<rootDir>/test/support/times-reporter.mjs',
    '<rootDir>/test/support/count-reporter.mjs', // its line is the last one
  ],
};
