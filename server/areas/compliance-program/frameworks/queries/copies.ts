/** Queries of the organization's copies of catalog templates (frameworks, rule 8). */
import type { Copies } from '../rules/copies.ts';
import { type ManifestControl, type ManifestPolicy, type ManifestTask, nodesIn } from '#domain/catalogue/manifest';
import { inBatches } from '#platform/database/batches';
import { columnsOf } from '#platform/database/columns';
import type { OrganizationDatabase } from '#platform/database/handle';
import { newId } from '#platform/database/ids';
import type { Author } from '#platform/identity/author';
import { fillTemplate, type Filling, parseFilling } from '#domain/policies/texts/filling';
import { controlColumns } from '#domain/controls/columns';

/** Lists all copies. If a template has several copies, the oldest copy is listed. */
export async function listCopies(db: OrganizationDatabase): Promise<Copies> {
  const [controls, policies, tasks] = await Promise.all([
    db.selectFrom('control').select(controlColumns).where('control_template_id', 'is not', null).execute(),
    db
      .selectFrom('policy')
      .select([
        ...columnsOf(
          'policy',
          'id',
          'name',
          'description',
          'content',
          'draftContent',
          'frequency',
          'department',
          'status',
          'archivedAt',
          'currentVersionId',
          'filling',
        ),
        'policy_template_id as template',
      ])
      .where('policy_template_id', 'is not', null)
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .execute(),
    db
      .selectFrom('task')
      .select([
        ...columnsOf('task', 'id', 'title', 'description', 'frequency', 'department', 'status', 'archivedAt'),
        'task_template_id as template',
      ])
      .where('task_template_id', 'is not', null)
      .orderBy('created_at', 'desc')
      .orderBy('id', 'desc')
      .execute(),
  ]);
  return {
    controls: new Map(controls.map((control) => [control.controlTemplateId ?? '', control])),
    policies: new Map(
      policies.map(({ template, filling, ...policy }) => [
        template ?? '',
        {
          ...policy,
          content: nodesIn(policy.content),
          draftContent: nodesIn(policy.draftContent),
          filling: parseFilling(filling),
        },
      ]),
    ),
    tasks: new Map(tasks.map(({ template, ...task }) => [template ?? '', task])),
  };
}

/** Returns the ids of copies by template id. */
export function idsByTemplate(copies: ReadonlyMap<string, { readonly id: string }>): Map<string, string> {
  return new Map([...copies].map(([template, { id }]) => [template, id]));
}

/** @returns the ids of the new controls by template id */
export async function createControls(db: OrganizationDatabase, templates: readonly ManifestControl[]): Promise<Map<string, string>> {
  const rows = templates.map(({ id, name, description }) => ({ id: newId('ctl'), control_template_id: id, name, description }));
  await inBatches(rows, (batch) => db.insertInto('control').values(batch).execute());
  return new Map(rows.map((row) => [row.control_template_id, row.id]));
}

/** Creates draft policies, each with a first version that is its current version. @returns the ids by template id */
export async function createPolicies(
  db: OrganizationDatabase,
  templates: readonly ManifestPolicy[],
  filling: Filling,
  author: Author,
): Promise<Map<string, string>> {
  const rows = templates.map(({ id, name, description, frequency, department, content: templateContent }) => {
    const content = JSON.stringify(fillTemplate(templateContent, filling));
    return {
      id: newId('pol'),
      policy_template_id: id,
      name,
      description,
      frequency,
      department,
      content,
      draft_content: content,
      filling: JSON.stringify(filling),
    };
  });
  const versions = rows.map(({ id, content }) => ({
    id: newId('pv'),
    policy_id: id,
    version: 1,
    content,
    created_by_id: author.memberId,
    created_via: author.via,
  }));
  await inBatches(rows, (batch) => db.insertInto('policy').values(batch).execute());
  await inBatches(versions, (batch) => db.insertInto('policy_version').values(batch).execute());
  await inBatches(rows, (batch) =>
    db
      .updateTable('policy')
      .from('policy_version')
      .whereRef('policy_version.policy_id', '=', 'policy.id')
      .where(
        'policy.id',
        'in',
        batch.map(({ id }) => id),
      )
      .set(({ ref }) => ({ current_version_id: ref('policy_version.id') }))
      .execute(),
  );
  return new Map(rows.map((row) => [row.policy_template_id, row.id]));
}

/** @returns the ids of the new tasks by template id */
export async function createTasks(db: OrganizationDatabase, templates: readonly ManifestTask[]): Promise<Map<string, string>> {
  const rows = templates.map(({ id, name, description, frequency, department, automationStatus }) => ({
    id: newId('tsk'),
    task_template_id: id,
    title: name,
    description,
    frequency,
    department,
    automation_status: automationStatus,
  }));
  await inBatches(rows, (batch) => db.insertInto('task').values(batch).execute());
  return new Map(rows.map((row) => [row.task_template_id, row.id]));
}

export type Archivable = 'control' | 'policy' | 'task' | 'requirement_map';

/** Archives or restores rows. @param archivedAt the time of archiving, or null to restore the rows */
export async function setArchived(
  db: OrganizationDatabase,
  table: Archivable,
  ids: readonly string[],
  archivedAt: string | null,
): Promise<void> {
  if (!ids.length) return;
  switch (table) {
    case 'control':
      return void (await db.updateTable(table).set({ archived_at: archivedAt }).where('id', 'in', ids).execute());
    case 'policy':
      return void (await db.updateTable(table).set({ archived_at: archivedAt }).where('id', 'in', ids).execute());
    case 'task':
      return void (await db.updateTable(table).set({ archived_at: archivedAt }).where('id', 'in', ids).execute());
    case 'requirement_map':
      return void (await db.updateTable(table).set({ archived_at: archivedAt }).where('id', 'in', ids).execute());
  }
}
