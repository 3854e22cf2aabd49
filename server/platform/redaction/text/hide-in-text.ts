/** Hides known secrets in the text of an answer before it is processed. */
import { createSecretHider } from './known-secrets.ts';

/** @returns the text without the secrets; values in JSON are replaced one by one, so that it stays valid JSON */
export function hideInText(text: string, secrets: readonly string[]): string {
  const hider = createSecretHider(secrets);
  const hiddenText = hider.text(text);
  if (hiddenText === text) return text;
  const value = parseJson(text);
  return value === undefined ? hiddenText : JSON.stringify(hider.value(value));
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
