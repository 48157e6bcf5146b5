/** The comparison of two builds as text. */
import { table } from '../table.js';
import { sortedFlips, type Comparison, type Flip } from './compare.js';

const MAX_FLIPS = 60;
const MAX_DOCUMENTS = 30;
const MAX_PATHS = 4;

export function report(comparison: Comparison): string {
  const flips = sortedFlips(comparison);
  return [
    ...endsOf(comparison),
    ...filesOf(comparison),
    ...(flips.length > 0 ? ['', flipTable(flips), '', ...flips.slice(0, MAX_FLIPS).flatMap(examplesOf)] : []),
    ...(flips.length > MAX_FLIPS ? [`${flips.length - MAX_FLIPS} further kinds of change are left out`] : []),
    '',
    summaryOf(comparison),
  ].join('\n');
}

const name = (outcome: Flip['before'], at: 0 | 1): string => (outcome ? outcome[at] : '(not asked)');

function change({ before, after }: Flip, at: 0 | 1): string {
  const [was, is] = [name(before, at), name(after, at)];
  return was === is ? is : `${was} -> ${is}`;
}

function flipTable(flips: readonly Flip[]): string {
  const rows = flips
    .slice(0, MAX_FLIPS)
    .map((flip) => [flip.table, change(flip, 0), change(flip, 1), String(flip.count), String(flip.documents.size)]);
  return table(['table', 'rule', 'verdict', 'decisions', 'documents'], rows);
}

function examplesOf(flip: Flip): string[] {
  const lines = flip.examples.map(({ document, page, text }) => `    ${document}, page ${page}: ${text}`);
  return [`${flip.table}: ${change(flip, 0)} (${change(flip, 1)})`, ...lines];
}

function listed<T>(all: ReadonlyMap<string, T>, line: (document: string, value: T) => string): string[] {
  const lines = [...all].slice(0, MAX_DOCUMENTS).map(([document, value]) => `  ${line(document, value)}`);
  return all.size > MAX_DOCUMENTS ? [...lines, `  and ${all.size - MAX_DOCUMENTS} more`] : lines;
}

function filesOf({ files }: Comparison): string[] {
  if (files.size === 0) return [];
  const line = (document: string, paths: readonly string[]): string => {
    const more = paths.length > MAX_PATHS ? ` and ${paths.length - MAX_PATHS} more` : '';
    return `${document}: ${paths.slice(0, MAX_PATHS).join(', ')}${more}`;
  };
  return ['files that differ:', ...listed(files, line)];
}

function endsOf({ ends, missing }: Comparison): string[] {
  const line = (document: string, { before, after }: { before: string | null; after: string | null }): string =>
    `${document}: ${before ?? 'a tree'} -> ${after ?? 'a tree'}`;
  return [
    ...missing.map(({ document, build }) => `${document} is only in the build ${build}`),
    ...(ends.size > 0 ? ['documents that end otherwise:', ...listed(ends, line)] : []),
  ];
}

function summaryOf({ documents, decisions, files, flips }: Comparison): string {
  const paths = [...files.values()].reduce((sum, { length }) => sum + length, 0);
  const flipped = [...flips.values()].reduce((sum, { count }) => sum + count, 0);
  const bytes = paths === 0 ? 'no file differs' : `${paths} files of ${files.size} documents differ`;
  return `${documents} documents, ${decisions} decisions: ${flipped} decisions changed, ${bytes}`;
}
