import { Type } from 'typebox';
import { MAX_LINES } from '../../../contract/lines.js';
import type { Citation, SearchResults } from '../../../contract/reading.js';
import { fitItems, shorten } from '../bounded.js';
import { data, defineTool, text } from '../define-tool.js';
import { howToGoOn, readLines } from '../file-lines.js';
import { cleanPath, hasFiles } from '../places.js';
import { Count, CountOrNull, NextOffset, Offset, Path, ShelfId, TextOrNull, VersionArgument } from './arguments.js';

/** Most lines unless asked for more: what fits is mostly less. */
const USUAL_LINES = 1000;
const MAX_MATCHES = 100;
const USUAL_MATCHES = 20;
const MAX_HEADING = 300;
const MAX_PASSAGE = 2000;
const IS_PATTERN = /[*?]/;

export const readShelfFile = defineTool({
  name: 'read_shelf_file',
  title: 'Read a file of a shelf',
  description:
    'Reads lines of a file. The first line of the answer says which lines these are and with which offset to continue; the text follows. Lines are numbered from 1 as in get_outline, search_shelf and cite.',
  kind: 'reads',
  input: Type.Object({
    shelf_id: ShelfId,
    path: Path,
    offset: Type.Optional(Type.Integer({ minimum: 1, description: 'First line, from 1.' })),
    limit: Type.Optional(
      Type.Integer({ minimum: 1, maximum: MAX_LINES, description: 'Maximum number of lines; default: what fits.' }),
    ),
    column: Type.Optional(
      Type.Integer({ minimum: 1, description: 'First character of the first line, where an answer says so.' }),
    ),
    version: VersionArgument,
  }),
  async run({ shelf_id, path, offset = 1, limit = USUAL_LINES, column = 1, version }, { api, signal }) {
    const lines = await readLines(api, { shelfId: shelf_id, path, offset, limit, column, version }, signal);
    if (offset > lines.totalLines) return text(`${path} has ${lines.totalLines} lines: there is no line ${offset}.`);
    const where = `${path}, lines ${offset} to ${lines.lastLine} of ${lines.totalLines}.`;
    if (lines.next === null) return text(`${where} This is the end of the file.`, lines.text);
    return text(`${where} ${howToGoOn(lines.next)}`, lines.text);
  },
});

export const searchShelf = defineTool({
  name: 'search_shelf',
  title: 'Search in a shelf',
  description:
    'Finds where a text or pattern stands in a shelf: path, line, page and heading of each line that matches, with a snippet. Read around a match with read_shelf_file at its line.',
  kind: 'reads',
  input: Type.Object({
    shelf_id: ShelfId,
    query: Type.String({
      minLength: 1,
      maxLength: 1000,
      description: 'Words as they stand in the text, or a pattern.',
    }),
    mode: Type.Optional(
      Type.Enum(['text', 'regex'], {
        description:
          'text (default): case, white space and Markdown signs make no difference. regex: RE2, line by line.',
      }),
    ),
    path: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 400,
        description: 'Only this file, folder or pattern (**/*-clause-*.md).',
      }),
    ),
    max_matches: Type.Optional(Type.Integer({ minimum: 1, maximum: MAX_MATCHES, description: 'Default 20.' })),
    offset: Offset,
    version: VersionArgument,
  }),
  output: Type.Object({
    shelf_id: Type.String(),
    version: CountOrNull,
    matches: Type.Array(
      Type.Object({
        path: Type.String(),
        line: Count,
        page: CountOrNull,
        end_page: Type.Optional(CountOrNull),
        page_label: TextOrNull,
        heading: TextOrNull,
        snippet: Type.String(),
      }),
    ),
    total: Count,
    more: Type.Optional(Type.String()),
    next_offset: NextOffset,
  }),
  async run(input, { api, signal }) {
    const { shelf_id, query, mode = 'text', path, max_matches = USUAL_MATCHES, offset = 1, version } = input;
    const place = cleanPath(path ?? '') || undefined;
    const found = await api.json<SearchResults>({
      path: ['v1', 'shelves', shelf_id, 'search'],
      query: { [mode === 'text' ? 'q' : 'regex']: query, path: place, offset, limit: max_matches, version },
      signal,
    });
    const matches = found.results.map((match) => ({
      path: match.path,
      line: match.line,
      page: match.page,
      // the same, as a rule: then it says nothing
      ...(match.endPage !== match.page && { end_page: match.endPage }),
      page_label: match.pageLabel,
      heading: match.heading === null ? null : shorten(match.heading, MAX_HEADING),
      snippet: shorten(match.snippet, MAX_PASSAGE),
    }));
    const rest = { shelf_id, version: found.versionNumber, total: found.total };
    const { shown } = fitItems(rest, matches, offset);
    const next = offset + shown.length;
    const isOnePlace = found.total === 0 && place !== undefined && !IS_PATTERN.test(place);
    const more =
      isOnePlace && !(await hasFiles({ api, signal }, shelf_id, { path: place, version }))
        ? `No listed file is at "${place}" or in such a folder: get_shelf_tree lists the paths.`
        : moreMatches(found, next);
    const isLast = next > found.total;
    return data({ ...rest, matches: shown, ...(more && { more }), ...(!isLast && { next_offset: next }) });
  },
});

