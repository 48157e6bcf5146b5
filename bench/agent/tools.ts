/** The two sets of tools that a question is answered with, each counting what the model would have been shown. */
import type { CallToolResult, Client } from '@modelcontextprotocol/client';
import type { Shelfwright } from '../../clients/typescript/src/index.js';

/** What answering took. */
export interface Spent {
  calls: number;
  /** Of the answers, as the model is shown them. */
  characters: number;
  pictures: number;
}

/** The service's own tools, over /mcp. */
export interface OwnTools {
  spent: Spent;
  /** What a tool gives as data. Rejects with the tool's words where it refuses. */
  data<T>(name: string, input?: object): Promise<T>;
  text(name: string, input?: object): Promise<string>;
  /** The bytes of the picture that a tool shows. */
  picture(name: string, input?: object): Promise<Uint8Array>;
}

/** Tools of a connected client, for one shelf. */
export function ownTools(client: Client, shelfId: string): OwnTools {
  const spent: Spent = { calls: 0, characters: 0, pictures: 0 };
  const call = async (name: string, input: object): Promise<CallToolResult> => {
    const answer = await client.callTool({ name, arguments: { shelf_id: shelfId, ...input } });
    spent.calls += 1;
    const result = answer as CallToolResult;
    spent.characters += textOf(result).length;
    if (result.isError) throw new Error(`${name}: ${textOf(result)}`);
    return result;
  };
  return {
    spent,
    data: async <T>(name: string, input = {}) => (await call(name, input)).structuredContent as T,
    text: async (name, input = {}) => textOf(await call(name, input)),
    async picture(name, input = {}) {
      for (const part of (await call(name, input)).content) {
        if (part.type !== 'image') continue;
        spent.pictures += 1;
        return Buffer.from(part.data, 'base64');
      }
      throw new Error(`${name} shows no picture`);
    },
  };
}

const textOf = ({ content }: CallToolResult): string =>
  content.map((part) => (part.type === 'text' ? part.text : '')).join('\n');

/** The published server's reading tools: they give whole files, and know no ranges, pages or outlines. */
export interface PublishedTools {
  spent: Spent;
  tree(): Promise<Record<string, string>>;
  file(path: string): Promise<string>;
  search(query: string, mode?: 'substring' | 'regex'): Promise<{ path: string; line: string; line_number: number }[]>;
}

const MOST_BYTES = 250_000;
const MOST_MATCHES = 200;
const SNIPPET = 300;

/** The same shapes and limits as the published server's, over this service's shelf; its search reads the whole shelf. */
export function publishedTools(api: Shelfwright, id: string): PublishedTools {
  const spent: Spent = { calls: 0, characters: 0, pictures: 0 };
  const shown = <T>(headline: string, structured: object, value: T): T => {
    spent.calls += 1;
    // hosts show a model the structured answer, or the headline and the structured one
    spent.characters += headline.length + JSON.stringify(structured).length;
    return value;
  };
  const filesOf = async () => (await api.getTree({ id })).files;
  return {
    spent,
    async tree() {
      const { files, name, fileCount } = await api.getTree({ id });
      const answer = { shelf_id: id, name, file_count: fileCount, files };
      return shown(`Loaded ${fileCount} files for shelf ${id}`, answer, files);
    },
    async file(path) {
      const whole = await api.readFile({ id, filePath: path });
      const content = Buffer.from(whole).subarray(0, MOST_BYTES).toString();
      const truncated = content.length < whole.length;
      const bytes = Buffer.byteLength(content);
      const answer = { shelf_id: id, path, content_type: 'text/markdown', content, bytes, truncated };
      return shown(`Read ${path}`, answer, content);
    },
    async search(query, mode = 'substring') {
      const files = await filesOf();
      const matches = matchesIn(files, query, mode);
      const bytes = Object.values(files).reduce((sum, text) => sum + Buffer.byteLength(text), 0);
      const rest = { case_sensitive: false, scanned_files: Object.keys(files).length, scanned_bytes: bytes };
      const answer = { shelf_id: id, query, mode, matches, ...rest, truncated: matches.length === MOST_MATCHES };
      return shown(`Found ${matches.length} matches across ${rest.scanned_files} files`, answer, matches);
    },
  };
}

function matchesIn(files: Record<string, string>, query: string, mode: 'substring' | 'regex') {
  const pattern = mode === 'regex' ? new RegExp(query, 'i') : null;
  const needle = query.toLowerCase();
  return Object.entries(files)
    .flatMap(([path, text]) =>
      text.split('\n').map((line, at) => ({ path, line, line_number: at + 1, snippet: line.slice(0, SNIPPET) })),
    )
    .filter(({ line }) => (pattern ? pattern.test(line) : line.toLowerCase().includes(needle)))
    .slice(0, MOST_MATCHES);
}
