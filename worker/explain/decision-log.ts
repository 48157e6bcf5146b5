/** `decisions.jsonl`: what the engine decided, one decision a line, in the order in which it was taken. */
import { closeSync, createReadStream, openSync, writeSync } from 'node:fs';
import { createInterface } from 'node:readline';
import type { Box } from '../../engine/model.js';
import type { Decision } from '../../engine/rules.js';

/** A box as the log has it: left, top, right, bottom in points from the top left of the page as displayed. */
export type LoggedBox = [x0: number, y0: number, x1: number, y1: number];

export interface LoggedDecision {
  page: number;
  box: LoggedBox;
  /** The first words. */
  text: string;
  stage: string;
  table: string;
  rule: string;
  verdict: string;
  /** Null for numbers that JSON lacks: the distance to nothing is infinite. */
  numbers: Record<string, number | null>;
}

/** Of the text: enough to find the place. */
const MAX_TEXT_CHARS = 80;
/** A book of 350 pages has a few hundred thousand; the limit keeps a hostile file from filling the disk. */
const MAX_DECISIONS = 3_000_000;
/** Characters per write. */
const BATCH_CHARS = 1 << 18;

/** The first words of a text in one line. */
export function firstWords(text: string): string {
  const line = text
    .slice(0, 4 * MAX_TEXT_CHARS)
    .replace(/\s+/g, ' ')
    .trim();
  if (line.length <= MAX_TEXT_CHARS) return line.toWellFormed();
  const cut = line.slice(0, MAX_TEXT_CHARS).replace(/[\ud800-\udbff]$/, ''); // a lone surrogate is not a character
  return `${(cut.replace(/ \S*$/, '') || cut).toWellFormed()} …`;
}

export const loggedBox = ({ x0, y0, x1, y1 }: Box): LoggedBox => [
  round(x0, 2),
  round(y0, 2),
  round(x1, 2),
  round(y1, 2),
];

function round(value: number, decimals: number): number {
  const scale = 10 ** decimals;
  return Math.round(value * scale) / scale;
}

export function loggedDecision({ page, box, text, stage, table, rule, verdict, numbers }: Decision): LoggedDecision {
  const rounded = Object.entries(numbers).map(([name, value]) => [
    name,
    Number.isFinite(value) ? round(value, 3) : null,
  ]);
  return {
    page,
    box: loggedBox(box),
    text: firstWords(text),
    stage,
    table,
    rule,
    verdict,
    numbers: Object.fromEntries(rounded) as LoggedDecision['numbers'],
  };
}

export interface DecisionLog {
  add(decision: Decision): void;
  /** Decisions that were taken after the log was full. */
  leftOut(): number;
  close(): void;
}

/** Writes as it goes, so that the decisions of a long document are never in memory together. */
export function openDecisionLog(path: string, most = MAX_DECISIONS): DecisionLog {
  const file = openSync(path, 'w');
  let lines: string[] = [];
  let chars = 0;
  let count = 0;
  const flush = (): void => {
    const bytes = Buffer.from(lines.join(''));
    for (let done = 0; done < bytes.length;) done += writeSync(file, bytes, done);
    lines = [];
    chars = 0;
  };
  return {
    add(decision) {
      count++;
      if (count > most) return;
      const line = `${JSON.stringify(loggedDecision(decision))}\n`;
      lines.push(line);
      chars += line.length;
      if (chars > BATCH_CHARS) flush();
    },
    leftOut: () => Math.max(0, count - most),
    close() {
      try {
        flush();
      } finally {
        closeSync(file);
      }
    },
  };
}

export async function* readDecisions(path: string): AsyncGenerator<LoggedDecision> {
  for await (const line of createInterface({ input: createReadStream(path), crlfDelay: Infinity })) {
    if (line) yield JSON.parse(line) as LoggedDecision;
  }
}
