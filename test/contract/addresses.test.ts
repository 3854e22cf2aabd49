/**
 * The fields of the API that contain an address. Next to a stored secret, such a field could redirect the secret (integrations,
 * rule 20).
 */
import { expect, test } from 'vitest';
import { document } from '../support/contract.ts';

/** For each field whose name or format indicates an address: why no stored secret is sent to that address. */
const addressFields: Readonly<Record<string, string>> = {
  'createComment contextUrl': 'shown as a link',
  'createEngagementLetter auditorAddress': 'postal address',
  'createEngagementLetter organizationAddress': 'postal address',
  'createPenetrationTest repoUrl': 'called without credentials',
  'createPenetrationTest targetUrl': 'called without credentials',
  'createTrustCustomLink url': 'shown as a link',
  'registerDevice hostname': 'name of a computer',
  'replaceTrustPortalAllowedDomains domains': 'domains of e-mail addresses',
  'replaceTrustPortalDomain domain': 'compared with the name server',
  'updateComment contextUrl': 'shown as a link',
  'updateEngagementLetter auditorAddress': 'postal address',
  'updateEngagementLetter organizationAddress': 'postal address',
  'updateOrganization automationAllowedHosts': 'secrets go to the origin of their connection only',
  'updateTimelinePhase documentUrl': 'shown as a link',
  'updateTrustCustomLink url': 'shown as a link',
  'updateTrustPortalSettings friendlyUrl': 'part of the address of the portal',
  'updateVendorTrustSettings logoUrl': 'shown as an image',
};

interface Schema {
  readonly $ref?: string;
  readonly format?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly allOf?: readonly Schema[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
}
const schemas: Readonly<Record<string, Schema>> = Object(document.components?.schemas);

function addressesIn(schemaOrReference: Schema, fieldPath: string, ancestors: readonly Schema[] = []): string[] {
  const schema = schemaOrReference.$ref ? (schemas[schemaOrReference.$ref.split('/').at(-1) ?? ''] ?? {}) : schemaOrReference;
  if (ancestors.includes(schema)) return [];
  const enclosing = [...ancestors, schema];
  const parts = [...(schema.allOf ?? []), ...(schema.anyOf ?? []), ...(schema.oneOf ?? [])];
  return [
    ...parts.flatMap((part) => addressesIn(part, fieldPath, enclosing)),
    ...(schema.items ? addressesIn(schema.items, fieldPath, enclosing) : []),
    ...Object.entries(schema.properties ?? {}).flatMap(([name, property]) => [
      ...(property.format === 'uri' || /url|host|domain|address|endpoint|webhook/i.test(name) ? [`${fieldPath} ${name}`] : []),
      ...addressesIn(property, `${fieldPath} ${name}`, enclosing),
    ]),
  ];
}

test('each address field is listed, and no stored secret is sent there', () => {
  const detectedFields = Object.values(document.paths ?? {}).flatMap((item) =>
    (['post', 'put', 'patch'] as const).flatMap((method) => {
      const operation: { operationId?: string; requestBody?: { content?: Record<string, { schema?: Schema }> } } = Object(
        Object(item)[method],
      );
      return addressesIn(operation.requestBody?.content?.['application/json']?.schema ?? {}, operation.operationId ?? '');
    }),
  );
  expect([...new Set(detectedFields)].sort()).toEqual(Object.keys(addressFields).sort());
});
