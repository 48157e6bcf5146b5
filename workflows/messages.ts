/**
 * What a client of the workflows needs beside their ids and start options (starts.ts): names, task queues, inputs. The api
 * and the tests load these two files, never a workflow. Inputs are small plain JSON without names, e-mail addresses or file names, because
 * Temporal stores and shows them.
 */
import type { DocumentErrorCode, Template } from '../contract/vocabulary.js';
import type { ReadSoFar } from './read-so-far.js';

/**
 * `shelves`: workflows and light activities; `objects`: activities that write, read or remove many objects, for minutes
 * perhaps; `approvals`: those that a client waits for, up to a minute. `documents`: engine work; `smallDocuments`: engine work on documents of a few
 * pages, which do not have to wait for another account's long job; `pages`: engine work that clients wait for.
 * `deliveries`: webhooks and mails.
 */
export const TASK_QUEUES = {
  shelves: 'shelves',
  approvals: 'approvals',
  objects: 'objects',
  documents: 'documents',
  smallDocuments: 'documents-small',
  pages: 'pages',
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
  viewPage: 'viewPageWorkflow',
} as const;

/**
 * The jobs of the reconciler. Each has a schedule, so that none waits for another; a turn that is due while the one before
 * is still running is left out. `everyMs` is short for what somebody waits for.
 */
export const RECONCILE_JOBS = {
  processing: { everyMs: 30_000 },
  reviews: { everyMs: 30_000 },
  deletes: { everyMs: 60_000 },
  deliveries: { everyMs: 60_000 },
  mails: { everyMs: 60_000 },
  objects: { everyMs: 60_000 },
  uploads: { everyMs: 60_000 },
  runs: { everyMs: 300_000 },
  indexes: { everyMs: 300_000 },
  rows: { everyMs: 300_000 },
} as const;
export type ReconcileJob = keyof typeof RECONCILE_JOBS;

/**
 * Id of a job's schedule, and the beginning of the ids of its runs. That of `processing` is the id of the one schedule of
 * releases up to 0.5.0, whose workers would make it again where it was missing.
 */
export const reconcileId = (job: ReconcileJob): string => (job === 'processing' ? 'reconcile' : `reconcile-${job}`);

/** Search attributes, which the set-up registers. `ShelfAccount` and `WebhookEndpoint` are public ids. */
export const SEARCH_ATTRIBUTES = {
  status: { name: 'ShelfStatus', type: 'KEYWORD' },
  step: { name: 'ShelfStep', type: 'KEYWORD' },
  template: { name: 'ShelfTemplate', type: 'KEYWORD' },
  account: { name: 'ShelfAccount', type: 'KEYWORD' },
  /** What an open run waits for (`reason` of AttemptFailed); not set while it makes progress. */
  waitsFor: { name: 'ShelfWaitsFor', type: 'KEYWORD' },
  /** Why a shelf failed: a `FailureReason`. */
  reason: { name: 'ShelfReason', type: 'KEYWORD' },
  endpoint: { name: 'WebhookEndpoint', type: 'KEYWORD' },
  /** `pending`, after a failed attempt `retrying`, at its end `succeeded` or `failed`; `over` when there was nothing to send. */
  delivery: { name: 'DeliveryState', type: 'KEYWORD' },
} as const;

/** Failure type of an activity that found its run superseded or its shelf deleted: the run ends without an event. */
export const STALE_RUN = 'StaleRun';

/** Failure type of an error that neither the document nor an outage explains. */
export const DEFECT = 'Defect';

/** Failure type of an attempt that found a dependency unavailable; its detail says which. */
export const OUTAGE = 'Outage';

/** Failure type of a job that took too long for the queue of small documents: the other queue repeats it. */
export const NOT_SMALL = 'NotSmall';

/** Failure type of a delivery attempt that found no free slot: the server retries it after the delay in the failure. */
export const BUSY = 'Busy';

/** Signal of a worker to a shelf's run: one of its activities has failed several attempts and will be retried. */
export const ATTEMPT_FAILED = 'attemptFailed';

export interface AttemptFailed {
  activity: string;
  attempt: number;
  /** The dependency that is unavailable, or `defect`. */
  reason: string;
}

/** Why a shelf failed. The messages for the user are in activities/failures.ts. */
export type FailureReason = DocumentErrorCode | 'unavailable' | 'internal' | 'stopped';

export interface ShelfRunInput {
  /** `shf_` + 24 hex. */
  shelfPublicId: string;
  /** The run number that the claim took. */
  run: number;
  /** Id of the HTTP request that claimed the run, for the logs. */
  requestId: string | null;
}

