/** Records the step that a run has come to, for the activities that a step begins with. */
import type { ProcessingStep } from '../contract/vocabulary.js';
import { advanceStep } from '../entities/queries/runs.js';
import type { ShelfRunInput } from '../workflows/messages.js';
import type { ActivityDeps } from './deps.js';
import type { Run } from './run.js';

export interface StepRequest {
  /** Whether the activity records its step. Workflows of releases up to 0.5.0 do so by an activity of its own. */
  recordsStep?: boolean;
}

/** Moves the shelf forward to `status`, if the run asks for it. */
export async function enterStep(
  { dataSource: { manager } }: Pick<ActivityDeps, 'dataSource'>,
  { run, input, status }: { run: Run; input: ShelfRunInput & StepRequest; status: ProcessingStep },
): Promise<void> {
  if (!input.recordsStep) return;
  const { draftsGivenUp } = run.shelf;
  await advanceStep(manager, { publicId: input.shelfPublicId, run: input.run, status, draftsGivenUp });
}
