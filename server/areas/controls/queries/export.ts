/** Controls as a table has them (spec/areas/controls, rule 17). */
import { type Coded, codesOf, findCoded } from '../../../domain/controls/codes.ts';
import { controlColumns } from '../../../domain/controls/columns.ts';
import { asShown } from '../../../domain/controls/shown.ts';
import type { OrganizationDatabase } from '../../../platform/database/handle.ts';
import { type Control, visibleControls } from './controls.ts';

/** @param restrictedTo the member whose controls are all that is exported, if restricted @returns those in use by name, with their codes */
export async function controlsWithCodes(db: OrganizationDatabase, restrictedTo: string | undefined) {
  const [controls, coded] = await Promise.all([
    visibleControls(db, restrictedTo)
      .select(controlColumns)
      .where('control.archived_at', 'is', null)
      .orderBy('control.name')
      .orderBy('control.id')
      .execute(),
    findCoded(db),
  ]);
  const { codeOf } = codesOf(coded);
  return (await asShown(db, controls)).map((control) => ({ ...control, code: codeOf(control) }));
}

/** The controls among these in full, held in one order until the transaction ends. */
export async function lockControls(db: OrganizationDatabase, found: readonly Coded[]) {
  if (!found.length) return new Map<string, Control>();
  const rows = await db
    .selectFrom('control')
    .select(controlColumns)
    .where(
      'id',
      'in',
      found.map(({ id }) => id),
    )
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
  return new Map(rows.map((control) => [control.id, control]));
}
