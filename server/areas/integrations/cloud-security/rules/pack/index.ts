import type { CloudSlug } from '#providers/clouds/kinds';
import { awsAccounts } from './aws-accounts.ts';
import { awsApplications } from './aws-applications.ts';
import { awsResources } from './aws-resources.ts';
import { azureCompute } from './azure-compute.ts';
import { azureData } from './azure-data.ts';
import type { PackCheck } from './check.ts';
import { gcpChecks } from './gcp.ts';

/** All checks of the rule pack, by cloud. */
export const rulePack: Readonly<Record<CloudSlug, readonly PackCheck[]>> = {
  aws: [...awsAccounts, ...awsResources, ...awsApplications],
  azure: [...azureData, ...azureCompute],
  gcp: gcpChecks,
};

const checksByKey = new Map(Object.values(rulePack).flatMap((checks) => checks.map((check) => [check.key, check])));

export function findCheck(key: string): PackCheck | undefined {
  return checksByKey.get(key);
}
