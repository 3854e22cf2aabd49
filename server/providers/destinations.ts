/** Determines where the secrets of a connection are sent, and which fields decide that (integrations, rule 20). */
import type { FieldErrors } from '#platform/refusals/field-errors';
import type { ClearFields } from '#platform/ports/vault';
import { manifestFieldsOf, mergeCredentials, withDefaults } from './credential-fields.ts';
import { type FieldRole, type Manifest, textValue, type Variables } from './manifest.ts';
import { variablesOf } from './registry.ts';

function fieldIdsWithRole(manifest: Manifest, ...roles: readonly FieldRole[]): string[] {
  return manifestFieldsOf(manifest).flatMap(({ id, role }) => (roles.includes(role) ? id : []));
}

/** @returns the values to hide in the responses of other systems */
export function secretsOf(manifest: Manifest, credentials: ClearFields, variables: Variables): string[] {
  const linkVariables = variablesOf(manifest).flatMap(({ id, role }) => (role === 'link' ? textValue(variables, id) : []));
  const links = [...fieldIdsWithRole(manifest, 'link').flatMap((id) => credentials[id] ?? []), ...linkVariables].filter(
    (link) => link !== '',
  );
  return [...fieldIdsWithRole(manifest, 'secret').flatMap((id) => credentials[id] ?? []), ...links, ...links.flatMap(findSecretsInLink)];
}

/** Minimum length of a secret in a link. Shorter parts are usually words, such as `export`. */
const minPartLength = 8;

/** @returns the parts of a link that may grant access by themselves, both as written and decoded */
function findSecretsInLink(link: string): string[] {
  if (!URL.canParse(link)) return [];
  const { username, password, pathname, search, hash } = new URL(link);
  const writtenParts = [
    username,
    password,
    ...pathname.split('/'),
    ...`${search}&${hash}`.split(/[?&#]/).map((pair) => pair.replace(/^[^=]*=/, '')),
  ];
  const parts = writtenParts.flatMap((part) => [part, decodePart(part), decodePart(part.replaceAll('+', ' '))]);
  return [...new Set(parts)].filter((part) => part.length >= minPartLength);
}

function decodePart(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** @returns an error for each stored secret that has to be entered again because its destination changes */
export function findSecretsToReenter(manifest: Manifest, stored: ClearFields, sentFields: ClearFields): FieldErrors {
  const [before, after] = [stored, mergeCredentials(stored, sentFields)].map((values) => withDefaults(manifestFieldsOf(manifest), values));
  const changedIds = fieldIdsWithRole(manifest, 'destination').filter((id) => JSON.stringify(before?.[id]) !== JSON.stringify(after?.[id]));
  if (!changedIds.length) return {};
  const missingSecretIds = fieldIdsWithRole(manifest, 'secret').filter((id) => stored[id]?.length && !Object.hasOwn(sentFields, id));
  return Object.fromEntries(
    missingSecretIds.map((id) => [
      `credentials.${id}`,
      { code: 'required', message: `must be sent again because ${changedIds.join(', ')} changes` },
    ]),
  );
}

/** @returns the base URL of the connection. Except by the provider's own code, secrets are sent only there and to paths below it. */
export function connectionAddressOf({ defaultAddress }: Manifest, credentials: ClearFields): URL | undefined {
  const enteredAddress = ['baseUrl', 'url', 'endpoint'].map((id) => textValue(credentials, id)).find((text) => text !== '');
  const address = enteredAddress ?? defaultAddress?.(credentials);
  if (address === undefined || !URL.canParse(address)) return undefined;
  const url = new URL(address);
  return /^https?:$/.test(url.protocol) ? url : undefined;
}

/** @returns the values of destination and link fields for the audit log, with their field ids. URLs lose the parts that may be a key. */
export function loggableAddresses(manifest: Manifest, credentials: ClearFields): string[] {
  return manifestFieldsOf(manifest).flatMap(({ id, role, type }) => {
    const isAddress = type === 'url' || addressFields.has(id);
    const value = credentials[id];
    if (!value?.length || (role !== 'destination' && role !== 'link')) return [];
    return `${id}: ${typeof value === 'string' && isAddress ? maskAddress(value, role) : [value].flat().join(', ')}`;
  });
}

/** Fields of type `text` that contain a URL or an ARN. */
const addressFields: ReadonlySet<string> = new Set(['url', 'roleArn']);

/** Masks a URL for the audit log. Text other than role ARNs is hidden, because it may be a secret that was entered in the wrong field. */
export function maskAddress(text: string, role: FieldRole): string {
  if (/^arn:[a-z-]{1,20}:iam::\d{12}:role\/[\w+=,.@/-]{1,600}$/.test(text)) return text;
  if (!URL.canParse(text)) return 'no address';
  const { protocol, host, pathname } = new URL(text);
  if (host === '') return 'no address';
  return role === 'link' ? `${protocol}//${host}` : `${protocol}//${host}${pathname}`;
}

/** @returns the ids of the fields whose values differ */
export function changedFields(before: ClearFields, after: ClearFields): string[] {
  const ids = [...new Set([...Object.keys(before), ...Object.keys(after)])].sort();
  return ids.filter((id) => JSON.stringify(before[id]) !== JSON.stringify(after[id]));
}
