/** Queries about requirements of the organization's own making. */
import { sql } from 'kysely';
import type { components } from '../../../../generated/api.d.ts';
import { customRequirementColumns } from '../../../domain/catalogue/requirement-columns.ts';
import type { OrganizationDatabase } from '../../../platform/database/handle.ts';
import { newId } from '../../../platform/database/ids.ts';
import { violates } from '../../../platform/database/violations.ts';
import type { Instance } from '../../../domain/frameworks/instances.ts';

type CustomRequirement = components['schemas']['CustomRequirement'];

export interface RequirementFields {
  readonly name: string;
  readonly identifier: string;
  readonly description: string;
  readonly requirementFamily?: string | null;
  /** The id of the control in the catalog that it was imported from. */
  readonly oscalId?: string | null;
}

/** Where a requirement that is added to this instance belongs: to its custom framework, else to the instance. */
export function parentOf({ id, customFrameworkId }: Pick<Instance, 'id' | 'customFrameworkId'>) {
  return customFrameworkId === null
    ? { custom_framework_id: null, framework_instance_id: id }
    : { custom_framework_id: customFrameworkId, framework_instance_id: null };
}

/** Those of a custom framework, or those added to one of the catalog. */
export function ownRequirements(db: OrganizationDatabase, { id, customFrameworkId }: Pick<Instance, 'id' | 'customFrameworkId'>) {
  const all = db.selectFrom('custom_requirement').select(customRequirementColumns);
  return customFrameworkId === null
    ? all.where('framework_instance_id', '=', id)
    : all.where('custom_framework_id', '=', customFrameworkId);
}

/** Nothing, when another one of the parent has the identifier. */
export async function insertRequirement(
  db: OrganizationDatabase,
  instance: Instance,
  fields: RequirementFields,
): Promise<CustomRequirement | undefined> {
  return (await insertRequirements(db, instance, [fields]))[0];
}

/** Leaves out those whose identifier is there already, also among themselves. */
export async function insertRequirements(
  db: OrganizationDatabase,
  instance: Instance,
  requirements: readonly RequirementFields[],
): Promise<CustomRequirement[]> {
  if (!requirements.length) return [];
  const rows = requirements.map(({ requirementFamily = null, oscalId = null, ...fields }) => ({
    id: newId('creq'),
    ...parentOf(instance),
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

/** Nothing, when another one of the parent has the identifier. */
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

/** Notes under which ids of a catalog requirements are known from now on. What they say stays. */
export async function noteControlIds(db: OrganizationDatabase, found: readonly { readonly id: string; readonly oscalId: string }[]) {
  if (!found.length) return;
  await db
    .updateTable('custom_requirement')
    .from(
      sql<{ id: string; oscalId: string }>`jsonb_to_recordset(${JSON.stringify(found)}::jsonb)`.as<'noted'>(
        sql`noted(id text, "oscalId" text)`,
      ),
    )
    .set(({ ref }) => ({ oscal_id: ref('noted.oscalId') }))
    .whereRef('custom_requirement.id', '=', 'noted.id')
    .execute();
}

/** The maps that say which controls meet it go along, by their foreign key. */
export async function deleteRequirement(db: OrganizationDatabase, id: string): Promise<void> {
  await db.deleteFrom('custom_requirement').where('id', '=', id).execute();
}

/** What can be copied: requirements of the catalog, and the organization's own, in the order in which they are named. */
export async function findRequirements(db: OrganizationDatabase, ids: readonly string[]): Promise<RequirementFields[]> {
  const [platform, custom] = await Promise.all([
    db
      .selectFrom('platform_requirement')
      .select(['id', 'name', 'identifier', 'description'])
      .where('id', 'in', ids)
      .where('removed_at', 'is', null)
      .execute(),
    db.selectFrom('custom_requirement').select(['id', 'name', 'identifier', 'description']).where('id', 'in', ids).execute(),
  ]);
  const found = new Map([...platform, ...custom].map(({ id, ...fields }) => [id, fields]));
  return [...new Set(ids)].flatMap((id) => found.get(id) ?? []);
}
