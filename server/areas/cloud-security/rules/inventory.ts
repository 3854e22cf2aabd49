/** Inventories of accounts: what may be in one (spec/areas/cloud-security, inventory). */
import { type CloudSlug, clouds } from '../../../domain/clouds/kinds.ts';
import { isObject, type JsonObject } from '../../../platform/json-object.ts';

/** Bytes and resources that an inventory may have. */
export const largestInventory = 50 * 1024 * 1024;
export const mostResources = 50_000;
/** Characters of texts; ids are in an index. */
const longestId = 512;
const longestText = 255;

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
  /** Services that were read. */
  readonly services: readonly string[];
}

/** @returns the inventory, or what is wrong with it */
export function inventoryIn(value: unknown, cloud: CloudSlug, now: number): Inventory | string {
  if (!isObject(value)) return 'must be an object';
  if (value.provider !== cloud)
    return clouds.some((one) => one === value.provider) ? `provider must be ${cloud}` : 'provider must be the slug of a cloud';
  const { accountId = null, collectedAt, resources, services } = value;
  if (accountId !== null && !isText(accountId, longestText)) return `accountId must be a text of at most ${longestText} characters`;
  const time = typeof collectedAt === 'string' && /^\d{4}-\d\d-\d\dT/.test(collectedAt) ? Date.parse(collectedAt) : NaN;
  if (!Number.isFinite(time)) return 'collectedAt must be a date and time';
  if (!Array.isArray(resources)) return 'resources must be a list';
  if (resources.length > mostResources) return `resources must have at most ${mostResources} items`;
  if (services !== undefined && !(Array.isArray(services) && services.length <= 200 && services.every((id) => isText(id, 64))))
    return 'services must be a list of ids';
  const found: Resource[] = [];
  for (const [index, item] of resources.entries()) {
    const resource = resourceIn(item);
    if (typeof resource === 'string') return `resources.${index}.${resource}`;
    found.push(resource);
  }
  const read: readonly unknown[] = services ?? [];
  return {
    accountId: typeof accountId === 'string' ? accountId : null,
    // A clock that is ahead makes nothing younger.
    collectedAt: new Date(Math.min(time, now)).toISOString(),
    resources: found,
    services: [...new Set([...found.map(({ serviceId }) => serviceId), ...read.map(String)])],
  };
}

function resourceIn(item: unknown): Resource | string {
  if (!isObject(item)) return 'must be an object';
  const { serviceId, resourceType, resourceId, region = null, name = null, attributes } = item;
  if (!isText(serviceId, 64)) return 'serviceId must be a text of at most 64 characters';
  if (!isText(resourceType, longestText)) return `resourceType must be a text of at most ${longestText} characters`;
  if (!isText(resourceId, longestId)) return `resourceId must be a text of at most ${longestId} characters`;
  if (region !== null && !isText(region, longestText)) return `region must be a text of at most ${longestText} characters`;
  if (name !== null && typeof name !== 'string') return 'name must be a text';
  if (!isObject(attributes)) return 'attributes must be an object';
  return { serviceId, resourceType, resourceId, region, name: name?.slice(0, longestText) ?? null, attributes };
}

function isText(value: unknown, longest: number): value is string {
  return typeof value === 'string' && value !== '' && value.length <= longest;
}
