/** One document after another, each from its upload until its shelf is ready. */
import { existsSync, readFileSync } from 'node:fs';
import { textPdf } from '../../test/support/marked-pdf.js';
import { BOOK } from '../agent/session.js';
import { median } from '../measure.js';
import { figure, type Figure } from './figures.js';
import { secondsToReady, type Target } from './target.js';
import type { LoadOptions } from './options.js';

/** Of a generated book, where the one of the corpus is not there. */
const BOOK_PAGES = 352;

/** Of the median. */
const WANTED_SECONDS = { page: 0.5, book: 8 };

/** Throws where a shelf fails or takes too long, and where a limit of the service's has held its measurement up. */
export async function timeDocument(
  target: Target,
  { load, rounds, minutes, file }: LoadOptions,
  say: (line: string) => void,
): Promise<Figure[]> {
  const path = load === 'book' ? (file ?? (existsSync(BOOK) ? BOOK : null)) : null;
  const pdf = path ? readFileSync(path) : await textPdf(load === 'book' ? BOOK_PAGES : 1);
  const untilMs = performance.now() + minutes * 60_000;
  const seconds: number[] = [];
  for (let round = 0; round <= rounds; round++) {
    const took = await secondsToReady(target, pdf, { who: 'many', untilMs, isLong: load === 'book' });
    if (target.refusals() > 0)
      throw new Error(
        'requests were refused and waited, by a limit (start the service with LIMIT_READS_PER_MINUTE=1000000) or a full queue',
      );
    // the first of a service that has just started reads its code from the disk
    if (round > 0) seconds.push(took);
    say(`${round === 0 ? 'unmeasured' : `round ${round}`}: ${took.toFixed(2)} s`);
  }
  const [fastest, slowest] = [Math.min(...seconds), Math.max(...seconds)];
  const name = path ?? `a generated document of ${load === 'book' ? BOOK_PAGES : 1} pages`;
  say(`${name}: ${median(seconds).toFixed(2)} s from upload to ready (${fastest.toFixed(2)} to ${slowest.toFixed(2)})`);
  // nothing is asked for of a document that somebody brings
  const wanted = load === 'book' ? (file === null ? WANTED_SECONDS.book : null) : WANTED_SECONDS.page;
  return [figure(`${load} from upload to ready, median of ${rounds}`, median(seconds), 's', wanted)];
}
