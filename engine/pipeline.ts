/**
 * The engine as a list of stages, in the order in which they run.
 *
 * A stage is a function of plain JSON: it gets what the stages before it made, changes none of it, and gives back its own
 * part. Stages of scope `page` see one page; those of scope `document` all of them. What each one asks for and gives back is
 * said in `engine/<folder>/stage.ts`; the type `After` holds that every part is made before it is asked for.
 *
 * The first two read the PDF and run page by page in processes of their own; from `normalise` on nothing is asynchronous.
 */
import { blocksOf } from './blocks/stage.js';
import { drawnTablesOfPage } from './drawn-tables/stage.js';
import { figuresOfPage } from './figures/stage.js';
import { filesOf } from './files/stage.js';
import { furnitureOf } from './furniture/stage.js';
import { headingsOf } from './headings/stage.js';
import { levelsOf } from './levels/stage.js';
import { linesOfPage } from './lines/stage.js';
import type { StructuredDocument } from './block-model.js';
import type { DocumentInfo, ParsedPage } from './model.js';
import { normalise } from './normalise/stage.js';
import { recognise, type RecogniseInput } from './ocr/stage.js';
import { readPage, type ReadInput } from './read/stage.js';
import { readingOrder } from './reading-order/stage.js';
import type { VerifyOptions } from './shelf.js';
import { styleOf } from './style/stage.js';
import { tagLines } from './tags/stage.js';
import { structureOf, type StructureInput } from './templates/stage.js';
import { textBlocks } from './text-blocks/stage.js';
import { textRuns } from './text-runs/stage.js';
import { treeOf, type VerifyStageInput } from './verify/stage.js';

export const STAGES = [
  { name: 'read', scope: 'page', folder: 'read', run: readPage },
  { name: 'recognise', scope: 'page', folder: 'ocr', run: recognise },
  { name: 'normalise', scope: 'document', folder: 'normalise', run: normalise },
  { name: 'figures', scope: 'page', folder: 'figures', run: figuresOfPage },
  { name: 'text-runs', scope: 'document', folder: 'text-runs', run: textRuns },
  { name: 'drawn-tables', scope: 'page', folder: 'drawn-tables', run: drawnTablesOfPage },
  { name: 'lines', scope: 'page', folder: 'lines', run: linesOfPage },
  { name: 'furniture', scope: 'document', folder: 'furniture', run: furnitureOf },
  { name: 'reading-order', scope: 'document', folder: 'reading-order', run: readingOrder },
  { name: 'tags', scope: 'document', folder: 'tags', run: tagLines },
  { name: 'style', scope: 'document', folder: 'style', run: styleOf },
  { name: 'text-blocks', scope: 'document', folder: 'text-blocks', run: textBlocks },
  { name: 'headings', scope: 'document', folder: 'headings', run: headingsOf },
  { name: 'levels', scope: 'document', folder: 'levels', run: levelsOf },
  { name: 'blocks', scope: 'document', folder: 'blocks', run: blocksOf },
  { name: 'structure', scope: 'document', folder: 'templates', run: (input: StructureInput) => structureOf(input) },
  { name: 'files', scope: 'document', folder: 'files', run: filesOf },
  // where something has to be repaired, verification has the blocks made again
  {
    name: 'verify',
    scope: 'document',
    folder: 'verify',
    run: (input: VerifyStageInput) => treeOf(input, blocksOfPages),
  },
] as const;

export type StageName = (typeof STAGES)[number]['name'];

export interface Stage {
  name: string;
  scope: 'page' | 'document';
  folder: string;
  run: (input: never) => unknown;
}

type Input<S extends Stage> = Parameters<S['run']>[0];
type Output<S extends Stage> = Awaited<ReturnType<S['run']>>;
type PageOf<State> = State extends { pages: readonly (infer Page)[] } ? Page : unknown;
type Merged<A, B> = Omit<A, keyof B> & B;

