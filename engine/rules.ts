/**
 * Decision tables: every classifier of the engine is an ordered list of named rules, and the first rule that applies decides.
 *
 * A rule looks at what it is given and at nothing else. Whoever wants to know why a line became a heading runs the engine inside
 * `recordDecisions`: each decision is then kept with its rule and the numbers that the rule saw. Outside of it nothing is
 * kept and a decision costs one comparison more. The recorder only listens, so that recording never changes an output.
 */
import type { Box } from './model.js';

/** What a decision was made about. */
export interface Subject {
  /** Counted from 1. */
  page: number;
  /** In points on the page as laid out; the log's writer turns it back to the page as displayed. */
  box: Box;
  text: string;
}

export interface Rule<Input, Verdict> {
  /** Unique in its table, in kebab case: names what the rule sees ("bookmark-names-it"). */
  readonly name: string;
  /** The reason for the rule in a sentence. */
  readonly why: string;
  /** The verdict, or null where the rule has nothing to say. */
  readonly test: (input: Input) => Verdict | null;
}

export interface DecisionTable<Input, Verdict> {
  /** Unique in the engine, in kebab case: names the question ("paragraph-break"). */
  readonly name: string;
  /** In order of precedence. */
  readonly rules: readonly Rule<Input, Verdict>[];
  /** The verdict where no rule applies. What makes something else of a text, such as a byline or a quote, is a last rule with its reason. */
  readonly otherwise: Verdict;
  /** What the decision is about; asked for only while decisions are recorded, as the two below are. */
  readonly subject: (input: Input) => Subject;
  /** What the rules saw, by name and with the unit in the name ("stepInLeadings"). */
  readonly numbers?: (input: Input) => Record<string, number>;
  /** The verdict in the decision log, where it is no plain word. */
  readonly verdictName?: (verdict: Verdict) => string;
}

/** One line of `decisions.jsonl`. */
export interface Decision extends Subject {
  stage: string;
  table: string;
  /** Name of the rule that decided, or `otherwise`. */
  rule: string;
  verdict: string;
  numbers: Record<string, number>;
}

export const OTHERWISE = 'otherwise';

/** The verdict of a rule that only ever refuses. */
export const refusedIf = (condition: boolean): 'refused' | null => (condition ? 'refused' : null);

/** What there is to say of a table whatever its input is: enough to look up why a rule is there. */
export interface AnyDecisionTable {
  readonly name: string;
  readonly rules: readonly { readonly name: string; readonly why: string }[];
}

/** Receives decisions in the order in which they are made, each with the table that it comes from. */
export type Recorder = (decision: Omit<Decision, 'stage'>, table: AnyDecisionTable) => void;

/** Module state, as tracing needs it: the stages' code is synchronous, and rules never read it. */
let recorder: Recorder | null = null;

/** Runs `work`, which must be synchronous, and gives each decision in it to `listen`. */
export function recordDecisions<T>(listen: Recorder, work: () => T): T {
  const outer = recorder;
  recorder = listen;
  try {
    return work();
  } finally {
    recorder = outer;
  }
}

/** As `recordDecisions`, for work that waits: nothing else may decide in this process before it is done. */
export async function recordDecisionsAsync<T>(listen: Recorder, work: () => Promise<T>): Promise<T> {
  const outer = recorder;
  recorder = listen;
  try {
    return await work();
  } finally {
    recorder = outer;
  }
}

/** The verdict of the first rule that applies. */
export function decide<Input, Verdict>(table: DecisionTable<Input, Verdict>, input: Input): Verdict {
  for (const rule of table.rules) {
    const verdict = rule.test(input);
    if (verdict === null) continue;
    if (recorder) record(table, rule.name, input, verdict);
    return verdict;
  }
  if (recorder) record(table, OTHERWISE, input, table.otherwise);
  return table.otherwise;
}

/** As `decide`, with the name of the rule: for tests. */
export function decideWithRule<Input, Verdict>(
  table: DecisionTable<Input, Verdict>,
  input: Input,
): { verdict: Verdict; rule: string } {
  let rule = OTHERWISE;
  const outer = recorder;
  const verdict = recordDecisions(
    (decision, facts) => {
      rule = decision.rule;
      outer?.(decision, facts);
    },
    () => decide(table, input),
  );
  return { verdict, rule };
}

function record<Input, Verdict>(
  table: DecisionTable<Input, Verdict>,
  rule: string,
  input: Input,
  verdict: Verdict,
): void {
  // subjects may be whole lines
  const { page, box, text } = table.subject(input);
  const name = table.verdictName ? table.verdictName(verdict) : String(verdict);
  const numbers = table.numbers?.(input) ?? {};
  recorder?.({ page, box, text, table: table.name, rule, verdict: name, numbers }, table);
}
