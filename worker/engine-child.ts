/**
 * An engine process: does one job and exits. It has an empty environment and kernel limits; whatever a document does to
 * it, the pool gets the pages that were written by then.
 */
import { text } from 'node:stream/consumers';
import { loadEngine } from './engine-bundle.js';
import type { EngineJob } from './engine-protocol.js';

const { reader, runJob, send } = loadEngine();

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

/** A process that was started ahead of its job preloads the reader. An error here occurs again in the job. */
const idle = setTimeout(() => void reader().catch(() => {}), 20);

try {
  const job = JSON.parse(await text(process.stdin)) as EngineJob;
  clearTimeout(idle);
  send({ type: 'result', value: await runJob(job) });
} catch (error) {
  sendError(error);
}
// pdf.js may leave timers and ports open; the results are written
process.exit(0);
