/** Finds, downloads or builds every server program that the tests use, before a test's time-out runs. */
import { loadLocalEnvironment } from '../infra/config.js';
import { locate, locateInstalled } from './binaries.js';
import { minioProgram, temporalProgram, temporalServerProgram, testServerProgram } from './programs.js';
import type { Environment } from './environment.js';
import type { Progress } from './progress.js';

/** All at once; throws with every failure, so that a user can fix them in one go. */
export async function preparePrograms(
  env: Environment,
  progress: Progress,
  { withTemporalServer = false } = {},
): Promise<void> {
  const local = loadLocalEnvironment(env);
  const wanted = [
    { program: temporalProgram, configured: local.TEMPORAL_BINARY },
    { program: minioProgram, configured: local.MINIO_BINARY },
    { program: testServerProgram, configured: local.TEMPORAL_TEST_SERVER },
    ...(withTemporalServer ? [{ program: temporalServerProgram, configured: local.TEMPORAL_SERVER }] : []),
  ];
  const outcomes = await Promise.allSettled(
    wanted.map(async ({ program, configured }) => {
      const task = progress.begin(program.title);
      try {
        task.done(await locate(program, configured, task));
      } catch (error) {
        task.failed();
        throw error;
      }
    }),
  );
  const failures = outcomes
    .filter((outcome) => outcome.status === 'rejected')
    .map(({ reason }) => (reason as Error).message);
  if (failures.length > 0) throw new Error(failures.join('\n\n'));
}

/** Whether the server of the cluster lane is there without being built. */
export function hasTemporalServer(env: Environment): boolean {
  return locateInstalled(temporalServerProgram, loadLocalEnvironment(env).TEMPORAL_SERVER) !== null;
}
