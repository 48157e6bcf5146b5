/** Spans of activity attempts, of the engine's jobs in them, and of the stages of these. */
import type { ActivityInterceptorsFactory } from '@temporalio/worker';
import { attemptReason, type AttemptReason } from '../activities/failures.js';
import { at, currentPlace, newPlace, placeOfRequest, type Place } from '../infra/tracing/places.js';
import { nowMs, type Tracing } from '../infra/tracing/tracing.js';
import type { EngineEvent } from './engine-protocol.js';

/** An activity whose input names a request belongs to the trace of that; another has a trace of its own. */
export function traceActivities(tracing: Tracing): ActivityInterceptorsFactory {
  return ({ info }) => ({
    inbound: {
      async execute(input, next) {
        const { requestId, shelfPublicId } = (input.args[0] ?? {}) as Record<string, unknown>;
        const parent = typeof requestId === 'string' ? placeOfRequest(requestId) : null;
        const { workflowExecution, attempt, currentAttemptScheduledTimestampMs: scheduledMs } = info;
        return spanned(tracing, {
          parent,
          name: `activity ${info.activityType}`,
          kind: 'consumer',
          attributes: {
            'temporal.task_queue': info.taskQueue,
            'temporal.attempt': attempt,
            // how long the attempt was in the queue
            'temporal.waited_ms': Math.max(0, Math.round(nowMs() - scheduledMs)),
            ...(workflowExecution && { 'temporal.workflow_id': workflowExecution.workflowId }),
            ...(typeof shelfPublicId === 'string' && { 'shelfwright.shelf': shelfPublicId }),
          },
          work: () => next(input),
          reason: failureOf,
        });
      },
    },
  });
}

/** A planned retry is no error: the attempt found no free slot, or no room. */
function failureOf(error: unknown): AttemptReason | null {
  const reason = attemptReason(error);
  return reason === 'busy' ? null : reason;
}

/** Does an engine job, and receives the events of its process. */
export type TraceJob = <T>(kind: string, work: (onEvent: (event: EngineEvent) => void) => Promise<T>) => Promise<T>;

export const untracedJob: TraceJob = (_, work) => work(() => {});

/** More than the engine has: a hostile process may send as many as it likes. */
const MAX_STAGES = 32;
/** By how much the clocks of two processes of a machine may differ: each has started its own at another moment. */
const CLOCKS_MS = 1_000;

export function traceJobs(tracing: Tracing): TraceJob {
  return (kind, work) =>
    spanned(tracing, {
      parent: currentPlace(),
      name: `engine ${kind}`,
      kind: 'internal',
      attributes: {},
      work: () => work(stagesOf(tracing, currentPlace())),
      reason: (error) => (error as Error).name,
    });
}

function stagesOf(tracing: Tracing, parent: Place | null): (event: EngineEvent) => void {
  let left = MAX_STAGES;
  return (event) => {
    if (event.type !== 'stage' || left === 0) return;
    left -= 1;
    const { stage, startMs, endMs } = event;
    const isCredible = /^[a-z-]{1,32}$/.test(stage) && startMs > 0 && startMs <= endMs && endMs <= nowMs() + CLOCKS_MS;
    const span = { parent, place: newPlace(parent), kind: 'internal', attributes: {}, failed: null } as const;
    if (isCredible) tracing.add({ ...span, name: `stage ${stage}`, startMs, endMs });
  };
}

interface Spanned<T> {
  parent: Place | null;
  name: string;
  kind: 'consumer' | 'internal';
  attributes: Record<string, string | number>;
  work: () => Promise<T>;
  /** Of what `work` has thrown: a word of a closed list; null where that is no failure. */
  reason: (error: unknown) => string | null;
}

async function spanned<T>(tracing: Tracing, { parent, work, reason, ...span }: Spanned<T>): Promise<T> {
  const place = newPlace(parent);
  const startMs = nowMs();
  const end = (failed: string | null): void => tracing.add({ ...span, place, parent, startMs, endMs: nowMs(), failed });
  try {
    const result = await at(place, work);
    end(null);
    return result;
  } catch (error) {
    end(reason(error));
    throw error;
  }
}
