/** Creating, changing and deleting policies; what puts a text into force is in live.ts. */
import type { components } from '../../../../generated/api.d.ts';
import type { OrganizationDatabase } from '../../../platform/database/handle.ts';
import { newId } from '../../../platform/database/ids.ts';
import { touched } from '../../../platform/database/touched.ts';
import type { Nodes } from '../rules/texts.ts';
import { insertVersion } from './versions.ts';

type Schemas = components['schemas'];

/** Adds a draft with its first version, which is the current one. @param createdById member @returns its id */
export async function insertPolicy(
  db: OrganizationDatabase,
  fields: Omit<Schemas['PolicyCreate'], 'content' | 'status'>,
  nodes: Nodes,
  createdById: string | null,
): Promise<string> {
  const [id, content] = [newId('pol'), JSON.stringify(nodes)];
  const { name, description, frequency, department, isRequiredToSign, reviewDate, assigneeId, approverId, policyTemplateId } = fields;
  await db
    .insertInto('policy')
    .values({
      id,
      name: name.trim(),
      description: description || null,
      content,
      draft_content: content,
      frequency: frequency ?? null,
      department: department?.trim() ?? null,
      is_required_to_sign: isRequiredToSign,
      review_date: reviewDate ?? null,
      assignee_id: assigneeId ?? null,
      approver_id: approverId ?? null,
      policy_template_id: policyTemplateId ?? null,
      visibility: fields.visibility,
      visible_to_departments: trimmed(fields.visibleToDepartments ?? []),
    })
    .execute();
  const version = await insertVersion(db, id, nodes, { createdById });
  await db.updateTable('policy').set({ current_version_id: version.id }).where('id', '=', id).execute();
  return id;
}

/** Changes all but the text and the status. @param wasArchived whether a person had archived it before */
export async function updateFields(
  db: OrganizationDatabase,
  id: string,
  body: Schemas['PolicyUpdate'],
  wasArchived: boolean,
): Promise<void> {
  const { name, description, frequency, department, isRequiredToSign, reviewDate, assigneeId, approverId, policyTemplateId } = body;
  const { visibility, visibleToDepartments, isArchived, displayFormat } = body;
  await db
    .updateTable('policy')
    .set({
      ...touched,
      ...(name !== undefined && { name: name.trim() }),
      ...(description !== undefined && { description: description || null }),
      ...(frequency !== undefined && { frequency }),
      ...(department !== undefined && { department: department?.trim() ?? null }),
      ...(isRequiredToSign !== undefined && { is_required_to_sign: isRequiredToSign }),
      ...(reviewDate !== undefined && { review_date: reviewDate }),
      ...(assigneeId !== undefined && { assignee_id: assigneeId }),
      ...(approverId !== undefined && { approver_id: approverId }),
      ...(policyTemplateId !== undefined && { policy_template_id: policyTemplateId }),
      ...(visibility !== undefined && { visibility }),
      ...(visibleToDepartments !== undefined && { visible_to_departments: trimmed(visibleToDepartments) }),
      ...(isArchived !== undefined && { is_archived: isArchived }),
      ...(isArchived === true && !wasArchived && { last_archived_at: new Date().toISOString() }),
      ...(displayFormat !== undefined && { display_format: displayFormat }),
    })
    .where('id', '=', id)
    .execute();
}

const trimmed = (departments: readonly string[]) => [...new Set(departments.map((department) => department.trim()))];

/** Deletes a policy with all that belongs to it, by foreign keys and triggers. */
export async function deletePolicy(db: OrganizationDatabase, id: string): Promise<void> {
  await db.deleteFrom('policy').where('id', '=', id).execute();
}

/** @returns whether the catalog has a template with this id */
export async function hasTemplate(db: OrganizationDatabase, id: string): Promise<boolean> {
  return (await db.selectFrom('policy_template').select('id').where('id', '=', id).executeTakeFirst()) !== undefined;
}
