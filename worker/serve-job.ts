/** What an engine process does: one job, which it gets on stdin, and then it exits. */
import { text } from 'node:stream/consumers';
import { send } from './engine-events.js';
import { runJob } from './engine-jobs.js';
import type { EngineJob } from './engine-protocol.js';

function sendError(error: unknown): void {
  const { name, code, message, stack } = (Object(error) ?? {}) as Partial<Error> & { code?: unknown };
  send({
    type: 'error',
    name: name ?? 'Error',
    code: typeof code === 'string' ? code : null,
    message: message ?? String(error),
    stack: stack ?? null,
  });
}

/** Serves the job of this process, and ends the process. */
export async function serveJob(): Promise<never> {
  send({ type: 'ready' });
  try {
    const job = JSON.parse(await text(process.stdin)) as EngineJob;
    send({ type: 'result', value: await runJob(job) });
  } catch (error) {
    sendError(error);
  }
  // pdf.js may leave timers and ports open; the results are written
  process.exit(0);
}
