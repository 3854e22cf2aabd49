/** Lists the supported clouds and the ids of their scans (cloud-security, rule 1). */
import type { components } from '#generated/api';

export type CloudSlug = components['schemas']['CloudProviderSlug'];

export const clouds: readonly CloudSlug[] = ['aws', 'azure', 'gcp'];

export function isCloud(slug: string): slug is CloudSlug {
  return clouds.some((cloud) => cloud === slug);
}

/** The id of the check whose runs are the scans of a cloud. */
export const scanCheckIdOf = (slug: CloudSlug): string => `${slug}-security-scan`;

export const scanCheckIds: readonly string[] = ['aws-security-scan', 'gcp-security-scan', 'azure-security-scan'];
