/** Collects an inventory of an AWS account with read-only calls (cloud-security, rule 9). */
import { CredentialsRefused, requirePackages, UnexpectedAnswer } from '../../failures.ts';
import type { CloudResource, CollectedAccount, Source } from '../../manifest.ts';
import type { Account, Collector } from './account.ts';
import { findAccountId, isDenied, isExpired, isAwsError, createSettings } from './client.ts';
import { createLimit } from './limit.ts';
import { collectTrails } from './services/cloudtrail.ts';
import { collectConfig } from './services/config.ts';
import { collectNetworks, enabledRegions } from './services/ec2.ts';
import { collectDetectors } from './services/guardduty.ts';
import { collectIdentities } from './services/iam.ts';
import { collectKeys } from './services/kms.ts';
import { collectDatabases } from './services/rds.ts';
import { collectBuckets } from './services/s3.ts';
import { collectSecrets } from './services/secrets-manager.ts';

const collectors: Readonly<Record<string, Collector>> = {
  'iam-analyzer': collectIdentities,
  s3: collectBuckets,
  'ec2-vpc': collectNetworks,
  rds: collectDatabases,
  cloudtrail: collectTrails,
  kms: collectKeys,
  guardduty: collectDetectors,
  config: collectConfig,
  'secrets-manager': collectSecrets,
};

/** Maximum number of concurrent calls to all services together. */
const maxConcurrentCalls = 8;

/** @throws CredentialsRefused if AWS rejects the credentials, UnexpectedAnswer if they cannot be verified, NotInstalled */
export async function openAccount(source: Source): Promise<Account> {
  requirePackages('Reading an AWS account');
  try {
    const settings = await createSettings(source);
    const id = await findAccountId(settings);
    const { regions } = source.credentials;
    const chosenRegions = Array.isArray(regions) && regions.length ? regions.map(String) : undefined;
    return { id, settings, regions: chosenRegions ?? (await enabledRegions(settings)), limit: createLimit(maxConcurrentCalls) };
  } catch (error) {
    throw toFailure(error);
  }
}

/** Reads the services that have a collector. Other services can only be evaluated from an uploaded inventory. */
export async function collectAccount(source: Source, services: readonly string[]): Promise<CollectedAccount> {
  const account = await openAccount(source);
  const failed = new Map<string, Error>();
  const resources: CloudResource[] = [];
  const collectableIds = services.filter((id) => Object.hasOwn(collectors, id));
  for (const id of collectableIds) {
    try {
      resources.push(...((await collectors[id]?.(account)) ?? []));
    } catch (error) {
      source.signal.throwIfAborted();
      failed.set(id, toFailure(error));
    }
  }
  return { accountId: account.id, resources, services: collectableIds.filter((id) => !failed.has(id)), failed };
}

/** Detects the services that the account uses, because it has at least one resource of them. */
export async function detectServices(source: Source): Promise<readonly string[]> {
  const { resources } = await collectAccount(source, Object.keys(collectors));
  const usedResources = resources.filter(({ resourceType }) => resourceType !== 'account' && resourceType !== 'region');
  return Object.keys(collectors).filter((id) => usedResources.some(({ serviceId }) => serviceId === id));
}

/** @returns an error of AWS as an error of this service @throws other errors unchanged */
function toFailure(error: unknown): Error {
  if (!isAwsError(error)) throw error;
  const message = `AWS answered ${error.name}`;
  if (isExpired(error) || isDenied(error)) return new CredentialsRefused(message, error.message);
  return '$fault' in error
    ? new UnexpectedAnswer(message, error.message)
    : error.name === 'CredentialsProviderError'
      ? new UnexpectedAnswer('The installation has no credentials of its own to assume a role with')
      : error;
}
