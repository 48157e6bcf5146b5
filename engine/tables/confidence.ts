/** How far a table may be trusted, and what speaks against it: from the measures of its grid (measures.ts). */
import type { TableDoubt, TableTrust } from '../block-model.js';
import type { GridMeasures } from './measures.js';

/** What is taken off a full confidence of 1 for each fault, by the share of the table that has it. */
const FUSED = 2;
const CUT = 2;
const EMPTY = 0.3;
const MIXED = 0.3;
/** Share from which a fault is worth telling: values may stand side by side in a cell of any table. */
const LEAST_FUSED = 0.1;

/** The trust in a table whose grid has these measures. */
export function trustIn(measures: GridMeasures): TableTrust {
  const { fusedRows, fusedColumns, cut, filled, ofOneKind } = measures;
  const off = FUSED * Math.max(fusedRows, fusedColumns) + CUT * cut + EMPTY * (1 - filled) + MIXED * (1 - ofOneKind);
  const doubts: [TableDoubt, boolean][] = [
    ['fused-rows', fusedRows >= LEAST_FUSED],
    ['fused-columns', fusedColumns >= LEAST_FUSED],
  ];
  return { confidence: Math.max(0, 1 - off), doubts: doubts.flatMap(([doubt, holds]) => (holds ? [doubt] : [])) };
}

/** A table is as good as the worst of its parts. */
export function trustInBoth(a: TableTrust | undefined, b: TableTrust | undefined): TableTrust | undefined {
  if (!a || !b) return a ?? b;
  return {
    confidence: Math.min(a.confidence, b.confidence),
    doubts: [...new Set([...a.doubts, ...b.doubts])],
  };
}
