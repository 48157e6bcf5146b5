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

export default {
  meta: { name: 'shelfwright' },
  rules: { 'no-decimal-in-function': noDecimalInFunction },
};
