/** Streams to clients, with the time for which each client lets them wait. */
import { finished, Readable } from 'node:stream';
import { beginWait, endWait, type Transfer } from './slots.js';

/** Forwards `source` as fast as its reader reads, measures that speed, and ends both with the reason of the transfer's signal. */
export function metered(source: Readable, { pace, signal }: Transfer): Readable {
  const passed = new Readable({
    read() {
      endWait(pace);
      source.resume();
    },
    destroy(error, done) {
      signal.removeEventListener('abort', onAbort);
      source.destroy();
      done(error);
    },
  });
  const onAbort = () => passed.destroy(signal.reason as Error);
  signal.addEventListener('abort', onAbort, { once: true });
  source.on('data', (chunk: Buffer) => {
    pace.bytes += chunk.length;
    if (passed.push(chunk)) return;
    source.pause();
    beginWait(pace);
  });
  finished(source, { writable: false }, (error) => {
    if (error) return passed.destroy(error);
    passed.push(null);
    // there is nothing but the reader to wait for
    beginWait(pace);
  });
  return passed;
}
