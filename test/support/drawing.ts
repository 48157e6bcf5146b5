/** Pages drawn as a worker draws them, by an engine of its own, for an api under test without Temporal. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createCanvas, loadImage } from '@napi-rs/canvas';
import { pageActivities } from '../../activities/pages.js';
import { createScratch } from '../../activities/scratch.js';
import type { PageViews } from '../../api/page-views.js';
import type { ViewPageInput } from '../../workflows/messages.js';
import { attemptOf } from './activities.js';
import type { TestApp } from './app.js';
import { startEngine, UNSTARTABLE } from './engine.js';
import { pdf } from './pdf.js';

/** What draws for `api`; `asked` notes every request in order. Call `stop` in `afterAll`. */
export async function startDrawing(
  { deps }: Pick<TestApp, 'deps'>,
  { pictureBytes = 1024 ** 3, drawMs = 30_000 } = {},
) {
  const workDir = mkdtempSync(join(tmpdir(), 'shelfwright-drawing-'));
  const scratch = await createScratch(workDir, deps.storage);
  const engine = startEngine({ startAhead: false, documentTimeoutMs: drawMs });
  const { viewPage } = pageActivities({ ...deps, config: { pictureBytes }, scratch, engine });
  const asked: ViewPageInput[] = [];
  const views: PageViews = {
    viewPage(input, { signal }) {
      asked.push(input);
      const attempt = attemptOf();
      signal.addEventListener('abort', () => attempt.cancel(), { once: true });
      return attempt.run(viewPage, input);
    },
  };
  return {
    views,
    asked,
    engine,
    /** The same picture, asked of a worker that cannot start engine processes. */
    async viewInBrokenWorker(input: ViewPageInput): Promise<unknown> {
      const broken = startEngine({ startAhead: false, confinement: UNSTARTABLE });
      const activities = pageActivities({ ...deps, config: { pictureBytes }, scratch, engine: broken });
      try {
        return await attemptOf().run(activities.viewPage, input);
      } finally {
        await broken.close();
      }
    },
    async stop(): Promise<void> {
      await engine.close();
      await scratch.close();
      rmSync(workDir, { recursive: true, force: true });
    },
  };
}

/** Where the red square is on the first page of `colouredPdf`, in parts of the page. */
export const RED = [0.25, 0.5, 0.5, 0.75] as const;

/** Two pages of 400 x 200 points: a red square on white, and the same turned by a quarter. */
export function colouredPdf(): Promise<Buffer> {
  return pdf(
    (doc) => {
      for (const turned of [false, true]) {
        doc.addPage();
        const [x0, y0, x1, y1] = RED;
        doc.rect(x0 * 400, y0 * 200, (x1 - x0) * 400, (y1 - y0) * 200).fill('#ff0000');
        if (turned) (doc.page.dictionary.data as Record<string, unknown>)['Rotate'] = 90;
      }
    },
    { size: [400, 200], margin: 0, autoFirstPage: false },
  );
}

export interface Pixels {
  width: number;
  height: number;
  /** The colour at a place in parts of the picture, `#rrggbb`. */
  at(x: number, y: number): string;
}

export async function pixelsOf(png: Buffer): Promise<Pixels> {
  const image = await loadImage(png);
  const { width, height } = image;
  const context = createCanvas(width, height).getContext('2d');
  context.drawImage(image, 0, 0);
  return {
    width,
    height,
    at(x, y) {
      const { data } = context.getImageData(Math.floor(x * width), Math.floor(y * height), 1, 1);
      return `#${Buffer.from(data.subarray(0, 3)).toString('hex')}`;
    },
  };
}
