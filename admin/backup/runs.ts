/**
 * Temporal's part of a backup. It holds no truth: the reconciler starts what the database says must run. So nothing of it is
 * copied, a restore wants an empty one, and what must run is counted.
 */
import type { EntityManager } from 'typeorm';
import type { Executions } from '../../activities/executions.js';
import { findExpectedRuns } from '../../entities/queries/stored-files.js';
import { WORKFLOWS } from '../../workflows/messages.js';
import { shelfRunId } from '../../workflows/starts.js';
import type { Systems } from '../commands.js';
import { CommandError } from '../input.js';
import { askTemporal, TEMPORAL_TIMEOUT_MS } from '../temporal.js';

/** A list of ten thousand runs is ten requests. */
const LIST_TIMEOUT_MS = 120_000;

/**
 * Throws CommandError where Temporal knows runs of shelves: one that it believes to have ended would fail its shelf, whose
 * restored row says that it is processing.
 */
export async function requireNoRuns(temporal: Systems['temporal']): Promise<void> {
  const query = `WorkflowType = '${WORKFLOWS.shelf}'`;
  const { count } = await askTemporal(temporal, ({ within }) =>
    within(TEMPORAL_TIMEOUT_MS, ({ workflow }) => workflow.count(query)),
  );
  if (count > 0)
    throw new CommandError(
      `Temporal knows ${count} runs of shelves. Restore beside an empty one: a new namespace (TEMPORAL_NAMESPACE) or server.`,
    );
}

export interface RunCounts {
  /** Runs that the database says must be open. */
  expected: number;
  /** Of them, workflow ids that are not; the first hundred. */
  missing: string[];
  missingCount: number;
}

const SHOWN = 100;

/** Throws CommandError where Temporal cannot be asked. */
export async function countRuns(manager: EntityManager, temporal: Systems['temporal']): Promise<RunCounts> {
  const query = `WorkflowType = '${WORKFLOWS.shelf}' AND ExecutionStatus = 'Running'`;
  const list = ({ within }: Executions) =>
    within(LIST_TIMEOUT_MS, async ({ workflow }) => {
      const ids = new Set<string>();
      for await (const { workflowId } of workflow.list({ query, pageSize: 1_000 })) ids.add(workflowId);
      return ids;
    });
  const open = await askTemporal(temporal, list, LIST_TIMEOUT_MS);
  const expected = (await findExpectedRuns(manager)).map(({ publicId, run }) => shelfRunId(publicId, run));
  const missing = expected.filter((id) => !open.has(id));
  return { expected: expected.length, missing: missing.slice(0, SHOWN), missingCount: missing.length };
}
