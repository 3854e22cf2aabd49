/** Placeholders of secrets in the headers of a check, `{{secret:<connection id>.<field id>}}` (spec/areas/task-automations, rule 5). */

const placeholder = /\{\{secret:([A-Za-z0-9_-]{1,64})\.([A-Za-z0-9_.-]{1,100})\}\}/g;

/** Names a credential field of a connection. */
export interface SecretName {
  readonly connectionId: string;
  readonly fieldId: string;
}

/** @returns whether a text has what looks like a placeholder */
export function mentionsSecret(text: string): boolean {
  return /\{\{\s*secret|%7b%7b\s*secret/i.test(text);
}

/** @returns what is wrong with the placeholders of the value of a header */
export function faultsInSecrets(text: string): string[] {
  const rest = text.replaceAll(placeholder, '');
  return mentionsSecret(rest) ? ['must name secrets as {{secret:<connectionId>.<fieldId>}}'] : [];
}

/** @returns the secrets that the values of headers name, each once */
export function secretsNamed(texts: readonly string[]): SecretName[] {
  const names = new Map<string, SecretName>();
  for (const text of texts)
    for (const [whole, connectionId = '', fieldId = ''] of text.matchAll(placeholder)) names.set(whole, { connectionId, fieldId });
  return [...names.values()];
}

/** @param valueOf the secret of a name @returns the text with the secrets in place */
export function withSecrets(text: string, valueOf: (name: SecretName) => string): string {
  return text.replaceAll(placeholder, (_whole, connectionId: string, fieldId: string) => valueOf({ connectionId, fieldId }));
}
