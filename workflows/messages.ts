/**
 * What a client of the workflows has to know: names, ids, task queues, inputs and start options. The api and the tests
 * load this file alone, never a workflow. Inputs are small plain JSON without names, e-mail addresses or file names,
 * since Temporal keeps and shows them.
 */
import type { DocumentErrorCode, Template } from '../contract/vocabulary.js';

/**
 * `shelves`: workflows and light activities. `documents`: engine work, and `smallDocuments` that of documents of a few
 * pages, which need not wait until a long piece of another's work is done. `deliveries`: what goes out to others.
 */
export const TASK_QUEUES = {
  shelves: 'shelves',
  documents: 'documents',
  smallDocuments: 'documents-small',
  deliveries: 'deliveries',
} as const;

/** Workflow types: the names of the functions that workflows/index.ts exports. */
export const WORKFLOWS = {
  shelf: 'shelfWorkflow',
  deleteShelf: 'deleteShelfWorkflow',
  sendMail: 'sendMailWorkflow',
  deliverWebhook: 'deliverWebhookWorkflow',
  recoverDeliveries: 'recoverDeliveriesWorkflow',
  reconcile: 'reconcileWorkflow',
} as const;

/** Id of the schedule that starts the reconciler, and of its workflow. */
export const RECONCILE_ID = 'reconcile';

/** Search attributes, registered by the worker at its start. `ShelfAccount` and `WebhookEndpoint` are public ids. */
export const SEARCH_ATTRIBUTES = {
  status: { name: 'ShelfStatus', type: 'KEYWORD' },
  step: { name: 'ShelfStep', type: 'KEYWORD' },
  template: { name: 'ShelfTemplate', type: 'KEYWORD' },
  account: { name: 'ShelfAccount', type: 'KEYWORD' },
  /** What an open run waits for, of `ATTEMPT_FAILED`; not set while it gets on. */
  waitsFor: { name: 'ShelfWaitsFor', type: 'KEYWORD' },
  /** Why a shelf failed: a `FailureReason`. */
  reason: { name: 'ShelfReason', type: 'KEYWORD' },
  endpoint: { name: 'WebhookEndpoint', type: 'KEYWORD' },
  /** `pending`, after a failed attempt `retrying`, at its end `succeeded` or `failed`; `over` when there was nothing to send. */
  delivery: { name: 'DeliveryState', type: 'KEYWORD' },
} as const;

/** Failure type of an activity that found its run superseded or its shelf deleted: the run ends, nobody is told. */
export const STALE_RUN = 'StaleRun';

/** Failure type of an error that neither the document nor an outage explains, once its attempts are used up. */
export const DEFECT = 'Defect';

/** Failure type of an attempt that found a dependency away; its detail says which. */
export const OUTAGE = 'Outage';

/** Failure type of engine work on the queue of small documents that took too long for it: the other queue does it. */
export const NOT_SMALL = 'NotSmall';

/** Signal of a worker to a shelf's run: an activity of it has failed at some attempts and is going to be tried again. */
export const ATTEMPT_FAILED = 'attemptFailed';

export interface AttemptFailed {
  activity: string;
  attempt: number;
  /** The dependency that is away, or `defect`. */
  reason: string;
}

/** Why a shelf failed. The words for the user are in activities/failures.ts. */
export type FailureReason = DocumentErrorCode | 'unavailable' | 'internal' | 'stopped';

export interface ShelfRunInput {
  /** `shf_` + 24 hex. */
  shelfPublicId: string;
  /** The shelf's run number that the claim took. */
  run: number;
  /** Id of the HTTP request that claimed the run, for the logs. */
  requestId: string | null;
}

/** What a run goes on with after continue-as-new. */
export interface ReviewedRunInput extends ShelfRunInput {
  /** `ver_` id of the draft that waits in review. */
  draft?: string;
  /** After how many times of regenerating the run continues as new, when its history has not asked for it before. */
  regeneratesPerHistory?: number;
}

/** What a run in review takes: Updates, and Signals of the same names (without input, for operators). */
export const REVIEW_MESSAGES = { approve: 'approve', regenerate: 'regenerate' } as const;

export interface ReviewUpdate {
  /** `ver_` id of the draft that the client means. */
  draft: string;
  /** ISO time after which nobody waits for the answer any more: taken later, it has no effect. */
  validUntil: string;
}

export interface ApproveUpdate extends ReviewUpdate {
  /** Key of the object that holds the operations; null without any. */
  operationsKey: string | null;
}

/** Answer of the Update `regenerate`. */
export interface Regenerating {
  /** The row's, as the Update left it; ISO. */
  updatedAt: string;
}

