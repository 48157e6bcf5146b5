/** What decision tables conclude while something runs. */
import { recordDecisions } from '../../engine/rules.js';

/** The decisions of one table, as "verdict: rule", in the order in which they are made. */
export function decisionsOf(table: { name: string }, work: () => unknown): string[] {
  const made: string[] = [];
  recordDecisions((decision) => {
    if (decision.table === table.name) made.push(`${decision.verdict}: ${decision.rule}`);
  }, work);
  return made;
}
