/** What checks of connections found about tasks (spec/areas/tasks, rule 17). */
import type { ExpressionBuilder, ExpressionWrapper, SqlBool } from 'kysely';
import type { TenantTables } from '../../../generated/database.d.ts';
import type { OrganizationDatabase } from '../../platform/database/handle.ts';
import { catalogueId } from '../catalogue/ids.ts';
import type { Check } from '../providers/manifest.ts';
import { providers } from '../providers/providers/index.ts';
import { checksOf } from '../providers/registry.ts';
import { taskTemplates } from '../providers/task-templates.ts';
import type { ConnectionCheck } from './attached-checks.ts';

/** The checks that give evidence for a template, as runs name them. */
export interface Source {
  readonly provider: string;
  readonly checkId: string;
}

/** @returns the id of the task template that a check gives evidence for; undefined when it gives none */
export function templateOf({ task }: Pick<Check, 'task'>): string | undefined {
  return task && catalogueId('task', task);
}

const sources: ReadonlyMap<string, readonly Source[]> = Map.groupBy(
  providers.all.flatMap((manifest) => checksOf(manifest).map((check) => ({ provider: manifest.slug, checkId: check.id, check }))),
  ({ check }) => templateOf(check) ?? '',
);
/** Templates that any check gives evidence for. */
export const checkedTemplates: readonly string[] = Object.keys(taskTemplates)
  .map((slug) => catalogueId('task', slug))
  .filter((id) => sources.has(id));

/** @returns the checks that give evidence for a template */
export function sourcesOf(templateId: string): readonly Source[] {
  return sources.get(templateId) ?? [];
}

/** @returns the templates that any of these checks gives evidence for */
export function templatesOf(checks: readonly Source[]): string[] {
  const isOne = ({ provider, checkId }: Source) => checks.some((check) => check.provider === provider && check.checkId === checkId);
  return checkedTemplates.filter((id) => sourcesOf(id).some(isOne));
}

interface Joined extends TenantTables {
  r: TenantTables['integration_check_run'];
  connection: TenantTables['integration_connection'];
}

/** Selects the runs of these checks, in a query of `integration_check_run as r` with `integration_connection as connection`. */
export function ofSources(checks: readonly Source[]) {
  return ({ eb, or, and }: ExpressionBuilder<Joined, 'r' | 'connection'>): ExpressionWrapper<Joined, 'r' | 'connection', SqlBool> =>
    or(checks.map(({ provider, checkId }) => and([eb('connection.provider', '=', provider), eb('r.check_id', '=', checkId)])));
}

/** What a check of a connection found when it last had a result. */
export interface LatestResult extends ConnectionCheck {
  readonly passed: boolean;
}

/**
 * The latest run with a result of each of these checks, connection by connection, for a query to select from. Runs that examined nothing or
 * could not be carried out have none, and disconnected connections do not count.
 */
export function latestRuns(db: OrganizationDatabase, checks: readonly Source[]) {
  return db
    .selectFrom('integration_check_run as r')
    .innerJoin('integration_connection as connection', 'connection.id', 'r.connection_id')
    .distinctOn(['r.connection_id', 'r.check_id'])
    .where('connection.deleted_at', 'is', null)
    .where('connection.status', '!=', 'disconnected')
    .where(ofSources(checks))
    .where('r.status', 'in', ['success', 'failed'])
    .where('r.total_checked', '>', 0)
    .orderBy('r.connection_id')
    .orderBy('r.check_id')
    .orderBy('r.created_at', 'desc')
    .orderBy('r.id', 'desc');
}

/** @param templateId of the task @returns what each of its checks found */
export async function latestResults(db: OrganizationDatabase, templateId: string): Promise<LatestResult[]> {
  const checks = sourcesOf(templateId);
  if (!checks.length) return [];
  const rows = await latestRuns(db, checks).select(['r.connection_id', 'connection.provider', 'r.check_id', 'r.status']).execute();
  return rows.map(({ connection_id: connectionId, provider, check_id: checkId, status }) => ({
    connectionId,
    provider,
    checkId,
    passed: status === 'success',
  }));
}
