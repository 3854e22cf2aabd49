/** Deletes the records that an update created (frameworks, rule 20). */
import type { OrganizationDatabase } from '#platform/database/handle';
import type { Undo } from '../rules/undo.ts';

export async function deleteCreatedRecords(db: OrganizationDatabase, { controls, policies, tasks }: Undo): Promise<void> {
  if (controls.created.length) await db.deleteFrom('control').where('id', 'in', controls.created).execute();
  if (policies.created.length) await db.deleteFrom('policy').where('id', 'in', policies.created).execute();
  if (tasks.created.length) await db.deleteFrom('task').where('id', 'in', tasks.created).execute();
  const draftIds = policies.drafts.map(({ draftVersionId }) => draftVersionId);
  if (draftIds.length) await db.deleteFrom('policy_version').where('id', 'in', draftIds).execute();
}
