/** Queries about controls as such; their links are in the files named after them. */
import type { QueryCreator } from 'kysely';
import type { components } from '../../../../generated/api.d.ts';
import type { TenantTables } from '../../../../generated/database.d.ts';
import { controlColumns } from '../../../domain/controls/columns.ts';
import { hasTaskOf } from '../../../domain/controls/visible.ts';
import type { OrganizationDatabase } from '../../../platform/database/handle.ts';
import { newId } from '../../../platform/database/ids.ts';
import { touched } from '../../../platform/database/touched.ts';

type Schemas = components['schemas'];

/** The controls there are to see: all of them, or of a restricted member those with a task assigned to it (spec/areas/controls, rule 10). */
export function visibleControls(db: QueryCreator<TenantTables>, restrictedTo: string | undefined) {
  const all = db.selectFrom('control');
  return restrictedTo === undefined ? all : all.where((eb) => hasTaskOf(eb, restrictedTo));
}

const oneControl = (db: OrganizationDatabase, id: string) => db.selectFrom('control').select(controlColumns).where('id', '=', id);

export type Control = Schemas['UpdatePreviewControl'];

/** @returns the control, without what is derived (`asShown`) */
export function findControl(db: OrganizationDatabase, id: string): Promise<Control | undefined> {
  return oneControl(db, id).executeTakeFirst();
}

/** @returns by external id the controls that there are, held in one order until the transaction ends */
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

/** @returns the control, which is locked with its links until the transaction ends */
export function lockControl(db: OrganizationDatabase, id: string): Promise<Control | undefined> {
  return oneControl(db, id).forNoKeyUpdate().executeTakeFirst();
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
    .values({ id: newId('ctl'), owner_id: ownerId, external_id: externalId?.trim() ?? null, ...fields })
    .returning(controlColumns)
    .executeTakeFirstOrThrow();
}

export function updateControl(
  db: OrganizationDatabase,
  id: string,
  { ownerId, lastReviewDate, nextReviewDate, externalId, ...fields }: Schemas['ControlUpdate'],
): Promise<Control> {
  const others = {
    ...(ownerId !== undefined && { owner_id: ownerId }),
    ...(lastReviewDate !== undefined && { last_review_date: lastReviewDate }),
    ...(nextReviewDate !== undefined && { next_review_date: nextReviewDate }),
    ...(externalId !== undefined && { external_id: externalId?.trim() ?? null }),
  };
  return db
    .updateTable('control')
    .set({ ...touched, ...fields, ...others })
    .where('id', '=', id)
    .returning(controlColumns)
    .executeTakeFirstOrThrow();
}

/** With its links of every kind, by their foreign keys; what it was linked to stays (spec/areas/controls, rule 8). */
export async function deleteControl(db: OrganizationDatabase, id: string): Promise<void> {
  await db.deleteFrom('control').where('id', '=', id).execute();
}
