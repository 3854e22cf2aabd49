/** Prepares text from other systems for storage and display (spec/areas/integrations/integrations, credential storage 5). */
import { createSecretHider } from '#platform/redaction/text/known-secrets';
import { redactionMarker, redactSecrets } from '#platform/redaction/redact-secrets';

/** Redaction steps. They find more than `redactSecrets`, because error messages of unknown systems contain more kinds of secrets. */
const steps: readonly ((text: string) => string)[] = [
  (text) => text.replace(/\b(bearer|basic)\s+[^\s"',;]+/gi, `$1 ${redactionMarker}`),
  redactSecrets,
  (text) =>
    text.replace(/(?<![\w-])[\w-]{10,}/g, (run) =>
      run.replace(/\b(?:sk|pk|rk|gh[a-z]|xox[a-z]|glpat|AKIA|ASIA)[\w-]{8,}/, redactionMarker),
    ),
  // Text that is long enough to be a token, and is not a word, because it contains a digit.
  (text) => text.replace(/(?<![\w+=-])[\w+=-]{24,}/g, (run) => (/\d/.test(run) ? redactionMarker : run)),
];

/** @param secrets secrets of the connection, which are hidden wherever they occur */
export function redact(text: string, secrets: readonly string[] = []): string {
  return makeStorable(steps.reduce((redactedText, step) => step(redactedText), createSecretHider(secrets).text(text)));
}

/** Removes characters that the database cannot store in a text. */
export function makeStorable(text: string): string {
  return text.replaceAll('\0', '').toWellFormed();
}

/** Removes characters that the database cannot store from every string in a JSON value. */
export function makeValueStorable(value: unknown): unknown {
  if (typeof value === 'string') return makeStorable(value);
  if (Array.isArray(value)) return value.map(makeValueStorable);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [makeStorable(name), makeValueStorable(inner)]));
}
