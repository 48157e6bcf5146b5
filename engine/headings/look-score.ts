/**
 * How likely it is that a text block is a heading by its look alone (looks.ts): the sum of small decision trees, learned by
 * gradient boosting from text blocks of which people said what they are (bench/headings, docs/benchmark.md).
 *
 * Friedman, "Greedy function approximation: a gradient boosting machine", Annals of Statistics 29 (2001).
 */
import type { Look } from './looks.js';
import { LOOK_NAMES, LOOK_TREES } from './look-weights.js';

/** Score below which size or weight alone make no heading of a text block, and from which its look alone does. */
export const UNLIKELY = 0.1;
export const LIKELY = 0.6;

interface Leaf {
  value: number;
}

interface Fork extends Leaf {
  /** Which number of the look is asked for: an index into `LOOK_NAMES`. */
  asks: number;
  /** Up to and including it, `low` follows. */
  most: number;
  low: Tree;
  high: Tree;
}

type Tree = Leaf | Fork;

const TREES: readonly Tree[] = LOOK_TREES.map((text) => treeFrom(text.split(' ')));

/**
 * A tree from its nodes, each before the two below it: `value` of a leaf, `asks,most,value` of a fork, whose value is
 * what it would have as a leaf.
 */
function treeFrom(nodes: string[]): Tree {
  const [first, most, value] = nodes.shift()!.split(',').map(Number);
  if (most === undefined) return { value: first! };
  return { asks: first!, most, value: value!, low: treeFrom(nodes), high: treeFrom(nodes) };
}

const numbersOf = (look: Look): number[] => LOOK_NAMES.map((name) => look[name]!);
const next = ({ asks, most, low, high }: Fork, numbers: readonly number[]): Tree =>
  numbers[asks]! <= most ? low : high;

/** The score, 0 to 1. */
export function lookScore(look: Look): number {
  const numbers = numbersOf(look);
  let odds = 0;
  for (const tree of TREES) {
    let node = tree;
    while ('asks' in node) node = next(node, numbers);
    odds += node.value;
  }
  return 1 / (1 + Math.exp(-odds));
}

/** How many of the numbers are told that say most. */
const MOST_REASONS = 4;

/**
 * For the decision log: the score, and what those numbers of the look that say most have added to the logarithm of its odds, each
 * what the value of a node differs from that of the fork above it (Saabas, "Interpreting random forests", 2014).
 */
export function lookReasons(look: Look): Record<string, number> {
  const numbers = numbersOf(look);
  const added = LOOK_NAMES.map(() => 0);
  for (const tree of TREES) {
    let node = tree;
    while ('asks' in node) {
      const below = next(node, numbers);
      added[node.asks]! += below.value - node.value;
      node = below;
    }
  }
  const most = LOOK_NAMES.map((name, i) => [`lookBy_${name}`, added[i]!] as const)
    .sort((a, b) => Math.abs(b[1]) - Math.abs(a[1]))
    .slice(0, MOST_REASONS);
  return { lookScore: lookScore(look), ...Object.fromEntries(most) };
}
