/**
 * `explain.html`: one file that shows a document's decisions on its pages. It loads nothing, and its policy forbids it to.
 * The document's text is data in it: as JSON without `<`, which the script sets as text and never as markup.
 */
import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { picturePath } from '../engine-protocol.js';
import type { LoggedDecision } from './decision-log.js';
import type { Overview, PageFacts } from './overview.js';
import { packDecisions, packRoles, type PackedDecisions } from './packed.js';
import { TABLE_PLACES } from './table-places.js';

export interface Explanation {
  title: string;
  overview: Overview;
  decisions: AsyncIterable<LoggedDecision>;
  /** Where `paint` left the pages' pictures; a page without one is shown without. */
  picturesFolder: string;
  /** How many pages were painted at most. */
  mostPictures: number;
}

/** Of all pictures together: what a browser still opens at once. */
const MAX_PICTURE_BYTES = 64 * 1024 * 1024;
const VIEWER = new URL('./viewer/', import.meta.url);
/** Joined into one script, each file after those that it imports. */
const SCRIPTS = ['data.js', 'precedence.js', 'details.js', 'viewer.js'];

const viewerFile = (name: string): Promise<string> => readFile(new URL(name, VIEWER), 'utf8');

export async function writeExplanation(path: string, explanation: Explanation): Promise<void> {
  const [template, style, ...scripts] = await Promise.all(['viewer.html', 'viewer.css', ...SCRIPTS].map(viewerFile));
  const script = joinModules(scripts);
  const parts: Record<string, Iterable<string> | AsyncIterable<string>> = {
    policy: [`<meta http-equiv="Content-Security-Policy" content="${policyFor(script, style!)}" />`],
    title: [`<title>${escapeHtml(explanation.title)}: decisions</title>`],
    style: [`<style>${style}</style>`],
    data: dataBlocks(explanation),
    script: [`<script>${script}</script>`],
  };
  async function* html(): AsyncGenerator<string> {
    for (const piece of template!.split(/(<!-- \w+ -->)/)) {
      const name = /^<!-- (\w+) -->$/.exec(piece)?.[1];
      if (name === undefined) yield piece;
      else yield* parts[name]!;
    }
  }
  await pipeline(Readable.from(html()), createWriteStream(path));
}

/** Modules within a page could only be loaded: as one script they need no imports and exports. */
function joinModules(sources: readonly string[]): string {
  const bodies = sources.map((source) => source.replace(/^import [^;]*;$/gm, '').replace(/^export /gm, ''));
  return `(() => {\n'use strict';\n${bodies.join('\n')}})();\n`;
}

/** Nothing may be loaded or run but what this file was written with. */
function policyFor(script: string, style: string): string {
  const hash = (text: string): string => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
  const allowed = [`script-src ${hash(script)}`, `style-src ${hash(style)}`, 'img-src data:'];
  return ["default-src 'none'", ...allowed, "base-uri 'none'", "form-action 'none'"].join('; ');
}

async function* dataBlocks(explanation: Explanation): AsyncGenerator<string> {
  const { overview, picturesFolder } = explanation;
  const packed = await packDecisions(explanation.decisions);
  const roles = packRoles(overview.roles);
  const pictured = new Set<number>();
  let bytes = 0;
  for (const { number } of overview.pages) {
    const decisions = packed.byPage.get(number) ?? [];
    yield `${dataBlock(`page-${number}`, `{"roles":[${(roles.get(number) ?? []).join()}],"decisions":[${decisions.join()}]}`)}\n`;
    const picture = await pictureOf(picturesFolder, number);
    if (!picture || bytes + picture.length > MAX_PICTURE_BYTES) continue;
    bytes += picture.length;
    pictured.add(number);
    yield `${dataBlock(`picture-${number}`, JSON.stringify(`data:image/webp;base64,${picture.toString('base64')}`))}\n`;
  }
  yield dataBlock('document', JSON.stringify(documentFacts(explanation, packed, pictured)));
}

function documentFacts({ title, overview, mostPictures }: Explanation, packed: PackedDecisions, pictured: Set<number>) {
  const reasons = Object.fromEntries(
    overview.tables.map(({ table, rules }) => [table, Object.fromEntries(rules.map(({ name, why }) => [name, why]))]),
  );
  const places = Object.fromEntries(
    overview.tables.flatMap(({ table }) => {
      const place = TABLE_PLACES[table];
      return place ? [[table, { constant: place[0], file: `engine/${place[1]}` }]] : [];
    }),
  );
  return {
    title,
    pages: overview.pages.map((page) => ({ ...page, picture: pictured.has(page.number) })),
    kinds: packed.kinds,
    words: packed.words,
    reasons,
    places,
    notes: notesOf(overview, { mostPictures, pictured, notShown: packed.notShown }),
  };
}

/** What is not shown, and why. */
function notesOf(
  { pages, leftOut }: Overview,
  { mostPictures, pictured, notShown }: { mostPictures: number; pictured: ReadonlySet<number>; notShown: number },
): string[] {
  const painted = pages.slice(0, mostPictures);
  const missing = painted.filter(({ number }: PageFacts) => !pictured.has(number)).length;
  const pagesHave = missing === 1 ? '1 page has' : `${missing} pages have`;
  return [
    ...(pages.length > mostPictures
      ? [`Only the first ${mostPictures} pages have pictures; the others show their boxes and words.`]
      : []),
    ...(missing > 0
      ? [`${pagesHave} no picture: it could not be painted, or all pictures together are too large.`]
      : []),
    ...(notShown > 0 ? [`${notShown} decisions are in decisions.jsonl only: this page holds as many as it can.`] : []),
    ...(leftOut > 0 ? [`${leftOut} decisions are not even in decisions.jsonl: the log was full.`] : []),
  ];
}

async function pictureOf(folder: string, page: number): Promise<Buffer | null> {
  try {
    return await readFile(picturePath(folder, page));
  } catch (error) {
    if ((error as { code?: unknown }).code === 'ENOENT') return null;
    throw error;
  }
}

/** `json` as data of the page: without a `<`, no text in it can end the element. */
const dataBlock = (id: string, json: string): string =>
  `<script type="application/json" id="${id}">${json.replaceAll('<', '\\u003c')}</script>`;

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };

const escapeHtml = (text: string): string => text.replace(/[&<>"']/g, (sign) => ENTITIES[sign]!);
