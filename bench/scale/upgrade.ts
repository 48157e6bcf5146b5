/** A rolling upgrade with shelves in flight: whether anything that the service has accepted is lost. */
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { createTemporal } from '../../infra/temporal.js';
import { pageMarks, textPdf } from '../../test/support/marked-pdf.js';
import { WORKFLOWS } from '../../workflows/messages.js';
import { figure, type Figure } from './figures.js';
import type { LoadOptions } from './options.js';
import { openRollout, type Rollout } from './rollout.js';
import { connect, type Target } from './target.js';

const LOOK_MS = 1_000;
const REQUEST_MS = 30_000;
/** Pages of the documents, in turn: small ones take another way than long ones. */
const PAGES = [1, 1, 4, 12, 1, 40, 2, 25] as const;
/** Every third shelf is reviewed. */
const isReviewed = (number: number): boolean => number % 3 === 0;
/** Part of the uploads after which the rollout begins; the others come for as long as that takes, or so. */
const BEGINS_AT = 0.6;
const REST_MS = 60_000;

interface Uploaded {
  publicId: string;
  pages: number;
}

type Say = (line: string) => void;

/** @throws when the releases cannot be started */
export async function runUpgrade(options: LoadOptions, say: Say): Promise<Figure[]> {
  const { count, atOnce, minutes } = options;
  const build = join(resolve(options.from ?? ''), 'dist');
  if (!existsSync(join(build, 'api/main.js'))) throw new Error(`${build} has no api/main.js: the release is not built`);
  const untilMs = performance.now() + minutes * 60_000;
  const rollout = await openRollout(build);
  try {
    const { earlier, later, apiKey, session } = rollout;
    await earlier.worker.start();
    await earlier.api.start();
    // a balancer would do this: new requests go to the release that is ready
    let isRolled = false;
    const [before, after] = [earlier, later].map(({ baseUrl }) => connect(baseUrl, { many: session, other: apiKey }));
    const current = (): Target => (isRolled ? after! : before!);
    const uploads = await beginUploads(current, { count, atOnce, untilMs });
    const { uploaded, refused } = uploads;
    while (uploaded.length + refused.length < count * BEGINS_AT) await pause(LOOK_MS / 10);
    await roll(rollout, say, () => (isRolled = true));
    await uploads.done;
    say(`${uploaded.length} shelves uploaded, ${refused.length} refused ${refused.slice(0, 3).join('; ')}`);
    const unfinished = await untilReady(after!, uploaded, { untilMs, say });
    return [
      ...(await losses(rollout, uploaded, unfinished)),
      figure('uploads that were refused', refused.length, '', 0),
    ];
  } finally {
    await rollout.stop();
  }
}

/** Uploads one document after the other, `atOnce` at the same time, to whatever `current` is. */
async function beginUploads(
  current: () => Target,
  { count, atOnce, untilMs }: { count: number; atOnce: number; untilMs: number },
) {
  const documents = new Map<number, Buffer>();
  for (const pages of PAGES) documents.set(pages, await textPdf(pages));
  const [uploaded, refused]: [Uploaded[], string[]] = [[], []];
  let next = 0;
  const uploading = Array.from({ length: atOnce }, async () => {
    while (next < count && performance.now() < untilMs) {
      const number = next++;
      if (number > count * BEGINS_AT) await pause((REST_MS * atOnce) / (count * (1 - BEGINS_AT)));
      const pages = PAGES[number % PAGES.length]!;
      try {
        const pdf = documents.get(pages)!;
        const { publicId } = await (isReviewed(number)
          ? current().upload(pdf, 'many', { review: 'true' })
          : current().upload(pdf, 'other'));
        uploaded.push({ publicId, pages });
      } catch (error) {
        refused.push(String(error));
      }
    }
  });
  return { uploaded, refused, done: Promise.all(uploading) };
}

