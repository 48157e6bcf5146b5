import { Type } from 'typebox';
import type { Outline } from '../../../contract/outline.js';
import { RefusedError } from '../api-calls.js';
import { fitItems, shorten } from '../bounded.js';
import { data, defineTool, type ToolCall } from '../define-tool.js';
import { cleanPath, hasFiles } from '../places.js';
import { Count, CountOrNull, NextOffset, Offset, ShelfId, TextOrNull, VersionArgument } from './arguments.js';

const MAX_TITLE = 300;
const MAX_DEPTH = 6;

const Pages = Type.Union([Type.Array(Type.Integer()), Type.Null()]);

type OutlineFile = Outline['files'][number];

/** More items do not fit into an answer, however short their texts are. */
const MAX_ITEMS = 400;

interface Part {
  depth: number;
  /** A file or a folder; empty: all. */
  place: string;
  by: 'files' | 'headings';
  offset: number;
  limit: number;
  version?: number;
}

/** A part of the outline, no longer than an answer can be. Throws RefusedError, also where nothing is at the place. */
async function readOutline({ api, signal }: ToolCall, shelfId: string, { place, ...part }: Part) {
  const path = cleanPath(place);
  const outline = await api.json<Outline>({
    path: ['v1', 'shelves', shelfId, 'outline'],
    query: { ...part, limit: Math.min(part.limit, MAX_ITEMS), ...(path !== '' && { path }) },
    signal,
  });
  const { name, title, pageCount, words, files, versionNumber, total } = outline;
  if (path !== '' && total === 0 && !(await hasFiles({ api, signal }, shelfId, { path, version: part.version }))) {
    const message = `No listed file is at "${path}" or in such a folder.`;
    throw new RefusedError({ code: 'NOT_FOUND', message, details: { resource: 'file' } }, null);
  }
  const about = {
    shelf_id: shelfId,
    name,
    title: title === null ? null : shorten(title, MAX_TITLE),
    version: versionNumber,
    page_count: pageCount,
    words,
    total,
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
  total: Count,
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
    next_offset: NextOffset,
  }),
  async run({ shelf_id, folder: place = '', offset = 1, limit = MAX_ITEMS, version }, call) {
    const { about, files } = await readOutline(call, shelf_id, {
      depth: 1,
      by: 'files',
      place,
      offset,
      limit,
      version,
    });
    const asked = files.map(({ path, title, pages, words, lines }) => ({
      path,
      title: shorten(title, MAX_TITLE),
      pages,
      words,
      lines,
    }));
    const { shown } = fitItems(about, asked, offset);
    return data({ ...about, files: shown, ...nextOffset(about, offset + shown.length) });
  },
});

/** Where the answer continues; nothing at the end. */
function nextOffset({ total }: { total: number }, next: number): { next_offset?: number } {
  return next <= total ? { next_offset: next } : {};
}

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
    next_offset: NextOffset,
  }),
  async run({ shelf_id, path: place = '', depth = MAX_DEPTH, offset = 1, version }, call) {
    const part = { depth, by: 'headings', place, offset, limit: MAX_ITEMS, version } as const;
    const { about, files } = await readOutline(call, shelf_id, part);
    const { shown } = fitItems(about, files.flatMap(headingsOf), offset);
    return data({ ...about, headings: shown, ...nextOffset(about, offset + shown.length) });
  },
});
