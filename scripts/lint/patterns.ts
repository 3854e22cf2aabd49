/** Rules of the linter about patterns. */
import type { Plugin, Rule } from '@oxlint/plugins';
import { attackOn } from './attack.ts';

/** A pattern takes time in proportion to what it looks at, or it is not written. */
const linear: Rule = {
  meta: {
    type: 'problem',
    schema: [],
    messages: { slow: 'A text that repeats {{repeated}} keeps this pattern busy for longer than its length.' },
  },
  create: (context) => ({
    Literal(node) {
      if (!('regex' in node)) return;
      const repeated = attackOn(node.regex.pattern, node.regex.flags);
      if (repeated !== undefined) context.report({ node, messageId: 'slow', data: { repeated } });
    },
  }),
};

/** One that is put together as the program runs cannot be judged by the other rule. */
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
