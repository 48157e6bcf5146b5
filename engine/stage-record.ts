/** What a stage made, stored so that it can be looked at and continued. */
import {
  outputOf,
  STAGES,
  withOutput,
  type StageName,
  type StageOutput,
  type State,
  type SyncStage,
} from './pipeline.js';

export interface StageRecord {
  stage: StageName;
  output: StageOutput;
  /** What was known before it. */
  before: State;
}

/** What is known of a document, and the stage that comes next. */
export interface Known {
  next: StageName;
  state: State;
}

const NAMES: readonly StageName[] = STAGES.map(({ name }) => name);

/** Runs the stages from the next one to `until`. @throws Error where that has run already. */
export function recordStage({ next, state }: Known, until: SyncStage): StageRecord {
  const [from, to] = [NAMES.indexOf(next), NAMES.indexOf(until)];
  if (to < from) throw new Error(`the stage ${until} comes before ${next}, which is next`);
  const before = STAGES.slice(from, to).reduce((known, stage) => withOutput(known, outputOf(known, stage)), state);
  return { stage: until, output: outputOf(before, STAGES[to]!), before };
}

/** @throws Error where the record is of the last stage, or the next one needs the PDF. */
export function continued({ stage, output, before }: StageRecord): Known {
  const next = NAMES[NAMES.indexOf(stage) + 1];
  if (!next || next === 'recognise') throw new Error(`cannot continue after the stage ${stage}`);
  return { next, state: withOutput(before, output) };
}

/** The record as JSON, what the stage made first and in lines. */
export function recordText({ stage, output, before }: StageRecord): string {
  const made = JSON.stringify(output, null, 1);
  return `{"stage": ${JSON.stringify(stage)},\n"output": ${made},\n"before": ${JSON.stringify(before)}}\n`;
}