/** What to do about lines that match from `next` on, and about those that were not looked for. */
function moreMatches({ total, complete }: SearchResults, next: number): string | null {
  if (!complete) return 'The search ran out of time. Call again with a path.';
  if (next > total) return null;
  return `${total - next + 1} more lines match. Call again with offset=${next}, or narrow it: a longer query or a path.`;
}

export const cite = defineTool({
  name: 'cite',
  title: 'Find the place of lines in the PDF',
  description:
    'Says where lines of a file stand in the PDF: page, printed page label, box [x0, y0, x1, y1] in parts of the page from its top left corner, and the text without Markdown. unmapped lines have no position in the PDF.',
  kind: 'reads',
  input: Type.Object({
    shelf_id: ShelfId,
    path: Path,
    start: Type.Integer({ minimum: 1, description: 'First line.' }),
    end: Type.Optional(Type.Integer({ minimum: 1, description: 'Last line; default: start. At most 1,000 lines.' })),
    version: VersionArgument,
  }),
  output: Type.Object({
    shelf_id: Type.String(),
    version: CountOrNull,
    path: Type.String(),
    start: Count,
    end: Count,
    heading: TextOrNull,
    passages: Type.Array(
      Type.Object({
        start_line: Count,
        end_line: Count,
        page: Count,
        page_label: TextOrNull,
        box: Type.Array(Type.Number()),
        text: Type.String(),
      }),
    ),
    unmapped: Type.Array(Type.Object({ start_line: Count, end_line: Count, reason: Type.String() })),
    next_start: NextOffset,
    more: Type.Optional(Type.String()),
  }),
  async run({ shelf_id, path, start, end, version }, { api, signal }) {
    const cited = await api.json<Citation>({
      path: ['v1', 'shelves', shelf_id, 'cite'],
      query: { path, start, end, version },
      signal,
    });
    const passages = cited.passages.map((passage) => ({
      start_line: passage.startLine,
      end_line: passage.endLine,
      page: passage.page,
      page_label: passage.pageLabel,
      box: passage.box,
      text: shorten(passage.text, MAX_PASSAGE),
    }));
    const unmapped = cited.unmapped.map(({ startLine, endLine, reason }) => ({
      start_line: startLine,
      end_line: endLine,
      reason,
    }));
    const about = {
      shelf_id,
      version: cited.versionNumber,
      path,
      start: cited.start,
      end: cited.end,
      heading: cited.heading === null ? null : shorten(cited.heading, MAX_HEADING),
    };
    // both lists are in the order of the lines, and the answer ends before the first that does not fit
    const items = [...passages, ...unmapped].toSorted((a, b) => a.start_line - b.start_line);
    const { shown } = fitItems({ ...about, passages: [], unmapped: [] }, items, 1);
    const following = items[shown.length]?.start_line;
    // a line of more passages than fit is not asked for again
    const next = following === undefined ? undefined : Math.max(following, cited.start + 1);
    const left = items.slice(shown.length).filter(({ start_line }) => next !== undefined && start_line < next).length;
    return data({
      ...about,
      passages: shown.filter((item) => 'page' in item),
      unmapped: shown.filter((item) => 'reason' in item),
      ...(next !== undefined && next <= cited.end && { next_start: next }),
      ...(left > 0 && {
        more: `Line ${cited.start} has ${left} more passages, further on in the PDF: see get_page.`,
      }),
    });
  },
});
