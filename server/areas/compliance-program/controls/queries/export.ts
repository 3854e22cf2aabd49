/** Queries for the export and import of controls (controls, rule 17). */
import { type CodedControl, createControlCodes, listCodedControls } from '#domain/controls/codes';
import { controlColumns } from '#domain/controls/columns';
import { addDerivedFields } from '#domain/controls/derived-fields';
import type { OrganizationDatabase } from '#platform/database/handle';
import { type Control, visibleControls } from './controls.ts';

/** @param restrictedTo exports only the controls of this member @returns controls in use by name, with their codes */
export async function listControlsWithCodes(db: OrganizationDatabase, restrictedTo: string | undefined) {
  const [controls, coded] = await Promise.all([
    visibleControls(db, restrictedTo)
      .select(controlColumns)
      .where('control.archived_at', 'is', null)
      .orderBy('control.name')
      .orderBy('control.id')
      .execute(),
    listCodedControls(db),
  ]);
  const { codeOf } = createControlCodes(coded);
  return (await addDerivedFields(db, controls)).map((control) => ({ ...control, code: codeOf(control) }));
}

/** Finds these controls in full, locked in a fixed order until the transaction ends. */
export async function lockControls(db: OrganizationDatabase, found: readonly CodedControl[]) {
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
