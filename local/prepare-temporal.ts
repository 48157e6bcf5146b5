/**
 * What the service needs in Temporal: the namespace, its search attributes and the reconciler's schedules. What is there
 * already is left as it is, above all how long the namespace keeps closed runs, which is its operator's to decide; only
 * schedules that differ from what this release wants are changed.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { Client } from '@temporalio/client';
import { encodeSearchAttributeIndexedValueType } from '@temporalio/common/lib/search-attributes.js';
import { msToTs } from '@temporalio/common/lib/time.js';
import type { Temporal } from '../infra/temporal.js';
import { hasNamespace, missingAttribute } from '../worker/namespace.js';
import { SEARCH_ATTRIBUTES } from '../workflows/messages.js';
import { prepareSchedules } from './schedules.js';

const RETENTION_MS = 30 * 24 * 3_600_000;
/** The development server makes its namespace itself, with this retention. */
const DEV_SERVER_RETENTION_MS = 24 * 3_600_000;
/** In the namespace's own data, so that what an operator sets afterwards stays. */
const RETENTION_MARK = 'shelfwright.retention';
const REQUESTS_TIMEOUT_MS = 30_000;
/** Once this has passed, workers say what is missing. */
const KNOWN_WITHIN_MS = 15_000;
const KNOWN_POLL_MS = 100;
/** gRPC codes of a server that keeps administration from its clients: PERMISSION_DENIED, UNIMPLEMENTED, UNAUTHENTICATED. */
const NOT_FOR_CLIENTS = new Set([7, 12, 16]);

/** Makes what is missing; idempotent, and safe to run several times at once. Answers what it has made. */
export async function prepareTemporal(temporal: Temporal): Promise<string[]> {
  const made = await prepareVisibility(temporal);
  return [...made, ...(await temporal.within(REQUESTS_TIMEOUT_MS, prepareSchedules))];
}

/**
 * The namespace and its search attributes alone, for a server on which nothing is to run by itself; waits until the server
 * knows them.
 */
export async function prepareVisibility(temporal: Temporal): Promise<string[]> {
  return temporal.within(REQUESTS_TIMEOUT_MS, async (client) => {
    const made: string[] = [];
    if (!(await hasNamespace(temporal))) {
      await registerNamespace(temporal);
      made.push(`namespace ${temporal.namespace}`);
    }
    if ((await missingAttribute(client)) === null) return made;
    made.push(...(await addSearchAttributes(temporal)));
    await untilKnown(client);
    return made;
  });
}

/** Has a namespace that the development server has made keep closed runs for 30 days, once. */
export async function keepClosedRuns({ connection, namespace }: Temporal): Promise<void> {
  const { config, namespaceInfo } = await connection.workflowService.describeNamespace({ namespace });
  const keptMs = Number(config?.workflowExecutionRetentionTtl?.seconds ?? 0) * 1_000;
  if (keptMs !== DEV_SERVER_RETENTION_MS || namespaceInfo?.data?.[RETENTION_MARK] !== undefined) return;
  await connection.workflowService.updateNamespace({
    namespace,
    config: { workflowExecutionRetentionTtl: msToTs(RETENTION_MS) },
    updateInfo: { data: { [RETENTION_MARK]: 'set' } },
  });
}

async function registerNamespace({ connection, namespace }: Temporal): Promise<void> {
  await byHandWhereNotAllowed(`register the namespace "${namespace}"`, () =>
    connection.workflowService.registerNamespace({
      namespace,
      description: 'Shelfwright',
      workflowExecutionRetentionPeriod: msToTs(RETENTION_MS),
    }),
  );
}

async function addSearchAttributes({ connection, namespace }: Temporal): Promise<string[]> {
  const all = Object.values(SEARCH_ATTRIBUTES);
  const wanted = all.map(({ name, type }) => `${name} (${type.toLowerCase()})`).join(', ');
  return byHandWhereNotAllowed(`add the search attributes ${wanted}`, async () => {
    const { customAttributes } = await connection.operatorService.listSearchAttributes({ namespace });
    const missing = all.filter(({ name }) => customAttributes[name] === undefined);
    const types = missing.map(({ name, type }) => [name, encodeSearchAttributeIndexedValueType(type)]);
    // none is missing while the server's caches still lack what was just added
    if (missing.length > 0)
      await connection.operatorService.addSearchAttributes({ namespace, searchAttributes: Object.fromEntries(types) });
    return missing.map(({ name }) => `search attribute ${name}`);
  });
}

/** A server sees new search attributes once it reads the namespace anew, some seconds later; until then it refuses workflows that have them. */
async function untilKnown(client: Client): Promise<void> {
  const deadlineMs = performance.now() + KNOWN_WITHIN_MS;
  while ((await missingAttribute(client)) !== null && performance.now() < deadlineMs) await pause(KNOWN_POLL_MS);
}

async function byHandWhereNotAllowed<T>(what: string, call: () => Promise<T>): Promise<T> {
  try {
    return await call();
  } catch (error) {
    const { code } = error as { code?: number };
    if (code === undefined || !NOT_FOR_CLIENTS.has(code)) throw error;
    throw new Error(
      `Temporal does not let this client ${what}. Do it by the server's own means, then run this again.`,
      {
        cause: error,
      },
    );
  }
}
