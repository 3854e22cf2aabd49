/** Linter rules for regular expressions. */
import type { Plugin, Rule } from '@oxlint/plugins';
import { findAttack } from './attack.ts';

/** Patterns must take linear time. */
const linear: Rule = {
  meta: {
    type: 'problem',
    schema: [],
    messages: { slow: 'A text that repeats {{repeated}} keeps this pattern busy for longer than its length.' },
  },
  create: (context) => ({
    Literal(node) {
      if (!('regex' in node)) return;
      const repeated = findAttack(node.regex.pattern, node.regex.flags);
      if (repeated !== undefined) context.report({ node, messageId: 'slow', data: { repeated } });
    },
  }),
};

/** The other rule cannot check patterns that are built at run time. */
const literal: Rule = {
  meta: { type: 'problem', schema: [], messages: { unknown: 'Write the pattern as a literal, or scan the text.' } },
  create: (context) => ({
    ':matches(NewExpression, CallExpression)[callee.name="RegExp"]'(node) {
      context.report({ node, messageId: 'unknown' });
    },
  }),
};

const patterns: Plugin = { meta: { name: 'patterns' }, rules: { linear, literal } };
export default patterns;
