/** Many shelves of one page uploaded at once by one account, and now and then one of another account. */
import { setTimeout as pause } from 'node:timers/promises';
import { textPdf } from '../../test/support/marked-pdf.js';
import { figure, type Figure } from './figures.js';
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

/** What is wanted of a batch of so many, and of a page of another account meanwhile. */
const WANTED = { count: 1_000, seconds: 250, otherSeconds: 5 };

export async function runBatch(target: Target, options: LoadOptions, say: (line: string) => void): Promise<Figure[]> {
  const { count, atOnce, minutes } = options;
  const pdf = await textPdf(1);
  const untilMs = performance.now() + minutes * 60_000;
  await secondsToReady(target, pdf, { who: 'other', untilMs }); // unmeasured
  const { first: begun, done, note } = await openProgress(options.state, () => begin(target));
  say(done.length > 0 ? `goes on after ${done.length} of ${count} uploads` : `${count} shelves of one page`);
  const over = new AbortController();
  const others = timeOthers(target, pdf, { untilMs, over: over.signal, say });
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
    const seconds = (Date.now() - begun.startedMs) / 1_000;
    say(`${end.ready} ready, ${end.failed} failed, ${end.open} open after ${seconds.toFixed(1)} s`);
    const beside = await others;
    say(`pages of another account, in turn: ${beside.times.map((time) => time.toFixed(1)).join(', ')} s`);
    return batchFigures({ ...end, count, seconds, isWhole: done.length === 0 }, beside);
  } finally {
    over.abort();
  }
}

interface End {
  count: number;
  ready: number;
  failed: number;
  open: number;
  seconds: number;
  /** Done by one command, so that `seconds` has no interruption in it. */
  isWhole: boolean;
}

interface Others {
  /** Seconds. */
  times: number[];
  failed: number;
}

export function batchFigures({ count, ready, failed, open, seconds, isWhole }: End, others: Others): Figure[] {
  const isAsked = count === WANTED.count && isWhole;
  const slowest = others.times.length > 0 ? Math.max(...others.times) : null;
  return [
    figure(`${count} shelves of one page, all ready`, open > 0 ? null : seconds, 's', isAsked ? WANTED.seconds : null),
    figure('ready', ready, '', null),
    figure('failed', failed, '', 0),
    figure('not ready in time', open, '', 0),
    figure(`a page of another account, longest of ${others.times.length}`, slowest, 's', WANTED.otherSeconds),
    figure('pages of another account that failed or were not ready in time', others.failed, '', 0),
  ];
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

/** What pages of another account take meanwhile. One that fails ends nothing: the figures say so. */
async function timeOthers(
  target: Target,
  pdf: Buffer,
  { untilMs, over, say }: { untilMs: number; over: AbortSignal; say: (line: string) => void },
): Promise<Others> {
  const others: Others = { times: [], failed: 0 };
  while (!over.aborted && performance.now() < untilMs) {
    try {
      others.times.push(await secondsToReady(target, pdf, { who: 'other', untilMs }));
    } catch (error) {
      others.failed += 1;
      say(`a page of another account: ${String(error)}`);
    }
    await pause(OTHERS_EVERY_MS, undefined, { signal: over }).catch(() => undefined); // the batch is over
  }
  return others;
}
