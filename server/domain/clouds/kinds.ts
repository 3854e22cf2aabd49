/** Clouds, and how their scans are called (spec/areas/cloud-security, rule 1). */
import type { components } from '../../../generated/api.d.ts';

export type CloudSlug = components['schemas']['CloudProviderSlug'];

export const clouds: readonly CloudSlug[] = ['aws', 'azure', 'gcp'];

export function isCloud(slug: string): slug is CloudSlug {
  return clouds.some((cloud) => cloud === slug);
}

/** The check whose runs are the scans of a cloud. */
export const scanCheckOf = (slug: CloudSlug): string => `${slug}-security-scan`;

export const scanChecks: readonly string[] = ['aws-security-scan', 'gcp-security-scan', 'azure-security-scan'];
