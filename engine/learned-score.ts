/**
 * Scores that were learned by gradient boosting from what people have labelled (bench/learned, docs/benchmark.md): the sum of
 * small decision trees over the numbers of a look. Their weights are data, summed in one order, so that the same look has the
 * same score everywhere.
 *
 * Friedman, "Greedy function approximation: a gradient boosting machine", Annals of Statistics 29 (2001).
 */

/** By name, with the unit in the name where there is one. */
export type Look = Readonly<Record<string, number>>;

export interface LearnedScore {
  /** The score of a look, 0 to 1. */
  score: (look: Look) => number;
  /**
   * For the decision log: the score, and what those numbers of the look that say most have added to the logarithm of its odds,
   * each what the value of a node differs from that of the fork above it (Saabas, "Interpreting random forests", 2014).
   */
  reasons: (look: Look) => Record<string, number>;
}

interface Leaf {
  value: number;
}

interface Fork extends Leaf {
  /** Which number of the look is asked for: an index into the names. */
  asks: number;
  /** Up to and including it, `low` follows. */
  most: number;
  low: Tree;
  high: Tree;
}

type Tree = Leaf | Fork;

/** How many of the numbers are told that say most. */
const MOST_REASONS = 4;

/**
 * A tree from its nodes, each before the two below it: `value` of a leaf, `asks,most,value` of a fork, whose value is
 * what it would have as a leaf.
 */
function treeFrom(nodes: string[]): Tree {
  const [first, most, value] = nodes.shift()!.split(',').map(Number);
  if (most === undefined) return { value: first! };
  return { asks: first!, most, value: value!, low: treeFrom(nodes), high: treeFrom(nodes) };
}

const next = ({ asks, most, low, high }: Fork, numbers: readonly number[]): Tree =>
  numbers[asks]! <= most ? low : high;

/** @param names of the numbers of a look, in the order that the trees ask for them by. @param texts a tree each. */
export function learnedScore(names: readonly string[], texts: readonly string[]): LearnedScore {
  const trees = texts.map((text) => treeFrom(text.split(' ')));
  const numbersOf = (look: Look): number[] => names.map((name) => look[name]!);
  const score = (look: Look): number => {
    const numbers = numbersOf(look);
    let odds = 0;
    for (const tree of trees) {
      let node = tree;
      while ('asks' in node) node = next(node, numbers);
      odds += node.value;
    }
    return 1 / (1 + Math.exp(-odds));
  };
  const reasons = (look: Look): Record<string, number> => {
    const numbers = numbersOf(look);
    const added = names.map(() => 0);
    for (const tree of trees) {
      let node = tree;
      while ('asks' in node) {
        const below = next(node, numbers);
        added[node.asks]! += below.value - node.value;
        node = below;
      }
    }
    const most = names
      .map((name, i) => [`lookBy_${name}`, added[i]!] as const)
      .sort((a, b) => Math.abs(b[1]) - Math.abs(a[1]))
      .slice(0, MOST_REASONS);
    return { lookScore: score(look), ...Object.fromEntries(most) };
  };
  return { score, reasons };
}
