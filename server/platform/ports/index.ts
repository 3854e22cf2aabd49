/** The ports: what the service needs of the world besides its database. */
import path from 'node:path';
import type { Config } from '../config.ts';
import { addressesBut } from './addresses.ts';
import { anchorFrom } from './anchor.ts';
import type { Anchor } from './anchor-place.ts';
import type { AutomationRunner, EvidenceEvaluator } from './automation.ts';
import { type CheckpointKeys, checkpointKeysFrom } from './checkpoint-keys.ts';
import { type DeviceManagement, noDeviceManagement } from './device-management.ts';
import { type Dns, dnsOf } from './dns.ts';
import type { Files } from './files.ts';
import { type Http, httpWithin } from './http.ts';
import { type Ldap, ldapWithin } from './ldap.ts';
import { localFiles } from './local-files.ts';
import type { NdaTemplate } from './nda-template.ts';
import type { PenetrationTestRunner } from './penetration-testing.ts';
import { keptSecret, type Secrets, secretsFrom } from './secrets.ts';
import { type TextModel, textModelFrom } from './text-model.ts';
import type { TrainingMedia } from './training-media.ts';
import { type Vault, vaultFrom } from './vault.ts';

/** An address for each cloud that stands for all of its services; without it the public ones are called. */
export interface CloudEndpoints {
  readonly aws: string | undefined;
  readonly azure: string | undefined;
  readonly gcp: string | undefined;
}

export interface Ports {
  /** Where the service, the application and the employee portal are reached, without a slash at their ends. */
  readonly baseUrl: string;
  readonly appUrl: string;
  readonly portalUrl: string;
  /** Where letters of engagement are signed by a link, and after how many hours a party can be reminded again. */
  readonly letters: { readonly url: string; readonly reminderHours: number };
  readonly files: Files;
  /** What an organization may store: bytes, 0 for any number, and uploads at a time that have not come yet. */
  readonly storage: { readonly quota: number; readonly unfinished: number };
  readonly secrets: Secrets;
  /** What is encrypted with the secret of the installation, and may have to be read after another one took its place. */
  readonly vault: Vault;
  /** What checkpoints of audit logs are signed with, and where they are kept besides, if anywhere. */
  readonly checkpointKeys: CheckpointKeys;
  readonly anchor: Anchor | undefined;
  /** For addresses that somebody typed. */
  readonly http: Http;
  /** For directories that somebody named. */
  readonly ldap: Ldap;
  readonly endpoints: CloudEndpoints;
  readonly dns: Dns;
  /** Where the own domains of trust portals have to lead to. */
  readonly trustPortalHost: string;
  /** Where the pages of trust portals are read, without a slash at its end. */
  readonly trustUrl: string;
  /** The non-disclosure agreement that outsiders sign; without it our own (spec/areas/trust-access, rule 9). */
  readonly ndaTemplate: NdaTemplate | undefined;
  readonly devices: DeviceManagement;
  /** After how many days without a check-in a computer is stale, and from which release channel its agent is served. */
  readonly deviceAgent: { readonly staleDays: number; readonly channel: string };
  /** What executes published scripts and judges their output; without them declarative checks (spec/areas/task-automations, rules 3 and 4). */
  readonly automation: { readonly runner: AutomationRunner | undefined; readonly evaluator: EvidenceEvaluator | undefined };
  /**
   * What carries out penetration tests, without it a simulation and a passive assessment; and how many an organization may order in a
   * calendar month: undefined for any number (spec/areas/security-penetration-tests, rules 3 and 9).
   */
  readonly penetrationTests: {
    readonly runner: PenetrationTestRunner | undefined;
    allowance(organizationId: string): Promise<number | undefined>;
  };
  /** Drafts texts; without it they are made by rules and quotations. */
  readonly textModel: TextModel | undefined;
  /** Recordings of the modules of the training (spec/areas/training, rule 11). */
  readonly trainingMedia: TrainingMedia | undefined;
  /** Decides who is granted access to the service (spec/areas/organization, rule 7). */
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
    portalUrl,
    letterUrl,
    letterReminderHours,
    trustPortalHost,
    trustUrl,
    dnsServers,
    s3,
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
  const master = secret ?? keptSecret(dataDir);
  const secrets = secretsFrom(master);
  const directory = path.join(dataDir, 'files');
  const http = httpWithin(addressesBut(integrations.allowedNetworks), integrations);
  return {
    baseUrl,
    appUrl,
    portalUrl,
    letters: { url: letterUrl, reminderHours: letterReminderHours },
    secrets,
    vault: vaultFrom(master, formerSecrets),
    checkpointKeys: checkpointKeysFrom(master, formerSecrets),
    anchor: await anchorFrom(config, http),
    http,
    ldap: ldapWithin(integrations.allowedNetworks, integrations),
    endpoints: integrations.endpoints,
    dns: dnsOf(dnsServers),
    trustPortalHost,
    trustUrl,
    ndaTemplate: undefined,
    // The SDK takes a tenth of the server's memory: it is loaded where there is a bucket.
    storage: { quota: storageQuota, unfinished: uploadsUnfinished },
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
