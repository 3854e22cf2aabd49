/** Validates inventories of accounts (spec/areas/integrations/cloud-security, inventory). */
import { type CloudSlug, clouds } from '#providers/clouds/kinds';
import { isObject, type JsonObject } from '#platform/json-object';

/** Maximum size of an inventory, in bytes. */
export const maxInventoryBytes = 50 * 1024 * 1024;
/** Maximum number of resources in an inventory. */
export const maxResources = 50_000;
/** Maximum length of the id of a resource, in characters. Ids are limited because they are indexed. */
const maxIdLength = 512;
/** Maximum length of other texts, in characters. */
const maxTextLength = 255;

export interface Resource {
  readonly serviceId: string;
  readonly resourceType: string;
  readonly resourceId: string;
  readonly region: string | null;
  readonly name: string | null;
  readonly attributes: JsonObject;
}

export interface Inventory {
  readonly accountId: string | null;
  /** ISO 8601. */
  readonly collectedAt: string;
  readonly resources: readonly Resource[];
  /** Ids of the services that were read, including services without resources. */
  readonly services: readonly string[];
}

/** @returns the inventory, or a validation error */
export function validateInventory(value: unknown, cloud: CloudSlug, now: number): Inventory | string {
  if (!isObject(value)) return 'must be an object';
  if (value.provider !== cloud)
    return clouds.some((slug) => slug === value.provider) ? `provider must be ${cloud}` : 'provider must be the slug of a cloud';
  const { accountId = null, collectedAt, resources, services } = value;
  if (accountId !== null && !isText(accountId, maxTextLength)) return `accountId must be a text of at most ${maxTextLength} characters`;
  const time = typeof collectedAt === 'string' && /^\d{4}-\d\d-\d\dT/.test(collectedAt) ? Date.parse(collectedAt) : NaN;
  if (!Number.isFinite(time)) return 'collectedAt must be a date and time';
  if (!Array.isArray(resources)) return 'resources must be a list';
  if (resources.length > maxResources) return `resources must have at most ${maxResources} items`;
  if (services !== undefined && !(Array.isArray(services) && services.length <= 200 && services.every((id) => isText(id, 64))))
    return 'services must be a list of ids';
  const parsedResources: Resource[] = [];
  for (const [index, item] of resources.entries()) {
    if (!isObject(item)) return `resources.${index} must be an object`;
    const resource = parseResource(item);
    if (typeof resource === 'string') return `resources.${index}.${resource}`;
    parsedResources.push(resource);
  }
  const readServices: readonly unknown[] = services ?? [];
  return {
    accountId: typeof accountId === 'string' ? accountId : null,
    // If the clock of the sender is ahead, the inventory must still not be in the future.
    collectedAt: new Date(Math.min(time, now)).toISOString(),
    resources: parsedResources,
    services: [...new Set([...parsedResources.map(({ serviceId }) => serviceId), ...readServices.map(String)])],
  };
}

function parseResource(item: Record<string, unknown>): Resource | string {
  const { serviceId, resourceType, resourceId, region = null, name = null, attributes } = item;
  if (!isText(serviceId, 64)) return 'serviceId must be a text of at most 64 characters';
  if (!isText(resourceType, maxTextLength)) return `resourceType must be a text of at most ${maxTextLength} characters`;
  if (!isText(resourceId, maxIdLength)) return `resourceId must be a text of at most ${maxIdLength} characters`;
  if (region !== null && !isText(region, maxTextLength)) return `region must be a text of at most ${maxTextLength} characters`;
  if (name !== null && typeof name !== 'string') return 'name must be a text';
  if (!isObject(attributes)) return 'attributes must be an object';
  return { serviceId, resourceType, resourceId, region, name: name?.slice(0, maxTextLength) ?? null, attributes };
}

function isText(value: unknown, maxLength: number): value is string {
  return typeof value === 'string' && value !== '' && value.length <= maxLength;
}
