/** Finds and replaces placeholders for secrets in headers: `{{secret:<connection id>.<field id>}}` (task-automations, rule 5). */

const placeholder = /\{\{secret:([A-Za-z0-9_-]{1,64})\.([A-Za-z0-9_.-]{1,100})\}\}/g;

/** Identifies a credential field of a connection. */
export interface SecretName {
  readonly connectionId: string;
  readonly fieldId: string;
}

/** @returns whether a text contains a placeholder, even one with an error or in URL encoding */
export function mentionsSecret(text: string): boolean {
  return /\{\{\s*secret|%7b%7b\s*secret/i.test(text);
}

/** @returns the errors in the placeholders of a header value */
export function findSecretErrors(text: string): string[] {
  const textWithoutPlaceholders = text.replaceAll(placeholder, '');
  return mentionsSecret(textWithoutPlaceholders) ? ['must name secrets as {{secret:<connectionId>.<fieldId>}}'] : [];
}

/** @returns the secrets that header values refer to, without duplicates */
export function findSecretNames(texts: readonly string[]): SecretName[] {
  const names = new Map<string, SecretName>();
  for (const text of texts)
    for (const [match, connectionId = '', fieldId = ''] of text.matchAll(placeholder)) names.set(match, { connectionId, fieldId });
  return [...names.values()];
}

/** @param valueOf looks up a secret @returns the text with placeholders replaced by secrets */
export function insertSecrets(text: string, valueOf: (name: SecretName) => string): string {
  return text.replaceAll(placeholder, (_match, connectionId: string, fieldId: string) => valueOf({ connectionId, fieldId }));
}
