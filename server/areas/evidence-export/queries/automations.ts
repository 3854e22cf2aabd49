/** Checks and automations that have runs on a task, with figures over all of their runs (spec/areas/evidence-export, rule 2). */
import { sql } from 'kysely';
import { logoUrlOf } from '../../../domain/providers/catalogue.ts';
import { providers } from '../../../domain/providers/providers/index.ts';
import { ofSources, sourcesOf } from '../../../domain/tasks/check-results.ts';
import type { OrganizationDatabase } from '../../../platform/database/handle.ts';
import type { Automation, EvidenceTask } from '../rules/evidence.ts';

/** @param baseUrl of this service @returns checks first, each kind by name */
export async function listAutomations(db: OrganizationDatabase, task: EvidenceTask, baseUrl: string): Promise<Automation[]> {
  const [checks, automations] = await Promise.all([listChecks(db, task, baseUrl), listCustom(db, task)]);
  return [...checks, ...automations];
}

async function listChecks(db: OrganizationDatabase, { taskTemplateId }: EvidenceTask, baseUrl: string): Promise<Automation[]> {
  const sources = taskTemplateId === null ? [] : sourcesOf(taskTemplateId);
  if (!sources.length) return [];
  const rows = await db
    .selectFrom('integration_check_run as r')
    .innerJoin('integration_connection as connection', 'connection.id', 'r.connection_id')
    .where(ofSources(sources))
    .groupBy('r.check_id')
    .select(({ fn, eb, or, and }) => [
      'r.check_id as checkId',
      sql<string>`(array_agg(r.check_name order by r.created_at desc, r.id desc))[1]`.as('name'),
      sql<string[]>`array_agg(distinct connection.provider)`.as('slugs'),
      fn.countAll<number>().as('totalRuns'),
      fn
        .countAll<number>()
        .filterWhere(and([eb('r.status', '=', 'success'), eb('r.failed_count', '=', 0)]))
        .as('successfulRuns'),
      fn
        .countAll<number>()
        .filterWhere(or([eb('r.status', '=', 'failed'), eb('r.failed_count', '>', 0)]))
        .as('failedRuns'),
      fn.max('r.created_at').as('latestRunAt'),
    ])
    .execute();
  return rows
    .map(({ checkId, slugs, ...figures }) => ({
      id: checkId,
      type: 'app_automation' as const,
      integrationName: slugs.map((slug) => providers.find(slug)?.name ?? slug).join(', '),
      integrationLogoUrl: logoUrlOf(baseUrl, slugs[0] ?? ''),
      checkId,
      ...figures,
    }))
    .toSorted(byName);
}

async function listCustom(db: OrganizationDatabase, { id: taskId }: EvidenceTask): Promise<Automation[]> {
  const rows = await db
    .selectFrom('evidence_automation as automation')
    .innerJoin('evidence_automation_run as r', 'r.evidence_automation_id', 'automation.id')
    .where('automation.task_id', '=', taskId)
    .where('r.version', 'is not', null)
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
    .toSorted(byName);
}

function byName(one: Automation, other: Automation): number {
  return one.name.localeCompare(other.name, 'en') || (one.id < other.id ? -1 : 1);
}
