/** What an approval's operations make of a shelf's files: a pure function of both. */
import type { Operation } from '../../contract/vocabulary.js';
import { jsonText } from '../files/json.js';
import type { Metadata } from '../files/metadata.js';
import { compareListing, isContent, METADATA_PATH } from '../files/order.js';
import { isSourceMap, sourceMapFiles } from '../files/source-map.js';
import type { ShelfFile, SourceMapEntry } from '../shelf.js';
import { jsonOf, sourceMapOf } from '../verify/files-of.js';
import { editedMetadata, type EditedFile } from './entries.js';
import { apply } from './operations.js';
import { filesBelow, treeOf } from './tree.js';

/**
 * The files after all operations, in the order of the listing; `files` stay as they are. README.md, metadata.json, the
 * source map and the places named in other JSON files agree with the result.
 *
 * @throws OperationError for the first operation that cannot be done; then nothing was.
 */
export function applyOperations(files: readonly ShelfFile[], operations: readonly Operation[]): ShelfFile[] {
  const root = treeOf(files);
  for (const [index, operation] of operations.entries()) apply(root, operation, index);
  const edited = filesBelow(root)
    .filter(({ path }) => !isSourceMap(path))
    .map(({ path, node: { content, origin } }): EditedFile => ({
      path,
      content,
      before: origin?.path ?? null,
      isWritten: content !== origin?.content,
    }))
    .toSorted((a, b) => compareListing(a.path, b.path));
  const contents = edited.filter(({ path }) => isContent(path));
  const moved = new Map(contents.flatMap(({ path, before }) => (before === null ? [] : [[before, path]])));
  return [
    ...edited.map((file) => ({ path: file.path, content: refreshed(file, contents, moved) })),
    ...sourceMapFiles(mapped(sourceMapOf({ files }), contents)),
  ];
}

function refreshed(file: EditedFile, contents: readonly EditedFile[], moved: ReadonlyMap<string, string>): string {
  if (file.path === METADATA_PATH) {
    const metadata = jsonOf<Metadata>(file.content);
    return metadata ? jsonText(editedMetadata(metadata, contents)) : file.content;
  }
  return file.path.endsWith('.json') && !file.isWritten ? withTruePlaces(file.content, moved) : file.content;
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
