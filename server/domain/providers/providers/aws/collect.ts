/** Reads an account of AWS into an inventory, by calls that change nothing (spec/areas/cloud-security, rule 9). */
import { CredentialsRefused, UnexpectedAnswer } from '../../failures.ts';
import type { CloudResource, Collected, Source } from '../../manifest.ts';
import type { Account, Collector } from './account.ts';
import { accountOf, isDenied, isExpired, isOfAws, settingsFor } from './client.ts';
import { limitTo } from './limit.ts';
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

/** Calls at a time, of all services together. */
const most = 8;

/** @throws CredentialsRefused when AWS does not know the credentials, UnexpectedAnswer when it cannot be asked about them */
export async function openAccount(source: Source): Promise<Account> {
  try {
    const settings = await settingsFor(source);
    const id = await accountOf(settings);
    const { regions } = source.credentials;
    const chosen = Array.isArray(regions) && regions.length ? regions.map(String) : undefined;
    return { id, settings, regions: chosen ?? (await enabledRegions(settings)), limit: limitTo(most) };
  } catch (error) {
    throw failureOf(error);
  }
}

/** Reads those of the services that it knows; the others are evaluated from an inventory that somebody sends. */
export async function collectAccount(source: Source, services: readonly string[]): Promise<Collected> {
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

/** Services that the account uses: those that have any resource of their own. */
export async function detectServices(source: Source): Promise<readonly string[]> {
  const { resources } = await collectAccount(source, Object.keys(collectors));
  const own = resources.filter(({ resourceType }) => resourceType !== 'account' && resourceType !== 'region');
  return Object.keys(collectors).filter((id) => own.some(({ serviceId }) => serviceId === id));
}

/** @returns what AWS has refused in the words of this service @throws what is no answer of AWS */
function failureOf(error: unknown): Error {
  if (!isOfAws(error)) throw error;
  const said = `AWS answered ${error.name}`;
  if (isExpired(error) || isDenied(error)) return new CredentialsRefused(said, error.message);
  return '$fault' in error
    ? new UnexpectedAnswer(said, error.message)
    : error.name === 'CredentialsProviderError'
      ? new UnexpectedAnswer('The installation has no credentials of its own to assume a role with')
      : error;
}
