/** Queries of custom requirements. */
import { sql } from 'kysely';
import type { components } from '#generated/api';
import { customRequirementColumns } from '#domain/catalogue/requirement-columns';
import type { OrganizationDatabase } from '#platform/database/handle';
import { newId } from '#platform/database/ids';
import { violates } from '#platform/database/violations';
import type { Instance } from '#domain/frameworks/instances';

type CustomRequirement = components['schemas']['CustomRequirement'];

export interface RequirementFields {
  readonly name: string;
  readonly identifier: string;
  readonly description: string;
  readonly requirementFamily?: string | null;
  /** The id of the catalog control that the requirement was imported from. */
  readonly oscalId?: string | null;
}

/** Returns the columns of a requirement's parent: the custom framework of the instance, or else the instance itself. */
export function parentColumnsOf({ id, customFrameworkId }: Pick<Instance, 'id' | 'customFrameworkId'>) {
  return customFrameworkId === null
    ? { custom_framework_id: null, framework_instance_id: id }
    : { custom_framework_id: customFrameworkId, framework_instance_id: null };
}

/** Selects the requirements of a custom framework, or the requirements that the organization added to a catalog framework. */
export function selectCustomRequirements(db: OrganizationDatabase, { id, customFrameworkId }: Pick<Instance, 'id' | 'customFrameworkId'>) {
  const query = db.selectFrom('custom_requirement').select(customRequirementColumns);
  return customFrameworkId === null
    ? query.where('framework_instance_id', '=', id)
    : query.where('custom_framework_id', '=', customFrameworkId);
}

/** @returns undefined if the parent has another requirement with the identifier */
export async function insertRequirement(
  db: OrganizationDatabase,
  instance: Instance,
  fields: RequirementFields,
): Promise<CustomRequirement | undefined> {
  return (await insertRequirements(db, instance, [fields]))[0];
}

/** Inserts requirements, except those with an existing or repeated identifier. @returns the inserted requirements */
export async function insertRequirements(
  db: OrganizationDatabase,
  instance: Instance,
  requirements: readonly RequirementFields[],
): Promise<CustomRequirement[]> {
  if (!requirements.length) return [];
  const rows = requirements.map(({ requirementFamily = null, oscalId = null, ...fields }) => ({
    id: newId('creq'),
    ...parentColumnsOf(instance),
    ...fields,
    requirement_family: requirementFamily,
    oscal_id: oscalId,
  }));
  return db
    .insertInto('custom_requirement')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .returning(customRequirementColumns)
    .execute();
}

/** Locks a requirement of the organization until the transaction ends. */
export async function lockRequirement(db: OrganizationDatabase, id: string): Promise<void> {
  await db.selectFrom('custom_requirement').select('id').where('id', '=', id).forNoKeyUpdate().execute();
}

/** @returns undefined if the parent has another requirement with the identifier */
export async function updateRequirement(
  db: OrganizationDatabase,
  id: string,
  { requirementFamily, oscalId, ...fields }: Partial<RequirementFields>,
): Promise<CustomRequirement | undefined> {
  try {
    return await db
      .updateTable('custom_requirement')
      .set({
        ...fields,
        ...(requirementFamily !== undefined && { requirement_family: requirementFamily }),
        ...(oscalId !== undefined && { oscal_id: oscalId }),
      })
      .where('id', '=', id)
      .returning(customRequirementColumns)
      .executeTakeFirstOrThrow();
  } catch (error) {
    if (violates(error, 'custom_requirement_of_framework', 'custom_requirement_of_instance')) return undefined;
    throw error;
  }
}

/** Stores the OSCAL control ids of requirements, whose texts stay unchanged. */
export async function saveControlIds(db: OrganizationDatabase, controlIds: readonly { readonly id: string; readonly oscalId: string }[]) {
  if (!controlIds.length) return;
  await db
    .updateTable('custom_requirement')
    .from(
      sql<{ id: string; oscalId: string }>`jsonb_to_recordset(${JSON.stringify(controlIds)}::jsonb)`.as<'noted'>(
        sql`noted(id text, "oscalId" text)`,
      ),
    )
    .set(({ ref }) => ({ oscal_id: ref('noted.oscalId') }))
    .whereRef('custom_requirement.id', '=', 'noted.id')
    .execute();
}

/** Deletes a requirement. Foreign keys delete its maps to controls. */
export async function deleteRequirement(db: OrganizationDatabase, id: string): Promise<void> {
  await db.deleteFrom('custom_requirement').where('id', '=', id).execute();
}

/** Finds the catalog requirements and custom requirements with these ids, in the order of the ids. */
export async function findCopyableRequirements(db: OrganizationDatabase, ids: readonly string[]): Promise<RequirementFields[]> {
  const [platformRequirements, customRequirements] = await Promise.all([
    db
      .selectFrom('platform_requirement')
      .select(['id', 'name', 'identifier', 'description'])
      .where('id', 'in', ids)
      .where('removed_at', 'is', null)
      .execute(),
    db.selectFrom('custom_requirement').select(['id', 'name', 'identifier', 'description']).where('id', 'in', ids).execute(),
  ]);
  const fieldsById = new Map([...platformRequirements, ...customRequirements].map(({ id, ...fields }) => [id, fields]));
  return [...new Set(ids)].flatMap((id) => fieldsById.get(id) ?? []);
}
