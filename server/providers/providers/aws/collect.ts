/** Reads an AWS account into an inventory with read-only calls (cloud-security, rule 9). */
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

/** Maximum number of concurrent calls, over all services. */
const maxConcurrentCalls = 8;

/** @throws CredentialsRefused when AWS rejects the credentials, UnexpectedAnswer when they cannot be verified, NotInstalled */
export async function openAccount(source: Source): Promise<Account> {
  requirePackages('Reading an AWS account');
  try {
    const settings = await createSettings(source);
    const id = await findAccountId(settings);
    const { regions } = source.credentials;
    const chosen = Array.isArray(regions) && regions.length ? regions.map(String) : undefined;
    return { id, settings, regions: chosen ?? (await enabledRegions(settings)), limit: createLimit(maxConcurrentCalls) };
  } catch (error) {
    throw failureOf(error);
  }
}

/** Reads the services that have a collector; others can only be evaluated from an uploaded inventory. */
export async function collectAccount(source: Source, services: readonly string[]): Promise<CollectedAccount> {
  const account = await openAccount(source);
  const failed = new Map<string, Error>();
  const resources: CloudResource[] = [];
  const known = services.filter((id) => Object.hasOwn(collectors, id));
  for (const id of known) {
    try {
      resources.push(...((await collectors[id]?.(account)) ?? []));
    } catch (error) {
      source.signal.throwIfAborted();
      failed.set(id, failureOf(error));
    }
  }
  return { accountId: account.id, resources, services: known.filter((id) => !failed.has(id)), failed };
}

/** Detects the services that the account uses, which have at least one resource. */
export async function detectServices(source: Source): Promise<readonly string[]> {
  const { resources } = await collectAccount(source, Object.keys(collectors));
  const own = resources.filter(({ resourceType }) => resourceType !== 'account' && resourceType !== 'region');
  return Object.keys(collectors).filter((id) => own.some(({ serviceId }) => serviceId === id));
}

/** @returns the error of AWS as an error of this service @throws other errors unchanged */
function failureOf(error: unknown): Error {
  if (!isAwsError(error)) throw error;
  const message = `AWS answered ${error.name}`;
  if (isExpired(error) || isDenied(error)) return new CredentialsRefused(message, error.message);
  return '$fault' in error
    ? new UnexpectedAnswer(message, error.message)
    : error.name === 'CredentialsProviderError'
      ? new UnexpectedAnswer('The installation has no credentials of its own to assume a role with')
      : error;
}
