/** Creates an automation with its history, without calls to external systems. */
import { createHash } from 'node:crypto';
import type { Transaction } from 'kysely';
import type { SystemTables } from '#generated/database';
import { nextDue } from '#areas/evidence/task-automations/rules/schedule';
import { changesOnCreate, changesBetween } from '#platform/audit/changes';
import { newId } from '#platform/database/ids';
import { addSeconds } from './calendar.ts';
import { automation, automationRuns, check } from './data/automations.ts';
import type { DemoContext } from './demo-context.ts';
import type { Store } from './store.ts';
import type { Members } from './member.ts';
import type { Tasks } from './program-work.ts';

/** Scheduled runs start at 6:00, in seconds after midnight. */
const scheduledSeconds = 6 * 3_600;

/** Inserts an automation with its version and its runs, and logs its creation. */
export async function insertAutomations(
  db: Transaction<SystemTables>,
  { organizationId: organization_id, calendar, log }: DemoContext,
  members: Members,
  tasks: Tasks,
  store: Store,
): Promise<void> {
  const { name, description, created, host, fileName, changelog } = automation;
  const [id, { id: task_id }, author] = [newId('aut'), tasks.of(automation.task), members.of(automation.by)];
  const createdAt = calendar.ago(created, name);
  const publishedAt = addSeconds(createdAt, 240);
  const runs = automationRuns.map((run) => ({ ...run, at: addSeconds(calendar.midnightInDays(-run.ago), scheduledSeconds) }));
  const lastRunAt = addSeconds(runs.at(-1)?.at ?? publishedAt, 1);
  await db
    .updateTable('organization')
    .set({ automation_allowed_hosts: [host] })
    .where('id', '=', organization_id)
    .execute();
  await db
    .insertInto('evidence_automation')
    .values({
      id,
      organization_id,
      task_id,
      name,
      description,
      is_enabled: true,
      schedule_frequency: 'weekly',
      last_run_at: lastRunAt,
      due_at: nextDue('weekly', lastRunAt, new Date(calendar.now)),
      created_at: createdAt,
      updated_at: publishedAt,
    })
    .execute();
  const bytes = Buffer.from(`${JSON.stringify(check, null, 2)}\n`);
  const file_key = `${organization_id}/automations/${id}/${Date.parse(publishedAt)}-${id.slice(-16)}-${fileName}`;
  const { size: file_size, sha256 } = await store.put(file_key, bytes);
  await db
    .insertInto('evidence_automation_version')
    .values({
      id: newId('eav'),
      organization_id,
      evidence_automation_id: id,
      version: 1,
      file_name: fileName,
      file_type: 'application/json',
      file_size,
      sha256,
      file_key,
      published_by_id: author.user.id,
      uses_connections: false,
      changelog,
      created_at: publishedAt,
      updated_at: publishedAt,
    })
    .execute();
  for (const run of runs)
    await db
      .insertInto('evidence_automation_run')
      .values(runRow(organization_id, id, run))
      .execute();

  log.write(
    addSeconds(createdAt, -600),
    author,
    'updateOrganization',
    {},
    { changes: changesBetween({ automationAllowedHosts: [] }, { automationAllowedHosts: [host] }) },
  );
  const fields = { name, description, scheduleFrequency: 'weekly', evaluationCriteria: null, automationId: id };
  log.write(
    createdAt,
    author,
    'createTaskAutomation',
    { path: { taskId: task_id }, answer: { id } },
    { entityId: task_id, description: 'Created automation', changes: changesOnCreate(fields) },
  );
  log.write(
    publishedAt,
    author,
    'createAutomationVersion',
    { path: { taskId: task_id, automationId: id } },
    {
      entityId: task_id,
      description: 'Published version 1 of automation',
      changes: changesOnCreate({ automation: name, version: 1, fileName, sha256 }),
    },
  );
}

/** Returns the row of a completed scheduled run, without the background run that would have executed it. */
function runRow(
  organization_id: string,
  evidence_automation_id: string,
  { at: createdAt, devices, silent, milliseconds }: (typeof automationRuns)[number] & { readonly at: string },
) {
  const [started_at, completed_at] = [addSeconds(createdAt, 1), addSeconds(createdAt, 2)];
  const excerpt = JSON.stringify({ devices, silent });
  const hasPassed = silent === 0;
  const [statusCriterion, silentCriterion] = check.criteria;
  const logMessages = [`GET ${check.request.url}`, `The answer has the status 200 and ${excerpt.length} bytes`];
  return {
    id: newId('ear'),
    organization_id,
    evidence_automation_id,
    status: 'completed' as const,
    started_at,
    completed_at,
    success: true,
    logs: JSON.stringify(logMessages.map((message) => ({ level: 'info', message, timestamp: started_at }))),
    output: JSON.stringify({
      status: 200,
      contentType: 'application/json',
      size: excerpt.length,
      sha256: createHash('sha256').update(excerpt).digest('hex'),
      excerpt,
      truncated: false,
      values: { devices, silent },
      criteria: [
        { ...statusCriterion, holds: true, found: '200' },
        { ...silentCriterion, holds: hasPassed, found: String(silent) },
      ],
      fetchedAt: completed_at,
    }),
    evaluation_status: hasPassed ? ('pass' as const) : ('fail' as const),
    evaluation_reason: hasPassed ? null : `${silentCriterion.path} equals 0 does not hold; found ${silent}`,
    triggered_by: 'scheduled' as const,
    run_duration: milliseconds,
    version: 1,
    created_at: createdAt,
    updated_at: completed_at,
  };
}
