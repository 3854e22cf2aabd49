/** The ports: everything that the service needs from outside, except its database. */
import path from 'node:path';
import type { Config } from '../config.ts';
import type { AppRoutes } from '../links/app-routes.ts';
import { guardAddresses } from './addresses.ts';
import { anchorFrom } from './anchor.ts';
import type { Anchor } from './anchor-place.ts';
import type { AutomationRunner, EvidenceEvaluator } from './automation.ts';
import { type CheckpointKeys, checkpointKeysFrom } from './checkpoint-keys.ts';
import { type DeviceManagement, noDeviceManagement } from './device-management.ts';
import { type Dns, createDns } from './dns.ts';
import type { Files } from './files.ts';
import { type Http, createHttp } from './http.ts';
import { type Ldap, createLdap } from './ldap.ts';
import { localFiles } from './local-files.ts';
import type { NdaTemplate } from './nda-template.ts';
import type { PenetrationTestRunner } from './penetration-testing.ts';
import { ensureSecret, type Secrets, secretsFrom } from './secrets.ts';
import { type TextModel, textModelFrom } from './text-model.ts';
import type { TrainingMedia } from './training-media.ts';
import { type Vault, vaultFrom } from './vault.ts';

/** The URL to use for all services of each cloud; undefined for the public URLs. */
export interface CloudEndpoints {
  readonly aws: string | undefined;
  readonly azure: string | undefined;
  readonly gcp: string | undefined;
}

export interface Ports {
  /** Public URL of the service, without a trailing slash. */
  readonly baseUrl: string;
  /** Public URL of the application, without a trailing slash. */
  readonly appUrl: string;
  /** Paths of the application's pages, by type of record. */
  readonly appRoutes: AppRoutes;
  /** Public URL of the employee portal, without a trailing slash. */
  readonly portalUrl: string;
  /** URL before the token of a letter's signing link, and hours until a party can be reminded again. */
  readonly letters: { readonly url: string; readonly reminderHours: number };
  readonly files: Files;
  /** Requests per minute of one credential to one operation; 0 for no limit. */
  readonly requestsPerMinute: number;
  /** Storage limits of an organization: bytes (0 for no limit), and concurrent unfinished uploads. */
  readonly storage: { readonly quota: number; readonly unfinished: number };
  readonly secrets: Secrets;
  /** Encrypts data that must stay readable after the installation's secret was replaced. */
  readonly vault: Vault;
  /** Keys that sign audit log checkpoints. */
  readonly checkpointKeys: CheckpointKeys;
  /** Writes checkpoints to the external place, if there is one. */
  readonly anchor: Anchor | undefined;
  /** Calls URLs entered by users. */
  readonly http: Http;
  /** Reads directories named by users. */
  readonly ldap: Ldap;
  readonly endpoints: CloudEndpoints;
  readonly dns: Dns;
  /** Target that trust portals' custom domains must point to. */
  readonly trustPortalHost: string;
  /** Public URL of trust portals, without a trailing slash. */
  readonly trustUrl: string;
  /** The NDA that external parties sign; by default our own (trust-access, rule 9). */
  readonly ndaTemplate: NdaTemplate | undefined;
  readonly devices: DeviceManagement;
  /** Days without a check-in after which a computer is stale, and the release channel of its agent. */
  readonly deviceAgent: { readonly staleDays: number; readonly channel: string };
  /** Runs published scripts and evaluates their output; by default declarative checks (task-automations, rules 3 and 4). */
  readonly automation: { readonly runner: AutomationRunner | undefined; readonly evaluator: EvidenceEvaluator | undefined };
  /**
   * Carries out penetration tests, by default a simulation and a passive assessment, and limits how many an organization may order per calendar month;
   * undefined for no limit (security-penetration-tests, rules 3 and 9).
   */
  readonly penetrationTests: {
    readonly runner: PenetrationTestRunner | undefined;
    allowance(organizationId: string): Promise<number | undefined>;
  };
  /** Drafts texts; without a model they are generated from rules and quotations. */
  readonly textModel: TextModel | undefined;
  /** Recordings of training modules (training, rule 11). */
  readonly trainingMedia: TrainingMedia | undefined;
  /** Decides who is granted access to the service (organization, rule 7). */
  readonly access: {
    readonly selfHosted: boolean;
    readonly staffEmailDomains: readonly string[];
    isActiveCustomer(domain: string): Promise<boolean>;
  };
}

export async function portsFrom(config: Config): Promise<Ports> {
  const {
    secret,
    formerSecrets,
    dataDir,
    baseUrl,
    appUrl,
    appRoutes,
    portalUrl,
    letterUrl,
    letterReminderHours,
    trustPortalHost,
    trustUrl,
    dnsServers,
    s3,
    rateLimit,
    storageQuota,
    uploadsUnfinished,
    selfHosted,
    staffEmailDomains,
    customerDomains,
    integrations,
    deviceStaleDays,
    deviceAgentChannel,
    penetrationTestAllowance,
    textModel,
  } = config;
  const masterSecret = secret ?? ensureSecret(dataDir);
  const secrets = secretsFrom(masterSecret);
  const directory = path.join(dataDir, 'files');
  const http = createHttp(guardAddresses(integrations.allowedNetworks), integrations);
  return {
    baseUrl,
    appUrl,
    appRoutes,
    portalUrl,
    letters: { url: letterUrl, reminderHours: letterReminderHours },
    secrets,
    vault: vaultFrom(masterSecret, formerSecrets),
    checkpointKeys: checkpointKeysFrom(masterSecret, formerSecrets),
    anchor: await anchorFrom(config, http),
    http,
    ldap: createLdap(integrations.allowedNetworks, integrations),
    endpoints: integrations.endpoints,
    dns: createDns(dnsServers),
    trustPortalHost,
    trustUrl,
    ndaTemplate: undefined,
    requestsPerMinute: rateLimit,
    storage: { quota: storageQuota, unfinished: uploadsUnfinished },
    // The SDK takes a tenth of the server's memory, so it is loaded only if there is a bucket.
    files: s3 ? (await import('./s3-files.ts')).s3Files(s3, directory, baseUrl, secrets) : localFiles(directory, baseUrl, secrets),
    devices: noDeviceManagement,
    deviceAgent: { staleDays: deviceStaleDays, channel: deviceAgentChannel },
    automation: { runner: undefined, evaluator: undefined },
    penetrationTests: { runner: undefined, allowance: async () => penetrationTestAllowance },
    textModel: textModel && textModelFrom(textModel),
    trainingMedia: undefined,
    access: { selfHosted, staffEmailDomains, isActiveCustomer: async (domain) => customerDomains.includes(domain) },
  };
}