/** Input of a run after continue-as-new. */
export interface ReviewedRunInput extends ShelfRunInput {
  /** `ver_` id of the draft in review. */
  draft?: string;
  /** What is read of a document whose pages make a history too long for one run. */
  read?: ReadSoFar;
  /** The length of a history from which on no further range of pages is begun in it. */
  eventsPerHistory?: number;
  /** After how many regenerations the run continues as new, unless its history's length suggests it before. */
  regeneratesPerHistory?: number;
}

/** The messages of a run in review: Updates, and Signals of the same names (without input, for operators). */
export const REVIEW_MESSAGES = { approve: 'approve', regenerate: 'regenerate' } as const;

export interface ReviewUpdate {
  /** `ver_` id of the draft that the client has seen. */
  draft: string;
  /** ISO time after which the client no longer waits: an Update accepted later has no effect. */
  validUntil: string;
}

export interface ApproveUpdate extends ReviewUpdate {
  /** Key of the object that holds the operations; null without any. */
  operationsKey: string | null;
  /** Of the pending operations that the client has seen; missing where it names none. Releases up to 0.5.0 ignore it. */
  revision?: number;
}

export interface RegenerateUpdate extends ReviewUpdate {
  /** Becomes the shelf's template; missing where it stays as it is. Releases up to 0.5.0 ignore it. */
  template?: Template | null;
}

/** Result of the Update `regenerate`. */
export interface Regenerating {
  /** `updatedAt` of the row after the Update; ISO. */
  updatedAt: string;
  /** Of the row after the Update; releases up to 0.5.0 did not return it. */
  template?: Template | null;
}

/** Failure types of refused Updates. */
export const REFUSALS = {
  /** The run is not, or no longer, in review. */
  notInReview: 'NotInReview',
  /** Another approve or regenerate came first and is in progress. */
  underWay: 'UnderWay',
  draftChanged: 'DraftChanged',
  /** The worker received it after its `validUntil`. */
  expired: 'Expired',
  /** It was accepted and then failed, for reasons that are not the client's fault. */
  failed: 'ReviewFailed',
  /** An operation cannot be applied; details `[{index, reason, member}]`. */
  badOperation: 'BAD_OPERATION',
  /** The pending operations have changed since the client has seen them. */
  revisionChanged: 'REVISION_CHANGED',
} as const;
export type Refusal = (typeof REFUSALS)[keyof typeof REFUSALS];

/** Input of a deletion, and of the activity with which a run ends the runs before it. */
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
 * Signal to a delivery workflow: read the row now. Whoever makes a delivery pending again uses signal-with-start, because
 * the earlier workflow may still be waiting for its timer.
 */
export const WAKE = 'wake';

/** Input of the workflow that delivers one event to one endpoint. */
export interface DeliveryInput {
  /** `dlv_` + 24 hex. */
  deliveryId: string;
  /** `wh_` + 24 hex. */
  endpointPublicId: string;
  /** `usr_` + 24 hex. */
  accountPublicId: string;
}

/** Input of the workflow, and of its activity. */
export interface DeliveryWorkflowInput extends DeliveryInput {
  /**
   * An attempt without a slot fails with `BUSY` and is repeated by the server, which leaves no events; the workflow ends its
   * wait when it is woken. Runs of releases up to 0.5.0 get an answer, and wait by a timer.
   */
  retriesBusy?: boolean;
}

/**
 * Asks an activity that records an event to return the deliveries, for the run to start. A run of release 0.3.0 starts
 * none and does not ask: if a worker of this release returned some to it, its history would lack their starts and could
 * not be replayed. The reconciler starts its deliveries.
 */
export interface DeliveriesRequest {
  startsDeliveries?: boolean;
}

/** Input of the workflow that redelivers what failed for an endpoint. */
export interface RecoveryInput {
  endpointPublicId: string;
  accountPublicId: string;
  /** ISO; deliveries that failed from then on and up to `until` are sent again. */
  since: string;
  until: string;
  requestId: string | null;
}

/** Input of the workflow that makes something of a version's pages. */
export interface ViewPageInput {
  /** `ver_` + 24 hex. */
  versionPublicId: string;
  /** `page` counts from 1, `width` is in pixels, `box` in parts of the page; null to measure all pages. */
  picture: { page: number; width: number; box: [number, number, number, number] | null } | null;
}

/**
 * `stored`: in the object store, below the version's pages. `undrawable`: the PDF, or the page (`page`), cannot be drawn;
 * otherwise the reason is a DocumentErrorCode. `gone`: the version is no more.
 */
export type PageView = { outcome: 'stored' } | { outcome: 'undrawable'; reason: string } | { outcome: 'gone' };
