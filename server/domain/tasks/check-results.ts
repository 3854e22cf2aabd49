/** Finds the results of checks that are evidence for tasks (tasks, rule 17). */
import type { ExpressionBuilder, ExpressionWrapper, SqlBool } from 'kysely';
import type { TenantTables } from '#generated/database';
import type { OrganizationDatabase } from '#platform/database/handle';
import { catalogueId } from '#domain/catalogue/ids';
import type { Check } from '#providers/manifest';
import { providers } from '#providers/providers/index';
import { checksOf } from '#providers/registry';
import { taskTemplates } from '#providers/task-templates';
import type { ConnectionCheck } from './attached-checks.ts';

/** A check that is evidence for a template. Check runs contain the same identifiers. */
export interface EvidenceCheck {
  readonly provider: string;
  readonly checkId: string;
}

/** @returns the id of the task template that a check is evidence for; undefined if the check is no evidence */
export function templateIdOf({ task }: Pick<Check, 'task'>): string | undefined {
  return task && catalogueId('task', task);
}

const evidenceChecks: ReadonlyMap<string, readonly EvidenceCheck[]> = Map.groupBy(
  providers.all.flatMap((manifest) => checksOf(manifest).map((check) => ({ provider: manifest.slug, checkId: check.id, check }))),
  ({ check }) => templateIdOf(check) ?? '',
);
/** The ids of the templates that at least one check is evidence for. */
export const checkedTemplateIds: readonly string[] = Object.keys(taskTemplates)
  .map((slug) => catalogueId('task', slug))
  .filter((id) => evidenceChecks.has(id));

/** @returns the checks that are evidence for a template */
export function evidenceChecksOf(templateId: string): readonly EvidenceCheck[] {
  return evidenceChecks.get(templateId) ?? [];
}

/** @returns the ids of the templates that any of these checks is evidence for */
export function templateIdsOf(checks: readonly EvidenceCheck[]): string[] {
  const isAmongChecks = ({ provider, checkId }: EvidenceCheck) =>
    checks.some((check) => check.provider === provider && check.checkId === checkId);
  return checkedTemplateIds.filter((id) => evidenceChecksOf(id).some(isAmongChecks));
}

interface RunTables extends TenantTables {
  r: TenantTables['integration_check_run'];
  connection: TenantTables['integration_connection'];
}

/** @returns a condition for runs of the checks, in a query of `integration_check_run as r` with `integration_connection as connection` */
export function isRunOf(checks: readonly EvidenceCheck[]) {
  return ({ eb, or, and }: ExpressionBuilder<RunTables, 'r' | 'connection'>): ExpressionWrapper<RunTables, 'r' | 'connection', SqlBool> =>
    or(checks.map(({ provider, checkId }) => and([eb('connection.provider', '=', provider), eb('r.check_id', '=', checkId)])));
}

/** The latest result of a connection's check. */
export interface LatestResult extends ConnectionCheck {
  readonly passed: boolean;
}

/**
 * Runs that examined nothing or could not be executed have no result, and disconnected connections do not count.
 * @returns a query for the latest run with a result, for each check and connection
 */
export function selectLatestRuns(db: OrganizationDatabase, checks: readonly EvidenceCheck[]) {
  return db
    .selectFrom('integration_check_run as r')
    .innerJoin('integration_connection as connection', 'connection.id', 'r.connection_id')
    .distinctOn(['r.connection_id', 'r.check_id'])
    .where('connection.deleted_at', 'is', null)
    .where('connection.status', '!=', 'disconnected')
    .where(isRunOf(checks))
    .where('r.status', 'in', ['completed', 'failed'])
    .where('r.total_checked', '>', 0)
    .orderBy('r.connection_id')
    .orderBy('r.check_id')
    .orderBy('r.created_at', 'desc')
    .orderBy('r.id', 'desc');
}

/** @param templateId the template of a task @returns the latest result of each check that is evidence for the template */
export async function findLatestResults(db: OrganizationDatabase, templateId: string): Promise<LatestResult[]> {
  const checks = evidenceChecksOf(templateId);
  if (!checks.length) return [];
  const rows = await selectLatestRuns(db, checks).select(['r.connection_id', 'connection.provider', 'r.check_id', 'r.status']).execute();
  return rows.map(({ connection_id: connectionId, provider, check_id: checkId, status }) => ({
    connectionId,
    provider,
    checkId,
    passed: status === 'completed',
  }));
}
