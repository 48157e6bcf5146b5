/** The ids of the workflows, and the options with which clients and runs start them. */
import type { Template } from '../contract/vocabulary.js';
import {
  SEARCH_ATTRIBUTES,
  TASK_QUEUES,
  WAKE,
  type DeleteShelfInput,
  type DeliveryInput,
  type DeliveryRunInput,
  type RecoveryInput,
  type SendMailInput,
  type ShelfRunInput,
  type ViewPageInput,
} from './messages.js';

export function shelfRunId(shelfPublicId: string, run: number): string {
  return `shelf/${shelfPublicId}/${run}`;
}

export function deleteRunId(shelfPublicId: string): string {
  return `delete/${shelfPublicId}`;
}

export function mailRunId(mailId: string): string {
  return `mail/${mailId}`;
}

export function deliveryRunId(deliveryId: string): string {
  return `delivery/${deliveryId}`;
}

/**
 * Scheduling fairness: among the tasks in a queue each key gets an equal share, however many tasks another key has. No key
 * has a priority of its own, because tasks of a lower one would starve; which steps of a document go before others is the
 * same for all (`FINISHING` in proxies.ts). A server without fairness schedules first in, first out.
 */
const fairnessFor = (fairnessKey: string) => ({ priority: { fairnessKey } });

/** The row decides whether there is work to do, so starting a workflow that is already running is a success. */
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
export function deleteRunStart(input: DeleteShelfInput) {
  return {
    ...START_ONCE,
    workflowId: deleteRunId(input.shelfPublicId),
    taskQueue: TASK_QUEUES.shelves,
    args: [input] as [DeleteShelfInput],
    ...fairnessFor('deletes'),
    staticSummary: `Delete shelf ${input.shelfPublicId}`,
  };
}

/** Options of `client.workflow.start(WORKFLOWS.sendMail, ...)`. */
export function mailRunStart(input: SendMailInput) {
  return {
    ...START_ONCE,
    workflowId: mailRunId(input.mailId),
    taskQueue: TASK_QUEUES.deliveries,
    args: [input] as [SendMailInput],
    ...fairnessFor('mails'),
    staticSummary: 'Send an e-mail',
  };
}

/** Options of `client.workflow.signalWithStart(WORKFLOWS.deliverWebhook, ...)` and, except for the signal, of a child. */
export function deliveryRunStart(input: DeliveryInput) {
  return {
    ...START_ONCE,
    workflowId: deliveryRunId(input.deliveryId),
    taskQueue: TASK_QUEUES.deliveries,
    args: [{ ...input, retriesBusy: true }] as [DeliveryRunInput],
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
export function recoveryRunStart(input: RecoveryInput) {
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
 * Options of `client.workflow.start(WORKFLOWS.viewPage, ...)`: requests for the same thing at the same time share a workflow run, on
 * whatever instance they are.
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
