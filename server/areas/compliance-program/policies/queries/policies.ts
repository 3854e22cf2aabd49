/** Creates, updates and deletes policies. `publish.ts` publishes them. */
import type { components } from '#generated/api';
import type { OrganizationDatabase } from '#platform/database/handle';
import { newId } from '#platform/database/ids';
import { touchUpdatedAt } from '#platform/database/touched';
import type { Author } from '#platform/identity/author';
import type { Nodes } from '../rules/texts.ts';
import { insertVersion } from './versions.ts';

type Schemas = components['schemas'];

/**
 * Adds a draft policy with a first version, which is its current version.
 * @returns the id of the policy
 */
export async function insertPolicy(
  db: OrganizationDatabase,
  fields: Omit<Schemas['PolicyCreate'], 'content' | 'status'>,
  nodes: Nodes,
  createdBy: Author,
): Promise<string> {
  const [id, content] = [newId('pol'), JSON.stringify(nodes)];
  const { name, description, frequency, department, isRequiredToSign, reviewDate, assigneeId, approverId, policyTemplateId } = fields;
  await db
    .insertInto('policy')
    .values({
      id,
      name,
      description: description || null,
      content,
      draft_content: content,
      frequency: frequency ?? null,
      department: department ?? null,
      is_required_to_sign: isRequiredToSign,
      review_date: reviewDate ?? null,
      assignee_id: assigneeId ?? null,
      approver_id: approverId ?? null,
      policy_template_id: policyTemplateId ?? null,
      visibility: fields.visibility,
      visible_to_departments: [...new Set(fields.visibleToDepartments)],
      audience: fields.audience,
    })
    .execute();
  const version = await insertVersion(db, id, nodes, { createdBy });
  await db.updateTable('policy').set({ current_version_id: version.id }).where('id', '=', id).execute();
  return id;
}

/** Updates all fields of a policy except the text and the status. @param policy the policy before the update */
export async function updateFields(
  db: OrganizationDatabase,
  policy: Pick<Schemas['Policy'], 'id' | 'isArchived' | 'visibility' | 'audience'>,
  body: Schemas['PolicyUpdate'],
): Promise<void> {
  const { name, description, frequency, department, isRequiredToSign, reviewDate, assigneeId, approverId, policyTemplateId } = body;
  const { visibility, visibleToDepartments, isArchived, displayFormat } = body;
  const { audience = defaultAudienceOf(policy, body) } = body;
  await db
    .updateTable('policy')
    .set({
      ...touchUpdatedAt,
      ...(name !== undefined && { name }),
      ...(description !== undefined && { description: description || null }),
      ...(frequency !== undefined && { frequency }),
      ...(department !== undefined && { department }),
      ...(isRequiredToSign !== undefined && { is_required_to_sign: isRequiredToSign }),
      ...(reviewDate !== undefined && { review_date: reviewDate }),
      ...(assigneeId !== undefined && { assignee_id: assigneeId }),
      ...(approverId !== undefined && { approver_id: approverId }),
      ...(policyTemplateId !== undefined && { policy_template_id: policyTemplateId }),
      ...(visibility !== undefined && { visibility }),
      ...(visibleToDepartments !== undefined && { visible_to_departments: [...new Set(visibleToDepartments)] }),
      audience,
      ...(isArchived !== undefined && { is_archived: isArchived }),
      ...(isArchived === true && !policy.isArchived && { last_archived_at: new Date().toISOString() }),
      ...(displayFormat !== undefined && { display_format: displayFormat }),
    })
    .where('id', '=', policy.id)
    .execute();
}

/** Returns the audience if an update does not set it. A policy becomes internal when it is limited to departments. */
export function defaultAudienceOf(
  { audience, visibility }: Pick<Schemas['Policy'], 'audience' | 'visibility'>,
  body: Pick<Schemas['PolicyUpdate'], 'visibility'>,
): Schemas['Audience'] {
  return visibility === 'ALL' && body.visibility === 'DEPARTMENT' ? 'internal' : audience;
}

/** Deletes a policy. Foreign keys and triggers delete the rows that belong to it. */
export async function deletePolicy(db: OrganizationDatabase, id: string): Promise<void> {
  await db.deleteFrom('policy').where('id', '=', id).execute();
}

/** @returns whether the catalog has a template with this id */
export async function hasTemplate(db: OrganizationDatabase, id: string): Promise<boolean> {
  return (await db.selectFrom('policy_template').select('id').where('id', '=', id).executeTakeFirst()) !== undefined;
}