/** Sets up, starts processes of this release, then ends those of the earlier one. */
async function roll({ setUp, earlier, later }: Rollout, say: Say, isReady: () => void): Promise<void> {
  const begunMs = performance.now();
  const told = (what: string): void => say(`${what} after ${((performance.now() - begunMs) / 1_000).toFixed(0)} s`);
  await setUp();
  told('set up');
  await later.worker.start();
  told('both workers at work');
  await pause(5 * LOOK_MS);
  await later.api.start();
  isReady();
  told('requests go to this release');
  await earlier.api.stop();
  await earlier.worker.stop();
  told('the earlier release has ended');
}

/** Approves what comes to review; answers those that are not ready in the end. */
async function untilReady(
  target: Target,
  uploaded: readonly Uploaded[],
  { untilMs, say }: { untilMs: number; say: Say },
): Promise<string[]> {
  const left = new Map(uploaded.map(({ publicId }) => [publicId, 'not looked at']));
  for (let looks = 1; left.size > 0 && performance.now() < untilMs; looks += 1) {
    for (const publicId of [...left.keys()]) {
      const { status, errorMessage } = await target.shelf(publicId, 'many');
      left.set(publicId, errorMessage ?? status);
      // one that was not answered in time may have been carried out: the next look tells
      if (status === 'review')
        await target.approve(publicId, 'many').catch((error: unknown) => left.set(publicId, String(error)));
      else if (status === 'ready') left.delete(publicId);
    }
    if (left.size === 0 || [...left.values()].every((how) => how === 'failed')) break;
    if (looks % 30 === 0) say(`${left.size} shelves are not ready yet`);
    await pause(LOOK_MS);
  }
  return [...left].map(([publicId, how]) => `${publicId}: ${how}`);
}

/** What was promised with each upload: a version with all pages, one event, and no run that stays open. */
async function losses(
  { database: { manager }, temporal, later, apiKey }: Rollout,
  uploaded: readonly Uploaded[],
  unfinished: readonly string[],
): Promise<Figure[]> {
  const incomplete: string[] = [];
  for (const { publicId, pages } of uploaded) {
    const reply = await fetch(`${later.baseUrl}/v1/shelves/${publicId}/tree`, {
      headers: { authorization: `Bearer ${apiKey}` },
    });
    const { files = {} } = (reply.ok ? await reply.json() : {}) as { files?: Record<string, string> };
    const contents = Object.entries(files).filter(([path]) => path.endsWith('.md') && path !== 'README.md');
    const marks = pageMarks(contents.map(([, text]) => text));
    if (marks.join() !== Array.from({ length: pages }, (_, n) => n + 1).join()) incomplete.push(publicId);
  }
  const [counts] = await manager.query<{ versions: number; events: number }[]>(
    `SELECT count(*) FILTER (WHERE (SELECT count(*) FROM versions WHERE shelf_id = shelf.id) <> 1)::int AS versions,
            count(*) FILTER (WHERE (SELECT count(*) FROM events
              WHERE shelf_id = shelf.id AND type = 'shelf.ready') <> 1)::int AS events FROM shelves shelf`,
  );
  const client = createTemporal(temporal);
  const query = `WorkflowType = '${WORKFLOWS.shelf}' AND ExecutionStatus = 'Running'`;
  try {
    const open = await client.within(REQUEST_MS, ({ workflow }) => workflow.count(query));
    return [
      figure('shelves uploaded', uploaded.length, '', null),
      figure(`not ready in the end ${unfinished.slice(0, 3).join()}`.trim(), unfinished.length, '', 0),
      figure(`without each page once ${incomplete.slice(0, 3).join()}`.trim(), incomplete.length, '', 0),
      figure('with no version, or several', counts?.versions ?? null, '', 0),
      figure('with no event shelf.ready, or several', counts?.events ?? null, '', 0),
      figure('runs of shelves that stay open', open.count, '', 0),
    ];
  } finally {
    await client.close();
  }
}
