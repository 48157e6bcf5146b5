/** Prints the run's last line, `N passed, N failed`, once jest's own summary is out. */
import { writeFileSync } from 'node:fs';

export default class CountReporter {
  onRunComplete(_contexts, results) {
    const { CHECKS_PASSED = 0, CHECKS_FAILED = 0, COUNTS_FILE } = process.env; // of what scripts/test.mjs ran before
    const passed = results.numPassedTests + Number(CHECKS_PASSED);
    // A file that does not load, or a run that broke off, counts as one failure each.
    const broken = results.numRuntimeErrorTestSuites + (results.runExecError ? 1 : 0);
    const failed = results.numFailedTests + broken + Number(CHECKS_FAILED);
    if (COUNTS_FILE) writeFileSync(COUNTS_FILE, JSON.stringify({ passed, failed }));
    process.once('exit', () => process.stdout.write(`${passed} passed, ${failed} failed\n`));
  }
}
