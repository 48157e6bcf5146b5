/**
 * Whether the Temporal namespace has what the service needs. Workers only look: the set-up (local/setup.ts) makes it, so
 * that a worker's credentials need no administrative rights.
 */
import type { Client, ScheduleDescription } from '@temporalio/client';
import type { Temporal } from '../infra/temporal.js';
import { RECONCILE_JOBS, reconcileId, SEARCH_ATTRIBUTES, type ReconcileJob } from '../workflows/messages.js';

const REQUESTS_TIMEOUT_MS = 10_000;
/** gRPC codes. */
const INVALID_ARGUMENT = 3;
const NOT_FOUND = 5;

/** A namespace that `setup` has not been run for. */
class NotSetUp extends Error {
  override readonly name = 'NotSetUp';
  readonly code = 'TEMPORAL_NOT_SET_UP';

  constructor(namespace: string, what: string, options?: ErrorOptions) {
    const how = 'Run the set-up (node dist/local/setup.js; the service "setup" of Docker Compose).';
    super(`Temporal's namespace "${namespace}" is not set up: ${what}. ${how}`, options);
  }
}

/**
 * Checks namespace, search attributes and the reconciler's schedules with a dozen small requests.
 * @throws NotSetUp naming what is missing; the client's errors if Temporal does not answer
 */
export async function checkNamespace(temporal: Temporal): Promise<void> {
  const { namespace } = temporal;
  await temporal.within(REQUESTS_TIMEOUT_MS, async (client) => {
    if (!(await hasNamespace(temporal))) throw new NotSetUp(namespace, 'there is no such namespace');
    const missing = await missingAttribute(client);
    if (missing !== null) throw new NotSetUp(namespace, `a search attribute is missing (${missing})`);
    const [schedule] = await missingSchedules(client);
    if (schedule !== undefined) throw new NotSetUp(namespace, `there is no schedule "${schedule}"`);
  });
}

/** Whether the server knows the namespace. */
export async function hasNamespace({ connection, namespace }: Temporal): Promise<boolean> {
  try {
    await connection.workflowService.describeNamespace({ namespace });
    return true;
  } catch (error) {
    if (codeOf(error) === NOT_FOUND) return false;
    throw error;
  }
}

/**
 * What the server says of a query that names every search attribute; null if it knows all. A query needs no more rights
 * than a worker has, which listing the attributes does (Temporal Cloud has no operator service).
 */
export async function missingAttribute(client: Client): Promise<string | null> {
  const conditions = Object.values(SEARCH_ATTRIBUTES).map(({ name }) => `${name} = '-'`);
  try {
    await client.workflow.count(conditions.join(' AND '));
    return null;
  } catch (error) {
    if (codeOf(error) !== INVALID_ARGUMENT) throw error;
    return messageOf(error);
  }
}

/** Ids of the reconciler's schedules that are not there. */
async function missingSchedules(client: Client): Promise<string[]> {
  const jobs = Object.keys(RECONCILE_JOBS) as ReconcileJob[];
  const found = await Promise.all(jobs.map((job) => describeSchedule(client, reconcileId(job))));
  return jobs.filter((_, at) => found[at] === null).map(reconcileId);
}

/** The schedule; null where there is none. */
export async function describeSchedule(client: Client, scheduleId: string): Promise<ScheduleDescription | null> {
  try {
    return await client.schedule.getHandle(scheduleId).describe();
  } catch (error) {
    if ((error as { name?: unknown }).name !== 'ScheduleNotFoundError') throw error;
    return null;
  }
}

/** The gRPC code of an error, which the client may have wrapped. */
function codeOf(error: unknown): unknown {
  const { code, cause } = error as { code?: unknown; cause?: { code?: unknown } };
  return code ?? cause?.code;
}

function messageOf(error: unknown): string {
  const { details, cause, message } = error as { details?: string; cause?: { details?: string }; message: string };
  return details ?? cause?.details ?? message;
}
