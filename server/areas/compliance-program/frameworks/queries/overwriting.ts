/** Overwrites copies with the texts of a framework, and adds new texts to published policies as drafts (frameworks, rule 18). */
import type { OrganizationDatabase } from '#platform/database/handle';
import { newId } from '#platform/database/ids';
import type { Author } from '#platform/identity/author';
import { outdateTaskApproval } from '#domain/tasks/outdate';
import { fillTemplate, type Filling } from '#domain/policies/texts/filling';
import type { Plan } from '../rules/plan.ts';
import type { ControlContent, PolicyContent, TaskContent, Undo } from '../rules/undo.ts';

export function writeControl(db: OrganizationDatabase, id: string, { name, description }: ControlContent): Promise<unknown> {
  return db.updateTable('control').set({ name, description }).where('id', '=', id).execute();
}

export async function writeTask(
  db: OrganizationDatabase,
  id: string,
  { title, description, frequency, department }: TaskContent,
): Promise<void> {
  const previousTask = await db
    .selectFrom('task')
    .select(['title', 'description'])
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst();
  await db.updateTable('task').set({ title, description, frequency, department }).where('id', '=', id).execute();
  if (previousTask && (previousTask.title !== title || previousTask.description !== description)) await outdateTaskApproval(db, id);
}

/** Overwrites a draft policy. Its draft text and its current version have the same text. */
export async function writePolicy(
  db: OrganizationDatabase,
  id: string,
  { name, description, frequency, department, content: contentNodes, filling }: PolicyContent,
): Promise<void> {
  const content = JSON.stringify(contentNodes);
  await db
    .updateTable('policy')
    .set({
      name,
      description,
      frequency,
      department,
      content,
      draft_content: content,
      filling: filling && JSON.stringify(filling),
    })
    .where('id', '=', id)
    .execute();
  await db
    .updateTable('policy_version')
    .set({ content })
    .where('id', '=', ({ selectFrom }) => selectFrom('policy').select('current_version_id').where('policy.id', '=', id))
    .execute();
}

/** @returns the previous texts of the copies */
export async function overwriteCopies(
  db: OrganizationDatabase,
  { controls, policies, tasks }: Plan,
  filling: Filling,
): Promise<{ readonly [Kind in 'controls' | 'policies' | 'tasks']: Undo[Kind]['contentUpdated'] }> {
  for (const { copy, to } of controls.applied) await writeControl(db, copy.id, to);
  for (const { copy, to } of tasks.applied) await writeTask(db, copy.id, { ...to, title: to.name });
  for (const { copy, to } of policies.applied)
    await writePolicy(db, copy.id, { ...to, content: fillTemplate(to.content, filling), filling });
  return {
    controls: controls.applied.map(({ copy: { id, name, description } }) => ({ id, prevContent: { name, description } })),
    tasks: tasks.applied.map(({ copy: { id, title, description, frequency, department } }) => ({
      id,
      prevContent: { title, description, frequency, department },
    })),
    policies: policies.applied.map(({ copy: { id, name, description, frequency, department, content, filling: previousFilling } }) => ({
      id,
      prevContent: { name, description, frequency, department, content, filling: previousFilling },
    })),
  };
}

/** Adds a draft as the newest version of each policy. @param from the framework and version that the changelog names */
export async function appendDrafts(
  db: OrganizationDatabase,
  drafts: Plan['policies']['drafts'],
  filling: Filling,
  { from, author }: { readonly from: string; readonly author: Author },
): Promise<Undo['policies']['drafts']> {
  if (!drafts.length) return [];
  const ids = drafts.map(({ copy }) => copy.id);
  // Everything that inserts versions locks the policy first, so the next version numbers stay free.
  await db.selectFrom('policy').select('id').where('id', 'in', ids).orderBy('id').forNoKeyUpdate().execute();
  const latestVersions = await db
    .selectFrom('policy_version')
    .select(({ fn }) => ['policy_id', fn.max('version').as('version')])
    .where('policy_id', 'in', ids)
    .groupBy('policy_id')
    .execute();
  const rows = drafts.map(({ copy, to }) => ({
    id: newId('pv'),
    policy_id: copy.id,
    version: (latestVersions.find(({ policy_id }) => policy_id === copy.id)?.version ?? 0) + 1,
    content: JSON.stringify(fillTemplate(to.content, filling)),
    created_by_id: author.memberId,
    created_via: author.via,
    changelog: `New text of ${from}`,
  }));
  await db.insertInto('policy_version').values(rows).execute();
  return rows.map(({ id, policy_id }) => ({ policyId: policy_id, draftVersionId: id }));
}
