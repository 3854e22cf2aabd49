/** Describes the checks of tasks, without the database (integrations, rule 5). */
import type { components } from '#generated/api';
import { logoUrlOf, toProvider } from '#providers/catalogue';
import type { Check, Manifest } from '#providers/manifest';
import { providers } from '#providers/providers/index';
import { checksOf } from '#providers/registry';
import { isCheckComplete } from '#providers/variables';
import { templateIdOf } from '#domain/tasks/check-results';
import type { Connection } from './connection.ts';
import type { LastRuns } from './last-runs.ts';

type TaskCheck = components['schemas']['TaskCheck'];

/** A check and its provider. */
export interface ProviderCheck {
  readonly manifest: Manifest;
  readonly check: Check;
}

/** @returns the checks of all providers that give evidence for tasks of a template, ordered by the name of the provider */
export function checksFor(templateId: string): ProviderCheck[] {
  return providers.all.flatMap((manifest) =>
    checksOf(manifest)
      .filter((check) => templateIdOf(check) === templateId)
      .map((check) => ({ manifest, check })),
  );
}

/** A connection with the last runs of a check. */
export interface CheckStatus {
  readonly connection: Connection;
  readonly last: LastRuns | undefined;
}

/** @param baseUrl base URL of this service, which serves the logos @param checkStatus undefined if no connection has the check */
export function taskCheckOf(
  baseUrl: string,
  { manifest, check }: ProviderCheck,
  isDetached: boolean,
  checkStatus?: CheckStatus,
): TaskCheck {
  const { oauthConfigured } = toProvider(baseUrl, manifest);
  const lastConclusion = checkStatus?.last?.concluded;
  return {
    integrationId: manifest.slug,
    integrationName: manifest.name,
    integrationLogoUrl: logoUrlOf(baseUrl, manifest.slug),
    checkId: check.id,
    checkName: check.name,
    checkDescription: check.description,
    authStrategy: manifest.auth.type,
    isConnected: checkStatus?.connection.status === 'active',
    isDisabledForTask: isDetached,
    needsConfiguration: !isCheckComplete(manifest, check, checkStatus?.connection.variables ?? {}),
    ...(oauthConfigured !== null && { oauthConfigured }),
    ...(checkStatus && {
      connectionId: checkStatus.connection.id,
      connectionLabel: checkStatus.connection.listItem.label,
      connectionStatus: checkStatus.connection.status,
    }),
    ...(checkStatus?.last && { lastAttemptAt: checkStatus.last.attemptedAt }),
    ...(lastConclusion && {
      lastRunAt: lastConclusion.at,
      lastRunStatus: lastConclusion.status,
      lastRunFindings: lastConclusion.failed,
      lastRunPassing: lastConclusion.passed,
    }),
  };
}
