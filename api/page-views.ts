/**
 * Has a worker draw pages, and waits for it. Requests for the same picture, on all instances, share one
 * workflow run; a client that goes away cancels it, and one that still waits starts it again.
 */
import type { WorkflowFailedError } from '@temporalio/client';
import { ServiceError } from '../contract/errors.js';
import type { Logger } from '../infra/logger.js';
import type { Temporal } from '../infra/temporal.js';
import { WORKFLOWS, type PageView, type ViewPageInput } from '../workflows/messages.js';
import { viewPageStart } from '../workflows/starts.js';

const START_MS = 5_000;
/** How often the workflow may be cancelled by other requests before a request gives up. */
const STARTS = 4;

export interface ViewRequest {
  /** Name of the object that is made: see `pageFiles`. */
  name: string;
  /** `usr_` + 24 hex. */
  accountPublicId: string;
  /** When the request gives up, by `performance.now()`. */
  untilMs: number;
  /** Aborted when the client has gone away. */
  signal: AbortSignal;
}

export interface PageViews {
  /** Has a worker make it. Throws ServiceError 503 when none does in time, and the signal's reason. */
  viewPage(input: ViewPageInput, request: ViewRequest): Promise<PageView>;
}

export function createPageViews(temporal: Temporal, log: Logger): PageViews {
  /** Null when the workflow was cancelled by another request. */
  async function attempt(input: ViewPageInput, request: ViewRequest): Promise<PageView | null> {
    const leftMs = () => Math.max(1, request.untilMs - performance.now());
    const options = viewPageStart(input, request);
    const { workflowId } = options;
    const handle = await temporal.within(Math.min(START_MS, leftMs()), ({ workflow }) =>
      workflow.start(WORKFLOWS.viewPage, options),
    );
    try {
      return await temporal.abortable(leftMs(), request.signal, async () => (await handle.result()) as PageView);
    } catch (error) {
      if (isCancelled(error)) return null;
      await temporal
        .within(START_MS, () => handle.cancel())
        .catch((cause: unknown) =>
          log.warn({ err: cause, workflowId }, 'a run that nobody waits for was not cancelled'),
        );
      throw error;
    }
  }

  return {
    async viewPage(input, request) {
      try {
        for (let starts = 0; starts < STARTS; starts++) {
          request.signal.throwIfAborted();
          const view = await attempt(input, request);
          if (view) return view;
        }
      } catch (error) {
        request.signal.throwIfAborted();
        log.warn({ err: error, version: input.versionPublicId }, 'a page was not drawn');
        throw new ServiceError('SERVICE_UNAVAILABLE', undefined, undefined, { cause: error });
      }
      throw new ServiceError('SERVICE_UNAVAILABLE');
    },
  };
}

function isCancelled(error: unknown): boolean {
  const { name, cause } = error as Partial<WorkflowFailedError>;
  return name === 'WorkflowFailedError' && (cause as { name?: unknown } | undefined)?.name === 'CancelledFailure';
}
