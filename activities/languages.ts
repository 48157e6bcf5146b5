/** In which languages the scanned pages of a run's document are recognised: decided once, for all of them. */
import { join } from 'node:path';
import type { Upload } from '../entities/upload.js';
import type { DocumentInfo } from '../engine/model.js';
import { workFiles } from '../infra/object-keys.js';
import { languageNames } from '../infra/recognition-languages.js';
import type { ShelfRunInput } from '../workflows/messages.js';
import type { ActivityDeps } from './deps.js';
import { readJson } from './objects.js';
import { loadRun } from './run.js';
import { timed, type Timed } from './work.js';

export interface LanguagesInput extends ShelfRunInput {
  /** A range that was parsed, whose text may tell the language. */
  parsed: { first: number; last: number };
  /** Scanned pages that may be tried. */
  pages: number[];
}

export interface LanguagesChosen extends Timed {
  /** Joined by "+". */
  languages: string;
}

/** What the upload's owner has named, as far as it is still installed, joined by "+"; null if nothing. */
export function namedLanguages(
  { config }: Pick<ActivityDeps, 'config'>,
  { languages }: Pick<Upload, 'languages'>,
): string | null {
  const installed = languageNames(config.engine.recognition.languages);
  const named = languageNames(languages ?? '').filter((name) => installed.includes(name));
  return named.length > 0 ? named.join('+') : null;
}

/** What the upload's owner has named; else those that the document itself shows. */
export async function chooseLanguages(
  deps: ActivityDeps,
  { parsed, pages, ...input }: LanguagesInput,
  signal: AbortSignal,
): Promise<LanguagesChosen> {
  const { storage, scratch, engine } = deps;
  const { upload, workPrefix } = await loadRun(deps.dataSource.manager, input);
  const named = namedLanguages(deps, upload);
  if (named !== null) return { languages: named, workMs: 0 };
  const key = workPrefix + workFiles.languages;
  const known = await readJson<{ languages: string }>(storage, key, signal);
  if (known) return { languages: known.languages, workMs: 0 };
  const info = await readJson<DocumentInfo>(storage, workPrefix + workFiles.info, signal);
  const { result: languages, workMs } = await scratch.withFolder(async (folder) => {
    const pagesPath = join(folder, 'pages.ndjson.gz');
    await storage.downloadTo(workPrefix + workFiles.pages(parsed.first, parsed.last), pagesPath, signal);
    const question = { pagesPaths: [pagesPath], pages, declaredLanguage: info?.language ?? null, signal };
    return scratch.withSource(upload.objectKey, signal, (pdfPath) =>
      timed(() => engine.chooseLanguages({ pdfPath, ...question })),
    );
  });
  await storage.put(key, JSON.stringify({ languages }), 'application/json', signal);
  return { languages, workMs };
}
