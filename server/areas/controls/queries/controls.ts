/** Queries about controls as such; their links are in the files named after them. */
import { type Expression, type ExpressionBuilder, type QueryCreator } from 'kysely';
import type { components } from '../../../../generated/api.d.ts';
import type { TenantTables } from '../../../../generated/database.d.ts';
import { controlColumns } from '../../../domain/controls/columns.ts';
import type { OrganizationDatabase } from '../../../platform/database/handle.ts';
import { newId } from '../../../platform/database/ids.ts';
import { touched } from '../../../platform/database/touched.ts';

type Schemas = components['schemas'];

/** The controls there are to see: all of them, or of a restricted member those with a task assigned to it (spec/areas/controls, rule 10). */
export function visibleControls(db: QueryCreator<TenantTables>, restrictedTo: string | undefined) {
  const all = db.selectFrom('control');
  return restrictedTo === undefined ? all : all.where((eb) => hasTaskOf(eb, restrictedTo));
}

/** Whether a task of the control is assigned to this member. */
export function hasTaskOf({ exists, selectFrom }: ExpressionBuilder<TenantTables, 'control'>, memberId: string | Expression<string>) {
  return exists(
    selectFrom('task')
      .select('task.id')
      .where('task.assignee_id', '=', memberId)
      .where('task.archived_at', 'is', null)
      .where((eb) =>
        eb.or([
          eb(
            'task.id',
            'in',
            eb.selectFrom('control_task').select('control_task.task_id').whereRef('control_task.control_id', '=', 'control.id'),
          ),
          eb(
            'task.id',
            'in',
            eb
              .selectFrom('framework_control_task')
              .select('framework_control_task.task_id')
              .whereRef('framework_control_task.control_id', '=', 'control.id'),
          ),
        ]),
      ),
  );
}

const oneControl = (db: OrganizationDatabase, id: string) => db.selectFrom('control').select(controlColumns).where('id', '=', id);

export function findControl(db: OrganizationDatabase, id: string): Promise<Schemas['Control'] | undefined> {
  return oneControl(db, id).executeTakeFirst();
}

/** @returns the control, which is locked with its links until the transaction ends */
export function lockControl(db: OrganizationDatabase, id: string): Promise<Schemas['Control'] | undefined> {
  return oneControl(db, id).forNoKeyUpdate().executeTakeFirst();
}

export async function isVisible(db: OrganizationDatabase, id: string, restrictedTo: string): Promise<boolean> {
  return (await visibleControls(db, restrictedTo).select('control.id').where('control.id', '=', id).executeTakeFirst()) !== undefined;
}

export function insertControl(
  db: OrganizationDatabase,
  fields: Pick<Schemas['ControlCreate'], 'name' | 'description'>,
): Promise<Schemas['Control']> {
  return db
    .insertInto('control')
    .values({ id: newId('ctl'), ...fields })
    .returning(controlColumns)
    .executeTakeFirstOrThrow();
}

export function updateControl(
  db: OrganizationDatabase,
  id: string,
  { lastReviewDate, nextReviewDate, ...fields }: Schemas['ControlUpdate'],
): Promise<Schemas['Control']> {
  const dates = {
    ...(lastReviewDate !== undefined && { last_review_date: lastReviewDate }),
    ...(nextReviewDate !== undefined && { next_review_date: nextReviewDate }),
  };
  return db
    .updateTable('control')
    .set({ ...touched, ...fields, ...dates })
    .where('id', '=', id)
    .returning(controlColumns)
    .executeTakeFirstOrThrow();
}

/** With its links of every kind, by their foreign keys; what it was linked to stays (spec/areas/controls, rule 8). */
export async function deleteControl(db: OrganizationDatabase, id: string): Promise<void> {
  await db.deleteFrom('control').where('id', '=', id).execute();
}
