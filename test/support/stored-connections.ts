/** Connections that are stored without calling their provider, so that tests can loop over all providers. */
import { credentialFieldsOf, manifestFieldsOf } from '#providers/credential-fields';
import { sealCredentials, storeCredentials } from '#providers/credentials';
import type { Manifest, ManifestField } from '#providers/manifest';
import type { ClearFields } from '#platform/ports/vault';
import { newId } from '#platform/database/ids';
import type { startApp } from './app.ts';
import { within } from './organization.ts';

type App = Pick<ReturnType<typeof startApp>, 'database' | 'ports'>;

/** Values of fields whose definition does not determine a valid value, by `<provider>.<field>`. */
const samples: Readonly<Record<string, readonly [before: string, after: string]>> = {
  'aws.roleArn': ['arn:aws:iam::123456789012:role/one', 'arn:aws:iam::123456789012:role/other'],
  'azure.tenantId': ['00000000-0000-0000-0000-000000000001', '00000000-0000-0000-0000-000000000002'],
  'object-storage.region': ['us-east-1', 'eu-north-1'],
  'object-storage.roleArn': ['arn:aws:iam::123456789012:role/one', 'arn:aws:iam::123456789012:role/other'],
};

/** @param version of the value: 0 before, 1 after a change @param address of the server, for fields that contain a URL */
export function sampleOf({ slug }: Manifest, field: ManifestField, version: 0 | 1, address: URL): string | string[] {
  const { id, type, role, options } = field;
  if (role === 'secret') return `stored-s3cret+of/${slug}.${id}`;
  if (options?.length) {
    const value = options[Math.min(version, options.length - 1)]?.value ?? '';
    return type === 'multi_select' ? [value] : value;
  }
  const isSecure = field.pattern?.startsWith('^https:') === true;
  if (type === 'url') return `${isSecure ? 'https:' : address.protocol}//${address.host}/api`;
  if (field.pattern?.startsWith('^ldap'))
    return `ldap://${address.hostname === '127.0.0.1' ? 'localhost' : address.hostname}:${address.port || '389'}`;
  const sample = samples[`${slug}.${id}`]?.[version] ?? (role === 'destination' ? undefined : field.placeholder);
  if (sample === undefined && role === 'destination') throw new Error(`${slug}.${id} needs a sample in test/support/stored-connections.ts`);
  return sample ?? 'sample';
}

/** @returns samples of a provider's required fields and secrets */
export function storedSamplesOf(manifest: Manifest, address: URL): ClearFields {
  return Object.fromEntries(
    manifestFieldsOf(manifest)
      .filter(({ role, required }) => required || role === 'secret')
      .map((field) => [field.id, sampleOf(manifest, field, 0, address)]),
  );
}

/** Stores a connection with these credentials. @returns its id */
export async function storeConnection({ database, ports }: App, organizationId: string, manifest: Manifest, credentials: ClearFields) {
  const id = newId('icn');
  const storedFields = new Set(credentialFieldsOf(manifest).map((field) => field.id));
  for (const field of Object.keys(credentials)) if (!storedFields.has(field)) throw new Error(`${manifest.slug} has no field ${field}`);
  await database.system
    .insertInto('integration_connection')
    .values({
      id,
      organization_id: organizationId,
      provider: manifest.slug,
      exclusive: false,
      label: manifest.name,
      auth_strategy: manifest.auth.type,
      metadata: '{}',
      variables: '{}',
    })
    .execute();
  const sealedCredentials = await sealCredentials(ports.vault, id, credentials);
  await within(database, organizationId, (db) => storeCredentials(db, id, sealedCredentials));
  return id;
}