/** The state with what a stage gives back: a page's part is put to the page, a document's to the document. */
type Added<State, S extends Stage> = S['scope'] extends 'page'
  ? Merged<State, { pages: Merged<PageOf<State>, Output<S>>[] }>
  : Merged<Merged<State, Output<S>>, { pages: Merged<PageOf<State>, PageOf<Output<S>>>[] }>;

type Asked<State, S extends Stage> = S['scope'] extends 'page' ? PageOf<State> : State;

/** What is known after the stage `Until`; a message where a stage asks for what none before it makes. */
type After<State, Stages extends readonly Stage[], Until extends string> = Stages extends readonly [
  infer S extends Stage,
  ...infer Rest extends readonly Stage[],
]
  ? Asked<State, S> extends Input<S>
    ? S['name'] extends Until
      ? Added<State, S>
      : After<Added<State, S>, Rest, Until>
    : { error: `${S['name']} asks for what no stage before it makes` }
  : never;

/** What is known before the first stage. The first two stages' pages hold what reads them, which is no JSON. */
interface Start {
  info: DocumentInfo;
  options: VerifyOptions;
  pages: (ReadInput & Omit<RecogniseInput, 'parsed'>)[];
}

/** What is known after a stage. A test asks for that of the last stage: it compiles while each stage gets what it asks for. */
export type StateAfter<Name extends StageName> = After<Start, typeof STAGES, Name>;

/** The list from the stage `Name` on. */
type StagesFrom<Stages extends readonly Stage[], Name extends string> = Stages extends readonly [
  infer S extends Stage,
  ...infer Rest extends readonly Stage[],
]
  ? S['name'] extends Name
    ? Stages
    : StagesFrom<Rest, Name>
  : [];

/** What the pages of a document are read to. */
export interface ReadDocument {
  pages: readonly { parsed: ParsedPage }[];
}

/** The stages that need no PDF. */
export type SyncStage = Exclude<StageName, 'read' | 'recognise'>;

/** Wraps the work of a stage, e.g. to record its decisions. */
export type Around = <T>(stage: StageName, work: () => T) => T;

/**
 * Runs the stages from `from` to `until`, both included, and gives back all that is known then.
 *
 * @param known what is known before `from`: of a document that was read, or what an earlier call gave back.
 */
export function runStages<Known extends ReadDocument, From extends SyncStage, Until extends SyncStage>(
  known: Known,
  { from, until, around = (_, work) => work() }: { from: From; until: Until; around?: Around },
): After<Known, StagesFrom<typeof STAGES, From>, Until> {
  const names = STAGES.map(({ name }) => name);
  const stages = STAGES.slice(names.indexOf(from), names.indexOf(until) + 1);
  const run = (state: State, stage: (typeof stages)[number]): State =>
    withOutput(
      state,
      around(stage.name, () => outputOf(state, stage)),
    );
  return stages.reduce(run, known as State) as unknown as After<Known, StagesFrom<typeof STAGES, From>, Until>;
}

/** What is known of a document between two stages, whichever these are. */
export interface State {
  pages: readonly object[];
}

/** What a stage gives back. */
export type StageOutput = Partial<State>;

export function outputOf(state: State, { scope, run }: Stage): StageOutput {
  // `After` has checked that the state holds what the stage asks for
  const call = run as (input: object) => object;
  return scope === 'page' ? { pages: state.pages.map((page) => call(page)) } : call(state);
}

export function withOutput(state: State, { pages, ...parts }: StageOutput): State {
  return { ...state, ...parts, pages: pages ? state.pages.map((page, i) => ({ ...page, ...pages[i] })) : state.pages };
}

/** The blocks of a document. Pure: the same pages give the same blocks; degraded pages give what was read of them. */
export function blocksOfPages(info: DocumentInfo, pages: readonly ParsedPage[]): StructuredDocument {
  return runStages({ info, pages: pages.map((parsed) => ({ parsed })) }, { from: 'normalise', until: 'blocks' })
    .document;
}
