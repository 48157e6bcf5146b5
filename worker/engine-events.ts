/** Events of an engine process, which the pool follows: lines of JSON on a descriptor of their own. */
import { writeSync } from 'node:fs';
import type { Around } from '../engine/pipeline.js';
import { EVENT_FD, type EngineEvent } from './engine-protocol.js';

/** Sends an event to the pool. */
export function send(event: EngineEvent): void {
  writeAll(EVENT_FD, `${JSON.stringify(event)}\n`);
}

/** Writes all of a line, however much is taken at once. */
export function writeAll(fd: number, line: string): void {
  const bytes = Buffer.from(line);
  for (let done = 0; done < bytes.length;) done += writeSync(fd, bytes, done);
}

/** Tells the pool how long a stage has taken. */
export const timed: Around = (stage, work) => {
  const startMs = performance.timeOrigin + performance.now();
  const output = work();
  send({ type: 'stage', stage, startMs, endMs: performance.timeOrigin + performance.now() });
  return output;
};
