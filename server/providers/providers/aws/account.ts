/** Types and functions for all services of an AWS account. */
import type { CloudResource } from '../../manifest.ts';
import type { Settings } from './client.ts';
import type { Limit } from './limit.ts';

export interface Account {
  readonly id: string;
  readonly regions: readonly string[];
  readonly settings: Settings;
  /** Limits the number of concurrent calls. */
  readonly limit: Limit;
}
export type Collector = (account: Account) => Promise<CloudResource[]>;

/** @returns a resource that represents the whole account */
export const accountResource = ({ id }: Account, serviceId: string, attributes: CloudResource['attributes']): CloudResource => ({
  serviceId,
  resourceType: 'account',
  resourceId: id,
  attributes,
});

/** Runs a function for every region and concatenates the results. */
export async function inRegions<Found>({ regions }: Account, work: (region: string) => Promise<readonly Found[]>): Promise<Found[]> {
  return (await Promise.all(regions.map(work))).flat();
}
