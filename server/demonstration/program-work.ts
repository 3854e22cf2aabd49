/** Creates the work on the program after the adoption: dates, published and signed policies, and done tasks. */
import { type Insertable, sql, type Transaction } from 'kysely';
import type { SystemTables } from '#generated/database';
import { catalogueId } from '#domain/catalogue/ids';
import { newId } from '#platform/database/ids';
import { addSeconds } from './calendar.ts';
import { adopted, annex, notRelevant, policies } from './data/program.ts';
import type { TaskData, TaskName } from './data/tasks.ts';
import type { Members } from './member.ts';
import type { Named } from './named.ts';
import type { DemoContext } from './demo-context.ts';
import { updateRows } from './update-rows.ts';

export type Tasks = Named<TaskName, { readonly id: string; readonly data: TaskData }>;

/** Tables whose rows get the date of the adoption. The dates of policies and tasks are set together with their other columns. */
const datedTables = [
  'framework_instance',
  'custom_framework',
  'custom_requirement',
  'requirement_map',
  'control',
  'policy_version',
  'timeline',
  'timeline_phase',
] as const;

export async function applyProgramWork(db: Transaction<SystemTables>, demo: DemoContext, members: Members, tasks: Tasks): Promise<void> {
  const { organizationId, calendar } = demo;
  const [adoptedAt, annexCreatedAt] = [calendar.ago(adopted.ago, 'adoption'), calendar.ago(annex.ago, annex.name)];
  for (const table of datedTables)
    await sql`update ${sql.table(table)} set created_at = ${adoptedAt}, updated_at = ${adoptedAt} where organization_id = ${organizationId}`.execute(
      db,
    );
  await sql`update custom_framework set created_at = ${annexCreatedAt}, updated_at = ${annexCreatedAt} where organization_id = ${organizationId}`.execute(
    db,
  );
  await sql`update framework_instance set created_at = ${annexCreatedAt}, updated_at = ${annexCreatedAt} where organization_id = ${organizationId} and custom_framework_id is not null`.execute(
    db,
  );

  await updatePolicies(db, demo, members, adoptedAt);
  await updateTasks(db, demo, members, tasks, adoptedAt);
  await db
    .insertInto('evidence_form_setting')
    .values(notRelevant.map((form_type) => ({ id: newId('efs'), organization_id: organizationId, form_type, is_not_relevant: true })))
    .execute();
}

async function updatePolicies(
  db: Transaction<SystemTables>,
  { organizationId: organization_id, calendar, log }: DemoContext,
  members: Members,
  adoptedAt: string,
): Promise<void> {
  const publishedAt = calendar.ago(policies.publishedAgo, 'publication');
  const rows = await db
    .selectFrom('policy')
    .select(['id', 'policy_template_id as template', 'current_version_id as version', 'content'])
    .where('organization_id', '=', organization_id)
    .orderBy('name')
    .execute();
  const isTemplateIn = (slugs: readonly string[], template: string | null) =>
    slugs.some((slug) => catalogueId('policy', slug) === template);
  const duePolicies = rows.filter(({ template }) => isTemplateIn(policies.due, template));
  const policiesInForce = rows.filter(({ template }) => !isTemplateIn([...policies.drafts, ...policies.due], template));
  const publishedFields = {
    last_published_at: publishedAt,
    review_date: calendar.midnightInDays(365 - policies.publishedAgo),
    updated_at: publishedAt,
  };
  const versions = [...policiesInForce, ...duePolicies].flatMap(({ version }) => version ?? []);
  const ownerIds = policies.owners.map((name) => members.of(name).id);
  await updateRows(
    db,
    'policy',
    ['created_at', 'updated_at', 'assignee_id', 'status', 'last_published_at', 'review_date'],
    rows.map((row, position) => ({
      id: row.id,
      created_at: adoptedAt,
      updated_at: adoptedAt,
      assignee_id: ownerIds[position % ownerIds.length],
      ...(policiesInForce.includes(row) ? { ...publishedFields, status: 'published' } : { status: 'draft' }),
    })),
  );
  await db
    .updateTable('policy_version')
    .set({ published_at: publishedAt, published_by_id: members.of('noor').id, updated_at: publishedAt })
    .where('id', 'in', versions)
    .execute();
  for (const [index, { id }] of [...policiesInForce, ...duePolicies].entries())
    log.write(
      // Each entry gets its own time, because entries with the same time have no defined order.
      addSeconds(publishedAt, index / 1_000),
      members.of('noor'),
      'publishAllPolicies',
      {},
      {
        entityType: 'policy',
        entityId: id,
        description: 'Published version 1 of policy',
        changes: { status: { previous: 'draft', current: 'published' } },
      },
    );
  for (const [index, { id }] of policiesInForce.filter(({ template }) => isTemplateIn(policies.released, template)).entries()) {
    const createdAt = addSeconds(publishedAt, 60 + index);
    log.write(
      createdAt,
      members.of('noor'),
      'updatePolicy',
      { path: { id } },
      { description: 'Updated policy', changes: { audience: { previous: 'internal', current: 'nda' } } },
    );
    await db.updateTable('policy').set({ audience: 'nda', updated_at: createdAt }).where('id', '=', id).execute();
  }
  for (const { id, content, template } of rows.filter(
    (row) => duePolicies.includes(row) || isTemplateIn([policies.inWork], row.template),
  )) {
    const [version, createdAt] = [newId('pv'), calendar.ago(6, `new version of ${template}`)];
    const text = [...(Array.isArray(content) ? content : []), addedSection];
    await db
      .insertInto('policy_version')
      .values({
        id: version,
        organization_id,
        policy_id: id,
        version: 2,
        content: JSON.stringify(text),
        created_by_id: members.of('noor').id,
        changelog: 'Yearly review',
        created_at: createdAt,
        updated_at: createdAt,
      })
      .execute();
    const path = { id, versionId: version };
    log.write(
      createdAt,
      members.of('noor'),
      'createPolicyVersion',
      { path },
      { description: 'Created version 2 of policy', changes: { version: { previous: null, current: 2 } } },
    );
    await db
      .updateTable('policy')
      .set({ draft_content: JSON.stringify(text), updated_at: createdAt })
      .where('id', '=', id)
      .execute();
    if (isTemplateIn([policies.inWork], template)) continue;
    log.write(
      addSeconds(createdAt, 60),
      members.of('noor'),
      'submitPolicyVersionForApproval',
      { path },
      {
        description: 'Submitted version 2 of policy',
        changes: { approverId: { previous: null, current: members.of('mira').id } },
      },
    );
    await db
      .updateTable('policy')
      .set({
        ...publishedFields,
        status: 'needs_review',
        pending_version_id: version,
        approver_id: members.of('mira').id,
        updated_at: addSeconds(createdAt, 60),
      })
      .where('id', '=', id)
      .execute();
  }

  const signatures = policiesInForce.flatMap(({ id, version }, index): Insertable<SystemTables['policy_acknowledgement']>[] => {
    const signers = [...policies.signed, ...(index % 2 === 0 ? policies.signedSome : [])];
    return version === null
      ? []
      : signers.map((name) => ({
          id: newId('pack'),
          organization_id,
          policy_id: id,
          policy_version_id: version,
          member_id: members.of(name).id,
          acknowledged_at: addSeconds(publishedAt, 86_400 * (1 + (index % 9))),
        }));
  });
  await db.insertInto('policy_acknowledgement').values(signatures).execute();
  await remindSigners(db, { organization_id, calendar, log }, members, policiesInForce[1]);
}

