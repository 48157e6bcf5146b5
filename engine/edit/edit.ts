/** What an approval's operations make of a shelf's files: a pure function of both. */
import type { Operation } from '../../contract/vocabulary.js';
import { jsonText } from '../files/json.js';
import type { Metadata } from '../files/metadata.js';
import { compareListing, isReading, METADATA_PATH, README_PATH } from '../files/order.js';
import { renewedReadme } from '../files/readme.js';
import { isSourceMap, sourceMapFiles } from '../files/source-map.js';
import type { ShelfFile, SourceMapEntry } from '../shelf.js';
import { fileText, jsonOf, sourceMapOf } from '../verify/files-of.js';
import { editedMetadata, type EditedFile } from './entries.js';
import { createLinks } from './links.js';
import { apply } from './operations.js';
import { directoryTitles } from './titles.js';
import { filesBelow, prune, treeOf, type Directory } from './tree.js';

/** A tree after operations, and where its files come from. */
export interface EditedTree {
  /** In the order of the listing. */
  files: ShelfFile[];
  /** Path to the path before, of the files that were there; without the source map, which is made anew. */
  origins: ReadonlyMap<string, string>;
  /** Paths of the files whose text was written by an operation. */
  written: ReadonlySet<string>;
}

/**
 * The files after all operations, in the order of the listing; `files` stay as they are. Links, README.md, metadata.json,
 * the source map and the places named in other JSON files agree with the result.
 *
 * @throws OperationError for the first operation that cannot be done; then nothing was.
 */
export function applyOperations(files: readonly ShelfFile[], operations: readonly Operation[]): ShelfFile[] {
  return editTree(files, operations).files;
}

/**
 * Whether the operations can be applied to files with these paths, whatever is in them.
 *
 * @throws OperationError for the first operation that cannot be done.
 */
export function checkApplicable(paths: readonly string[], operations: readonly Operation[]): void {
  const root = treeOf(paths.map((path) => ({ path, content: '' })));
  for (const [index, operation] of operations.entries()) apply(root, operation, index);
}

/** The same as `applyOperations`, with the origin of each file. Throws OperationError. */
export function editTree(files: readonly ShelfFile[], operations: readonly Operation[]): EditedTree {
  const root = treeOf(files);
  const links = createLinks(root);
  for (const [index, operation] of operations.entries()) {
    const written = apply(root, operation, index);
    if (written) links.note(written);
  }
  prune(root);
  const edited = filesBelow(root)
    .filter(({ path }) => !isSourceMap(path))
    .map(({ path, node }): EditedFile => ({
      path,
      content: links.renewed(node),
      before: node.origin?.path ?? null,
      isWritten: node.content !== node.origin?.content,
    }))
    .toSorted((a, b) => compareListing(a.path, b.path));
  const contents = edited.filter(({ path }) => isReading(path));
  const maps = sourceMapFiles(mapped(sourceMapOf({ files }), contents));
  return {
    files: [...refreshed(root, { files, edited, contents, maps }), ...maps],
    origins: new Map(edited.flatMap(({ path, before }) => (before === null ? [] : [[path, before]]))),
    written: new Set(edited.filter(({ isWritten }) => isWritten).map(({ path }) => path)),
  };
}

interface Result {
  files: readonly ShelfFile[];
  edited: readonly EditedFile[];
  /** Those of the edited files that are content. */
  contents: readonly EditedFile[];
  maps: readonly ShelfFile[];
}

/** README.md, metadata.json and data files as they are to be with the content; a README that was written stays. */
function refreshed(root: Directory, { files, edited, contents, maps }: Result): ShelfFile[] {
  const before = jsonOf<Metadata>(fileText({ files }, METADATA_PATH) ?? '');
  const metadata = before && editedMetadata(before, contents);
  const moved = new Map(contents.flatMap(({ path, before: from }) => (from === null ? [] : [[from, path]])));
  const isData = (path: string): boolean => path.endsWith('.json') && path !== METADATA_PATH;
  const content = ({ path, content: text, isWritten }: EditedFile): string => {
    if (metadata && path === METADATA_PATH) return jsonText(metadata);
    if (isWritten) return text;
    if (isData(path)) return withTruePlaces(text, moved);
    if (!metadata || path !== README_PATH) return text;
    return renewedReadme(text, before, {
      metadata,
      files: metadata.files.map((entry, at) => ({ ...entry, content: contents[at]!.content })),
      titles: directoryTitles(root, fileText({ files }, README_PATH) ?? ''),
      data: [...edited, ...maps].map((file) => file.path).filter(isData),
    });
  };
  return edited.map((file) => ({ path: file.path, content: content(file) }));
}

/** The lists of a data file (terms, boxes) without what was in files that are gone, and with the paths of today. */
function withTruePlaces(content: string, moved: ReadonlyMap<string, string>): string {
  const data = jsonOf<Record<string, unknown>>(content);
  if (!data || typeof data !== 'object' || Array.isArray(data)) return content;
  const lists = Object.entries(data).map(([name, list]) => [
    name,
    !Array.isArray(list)
      ? list
      : list.flatMap((item: { file?: unknown }) =>
          typeof item?.file !== 'string'
            ? [item]
            : moved.has(item.file)
              ? [{ ...item, file: moved.get(item.file) }]
              : [],
        ),
  ]);
  return jsonText(Object.fromEntries(lists));
}

/** Entries of the files whose lines are still those of the document, where these files are now. */
function mapped(entries: readonly SourceMapEntry[], contents: readonly EditedFile[]): SourceMapEntry[] {
  const byPath = Map.groupBy(entries, ({ path }) => path);
  return contents.flatMap(({ path, before, isWritten }) =>
    before === null || isWritten ? [] : (byPath.get(before) ?? []).map((entry) => ({ ...entry, path })),
  );
}
