/** Runs in review under test. */
import type { WorkflowHandle } from '@temporalio/client';
import type { RunStart } from '../../activities/record.js';
import type { Template } from '../../contract/vocabulary.js';
import {
  REVIEW_MESSAGES,
  type ApproveUpdate,
  type RegenerateUpdate,
  type Regenerating,
} from '../../workflows/messages.js';
import { poll } from './poll.js';
import { fakeActivities, type FakeActivities } from './workflows.js';

/** What a run of a shelf that asks for review begins with. */
export const REVIEWED_RUN: RunStart = {
  step: 'uploading',
  pagesPerRange: 4,
  rangesInFlight: 2,
  documentTimeoutMs: 60_000,
  longestAttemptMs: 120_000,
  pagesPerRecognition: 2,
  recognitionTimeoutMs: 60_000,
  reviewMode: true,
  draft: null,
};

/** Activities of a shelf that asks for review. */
export function reviewed(replaced: Parameters<typeof fakeActivities>[0] = {}): FakeActivities {
  return fakeActivities({
    openRun: async () => REVIEWED_RUN,
    publishVersion: async ({ versionPublicId }) => ({ draft: versionPublicId }),
    ...replaced,
  });
}

/** What the run shows of itself; nothing where a worker of an earlier release was asked, which cannot replay it. */
export async function detailsOf(handle: WorkflowHandle): Promise<string | undefined> {
  try {
    const about = (await handle.query('__temporal_workflow_metadata')) as { currentDetails?: string };
    return about.currentDetails;
  } catch (error) {
    if (/Nondeterminism error/.test((error as Error).message)) return undefined;
    throw error;
  }
}

/** Waits until the run is in review for the `time`th time; answers the draft. */
export async function inReview(handle: WorkflowHandle, fakes: FakeActivities, time = 1): Promise<string> {
  await poll(async () => {
    if (fakes.called('publishVersion').length < time) return null;
    return (await detailsOf(handle))?.startsWith('in review') ? true : null;
  });
  return (fakes.called('publishVersion').at(-1) as { versionPublicId: string }).versionPublicId;
}

interface UpdateOptions {
  operationsKey?: string | null;
  validForMs?: number;
}

export function approve(
  handle: WorkflowHandle,
  draft: string,
  { operationsKey = null, validForMs = 60_000 }: UpdateOptions = {},
): Promise<void> {
  const update: ApproveUpdate = { draft, operationsKey, validUntil: new Date(Date.now() + validForMs).toISOString() };
  return handle.executeUpdate<void, [ApproveUpdate]>(REVIEW_MESSAGES.approve, { args: [update] });
}

export function regenerate(
  handle: WorkflowHandle,
  draft: string,
  { template, validForMs = 60_000 }: { template?: Template | null | undefined; validForMs?: number } = {},
): Promise<Regenerating> {
  const validUntil = new Date(Date.now() + validForMs).toISOString();
  const update: RegenerateUpdate = { draft, validUntil, ...(template !== undefined && { template }) };
  return handle.executeUpdate<Regenerating, [RegenerateUpdate]>(REVIEW_MESSAGES.regenerate, { args: [update] });
}

/** Type of the failure that an Update was refused with. */
export function refusedWith(error: unknown): string {
  const { name, cause } = error as { name: string; cause?: { name: string; type?: string } };
  if (name !== 'WorkflowUpdateFailedError') throw error;
  return cause?.type ?? cause?.name ?? 'unknown';
}
