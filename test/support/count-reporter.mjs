/** Counts a run's tests for scripts/jest-runs.mjs; without it, prints them as the run's last line, `N passed, N failed`. */
import { writeFileSync } from 'node:fs';

export default class CountReporter {
  onRunComplete(_contexts, results) {
    const { COUNTS_FILE } = process.env;
    const passed = results.numPassedTests;
    // A file that does not load, or a run that broke off, counts as one failure each.
    const failed = results.numFailedTests + results.numRuntimeErrorTestSuites + (results.runExecError ? 1 : 0);
    if (COUNTS_FILE) writeFileSync(COUNTS_FILE, JSON.stringify({ passed, failed }));
    // once jest's own summary is out
    else process.once('exit', () => process.stdout.write(`${passed} passed, ${failed} failed\n`));
  }
}
