/** Lists the checks and automations that have runs on a task, with counts of their runs (evidence-export, rule 2). */
import { type ExpressionBuilder, sql } from 'kysely';
import type { TenantTables } from '#generated/database';
import { logoUrlOf } from '#providers/catalogue';
import { providers } from '#providers/providers/index';
import { isRunOf, evidenceChecksOf } from '#domain/tasks/check-results';
import { mayRead } from '#domain/access/records/kinds';
import type { Reader } from '#domain/access/records/rows';
import type { OrganizationDatabase } from '#platform/database/handle';
import type { Automation, EvidenceTask } from '../rules/evidence.ts';

/**
 * Omits checks, and automations that use connections, if the reader may not read integrations.
 * @param baseUrl the URL of this service @returns the checks and then the automations, both sorted by name
 */
export async function listAutomations(
  db: OrganizationDatabase,
  reader: Pick<Reader, 'permissions'>,
  task: EvidenceTask,
  baseUrl: string,
): Promise<Automation[]> {
  if (!mayRead(reader, 'integration')) return listCustomAutomations(db, task, true);
  const [checks, automations] = await Promise.all([listChecks(db, task, baseUrl), listCustomAutomations(db, task, false)]);
  return [...checks, ...automations];
}

async function listChecks(db: OrganizationDatabase, { taskTemplateId }: EvidenceTask, baseUrl: string): Promise<Automation[]> {
  const evidenceChecks = taskTemplateId === null ? [] : evidenceChecksOf(taskTemplateId);
  if (!evidenceChecks.length) return [];
  const rows = await db
    .selectFrom('integration_check_run as r')
    .innerJoin('integration_connection as connection', 'connection.id', 'r.connection_id')
    .where(isRunOf(evidenceChecks))
    .groupBy('r.check_id')
    .select(({ fn, eb, or, and }) => [
      'r.check_id as checkId',
      sql<string>`(array_agg(r.check_name order by r.created_at desc, r.id desc))[1]`.as('name'),
      sql<string[]>`array_agg(distinct connection.provider)`.as('slugs'),
      fn.countAll<number>().as('totalRuns'),
      fn
        .countAll<number>()
        .filterWhere(and([eb('r.status', '=', 'completed'), eb('r.failed_count', '=', 0)]))
        .as('successfulRuns'),
      fn
        .countAll<number>()
        .filterWhere(or([eb('r.status', '=', 'failed'), eb('r.failed_count', '>', 0)]))
        .as('failedRuns'),
      fn.max('r.created_at').as('latestRunAt'),
    ])
    .execute();
  return rows
    .map(({ checkId, slugs, ...counts }) => ({
      id: checkId,
      type: 'app_automation' as const,
      integrationName: slugs.map((slug) => providers.find(slug)?.name ?? slug).join(', '),
      integrationLogoUrl: logoUrlOf(baseUrl, slugs[0] ?? ''),
      checkId,
      ...counts,
    }))
    .toSorted(compareNames);
}

/** @param onlyIndependent whether to omit automations that use connections */
async function listCustomAutomations(
  db: OrganizationDatabase,
  { id: taskId }: EvidenceTask,
  onlyIndependent: boolean,
): Promise<Automation[]> {
  const rows = await db
    .selectFrom('evidence_automation as automation')
    .innerJoin('evidence_automation_run as r', 'r.evidence_automation_id', 'automation.id')
    .where('automation.task_id', '=', taskId)
    .where('r.version', 'is not', null)
    .$if(onlyIndependent, (query) => query.where((eb) => eb.not(eb.exists(versionsWithConnections(eb)))))
    .groupBy(['automation.id', 'automation.name'])
    .select(({ fn, eb, or }) => [
      'automation.id',
      'automation.name',
      fn.countAll<number>().as('totalRuns'),
      fn.countAll<number>().filterWhere('r.evaluation_status', '=', 'pass').as('successfulRuns'),
      fn
        .countAll<number>()
        .filterWhere(or([eb('r.evaluation_status', '=', 'fail'), eb('r.status', '=', 'failed')]))
        .as('failedRuns'),
      fn.max('r.created_at').as('latestRunAt'),
    ])
    .execute();
  return rows
    .map((row) => ({ ...row, type: 'custom_automation' as const, integrationName: null, integrationLogoUrl: null, checkId: null }))
    .toSorted(compareNames);
}

function versionsWithConnections(eb: ExpressionBuilder<TenantTables & { automation: TenantTables['evidence_automation'] }, 'automation'>) {
  return eb
    .selectFrom('evidence_automation_version as v')
    .select('v.id')
    .whereRef('v.evidence_automation_id', '=', 'automation.id')
    .where('v.uses_connections', '=', true);
}

function compareNames(a: Automation, b: Automation): number {
  return a.name.localeCompare(b.name, 'en') || (a.id < b.id ? -1 : 1);
}
