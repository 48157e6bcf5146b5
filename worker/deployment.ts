/**
 * Workers with a build id are versions of a Temporal Worker Deployment: the server gives tasks only to the version that is
 * current (and a share to the one that is ramping), so that a rollout is one request, and so is taking it back. Runs continue
 * with the current version at their next task: decision 50 says why none is pinned.
 */
import type { WorkerOptions } from '@temporalio/worker';
import type { Temporal } from '../infra/temporal.js';

/** All workers of the service, whatever their queues: activities of a run go to the version that the run is on. */
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
 * Gives all tasks to the workers of a build.
 * @param buildId '' for workers without a version
 * @throws the client's error, with the server's reason in `details`, if no worker of the build polls, or not every queue
 */
export async function setCurrent(temporal: Temporal, buildId: string): Promise<void> {
  const { connection, namespace } = temporal;
  await temporal.within(REQUESTS_TIMEOUT_MS, () =>
    connection.workflowService.setWorkerDeploymentCurrentVersion({ namespace, deploymentName: DEPLOYMENT, buildId }),
  );
}

/** Gives this share of the runs to the workers of a build; those that have moved stay there. Throws like `setCurrent`. */
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
