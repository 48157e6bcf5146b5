/**
 * The compact form of decisions and roles in the explanation, page by page: arrays without member names, in which words
 * that occur often are replaced by their index. A book has a few hundred thousand decisions, and a browser has to open them
 * all.
 */
import type { LoggedBox, LoggedDecision } from './decision-log.js';
import type { RoleBox } from './roles.js';

/** More make a file that browsers are slow to open. */
const MAX_SHOWN = 600_000;

export interface PackedDecisions {
  /** Of each page the decisions as JSON: [kind, rule, verdict, x0, y0, x1, y1, text, numbers]. */
  byPage: Map<number, string[]>;
  /** What a decision's `kind` stands for. */
  kinds: { stage: string; table: string }[];
  /** What its `rule` and `verdict` stand for. */
  words: string[];
  notShown: number;
}

/** A tenth of a point is a sixth of a pixel of the picture. */
const coarse = (box: LoggedBox): number[] => box.map((value) => Math.round(value * 10) / 10);

export async function packDecisions(
  decisions: AsyncIterable<LoggedDecision>,
  most = MAX_SHOWN,
): Promise<PackedDecisions> {
  const byPage = new Map<number, string[]>();
  const kinds = new Map<string, { number: number; stage: string; table: string }>();
  const words = new Map<string, number>();
  const wordNumber = (word: string): number => {
    const number = words.get(word) ?? words.size;
    words.set(word, number);
    return number;
  };
  let count = 0;
  for await (const { page, box, text, stage, table, rule, verdict, numbers } of decisions) {
    if (++count > most) continue;
    const key = `${stage} ${table}`;
    const kind = kinds.get(key) ?? { number: kinds.size, stage, table };
    kinds.set(key, kind);
    const packed = [kind.number, wordNumber(rule), wordNumber(verdict), ...coarse(box), text, numbers];
    const ofPage = byPage.get(page) ?? [];
    ofPage.push(JSON.stringify(packed));
    byPage.set(page, ofPage);
  }
  return {
    byPage,
    kinds: [...kinds.values()].map(({ stage, table }) => ({ stage, table })),
    words: [...words.keys()],
    notShown: Math.max(0, count - most),
  };
}

/** Of each page the boxes as JSON: [role, level, x0, y0, x1, y1, text]; level 0 is none. */
export function packRoles(roles: readonly RoleBox[]): Map<number, string[]> {
  const byPage = new Map<number, string[]>();
  for (const { page, box, role, level = 0, text } of roles) {
    const ofPage = byPage.get(page) ?? [];
    ofPage.push(JSON.stringify([role, level, ...coarse(box), text]));
    byPage.set(page, ofPage);
  }
  return byPage;
}
