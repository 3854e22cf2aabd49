/** One account of AWS, as its services are read. */
import type { CloudResource } from '../../manifest.ts';
import type { Settings } from './client.ts';
import type { Limit } from './limit.ts';

export interface Account {
  readonly id: string;
  readonly regions: readonly string[];
  readonly settings: Settings;
  /** Lets so many calls at a time through. */
  readonly limit: Limit;
}
export type Collector = (account: Account) => Promise<CloudResource[]>;

/** A resource for all of the account. */
export const ofAccount = ({ id }: Account, serviceId: string, attributes: CloudResource['attributes']): CloudResource => ({
  serviceId,
  resourceType: 'account',
  resourceId: id,
  attributes,
});

/** Does the same in every region. */
export async function inRegions<Found>({ regions }: Account, work: (region: string) => Promise<readonly Found[]>): Promise<Found[]> {
  return (await Promise.all(regions.map(work))).flat();
}
