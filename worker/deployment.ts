/**
 * Workers with a build id are versions of a Temporal Worker Deployment: the server gives tasks only to the version that is
 * current (and a share to the one that is ramping), so that a rollout is one request, and so is taking it back. Runs continue
 * with the current version at their next task: decision 50 says why none is pinned.
 */
import type { WorkerOptions } from '@temporalio/worker';
import type { Temporal } from '../infra/temporal.js';

/** All workers of the service, whatever their queues: activities go to the version that is current when they do. */
const DEPLOYMENT = 'shelfwright';
const REQUESTS_TIMEOUT_MS = 30_000;
/** gRPC codes. */
const DEADLINE_EXCEEDED = 4;
const FAILED_PRECONDITION = 9;
const UNAVAILABLE = 14;

/** What makes a worker a version of the deployment; nothing without a build id. */
export function deploymentOptions(buildId: string | null): Pick<WorkerOptions, 'workerDeploymentOptions'> {
  if (buildId === null) return {};
  return {
    workerDeploymentOptions: {
      version: { deploymentName: DEPLOYMENT, buildId },
      useWorkerVersioning: true,
      defaultVersioningBehavior: 'AUTO_UPGRADE',
    },
  };
}

/**
 * Gives all tasks to the workers of a build. The server would keep the ramp of another build, and give it runs also when its
 * workers are gone: it ends with this.
 * @param buildId '' for workers without a version
 * @param leavesQueues whether queues that its workers do not poll may have tasks, which then wait
 * @throws the client's error, with the server's reason in `details`, if no worker of the build polls, or not every queue
 */
export async function setCurrent(temporal: Temporal, buildId: string, { leavesQueues = false } = {}): Promise<void> {
  const { connection, namespace } = temporal;
  const version = { namespace, deploymentName: DEPLOYMENT, buildId, ignoreMissingTaskQueues: leavesQueues };
  await temporal.within(REQUESTS_TIMEOUT_MS, () =>
    connection.workflowService.setWorkerDeploymentCurrentVersion(version),
  );
  const { percentage } = await describeRouting(temporal);
  if (percentage > 0) await setRamping(temporal, '', 0);
}

/**
 * Gives this share of the runs to the workers of a build. Which ones is computed at each of their tasks, from their ids and the
 * share: when that is lowered, some move back. Throws like `setCurrent`.
 * @param buildId '' for workers without a version; with a share of 0 it ends the ramp
 */
export async function setRamping(temporal: Temporal, buildId: string, percentage: number): Promise<void> {
  const { connection, namespace } = temporal;
  const version = { namespace, deploymentName: DEPLOYMENT, buildId, percentage };
  await temporal.within(REQUESTS_TIMEOUT_MS, () =>
    connection.workflowService.setWorkerDeploymentRampingVersion(version),
  );
}

/** Whether an error of a request to Temporal may be gone when it is repeated: the server is away, or too slow. */
export const isOfTransport = (error: unknown): boolean => [UNAVAILABLE, DEADLINE_EXCEEDED].includes(codeOf(error));

/** Whether the server refuses a build: none of its workers polls yet, or none does a queue that the current ones do. */
export const isWithoutPollers = (error: unknown): boolean => codeOf(error) === FAILED_PRECONDITION;

/** Its own alone: what explains an error of the transport has it as its cause, and does not pass. */
const codeOf = (error: unknown): number => Number((error as { code?: unknown } | null)?.code);

/** Build ids as the server routes tasks; null where there is none. */
export async function describeRouting(temporal: Temporal) {
  const { connection, namespace } = temporal;
  const { workerDeploymentInfo } = await temporal.within(REQUESTS_TIMEOUT_MS, () =>
    connection.workflowService.describeWorkerDeployment({ namespace, deploymentName: DEPLOYMENT }),
  );
  const { routingConfig, versionSummaries } = workerDeploymentInfo ?? {};
  return {
    current: routingConfig?.currentDeploymentVersion?.buildId ?? null,
    ramping: routingConfig?.rampingDeploymentVersion?.buildId ?? null,
    percentage: routingConfig?.rampingVersionPercentage ?? 0,
    versions: (versionSummaries ?? []).flatMap(({ deploymentVersion }) => deploymentVersion?.buildId ?? []),
  };
}
