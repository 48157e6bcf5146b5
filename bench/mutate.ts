/** Damaged copies of a PDF, by seed: the same seed gives the same bytes. */
import { deflateSync, inflateSync } from 'node:zlib';

/** Uniform random integers from 0 to `below`, exclusive: mulberry32. */
export type Dice = (below: number) => number;

export function diceOf(seed: number): Dice {
  let state = seed >>> 0;
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return Math.floor((((t ^ (t >>> 14)) >>> 0) / 4_294_967_296) * below);
  };
}

type Mutation = (bytes: Buffer, dice: Dice) => Buffer;

const MAX_PIECE_BYTES = 4_096;
const WORST_NUMBERS = [
  '0',
  '-1',
  '1e99',
  '65536',
  '2147483648',
  '99999999999999999999',
  '0.0000001',
  'NaN',
  '<<',
  'null',
];
const WORDS = /\/[A-Za-z][A-Za-z0-9]{1,20}/g;
const NUMBERS = /(?<![\w.])-?\d{1,10}(?:\.\d+)?(?![\w.])/g;

function piece(bytes: Buffer, dice: Dice): [from: number, to: number] {
  const from = dice(bytes.length);
  return [from, Math.min(bytes.length, from + 1 + dice(MAX_PIECE_BYTES))];
}

function flips(bytes: Buffer, dice: Dice): Buffer {
  const out = Buffer.from(bytes);
  for (let left = 1 + dice(60); left > 0; left--) out[dice(out.length)] = dice(256);
  return out;
}

function without(bytes: Buffer, dice: Dice): Buffer {
  const [from, to] = piece(bytes, dice);
  return Buffer.concat([bytes.subarray(0, from), bytes.subarray(to)]);
}

function doubled(bytes: Buffer, dice: Dice): Buffer {
  const [from, to] = piece(bytes, dice);
  const at = dice(bytes.length);
  return Buffer.concat([bytes.subarray(0, at), bytes.subarray(from, to), bytes.subarray(at)]);
}

const cut: Mutation = (bytes, dice) => bytes.subarray(0, 1 + dice(bytes.length));

/** Replaces some of the matches of `pattern`. */
function replaced(bytes: Buffer, pattern: RegExp, by: (found: string[]) => string, dice: Dice): Buffer {
  const text = bytes.toString('latin1');
  const found = [...text.matchAll(pattern)];
  if (found.length === 0) return flips(bytes, dice);
  const chosen = new Set(Array.from({ length: 1 + dice(4) }, () => dice(found.length)));
  let count = -1;
  const words = found.map(([word]) => word);
  return Buffer.from(
    text.replace(pattern, (word) => (chosen.has(++count) ? by(words) : word)),
    'latin1',
  );
}

const numbers: Mutation = (bytes, dice) =>
  replaced(bytes, NUMBERS, () => WORST_NUMBERS[dice(WORST_NUMBERS.length)]!, dice);

/** Swaps keys and names: a font becomes a page, a page its own parent. */
const names: Mutation = (bytes, dice) => replaced(bytes, WORDS, (words) => words[dice(words.length)]!, dice);

/** Damages the decompressed content of a stream, so that the code that interprets it is exercised. */
function content(bytes: Buffer, dice: Dice): Buffer {
  const text = bytes.toString('latin1');
  const starts = [...text.matchAll(/stream\r?\n/g)].filter(({ index }) => text.slice(index - 3, index) !== 'end');
  const start = starts[dice(Math.max(1, starts.length))];
  if (!start) return flips(bytes, dice);
  const from = start.index + start[0].length;
  const to = text.indexOf('endstream', from);
  try {
    const plain = inflateSync(bytes.subarray(from, to));
    const mutation = [flips, without, doubled, numbers, names][dice(5)]!;
    return Buffer.concat([
      bytes.subarray(0, from),
      deflateSync(mutation(plain, dice)),
      Buffer.from('\n'),
      bytes.subarray(to),
    ]);
  } catch {
    return numbers(bytes, dice); // not deflated, or not whole
  }
}

const MUTATIONS: Mutation[] = [flips, without, doubled, cut, numbers, names, content, content, content];

/** Applies one or two mutations. */
export function mutate(bytes: Buffer, dice: Dice): Buffer {
  let out = bytes;
  for (let left = 1 + dice(2); left > 0; left--) out = MUTATIONS[dice(MUTATIONS.length)]!(out, dice);
  return out;
}
