#!/usr/bin/env python3
"""Learns a score from what people have labelled, headings among text blocks, say.

    learn.py TABLE.jsonl [WEIGHTS.ts]

TABLE.jsonl: a text a line: {"document": ..., "package": ..., "weight": ..., "label": ..., "found": ..., "look": {name: number}}.
Prints how well what this build finds and the score agree with the labels: the score of a document by trees that were learned from
documents of other packages only. WEIGHTS.ts gets the trees that are learned from all of them, as learned-score.ts reads them.

Needs `pip install lightgbm==4.7.0`; one thread and a fixed seed, so that the same table gives the same trees.
"""
import json
import sys

import lightgbm
import numpy

TREES = 250
PARAMETERS = {
    "objective": "binary",
    "learning_rate": 0.07,
    "num_leaves": 12,
    "min_data_in_leaf": 15,
    "lambda_l2": 2,
    # with cuts at random what few documents have in common counts less (Geurts et al., 2006)
    "extra_trees": True,
    "seed": 1,
    "deterministic": True,
    "force_row_wise": True,
    "num_threads": 1,
    "verbose": -1,
}
HEAD = """/**
 * Learned by bench/learned/learn.py, not written by hand: trees as engine/learned-score.ts reads them, from %(rows)d texts
 * of %(documents)d documents.
 */
"""


def learn(looks, labels, weights):
    return lightgbm.train(PARAMETERS, lightgbm.Dataset(looks, labels, weight=weights), TREES)


def told(name, found, labels):
    right = int((found & labels).sum())
    precision, recall = right / max(1, int(found.sum())), right / max(1, int(labels.sum()))
    both = 2 * precision * recall / max(1e-9, precision + recall)
    return f"{name:<34} {precision:9.3f} {recall:7.3f} {both:7.3f}"


def nodes(tree):
    """The nodes of a tree, each before the two below it, values with four significant digits, cuts with five."""
    if "leaf_value" in tree:
        return [f"{tree['leaf_value']:.4g}"]
    fork = f"{tree['split_feature']},{tree['threshold']:.5g},{tree['internal_value']:.4g}"
    return [fork, *nodes(tree["left_child"]), *nodes(tree["right_child"])]


def main():
    rows = [json.loads(line) for line in open(sys.argv[1])]
    if not rows:
        sys.exit("no text of the documents is labelled")
    names = list(rows[0]["look"])
    looks = numpy.array([[row["look"][name] for name in names] for row in rows], float)
    labels = numpy.array([row["label"] for row in rows])
    weights = numpy.array([row["weight"] for row in rows])
    found = numpy.array([row["found"] for row in rows])
    real = weights == 1
    documents = {row["document"] for row in rows}
    # documents of one package are often alike
    packages = numpy.array([row["package"] for row in rows])
    scores = numpy.zeros(len(rows))
    for one in sorted(set(packages)):
        rest = packages != one
        scores[~rest] = learn(looks[rest], labels[rest], weights[rest]).predict(looks[~rest])
    print(f"{len(rows)} texts of {len(documents)} documents, {int(labels.sum())} of the kind\n")
    for title, some in (("real documents", real), ("generated documents", ~real)):
        if not some.any():
            continue
        print(f"{title:<34} precision  recall      F1")
        print(told("found by this build", found[some], labels[some]))
        for least in (0.3, 0.4, 0.5, 0.6):
            print(told(f"score of unseen packages > {least}", scores[some] > least, labels[some]))
        print()
    if len(sys.argv) > 2:
        trees = learn(looks, labels, weights).dump_model()["tree_info"]
        with open(sys.argv[2], "w") as out:
            out.write(HEAD % {"rows": len(rows), "documents": len(documents)})
            out.write("export const NAMES: readonly string[] = [\n")
            out.writelines(f"  '{name}',\n" for name in names)
            out.write("];\n\nexport const TREES: readonly string[] = [\n")
            out.writelines(f"  '{' '.join(nodes(tree['tree_structure']))}',\n" for tree in trees)
            out.write("];\n")
        print(f"{len(trees)} trees are in {sys.argv[2]}")


main()
