/** The destinations of a connection's secrets, and the fields that determine them (integrations, rule 20). */
import type { ClearFields } from '#platform/ports/vault';
import { type ValidationErrors, manifestFieldsOf, mergeCredentials, withDefaults } from './credential-fields.ts';
import { type FieldRole, type Manifest, textValue, type Variables } from './manifest.ts';
import { variablesOf } from './registry.ts';

function idsOf(manifest: Manifest, ...roles: readonly FieldRole[]): string[] {
  return manifestFieldsOf(manifest).flatMap(({ id, role }) => (roles.includes(role) ? id : []));
}

/** The values that must be hidden in answers of other systems. */
export function secretsOf(manifest: Manifest, credentials: ClearFields, variables: Variables): string[] {
  const linkVariables = variablesOf(manifest).flatMap(({ id, role }) => (role === 'link' ? textValue(variables, id) : []));
  const links = [...idsOf(manifest, 'link').flatMap((id) => credentials[id] ?? []), ...linkVariables].filter((link) => link !== '');
  return [...idsOf(manifest, 'secret').flatMap((id) => credentials[id] ?? []), ...links, ...links.flatMap(secretsInLink)];
}

/** Shorter parts of a link are words such as `export` rather than secrets. */
const minPartLength = 8;

/** The parts of an address that may grant access on their own, as they are written and as they are decoded. */
function secretsInLink(link: string): string[] {
  if (!URL.canParse(link)) return [];
  const { username, password, pathname, search, hash } = new URL(link);
  const written = [
    username,
    password,
    ...pathname.split('/'),
    ...`${search}&${hash}`.split(/[?&#]/).map((pair) => pair.replace(/^[^=]*=/, '')),
  ];
  const parts = written.flatMap((part) => [part, decodePart(part), decodePart(part.replaceAll('+', ' '))]);
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
export function findSecretsToReenter(manifest: Manifest, stored: ClearFields, sent: ClearFields): ValidationErrors {
  const [before, after] = [stored, mergeCredentials(stored, sent)].map((values) => withDefaults(manifestFieldsOf(manifest), values));
  const changedIds = idsOf(manifest, 'destination').filter((id) => JSON.stringify(before?.[id]) !== JSON.stringify(after?.[id]));
  if (!changedIds.length) return {};
  const missing = idsOf(manifest, 'secret').filter((id) => stored[id]?.length && !Object.hasOwn(sent, id));
  return Object.fromEntries(missing.map((id) => [`credentials.${id}`, `must be sent again because ${changedIds.join(', ')} changes`]));
}

/** The address of the connection. Apart from the provider's own code, secrets may be sent only there and to paths below it. */
export function connectionAddressOf({ defaultAddress }: Manifest, credentials: ClearFields): URL | undefined {
  const entered = ['baseUrl', 'url', 'endpoint'].map((id) => textValue(credentials, id)).find((text) => text !== '');
  const address = entered ?? defaultAddress?.(credentials);
  if (address === undefined || !URL.canParse(address)) return undefined;
  const url = new URL(address);
  return /^https?:$/.test(url.protocol) ? url : undefined;
}

/** The addresses in the credentials for the log: each with its field, and without parts that may be a key. */
export function loggableAddresses(manifest: Manifest, credentials: ClearFields): string[] {
  return manifestFieldsOf(manifest).flatMap(({ id, role, type }) => {
    const isAddress = type === 'url' || addressFields.has(id);
    const value = credentials[id];
    if (!value?.length || (role !== 'destination' && role !== 'link')) return [];
    return `${id}: ${typeof value === 'string' && isAddress ? maskAddress(value, role) : [value].flat().join(', ')}`;
  });
}

/** Fields of type text that contain an address. */
const addressFields: ReadonlySet<string> = new Set(['url', 'roleArn']);

/** Hides text that is not an address: it may be a secret that was entered in the wrong field. */
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
