/** Rules for ESLint about patterns. */
import type { Rule } from 'eslint';
import { attackOn } from './attack.ts';

/** A pattern takes time in proportion to what it looks at, or it is not written. */
const linear: Rule.RuleModule = {
  meta: {
    type: 'problem',
    schema: [],
    messages: { slow: 'A text that repeats {{repeated}} keeps this pattern busy for longer than its length.' },
  },
  create: (context) => ({
    'Literal[regex]'(node: Rule.Node) {
      if (node.type !== 'Literal' || !('regex' in node)) return;
      const repeated = attackOn(node.regex.pattern, node.regex.flags);
      if (repeated !== undefined) context.report({ node, messageId: 'slow', data: { repeated } });
    },
  }),
};

/** One that is put together as the program runs cannot be judged by the other rule. */
const literal: Rule.RuleModule = {
  meta: { type: 'problem', schema: [], messages: { unknown: 'Write the pattern as a literal, or scan the text.' } },
  create: (context) => ({
    ':matches(NewExpression, CallExpression)[callee.name="RegExp"]'(node: Rule.Node) {
      context.report({ node, messageId: 'unknown' });
    },
  }),
};

export const patterns = { rules: { linear, literal } };
