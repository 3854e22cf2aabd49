/** An automation with its history. No external system is called. */
import { createHash } from 'node:crypto';
import type { Transaction } from 'kysely';
import type { SystemTables } from '#generated/database';
import { nextDue } from '#areas/evidence/task-automations/rules/schedule';
import { changesOnCreate, changesBetween } from '#platform/audit/changes';
import { newId } from '#platform/database/ids';
import { later } from './calendar.ts';
import { automation, automationRuns, check } from './data/automations.ts';
import type { DemoContext } from './demo-context.ts';
import type { Store } from './store.ts';
import type { Members } from './member.ts';
import type { Tasks } from './program-work.ts';

const morningSeconds = 6 * 3_600;

/** Inserts the automation of a task with its version and its runs, and logs how it was created. */
export async function insertAutomations(
  db: Transaction<SystemTables>,
  { organizationId: organization_id, calendar, log }: DemoContext,
  members: Members,
  tasks: Tasks,
  store: Store,
): Promise<void> {
  const { name, description, created, host, fileName, changelog } = automation;
  const [id, { id: task_id }, by] = [newId('aut'), tasks.of(automation.task), members.of(automation.by)];
  const at = calendar.ago(created, name);
  const published = later(at, 240);
  const runs = automationRuns.map((run) => ({ ...run, at: later(calendar.due(-run.ago), morningSeconds) }));
  const last = later(runs.at(-1)?.at ?? published, 1);
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
      last_run_at: last,
      due_at: nextDue('weekly', last, new Date(calendar.now)),
      created_at: at,
      updated_at: published,
    })
    .execute();
  const bytes = Buffer.from(`${JSON.stringify(check, null, 2)}\n`);
  const file_key = `${organization_id}/automations/${id}/${Date.parse(published)}-${id.slice(-16)}-${fileName}`;
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
      published_by_id: by.user.id,
      uses_connections: false,
      changelog,
      created_at: published,
      updated_at: published,
    })
    .execute();
  for (const run of runs)
    await db
      .insertInto('evidence_automation_run')
      .values(runOf(organization_id, id, run))
      .execute();

  log.write(
    later(at, -600),
    by,
    'updateOrganization',
    {},
    { changes: changesBetween({ automationAllowedHosts: [] }, { automationAllowedHosts: [host] }) },
  );
  const fields = { name, description, scheduleFrequency: 'weekly', evaluationCriteria: null, automationId: id };
  log.write(
    at,
    by,
    'createTaskAutomation',
    { path: { taskId: task_id }, answer: { id } },
    { entityId: task_id, description: 'Created automation', changes: changesOnCreate(fields) },
  );
  log.write(
    published,
    by,
    'createAutomationVersion',
    { path: { taskId: task_id, automationId: id } },
    {
      entityId: task_id,
      description: 'Published version 1 of automation',
      changes: changesOnCreate({ automation: name, version: 1, fileName, sha256 }),
    },
  );
}

/** A run as the schedule would have left it. Its background run has been deleted. */
function runOf(
  organization_id: string,
  evidence_automation_id: string,
  { at, devices, silent, milliseconds }: (typeof automationRuns)[number] & { readonly at: string },
) {
  const [started_at, completed_at] = [later(at, 1), later(at, 2)];
  const excerpt = JSON.stringify({ devices, silent });
  const passed = silent === 0;
  const [status, none] = check.criteria;
  const lines = [`GET ${check.request.url}`, `The answer has the status 200 and ${excerpt.length} bytes`];
  return {
    id: newId('ear'),
    organization_id,
    evidence_automation_id,
    status: 'completed' as const,
    started_at,
    completed_at,
    success: true,
    logs: JSON.stringify(lines.map((message) => ({ level: 'info', message, timestamp: started_at }))),
    output: JSON.stringify({
      status: 200,
      contentType: 'application/json',
      size: excerpt.length,
      sha256: createHash('sha256').update(excerpt).digest('hex'),
      excerpt,
      truncated: false,
      values: { devices, silent },
      criteria: [
        { ...status, holds: true, found: '200' },
        { ...none, holds: passed, found: String(silent) },
      ],
      fetchedAt: completed_at,
    }),
    evaluation_status: passed ? ('pass' as const) : ('fail' as const),
    evaluation_reason: passed ? null : `${none.path} equals 0 does not hold; found ${silent}`,
    triggered_by: 'scheduled' as const,
    run_duration: milliseconds,
    version: 1,
    created_at: at,
    updated_at: completed_at,
  };
}
