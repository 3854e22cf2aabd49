/** Hides parts of a text that look like secrets. The rules are data in the files `*-rules.ts`, `secret-names.ts` and `named-values.ts`. */
import { contextRules } from './context-rules.ts';
import { redactNamed } from './named-values.ts';
import type { SecretRule } from './rule.ts';
import { isForeignSecretName } from './secret-names.ts';
import { modelServiceRules } from './model-service-rules.ts';
import { ownRules } from './own-rules.ts';
import { programRules } from './program-rules.ts';
import { serviceRules } from './service-rules.ts';
import { tokenRules } from './token-rules.ts';

/** Replaces each secret. */
export const redactionMarker = '[REDACTED]';

export const secretRules: readonly SecretRule[] = [
  ...ownRules,
  ...tokenRules,
  ...modelServiceRules,
  ...serviceRules,
  ...programRules,
  ...contextRules,
];

/** @returns the text with the matches of one rule hidden */
export function applyRule({ pattern, isSecret }: SecretRule, text: string): string {
  const output: string[] = [];
  let lastEnd = 0;
  for (const { 0: match, 1: keptPrefix = '', index } of text.matchAll(pattern)) {
    const end = index + match.length;
    if (isSecret && !isSecret(match.slice(keptPrefix.length), text.slice(end, end + 6))) continue;
    output.push(text.slice(lastEnd, index), keptPrefix, redactionMarker);
    lastEnd = end;
  }
  return `${output.join('')}${text.slice(lastEnd)}`;
}

/** Hides tokens, keys and passwords by the rules, in time proportional to the text's length. */
export function redactTokens(text: string): string {
  const lowerText = text.toLowerCase();
  return secretRules.reduce(
    (redactedText, rule) => (rule.marks.some((substring) => lowerText.includes(substring)) ? applyRule(rule, redactedText) : redactedText),
    text,
  );
}

/** Hides everything that looks like a secret. @param text any text, such as an error message */
export function redactSecrets(text: string): string {
  return redactNamed(redactTokens(text), isForeignSecretName, redactionMarker);
}
