/** What decision tables conclude while something runs. */
import { decideWithRule, recordDecisions, type DecisionTable } from '../../engine/rules.js';

/** The decisions of one table, as "verdict: rule", in the order in which they are made. */
export function decisionsOf(table: { name: string }, work: () => unknown): string[] {
  const made: string[] = [];
  recordDecisions((decision) => {
    if (decision.table === table.name) made.push(`${decision.verdict}: ${decision.rule}`);
  }, work);
  return made;
}

/** What a table concludes from one input, as "verdict: rule". */
export function decided<Input, Verdict extends string>(table: DecisionTable<Input, Verdict>, input: Input): string {
  const { verdict, rule } = decideWithRule(table, input);
  return `${verdict}: ${rule}`;
}
