/** Files of shelves as resources: a template, completion of its variables, and a list that pages. */
import {
  ProtocolError,
  ProtocolErrorCode,
  ResourceNotFoundError,
  ResourceTemplate,
  type McpServer,
} from '@modelcontextprotocol/server';
import { SHELF_ID_PATTERN } from '../../contract/common.js';
import type { Listing } from '../../contract/content.js';
import { MAX_LINES } from '../../contract/lines.js';
import { NAME_MAX_LENGTH, type ShelfList } from '../../contract/shelf.js';
import { RefusedError } from './api-calls.js';
import type { ToolCaller } from './define-tool.js';
import { howToGoOn, readLines } from './file-lines.js';
import { refusalText } from './refusals.js';

const TEMPLATE = 'shelf://{shelf}/{+path}';
const SHELF = new RegExp(SHELF_ID_PATTERN);
/** What every id begins with. */
const SHELF_ID_START = 'shf_';
const SHELVES_AT_ONCE = 50;
/** The protocol gives so many completions at most. */
const MAX_COMPLETIONS = 100;

export function registerResources(server: McpServer, caller: ToolCaller): void {
  const { api } = caller;
  const template = new ResourceTemplate(TEMPLATE, {
    list: undefined,
    complete: {
      shelf: (begun) => completeShelf(caller, begun).catch(toProtocolError),
      path: (begun, context) => pathsOf(caller, context?.arguments?.['shelf'] ?? '', begun).catch(toProtocolError),
    },
  });
  const description = 'A file of a shelf. README.md is its table of contents; long files are given in part.';
  server.registerResource(
    'file',
    template,
    { title: 'File of a shelf', description },
    async (uri, variables, context) => {
      const [shelfId, path] = [String(variables['shelf']), decoded(String(variables['path']))];
      if (!SHELF.test(shelfId) || path === null) throw new ResourceNotFoundError(uri.href);
      const asked = { shelfId, path, offset: 1, limit: MAX_LINES, column: 1 };
      const lines = await readLines(api, asked, context.mcpReq.signal).catch(toProtocolError);
      const part = { uri: uri.href, mimeType: mimeType(path), text: lines.text };
      if (lines.next === null) return { contents: [part] };
      const more = `Lines 1 to ${lines.lastLine} of ${lines.totalLines}. ${howToGoOn(lines.next)}`;
      return { contents: [part, { uri: uri.href, mimeType: 'text/plain', text: more }] };
    },
  );
  // the SDK's own list does not page
  server.server.setRequestHandler('resources/list', async ({ params }) => {
    const page = pageOf(params?.cursor);
    const { shelves, ids, more } = await shelvesOf(caller, { page, limit: SHELVES_AT_ONCE }).catch(toProtocolError);
    return {
      resources: ids.map((id) => ({
        uri: `shelf://${id}/README.md`,
        name: `${id}/README.md`,
        title: shelves.get(id) ?? id,
        mimeType: 'text/markdown',
      })),
      ...(more && { nextCursor: String(page + 1) }),
    };
  });
}

/** Ids of the shelves that begin so, or have it in their name; newest first. */
async function completeShelf(caller: ToolCaller, begun: string): Promise<string[]> {
  const isAny = SHELF_ID_START.startsWith(begun);
  const q = isAny ? undefined : begun.slice(0, NAME_MAX_LENGTH);
  const { ids, total } = await shelvesOf(caller, { page: 1, limit: MAX_COMPLETIONS, q });
  // the SDK gives the first hundred, and tells by the length of the list how many there are
  return [...ids, ...Array<string>(Math.max(0, total - ids.length)).fill('')];
}

/** Those of a page of shelves that can be read. */
async function shelvesOf({ api }: ToolCaller, query: { page: number; limit: number; q?: string | undefined }) {
  const { page } = query;
  const list = await api.json<ShelfList>({ path: ['v1', 'shelves'], query: { ...query, status: 'ready,review' } });
  const readable = list.data;
  return {
    ids: readable.map(({ publicId }) => publicId),
    shelves: new Map(readable.map(({ publicId, name }) => [publicId, name])),
    more: page < list.pagination.totalPages,
    total: list.pagination.total,
  };
}

/** Paths of a shelf that begin so; none of a shelf that cannot be read. */
async function pathsOf({ api }: ToolCaller, shelfId: string, begun: string): Promise<string[]> {
  if (!SHELF.test(shelfId)) return [];
  try {
    const { paths } = await api.json<Listing>({ path: ['v1', 'shelves', shelfId, 'listing'] });
    return paths.filter((path) => path.startsWith(begun));
  } catch (error) {
    const { code } = error instanceof RefusedError ? error.body : {};
    if (code === 'NOT_FOUND' || code === 'CONFLICT') return [];
    throw error;
  }
}

function pageOf(cursor: string | undefined): number {
  if (cursor === undefined) return 1;
  if (!/^[1-9]\d{0,6}$/.test(cursor)) throw new ProtocolError(ProtocolErrorCode.InvalidParams, 'Invalid cursor.');
  return Number(cursor);
}

function decoded(path: string): string | null {
  try {
    return decodeURIComponent(path);
  } catch {
    return null;
  }
}

function mimeType(path: string): string {
  if (path.endsWith('.md')) return 'text/markdown';
  return path.endsWith('.json') ? 'application/json' : 'text/plain';
}

/** A refusal in the words of tools. */
export function toProtocolError(error: unknown): never {
  if (error instanceof RefusedError) throw new ProtocolError(ProtocolErrorCode.InvalidParams, refusalText(error));
  throw error;
}
