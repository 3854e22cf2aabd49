/** Checks as the tasks see them that they give evidence for (spec/areas/integrations, rule 5): decisions that need no database. */
import type { components } from '../../../../generated/api.d.ts';
import { logoUrlOf, providerOf } from '../../../domain/providers/catalogue.ts';
import type { Check, Manifest } from '../../../domain/providers/manifest.ts';
import { providers } from '../../../domain/providers/providers/index.ts';
import { checksOf } from '../../../domain/providers/registry.ts';
import { isCheckComplete } from '../../../domain/providers/variables.ts';
import { templateOf } from '../../../domain/tasks/check-results.ts';
import type { Connection } from '../queries/connections.ts';
import type { LastRuns } from '../queries/last-runs.ts';

type TaskCheck = components['schemas']['TaskCheck'];

/** A check and its provider. */
export interface Offered {
  readonly manifest: Manifest;
  readonly check: Check;
}

/** @returns the checks of all providers that give evidence for tasks of a template, by name of the provider */
export function checksFor(templateId: string): Offered[] {
  return providers.all.flatMap((manifest) =>
    checksOf(manifest)
      .filter((check) => templateOf(check) === templateId)
      .map((check) => ({ manifest, check })),
  );
}

/** How a check stands on one connection. */
export interface Standing {
  readonly connection: Connection;
  readonly last: LastRuns | undefined;
}

/** @param baseUrl of this service, which serves the logos @param standing without it no connection has the check */
export function taskCheckOf(baseUrl: string, { manifest, check }: Offered, isDetached: boolean, standing?: Standing): TaskCheck {
  const { oauthConfigured } = providerOf(baseUrl, manifest);
  const concluded = standing?.last?.concluded;
  return {
    integrationId: manifest.slug,
    integrationName: manifest.name,
    integrationLogoUrl: logoUrlOf(baseUrl, manifest.slug),
    checkId: check.id,
    checkName: check.name,
    checkDescription: check.description,
    authStrategy: manifest.auth.type,
    isConnected: standing?.connection.status === 'active',
    isDisabledForTask: isDetached,
    needsConfiguration: !isCheckComplete(manifest, check, standing?.connection.variables ?? {}),
    ...(oauthConfigured !== null && { oauthConfigured }),
    ...(standing && {
      connectionId: standing.connection.id,
      connectionLabel: standing.connection.shown.label,
      connectionStatus: standing.connection.status,
    }),
    ...(standing?.last && { lastAttemptAt: standing.last.attemptedAt }),
    ...(concluded && {
      lastRunAt: concluded.at,
      lastRunStatus: concluded.status,
      lastRunFindings: concluded.failed,
      lastRunPassing: concluded.passed,
    }),
  };
}
