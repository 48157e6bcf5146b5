import { Type } from 'typebox';
import type { Outline } from '../../../contract/outline.js';
import { RefusedError } from '../api-calls.js';
import { fitItems, shorten } from '../bounded.js';
import { data, defineTool, type ToolCall } from '../define-tool.js';
import { Count, CountOrNull, NextOffset, Offset, ShelfId, TextOrNull, VersionArgument } from './arguments.js';

const MAX_TITLE = 300;
const MAX_DEPTH = 6;

const Pages = Type.Union([Type.Array(Type.Integer()), Type.Null()]);

type OutlineFile = Outline['files'][number];

/** The file at a place, or the files in that folder; all of them at the root. Throws RefusedError where there is none. */
function filesAt(place: string, files: readonly OutlineFile[]): readonly OutlineFile[] {
  const names = place.split('/').filter((name) => name !== '' && name !== '.');
  if (names.length === 0) return files;
  const path = names.join('/');
  const found = files.filter((file) => file.path === path || file.path.startsWith(`${path}/`));
  if (found.length > 0) return found;
  throw new RefusedError({ code: 'NOT_FOUND', message: `No listed file is at "${path}" or in such a folder.` }, null);
}

async function readOutline({ api, signal }: ToolCall, shelfId: string, query: { depth: number; version?: number }) {
  const outline = await api.json<Outline>({ path: ['v1', 'shelves', shelfId, 'outline'], query, signal });
  const { name, title, pageCount, words, files, versionNumber } = outline;
  const about = {
    shelf_id: shelfId,
    name,
    title: title === null ? null : shorten(title, MAX_TITLE),
    version: versionNumber,
    page_count: pageCount,
    words,
  };
  return { about, files };
}

const ABOUT = {
  shelf_id: Type.String(),
  name: Type.String(),
  title: TextOrNull,
  version: CountOrNull,
  page_count: CountOrNull,
  words: Count,
};

export const getShelfTree = defineTool({
  name: 'get_shelf_tree',
  title: 'List the files of a shelf',
  description:
    'Lists the files of a shelf in reading order: path, title, pages of the PDF [first, last], words, lines. README.md (contents) and metadata.json are there too, though not listed.',
  kind: 'reads',
  input: Type.Object({
    shelf_id: ShelfId,
    folder: Type.Optional(Type.String({ maxLength: 400, description: 'Only files in this folder.' })),
    offset: Offset,
    limit: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 1000, description: 'Maximum number of files; default: what fits.' }),
    ),
    version: VersionArgument,
  }),
  output: Type.Object({
    ...ABOUT,
    files: Type.Array(
      Type.Object({ path: Type.String(), title: Type.String(), pages: Pages, words: Count, lines: Count }),
    ),
    total: Count,
    next_offset: NextOffset,
  }),
  async run({ shelf_id, folder = '', offset = 1, limit = Number.POSITIVE_INFINITY, version }, call) {
    const { about, files } = await readOutline(call, shelf_id, { depth: 1, version });
    const inFolder = filesAt(folder, files);
    const asked = inFolder.slice(offset - 1, offset - 1 + limit).map(({ path, title, pages, words, lines }) => ({
      path,
      title: shorten(title, MAX_TITLE),
      pages,
      words,
      lines,
    }));
    const rest = { ...about, total: inFolder.length };
    const { shown } = fitItems(rest, asked, offset);
    const next = offset + shown.length;
    return data({ ...rest, files: shown, ...(next <= inFolder.length && { next_offset: next }) });
  },
});

interface HeadingOfFile {
  path: string;
  heading: string;
  level: number;
  line: number;
  end_line: number;
  page: number | null;
  words: number;
}

function headingsOf({ path, sections }: OutlineFile): HeadingOfFile[] {
  return sections.map(({ heading, level, line, endLine, page, words }) => ({
    path,
    heading: shorten(heading, MAX_TITLE),
    level,
    line,
    end_line: endLine,
    page,
    words,
  }));
}

export const getOutline = defineTool({
  name: 'get_outline',
  title: 'List the headings of a shelf',
  description:
    'Lists the headings in the files of a shelf with level, lines and page. Read a section with read_shelf_file, offset = line and limit = end_line - line + 1.',
  kind: 'reads',
  input: Type.Object({
    shelf_id: ShelfId,
    path: Type.Optional(Type.String({ maxLength: 400, description: 'Only this file, or the files in this folder.' })),
    depth: Type.Optional(
      Type.Integer({
        minimum: 1,
        maximum: MAX_DEPTH,
        description: 'Headings down to this level; the title is 1. Default 6.',
      }),
    ),
    offset: Offset,
    version: VersionArgument,
  }),
  output: Type.Object({
    ...ABOUT,
    headings: Type.Array(
      Type.Object({
        path: Type.String(),
        heading: Type.String(),
        level: Count,
        line: Count,
        end_line: Count,
        page: CountOrNull,
        words: Count,
      }),
    ),
    total: Count,
    next_offset: NextOffset,
  }),
  async run({ shelf_id, path = '', depth = MAX_DEPTH, offset = 1, version }, call) {
    const { about, files } = await readOutline(call, shelf_id, { depth, version });
    const all = filesAt(path, files).flatMap(headingsOf);
    const rest = { ...about, total: all.length };
    const { shown, next } = fitItems(rest, all.slice(offset - 1), offset);
    return data({ ...rest, headings: shown, ...(next && { next_offset: next }) });
  },
});
