/** Sets up what the service needs in its Temporal namespace. Repeated, because a Temporal that was wiped has lost it. */
import { ScheduleAlreadyRunning, ScheduleOverlapPolicy, type Client } from '@temporalio/client';
import { encodeSearchAttributeIndexedValueType } from '@temporalio/common/lib/search-attributes.js';
import { msToTs } from '@temporalio/common/lib/time.js';
import type { Temporal } from '../infra/temporal.js';
import { RECONCILE_ID, SEARCH_ATTRIBUTES, TASK_QUEUES, WORKFLOWS } from '../workflows/messages.js';

const RETENTION_MS = 30 * 24 * 3_600_000;
const REQUESTS_TIMEOUT_MS = 10_000;

/** Sets the retention of closed workflows, registers the search attributes and creates the reconciler's schedule. */
export async function prepareNamespace(temporal: Temporal): Promise<void> {
  await temporal.within(REQUESTS_TIMEOUT_MS, async (client) => {
    await prepareVisibility(temporal);
    await createSchedule(client);
  });
}

/** Sets what operators need: the retention of closed workflows and the search attributes. Idempotent. */
export async function prepareVisibility(temporal: Temporal): Promise<void> {
  await setRetention(temporal);
  await registerSearchAttributes(temporal);
}

async function setRetention({ connection, namespace }: Temporal): Promise<void> {
  const { config } = await connection.workflowService.describeNamespace({ namespace });
  const keptSeconds = Number(config?.workflowExecutionRetentionTtl?.seconds ?? 0);
  if (keptSeconds * 1000 >= RETENTION_MS) return;
  const workflowExecutionRetentionTtl = msToTs(RETENTION_MS);
  await connection.workflowService.updateNamespace({ namespace, config: { workflowExecutionRetentionTtl } });
}

async function registerSearchAttributes({ connection, namespace }: Temporal): Promise<void> {
  const { customAttributes } = await connection.operatorService.listSearchAttributes({ namespace });
  const missing = Object.values(SEARCH_ATTRIBUTES).filter(({ name }) => customAttributes[name] === undefined);
  if (missing.length === 0) return;
  const types = missing.map(({ name, type }) => [name, encodeSearchAttributeIndexedValueType(type)]);
  await connection.operatorService.addSearchAttributes({ namespace, searchAttributes: Object.fromEntries(types) });
}

async function createSchedule(client: Client): Promise<void> {
  try {
    await client.schedule.create({
      scheduleId: RECONCILE_ID,
      spec: { intervals: [{ every: '1 minute' }] },
      policies: { overlap: ScheduleOverlapPolicy.SKIP, catchupWindow: '1 minute' },
      action: {
        type: 'startWorkflow',
        workflowType: WORKFLOWS.reconcile,
        workflowId: RECONCILE_ID,
        taskQueue: TASK_QUEUES.shelves,
        args: [],
        workflowExecutionTimeout: '20 minutes',
      },
    });
  } catch (error) {
    if (!(error instanceof ScheduleAlreadyRunning)) throw error;
  }
}
