/** Sets up a Temporal that is configured instead of the embedded one. */
import type { Config } from '../infra/config.js';
import { createLogger } from '../infra/logger.js';
import { createTemporal } from '../infra/temporal.js';
import { explainingTls } from '../infra/temporal-tls.js';
import { retryUntilAvailable } from '../worker/retry-until-available.js';
import { prepareTemporal } from './prepare-temporal.js';
import type { Progress } from './progress.js';

const TIMEOUT_MS = 60_000;

/**
 * Makes what is missing, and waits for a server that is still starting, since it may start together with this one.
 * Throws the last error after a minute, and the signal's reason when that is aborted.
 */
export async function prepareConfigured(
  config: Config['temporal'],
  { progress, signal }: { progress: Progress; signal: AbortSignal },
): Promise<void> {
  const temporal = createTemporal(config);
  const task = progress.begin(`Temporal at ${config.address}`);
  const attempt = (): Promise<string[]> =>
    explainingTls(config, () => prepareTemporal(temporal)).catch((error: unknown) => {
      task.report((error as Error).message);
      throw error;
    });
  const log = createLogger({ level: 'silent', name: 'start' }); // the task reports each failure
  try {
    await retryUntilAvailable('Temporal', attempt, { timeoutMs: TIMEOUT_MS, signal, log });
    task.done();
  } catch (error) {
    task.failed();
    throw error;
  } finally {
    await temporal.close();
  }
}
