/** Many shelves of one page uploaded at once by one account, and now and then one of another account. */
import { setTimeout as pause } from 'node:timers/promises';
import { textPdf } from '../../test/support/marked-pdf.js';
import type { LoadOptions } from './options.js';
import { openProgress } from './progress.js';
import { secondsToReady, type Target } from './target.js';

const LOOK_MS = 1_000;
/** Between two pages of the other account. */
const OTHERS_EVERY_MS = 10_000;

interface Begun {
  /** Of the account before the first upload. */
  readyBefore: number;
  failedBefore: number;
  /** Epoch. */
  startedMs: number;
}

/** Resolves with whether all shelves are ready. */
export async function runBatch(target: Target, options: LoadOptions, say: (line: string) => void): Promise<boolean> {
  const { count, atOnce, minutes } = options;
  const pdf = await textPdf(1);
  const untilMs = performance.now() + minutes * 60_000;
  await secondsToReady(target, pdf, { who: 'other', untilMs }); // unmeasured
  const { first: begun, done, note } = await openProgress(options.state, () => begin(target));
  say(done.length > 0 ? `goes on after ${done.length} of ${count} uploads` : `${count} shelves of one page`);
  const over = new AbortController();
  const others = timeOthers(target, pdf, { untilMs, over: over.signal });
  try {
    let next = done.length;
    const uploading = Array.from({ length: atOnce }, async () => {
      while (next < count && performance.now() < untilMs) {
        next += 1;
        await target.upload(pdf, 'many');
        note('uploaded');
      }
    });
    await Promise.all(uploading);
    say(`uploaded after ${secondsSince(begun.startedMs)} s`);
    const end = await waitForAll(target, { begun, count, untilMs }, say);
    over.abort();
    const times = await others;
    say(`${end.ready} ready, ${end.failed} failed, ${end.open} open after ${secondsSince(begun.startedMs)} s`);
    const slowest = times.length > 0 ? Math.max(...times).toFixed(1) : '-';
    say(`a page of another account meanwhile, ${times.length} times: at most ${slowest} s`);
    return end.ready === count && end.failed === 0;
  } finally {
    over.abort();
  }
}

const secondsSince = (epochMs: number): string => ((Date.now() - epochMs) / 1_000).toFixed(1);

async function begin(target: Target): Promise<Begun> {
  const [readyBefore, failedBefore] = [await target.countIn('ready', 'many'), await target.countIn('failed', 'many')];
  return { readyBefore, failedBefore, startedMs: Date.now() };
}

async function waitForAll(
  target: Target,
  { begun, count, untilMs }: { begun: Begun; count: number; untilMs: number },
  say: (line: string) => void,
): Promise<{ ready: number; failed: number; open: number }> {
  for (let looks = 1; ; looks++) {
    const ready = (await target.countIn('ready', 'many')) - begun.readyBefore;
    const failed = (await target.countIn('failed', 'many')) - begun.failedBefore;
    const open = count - ready - failed;
    if (open <= 0 || performance.now() > untilMs) return { ready, failed, open };
    if (looks % 30 === 0) say(`${ready} ready after ${secondsSince(begun.startedMs)} s`);
    await pause(LOOK_MS);
  }
}

/** Seconds that pages of another account take meanwhile. */
async function timeOthers(
  target: Target,
  pdf: Buffer,
  { untilMs, over }: { untilMs: number; over: AbortSignal },
): Promise<number[]> {
  const times: number[] = [];
  while (!over.aborted && performance.now() < untilMs) {
    times.push(await secondsToReady(target, pdf, { who: 'other', untilMs }));
    await pause(OTHERS_EVERY_MS, undefined, { signal: over }).catch(() => undefined); // the batch is over
  }
  return times;
}
