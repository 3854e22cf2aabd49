/** Linter rules for regular expressions. */
import type { Plugin, Rule } from '@oxlint/plugins';
import { findAttack } from './attack.ts';

/** Patterns must take linear time. */
const linearRule: Rule = {
  meta: {
    type: 'problem',
    schema: [],
    messages: { slow: 'A text that repeats {{repeated}} keeps this pattern busy for longer than its length.' },
  },
  create: (context) => ({
    Literal(node) {
      if (!('regex' in node)) return;
      const attackText = findAttack(node.regex.pattern, node.regex.flags);
      if (attackText !== undefined) context.report({ node, messageId: 'slow', data: { repeated: attackText } });
    },
  }),
};

/** Patterns must be literals, because the rule for linear time cannot check patterns that are built at run time. */
const literalRule: Rule = {
  meta: { type: 'problem', schema: [], messages: { unknown: 'Write the pattern as a literal, or scan the text.' } },
  create: (context) => ({
    ':matches(NewExpression, CallExpression)[callee.name="RegExp"]'(node) {
      context.report({ node, messageId: 'unknown' });
    },
  }),
};

const patterns: Plugin = { meta: { name: 'patterns' }, rules: { linear: linearRule, literal: literalRule } };
export default patterns;
