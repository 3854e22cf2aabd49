/** Queries of controls without their links. */
import type { QueryCreator } from 'kysely';
import type { components } from '#generated/api';
import type { TenantTables } from '#generated/database';
import { controlColumns } from '#domain/controls/columns';
import { hasTaskAssignedTo } from '#domain/controls/visible';
import type { OrganizationDatabase } from '#platform/database/handle';
import { newId } from '#platform/database/ids';
import { touchUpdatedAt } from '#platform/database/touched';

type Schemas = components['schemas'];

/** Selects visible controls: all controls, or for a restricted member those with a task assigned to this member (controls, rule 10). */
export function visibleControls(db: QueryCreator<TenantTables>, restrictedTo: string | undefined) {
  const allControls = db.selectFrom('control');
  return restrictedTo === undefined ? allControls : allControls.where((eb) => hasTaskAssignedTo(eb, restrictedTo));
}

const selectControl = (db: OrganizationDatabase, id: string) => db.selectFrom('control').select(controlColumns).where('id', '=', id);

export type Control = Schemas['UpdatePreviewControl'];

/** @returns the control without derived fields, which `addDerivedFields` adds */
export function findControl(db: OrganizationDatabase, id: string): Promise<Control | undefined> {
  return selectControl(db, id).executeTakeFirst();
}

/** Locks controls until the transaction ends, in a fixed order to avoid deadlocks. @returns the existing controls by external id */
export async function lockControlsByExternalId(db: OrganizationDatabase, externalIds: readonly string[]): Promise<Map<string, Control>> {
  const rows = await db
    .selectFrom('control')
    .select(controlColumns)
    .where('external_id', 'in', externalIds)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
  return new Map(rows.map((control) => [control.externalId ?? '', control]));
}

/** Returns a control and locks it until the transaction ends, so that requests change its links one after another. */
export function lockControl(db: OrganizationDatabase, id: string): Promise<Control | undefined> {
  return selectControl(db, id).forNoKeyUpdate().executeTakeFirst();
}

export async function isVisible(db: OrganizationDatabase, id: string, restrictedTo: string): Promise<boolean> {
  return (await visibleControls(db, restrictedTo).select('control.id').where('control.id', '=', id).executeTakeFirst()) !== undefined;
}

export function insertControl(
  db: OrganizationDatabase,
  {
    ownerId = null,
    externalId,
    ...fields
  }: Pick<Schemas['ControlCreate'], 'name' | 'description' | 'externalId'> & {
    readonly ownerId?: string | null;
  },
): Promise<Control> {
  return db
    .insertInto('control')
    .values({ id: newId('ctl'), owner_id: ownerId, external_id: externalId ?? null, ...fields })
    .returning(controlColumns)
    .executeTakeFirstOrThrow();
}

export function updateControl(
  db: OrganizationDatabase,
  id: string,
  { ownerId, lastReviewDate, nextReviewDate, externalId, ...fields }: Schemas['ControlUpdate'],
): Promise<Control> {
  const renamedFields = {
    ...(ownerId !== undefined && { owner_id: ownerId }),
    ...(lastReviewDate !== undefined && { last_review_date: lastReviewDate }),
    ...(nextReviewDate !== undefined && { next_review_date: nextReviewDate }),
    ...(externalId !== undefined && { external_id: externalId }),
  };
  return db
    .updateTable('control')
    .set({ ...touchUpdatedAt, ...fields, ...renamedFields })
    .where('id', '=', id)
    .returning(controlColumns)
    .executeTakeFirstOrThrow();
}

/** Deletes a control. Foreign keys delete its links, but the linked records stay (controls, rule 8). */
export async function deleteControl(db: OrganizationDatabase, id: string): Promise<void> {
  await db.deleteFrom('control').where('id', '=', id).execute();
}