/** Reminds the members who have signed only some policies to sign another policy. */
async function remindSigners(
  db: Transaction<SystemTables>,
  { organization_id, calendar, log }: { readonly organization_id: string } & Pick<DemoContext, 'calendar' | 'log'>,
  members: Members,
  policy: { readonly id: string; readonly version: string | null } | undefined,
): Promise<void> {
  const version = policy?.version;
  if (!policy || !version) return;
  const remindedAt = calendar.ago(12, 'reminder');
  const rows = policies.signedSome.map((name) => ({
    id: newId('prm'),
    organization_id,
    policy_version_id: version,
    member_id: members.of(name).id,
    reminded_at: remindedAt,
  }));
  await db.insertInto('policy_reminder').values(rows).execute();
  log.write(
    remindedAt,
    members.of('noor'),
    'remindPolicySignatories',
    { path: { id: policy.id } },
    { description: 'Reminded members to sign policy', changes: { reminded: { previous: null, current: rows.length } } },
  );
}

/** The paragraph that the yearly review adds to the text of a policy. */
const addedSection = {
  type: 'paragraph',
  content: [{ type: 'text', text: 'The owner of this policy reports to the founders once a year how well it is followed.' }],
};

const daysPerFrequency = { daily: 1, weekly: 7, monthly: 30, quarterly: 91, yearly: 365 } as const;

/**
 * Sets the statuses, assignees and dates of tasks. Of the tasks without a status in the data, those with automated evidence and every third
 * task in the list are done, and all others are open.
 */
async function updateTasks(
  db: Transaction<SystemTables>,
  { organizationId, calendar }: DemoContext,
  members: Members,
  tasks: Tasks,
  adoptedAt: string,
): Promise<void> {
  const rows = await db
    .selectFrom('task')
    .select(['id', 'title', 'frequency', 'automation_status'])
    .where('organization_id', '=', organizationId)
    .orderBy('title')
    .execute();
  const statusById = new Map(tasks.all.map(({ id, data }) => [id, data.status]));
  const updatedRows = rows.map(({ id, title, frequency, automation_status }, position) => {
    const status = statusById.get(id) ?? (automation_status === 'automated' || position % 3 === 0 ? 'done' : 'todo');
    const daysAgo = 1 + (position % 25);
    const completion =
      status === 'done'
        ? {
            last_completed_at: calendar.ago(daysAgo, title),
            review_date: calendar.midnightInDays(daysPerFrequency[frequency ?? 'yearly'] - daysAgo),
          }
        : {};
    const reviewFields = status === 'in_review' ? { previous_status: 'in_progress' as const, approver_id: members.of('noor').id } : {};
    const justification =
      status === 'not_relevant'
        ? { not_relevant_justification: 'Cards are charged by the payment provider; no number reaches our systems.' }
        : {};
    return {
      id,
      status,
      position,
      created_at: adoptedAt,
      assignee_id: members.of(position % 2 ? 'tobias' : 'yusuf').id,
      updated_at: calendar.ago(status === 'todo' ? adopted.ago : daysAgo, status === 'todo' ? 'adoption' : title),
      ...completion,
      ...reviewFields,
      ...justification,
    };
  });
  const columns = [
    'status',
    'position',
    'created_at',
    'assignee_id',
    'updated_at',
    'last_completed_at',
    'review_date',
    'previous_status',
    'approver_id',
    'not_relevant_justification',
  ];
  await updateRows(db, 'task', columns, updatedRows);
}
