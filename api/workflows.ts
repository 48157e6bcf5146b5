/**
 * The api's use of Temporal: starting workflows by name, and Updates of runs in review. A failed start is not an error
 * of the request: the row is in the database by then, and the reconciler starts what has no workflow.
 */
import type { Client } from '@temporalio/client';
import { ServiceError } from '../contract/errors.js';
import type { Template } from '../contract/vocabulary.js';
import { forRequest, type Logger } from '../infra/logger.js';
import { readPolls, type QueuePolls } from '../infra/task-queues.js';
import type { Temporal } from '../infra/temporal.js';
import {
  TASK_QUEUES,
  WORKFLOWS,
  type DeleteShelfInput,
  type DeliveryInput,
  type RecoveryInput,
  type SendMailInput,
  type ShelfRunInput,
} from '../workflows/messages.js';
import {
  deleteWorkflowStart,
  deliveryWorkflowStart,
  mailWorkflowStart,
  recoveryWorkflowStart,
  shelfRunStart,
} from '../workflows/starts.js';
import { createPageViews, type PageViews } from './page-views.js';
import { createReviewUpdates, type ReviewUpdates } from './review-updates.js';

/** How long a request waits for Temporal to start a workflow. After a timeout it may have started: starting it again is harmless. */
const START_TIMEOUT_MS = 2_000;

export interface Workflows extends ReviewUpdates, PageViews {
  startShelf(input: ShelfRunInput, labels: { accountPublicId: string; template: Template | null }): Promise<void>;
  startDelete(input: DeleteShelfInput): Promise<void>;
  startMail(input: SendMailInput): Promise<void>;
  startDelivery(input: DeliveryInput, requestId: string): Promise<void>;
  /**
   * A recovery has no row, so it has to be started now. False when the endpoint has one in progress, maybe for another
   * period. Throws ServiceError 503 when Temporal is not available.
   */
  startRecovery(input: RecoveryInput): Promise<boolean>;
  /** Resolves when Temporal answers. */
  ping(timeoutMs: number): Promise<void>;
  /** Who polls the task queues. Throws when Temporal does not answer. */
  polls(timeoutMs: number): Promise<QueuePolls[]>;
}

export function createWorkflows(temporal: Temporal, log: Logger): Workflows {
  async function start(requestId: string | null, workflowId: string, call: (client: Client) => Promise<unknown>) {
    try {
      await temporal.within(START_TIMEOUT_MS, call);
    } catch (error) {
      forRequest(log, requestId).warn({ err: error, workflowId }, 'workflow not started, left to the reconciler');
    }
  }
  return {
    async startShelf(input, labels) {
      const options = shelfRunStart(input, labels);
      await start(input.requestId, options.workflowId, ({ workflow }) => workflow.start(WORKFLOWS.shelf, options));
    },
    async startDelete(input) {
      const options = deleteWorkflowStart(input);
      await start(input.requestId, options.workflowId, ({ workflow }) =>
        workflow.start(WORKFLOWS.deleteShelf, options),
      );
    },
    async startMail(input) {
      const options = mailWorkflowStart(input);
      await start(input.requestId, options.workflowId, ({ workflow }) => workflow.start(WORKFLOWS.sendMail, options));
    },
    async startDelivery(input, requestId) {
      const options = deliveryWorkflowStart(input);
      await start(requestId, options.workflowId, ({ workflow }) =>
        workflow.signalWithStart(WORKFLOWS.deliverWebhook, options),
      );
    },
    async startRecovery(input) {
      const options = { ...recoveryWorkflowStart(input), workflowIdConflictPolicy: 'FAIL' as const };
      try {
        await temporal.within(START_TIMEOUT_MS, ({ workflow }) => workflow.start(WORKFLOWS.recoverDeliveries, options));
        return true;
      } catch (error) {
        if ((error as { name?: unknown }).name === 'WorkflowExecutionAlreadyStartedError') return false;
        forRequest(log, input.requestId).warn({ err: error, workflowId: options.workflowId }, 'recovery not started');
        throw new ServiceError('SERVICE_UNAVAILABLE');
      }
    },
    ...createReviewUpdates(temporal, log),
    ...createPageViews(temporal, log),
    ping: (timeoutMs) => temporal.ping(timeoutMs),
    polls: (timeoutMs) => readPolls(temporal, Object.values(TASK_QUEUES), timeoutMs),
  };
}
