/** The ids of the workflows, and the options with which the api and other workflows start them. */
import type { Template } from '../contract/vocabulary.js';
import {
  SEARCH_ATTRIBUTES,
  TASK_QUEUES,
  WAKE,
  type DeleteShelfInput,
  type DeliveryInput,
  type DeliveryWorkflowInput,
  type RecoveryInput,
  type SendMailInput,
  type ShelfRunInput,
  type ViewPageInput,
} from './messages.js';

export function shelfRunId(shelfPublicId: string, run: number): string {
  return `shelf/${shelfPublicId}/${run}`;
}

export function deleteWorkflowId(shelfPublicId: string): string {
  return `delete/${shelfPublicId}`;
}

export function mailWorkflowId(mailId: string): string {
  return `mail/${mailId}`;
}

export function deliveryWorkflowId(deliveryId: string): string {
  return `delivery/${deliveryId}`;
}

/**
 * Scheduling fairness: among the tasks in a queue each key gets an equal share, however many tasks another key has. No key
 * has a priority of its own, because tasks of a lower one would starve; the order of the steps of a document is the
 * same for all (`FINISHING` in proxies.ts). A server without fairness schedules first in, first out.
 */
const fairnessFor = (fairnessKey: string) => ({ priority: { fairnessKey } });

/** The row decides whether there is work to do, so starting a workflow that is already running counts as success. */
const START_ONCE = { workflowIdReusePolicy: 'ALLOW_DUPLICATE', workflowIdConflictPolicy: 'USE_EXISTING' } as const;

/**
 * Options of `client.workflow.start(WORKFLOWS.shelf, ...)` for run n of a shelf.
 * @param labels search attributes for operators; `accountPublicId` is `usr_` + 24 hex
 */
export function shelfRunStart(input: ShelfRunInput, labels: { accountPublicId: string; template: Template | null }) {
  return {
    ...START_ONCE,
    workflowId: shelfRunId(input.shelfPublicId, input.run),
    taskQueue: TASK_QUEUES.shelves,
    args: [input] as [ShelfRunInput],
    ...fairnessFor(labels.accountPublicId),
    staticSummary: `Shelf ${input.shelfPublicId}, run ${input.run}`,
    typedSearchAttributes: [
      { key: SEARCH_ATTRIBUTES.status, value: 'uploading' },
      { key: SEARCH_ATTRIBUTES.step, value: 'uploading' },
      { key: SEARCH_ATTRIBUTES.template, value: labels.template ?? 'none' },
      { key: SEARCH_ATTRIBUTES.account, value: labels.accountPublicId },
    ],
  };
}

/** Options of `client.workflow.start(WORKFLOWS.deleteShelf, ...)`. */
export function deleteWorkflowStart(input: DeleteShelfInput) {
  return {
    ...START_ONCE,
    workflowId: deleteWorkflowId(input.shelfPublicId),
    taskQueue: TASK_QUEUES.shelves,
    args: [input] as [DeleteShelfInput],
    ...fairnessFor('deletes'),
    staticSummary: `Delete shelf ${input.shelfPublicId}`,
  };
}

/** Options of `client.workflow.start(WORKFLOWS.sendMail, ...)`. */
export function mailWorkflowStart(input: SendMailInput) {
  return {
    ...START_ONCE,
    workflowId: mailWorkflowId(input.mailId),
    taskQueue: TASK_QUEUES.deliveries,
    args: [input] as [SendMailInput],
    ...fairnessFor('mails'),
    staticSummary: 'Send an e-mail',
  };
}

/** Options of `client.workflow.signalWithStart(WORKFLOWS.deliverWebhook, ...)` and, except for the signal, of a child. */
export function deliveryWorkflowStart(input: DeliveryInput) {
  return {
    ...START_ONCE,
    workflowId: deliveryWorkflowId(input.deliveryId),
    taskQueue: TASK_QUEUES.deliveries,
    args: [{ ...input, retriesBusy: true }] as [DeliveryWorkflowInput],
    ...fairnessFor(input.endpointPublicId),
    signal: WAKE,
    staticSummary: `Delivery to ${input.endpointPublicId}`,
    typedSearchAttributes: [
      { key: SEARCH_ATTRIBUTES.endpoint, value: input.endpointPublicId },
      { key: SEARCH_ATTRIBUTES.account, value: input.accountPublicId },
      { key: SEARCH_ATTRIBUTES.delivery, value: 'pending' },
    ],
  };
}

/** Options of `client.workflow.start(WORKFLOWS.recoverDeliveries, ...)`: one at a time for an endpoint. */
export function recoveryWorkflowStart(input: RecoveryInput) {
  return {
    ...START_ONCE,
    workflowId: `recover/${input.endpointPublicId}`,
    taskQueue: TASK_QUEUES.deliveries,
    args: [input] as [RecoveryInput],
    ...fairnessFor(input.endpointPublicId),
    staticSummary: `Recover deliveries to ${input.endpointPublicId}`,
    typedSearchAttributes: [
      { key: SEARCH_ATTRIBUTES.endpoint, value: input.endpointPublicId },
      { key: SEARCH_ATTRIBUTES.account, value: input.accountPublicId },
    ],
  };
}

/**
 * Options of `client.workflow.start(WORKFLOWS.viewPage, ...)`: simultaneous requests for the same object share a workflow,
 * also across instances.
 * @param name of the object that is made: see `pageFiles`
 */
export function viewPageStart(
  input: ViewPageInput,
  { name, accountPublicId }: { name: string; accountPublicId: string },
) {
  return {
    ...START_ONCE,
    workflowId: `view/${input.versionPublicId}/${name}`,
    taskQueue: TASK_QUEUES.shelves,
    args: [input] as [ViewPageInput],
    ...fairnessFor(accountPublicId),
    workflowExecutionTimeout: '2 minutes' as const,
    staticSummary: `View ${input.versionPublicId}, ${name}`,
  };
}

/** Parses the workflow id of a shelf's run; null for ids of other workflows. */
export function shelfRunOfId(workflowId: string): { shelfPublicId: string; run: number } | null {
  const [, shelfPublicId, run] = /^shelf\/(shf_[0-9a-f]{24})\/(\d+)$/.exec(workflowId) ?? [];
  return shelfPublicId && run ? { shelfPublicId, run: Number(run) } : null;
}
