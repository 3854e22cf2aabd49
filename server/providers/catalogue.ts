/** Converts manifests to the representation that the catalog returns. */
import { createHash } from 'node:crypto';
import type { components } from '#generated/api';
import { catalogueId } from '#domain/catalogue/ids';
import { credentialFieldsOf } from './credential-fields.ts';
import type { Check, Manifest, Service } from './manifest.ts';
import { capabilitiesOf, checksOf, requiredVariableIds } from './registry.ts';
import { taskTemplates } from './task-templates.ts';

type Schemas = components['schemas'];

/** @returns the id of a provider, derived from its slug, because a slug is never reused */
export function providerIdOf(slug: string): string {
  return `prv_${createHash('sha256').update(slug).digest('hex').slice(0, 24)}`;
}

/** @param baseUrl base URL of this service, which serves the logos */
export function logoUrlOf(baseUrl: string, slug: string): string {
  return `${baseUrl}/logos/${slug}.svg`;
}

/** @param baseUrl base URL of this service */
export function toProvider(baseUrl: string, manifest: Manifest): Schemas['IntegrationProvider'] {
  const {
    slug,
    name,
    description,
    category,
    docsUrl = null,
    auth,
    setupInstructions = null,
    setupScript = null,
    services = [],
    retired = false,
  } = manifest;
  return {
    id: slug,
    name,
    description,
    category,
    logoUrl: logoUrlOf(baseUrl, slug),
    authStrategy: auth.type,
    capabilities: capabilitiesOf(manifest),
    isActive: !retired,
    docsUrl,
    credentialFields: credentialFieldsOf(manifest),
    setupInstructions,
    setupScript,
    // With `client_credentials` the organization brings its own OAuth client.
    oauthConfigured: auth.type === 'oauth2' ? auth.grant === 'client_credentials' : null,
    mappedTasks: toTasks(checksOf(manifest)),
    requiredVariables: requiredVariableIds(manifest),
    supportsMultipleConnections: manifest.supportsMultipleConnections === true,
    services: services.map((service) => toService(service, checksOf(manifest))),
  };
}

function toService(
  { id, name, description, enabledByDefault = true, implemented = true }: Service,
  checks: readonly Check[],
): Schemas['IntegrationService'] {
  return { id, name, description, enabledByDefault, implemented, mappedTasks: toTasks(checks.filter(({ service }) => service === id)) };
}

function toTasks(checks: readonly Check[]): Schemas['IntegrationTask'][] {
  return [...new Set(checks.flatMap(({ task }) => task ?? []))].map((slug) => ({
    id: catalogueId('task', slug),
    name: taskTemplates[slug],
  }));
}

export function toCheck({ id, name, description, service, task, severity = 'medium' }: Check): Schemas['IntegrationCheck'] {
  return {
    id,
    name,
    description,
    ...(service !== undefined && { service }),
    ...(task !== undefined && { taskMapping: catalogueId('task', task) }),
    defaultSeverity: severity,
  };
}

/** @param chosenIds services that a member chose; null for the defaults of the manifest @returns ids of the services that are used */
export function enabledServices({ services = [] }: Manifest, chosenIds: readonly string[] | null): string[] {
  return services
    .filter(({ id, enabledByDefault = true, implemented = true }) => implemented && (chosenIds?.includes(id) ?? enabledByDefault))
    .map(({ id }) => id);
}

export function isEnabled({ service }: Check, enabledIds: readonly string[]): boolean {
  return service === undefined || enabledIds.includes(service);
}
