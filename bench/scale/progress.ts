/** What a load has done so far, in a file: one that was interrupted goes on from there. */
import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';

export interface Progress<First> {
  /** What was so when the load was begun, maybe by an earlier command. */
  first: First;
  /** What was noted since, in order. */
  done: string[];
  note(this: void, what: string): void;
}

/** @param file null where nothing is kept */
export async function openProgress<First>(file: string | null, begin: () => Promise<First>): Promise<Progress<First>> {
  const note = (what: string): void => {
    if (file) appendFileSync(file, `${what}\n`);
  };
  if (file && existsSync(file)) {
    // a line that the command died in is not whole
    const [first, ...done] = readFileSync(file, 'utf8').split('\n').slice(0, -1);
    writeFileSync(file, first === undefined ? '' : [first, ...done, ''].join('\n'));
    if (first !== undefined) return { first: JSON.parse(first) as First, done, note };
  }
  const first = await begin();
  note(JSON.stringify(first));
  return { first, done: [], note };
}
