/** Our own rules for oxlint: what reviewers would otherwise have to say again and again. */

const FUNCTIONS = new Set(['FunctionDeclaration', 'FunctionExpression', 'ArrowFunctionExpression']);

function isInFunction(node) {
  for (let at = node.parent; at; at = at.parent) if (FUNCTIONS.has(at.type)) return true;
  return false;
}

const noDecimalInFunction = {
  create(context) {
    return {
      Literal(node) {
        if (typeof node.value !== 'number' || Number.isInteger(node.value) || !isInFunction(node)) return;
        context.report({
          node,
          message: `${node.raw} needs a name: make it a constant with its unit and its reason.`,
        });
      },
    };
  },
};

/**
 * A module that awaits while it is loaded makes all that import it, at any distance, asynchronous: jest then compiles most of
 * them two or three times, and what loads them with `require` cannot. For programs, which nothing imports, it is fine.
 */
const noTopLevelAwait = {
  create(context) {
    const check = (node) => {
      if (isInFunction(node)) return;
      context.report({ node, message: 'A module that others import awaits in a function that they call.' });
    };
    return {
      AwaitExpression: check,
      ForOfStatement: (node) => node.await && check(node),
    };
  },
};

export default {
  meta: { name: 'shelfwright' },
  rules: { 'no-decimal-in-function': noDecimalInFunction, 'no-top-level-await': noTopLevelAwait },
};
