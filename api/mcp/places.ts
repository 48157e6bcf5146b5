/** The argument `path` of tools: a file or a folder of a shelf. */
import type { Outline } from '../../contract/outline.js';
import type { ToolCall } from './define-tool.js';

export interface Place {
  path: string;
  version: number | undefined;
}

/** Without `/` or `./` before it and `/` after it, which models write and paths of shelves do not have. */
export const cleanPath = (path: string): string =>
  path
    .split('/')
    .filter((name) => name !== '' && name !== '.')
    .join('/');

/** Whether a listed file is there or in such a folder; a file without headings is there all the same. */
export async function hasFiles(
  { api, signal }: Pick<ToolCall, 'api' | 'signal'>,
  shelfId: string,
  { path, version }: Place,
): Promise<boolean> {
  const query = { path, depth: 1, limit: 1, version };
  const { total } = await api.json<Outline>({ path: ['v1', 'shelves', shelfId, 'outline'], query, signal });
  return total > 0;
}
