/**
 * What clients see of a PDF's pages: pictures and sizes, made when they are first asked for and stored with the version.
 * A page that cannot be drawn is a result and no failure: nothing would change with a retry.
 */
import { join } from 'node:path';
import { createReadStream } from 'node:fs';
import { findVersionSource } from '../entities/queries/sources.js';
import { pageFiles, versionKeys } from '../infra/object-keys.js';
import { isMissingObject, type Storage } from '../infra/storage.js';
import type { PageView, ViewPageInput } from '../workflows/messages.js';
import { activity } from './activity.js';
import type { ActivityDeps } from './deps.js';
import { objectExists } from './objects.js';

/** Pictures that are stored, of different widths and parts. Clients choose both, and must not fill the disk. */
const MOST_PICTURES = { ofPage: 24, ofVersion: 1_000 };

type PagesDeps = Pick<ActivityDeps, 'dataSource' | 'storage' | 'scratch' | 'engine'>;

export function pageActivities(deps: PagesDeps) {
  return {
    /** Makes what is asked for, unless it is stored already. */
    viewPage: activity((input: ViewPageInput, { signal }) => viewPage(deps, input, signal)),
  };
}

async function viewPage(deps: PagesDeps, input: ViewPageInput, signal: AbortSignal): Promise<PageView> {
  const { storage, scratch, dataSource } = deps;
  const source = await findVersionSource(dataSource.manager, input.versionPublicId);
  if (!source) return { outcome: 'gone' };
  const { pagesPrefix } = versionKeys(source.accountPublicId, source.shelfPublicId, input.versionPublicId);
  const { picture } = input;
  const key = `${pagesPrefix}${picture ? pageFiles.picture(picture) : pageFiles.sizes}`;
  if (await objectExists(storage, key, signal)) return { outcome: 'stored' };
  try {
    return await scratch.withSource(source.objectKey, signal, (pdfPath) =>
      picture ? draw(deps, { pdfPath, pagesPrefix, key, picture }, signal) : measure(deps, { pdfPath, key }, signal),
    );
  } catch (error) {
    const { name, code } = error as { name?: unknown; code?: unknown };
    if (name === 'DocumentError') return { outcome: 'undrawable', reason: String(code) };
    // the shelf was deleted meanwhile
    if (isMissingObject(error)) return { outcome: 'gone' };
    throw error;
  }
}

interface Drawing {
  pdfPath: string;
  pagesPrefix: string;
  key: string;
  picture: NonNullable<ViewPageInput['picture']>;
}

async function draw(
  { storage, scratch, engine }: PagesDeps,
  { pdfPath, pagesPrefix, key, picture }: Drawing,
  signal: AbortSignal,
): Promise<PageView> {
  return scratch.withFolder(async (folder) => {
    const outPath = join(folder, 'page.png');
    const { drawn } = await engine.draw({ pdfPath, ...picture, outPath, signal });
    if (!drawn) return { outcome: 'undrawable', reason: 'page' };
    await makeRoom(storage, { pagesPrefix, page: picture.page }, signal);
    const out = createReadStream(outPath);
    try {
      await storage.upload(key, out, { signal });
    } finally {
      out.destroy(); // an upload that fails leaves its source open
    }
    return { outcome: 'stored' };
  });
}

async function measure(
  { storage, engine }: PagesDeps,
  { pdfPath, key }: { pdfPath: string; key: string },
  signal: AbortSignal,
): Promise<PageView> {
  const sizes = await engine.measure(pdfPath, { signal });
  await storage.put(key, JSON.stringify(sizes), 'application/json', signal);
  return { outcome: 'stored' };
}

/** Removes the oldest pictures of the page, and of the version, so that there is room for one more. */
async function makeRoom(
  storage: Storage,
  { pagesPrefix, page }: { pagesPrefix: string; page: number },
  signal: AbortSignal,
): Promise<void> {
  const sizes = `${pagesPrefix}${pageFiles.sizes}`;
  const stored: { key: string; modifiedAt: Date }[] = [];
  for await (const object of storage.list(pagesPrefix, signal)) if (object.key !== sizes) stored.push(object);
  const oldest = stored.toSorted((a, b) => a.modifiedAt.getTime() - b.modifiedAt.getTime()).map(({ key }) => key);
  const ofPage = oldest.filter((key) => key.startsWith(`${pagesPrefix}${pageFiles.pictures(page)}`));
  const over = new Set([...beyond(ofPage, MOST_PICTURES.ofPage), ...beyond(oldest, MOST_PICTURES.ofVersion)]);
  if (over.size > 0) await storage.remove([...over], signal);
}

/** The first ones, if there are too many for one more. */
const beyond = (keys: readonly string[], most: number): string[] => keys.slice(0, Math.max(0, keys.length - most + 1));
