/** Prints the run's last line, `N passed, N failed`, once jest's own summary is out. */
export default class CountReporter {
  onRunComplete(_contexts, results) {
    // A file that does not load, or a run that broke off, counts as one failure each.
    const failed = results.numFailedTests + results.numRuntimeErrorTestSuites + (results.runExecError ? 1 : 0);
    process.once('exit', () => process.stdout.write(`${results.numPassedTests} passed, ${failed} failed\n`));
  }
}
