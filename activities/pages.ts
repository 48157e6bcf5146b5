/**
 * What clients see of a PDF's pages: pictures and sizes, made when they are first asked for and stored with the version.
 * A page that cannot be drawn is a result and no failure: nothing would change with a retry.
 */
import { join } from 'node:path';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { countPicture, findFault } from '../entities/queries/page-pictures.js';
import { findVersionSource } from '../entities/queries/sources.js';
import { pageFiles, versionKeys } from '../infra/object-keys.js';
import { isMissingObject } from '../infra/storage.js';
import type { PageView, ViewPageInput } from '../workflows/messages.js';
import { activity } from './activity.js';
import type { ActivityDeps } from './deps.js';
import { objectExists } from './objects.js';
import { removeExcessPictures } from './pictures.js';

export type PagesDeps = Pick<ActivityDeps, 'dataSource' | 'storage' | 'scratch' | 'engine'> & {
  config: Pick<ActivityDeps['config'], 'pictureBytes'>;
};

export function pageActivities(deps: PagesDeps) {
  return {
    /** Makes what is asked for, unless it is stored already. */
    viewPage: activity((input: ViewPageInput, { signal }) => viewPage(deps, input, signal)),
  };
}

async function viewPage(deps: PagesDeps, input: ViewPageInput, signal: AbortSignal): Promise<PageView> {
  const {
    storage,
    dataSource: { manager },
  } = deps;
  const source = await findVersionSource(manager, input.versionPublicId);
  if (!source) return { outcome: 'gone' };
  const { pagesPrefix } = versionKeys(source.accountPublicId, source.shelfPublicId, input.versionPublicId);
  const { picture } = input;
  const key = `${pagesPrefix}${picture ? pageFiles.picture(picture) : pageFiles.sizes}`;
  if (await objectExists(storage, key, signal)) return { outcome: 'stored' };
  const page = picture?.page ?? 0;
  const objectKey = `${pagesPrefix}${pageFiles.mark(page)}`;
  // it may have hung an engine process half a minute ago, in another width
  const fault = await findFault(manager, objectKey);
  if (fault !== null) return { outcome: 'undrawable', reason: fault };
  const view = await make(deps, { ...source, versionPublicId: input.versionPublicId, key, picture }, signal);
  if (view.outcome === 'undrawable') {
    const mark = { objectKey, versionPublicId: input.versionPublicId, page, sizeBytes: 0, fault: view.reason };
    await countPicture(manager, mark);
  }
  return view;
}

interface Making {
  accountPublicId: string;
  versionPublicId: string;
  /** Of the PDF. */
  objectKey: string;
  /** Of what is made. */
  key: string;
  picture: ViewPageInput['picture'];
}

async function make(deps: PagesDeps, making: Making, signal: AbortSignal): Promise<PageView> {
  const { picture } = making;
  try {
    return await deps.scratch.withSource(making.objectKey, signal, (pdfPath) =>
      picture
        ? draw(deps, { ...making, pdfPath, picture }, signal)
        : measure(deps, { pdfPath, key: making.key }, signal),
    );
  } catch (error) {
    const { name, code } = error as { name?: unknown; code?: unknown };
    if (name === 'DocumentError') return { outcome: 'undrawable', reason: String(code) };
    // the shelf was deleted meanwhile
    if (isMissingObject(error)) return { outcome: 'gone' };
    throw error;
  }
}

interface Drawing extends Making {
  pdfPath: string;
  picture: NonNullable<ViewPageInput['picture']>;
}

async function draw(
  deps: PagesDeps,
  { accountPublicId, versionPublicId, pdfPath, key, picture }: Drawing,
  signal: AbortSignal,
): Promise<PageView> {
  const { storage, scratch, engine, dataSource } = deps;
  return scratch.withFolder(async (folder) => {
    const outPath = join(folder, 'page.png');
    const { drawn } = await engine.draw({ pdfPath, ...picture, outPath, signal });
    if (!drawn) return { outcome: 'undrawable', reason: 'page' };
    const { size: sizeBytes } = await stat(outPath);
    const counted = { objectKey: key, versionPublicId, page: picture.page, sizeBytes, fault: null };
    if (!(await countPicture(dataSource.manager, counted))) return { outcome: 'gone' };
    await removeExcessPictures(deps, accountPublicId, signal);
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