/** Failure types of refused Updates. */
export const REFUSALS = {
  /** The run is not in review (any more). */
  notInReview: 'NotInReview',
  /** Another approve or regenerate was first and is under way. */
  underWay: 'UnderWay',
  draftChanged: 'DraftChanged',
  /** It was taken after its `validUntil`. */
  expired: 'Expired',
  /** It was taken and could not be done, for reasons that are not the client's. */
  failed: 'ReviewFailed',
  /** An operation cannot be applied; details `[{index, reason, member}]`. */
  badOperation: 'BAD_OPERATION',
} as const;
export type Refusal = (typeof REFUSALS)[keyof typeof REFUSALS];

/** Of a deletion, and of a run for the ones before it. */
export interface DeleteShelfInput {
  shelfPublicId: string;
  /** The last run that may still be open: one less than the number that the claim took. */
  lastRun: number;
  requestId: string | null;
}

export interface SendMailInput {
  /** UUID of the row in `mails`. */
  mailId: string;
  requestId: string | null;
}

/**
 * Signal to a delivery's run: look at the row now. Whoever makes a delivery pending again sends it with the start, since
 * the run that ended with the row may still be waiting for the time of an attempt.
 */
export const WAKE = 'wake';

/** Of one event to one endpoint. */
export interface DeliveryInput {
  /** `dlv_` + 24 hex. */
  deliveryId: string;
  /** `wh_` + 24 hex. */
  endpointPublicId: string;
  /** `usr_` + 24 hex. */
  accountPublicId: string;
}

/**
 * Asks a step that records an event to name the deliveries of it, for the run to start. One of release 0.3.0 starts none
 * and does not ask: had it been told of some by a worker of this release, its history would be without their starts, and
 * could not be replayed. Its deliveries are the reconciler's.
 */
export interface DeliveriesRequest {
  startsDeliveries?: boolean;
}

/** Redelivers what failed for an endpoint. */
export interface RecoveryInput {
  endpointPublicId: string;
  accountPublicId: string;
  /** ISO; deliveries made since then and up to `until` are sent again where they failed. */
  since: string;
  until: string;
  requestId: string | null;
}

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
 * Whose work a run is: of what waits in a task queue, each key gets its turn, however much another has there. All share
 * one priority, since a lower one would wait for as long as there is work of a higher. A server without fairness serves
 * first what came first.
 */
const turnOf = (fairnessKey: string) => ({ priority: { fairnessKey } });

/** The row decides whether a run has work to do, so one that was already started counts as started. */
const START_ONCE = { workflowIdReusePolicy: 'ALLOW_DUPLICATE', workflowIdConflictPolicy: 'USE_EXISTING' } as const;

/**
 * Options of `client.workflow.start(WORKFLOWS.shelf, ...)` for run n of a shelf.
 * @param labels what operators filter by; `accountPublicId` is `usr_` + 24 hex
 */
export function shelfRunStart(input: ShelfRunInput, labels: { accountPublicId: string; template: Template | null }) {
  return {
    ...START_ONCE,
    workflowId: shelfRunId(input.shelfPublicId, input.run),
    taskQueue: TASK_QUEUES.shelves,
    args: [input] as [ShelfRunInput],
    ...turnOf(labels.accountPublicId),
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
    ...turnOf('deletes'),
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
    ...turnOf('mails'),
    staticSummary: 'Send an e-mail',
  };
}

/** Options of `client.workflow.signalWithStart(WORKFLOWS.deliverWebhook, ...)`, and, but for the signal, of a child. */
export function deliveryRunStart(input: DeliveryInput) {
  return {
    ...START_ONCE,
    workflowId: deliveryRunId(input.deliveryId),
    taskQueue: TASK_QUEUES.deliveries,
    args: [input] as [DeliveryInput],
    ...turnOf(input.endpointPublicId),
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
    ...turnOf(input.endpointPublicId),
    staticSummary: `Recover deliveries to ${input.endpointPublicId}`,
    typedSearchAttributes: [
      { key: SEARCH_ATTRIBUTES.endpoint, value: input.endpointPublicId },
      { key: SEARCH_ATTRIBUTES.account, value: input.accountPublicId },
    ],
  };
}

/** The run that a workflow id names; null for ids of other workflows. */
export function shelfRunOfId(workflowId: string): { shelfPublicId: string; run: number } | null {
  const [, shelfPublicId, run] = /^shelf\/(shf_[0-9a-f]{24})\/(\d+)$/.exec(workflowId) ?? [];
  return shelfPublicId && run ? { shelfPublicId, run: Number(run) } : null;
}
