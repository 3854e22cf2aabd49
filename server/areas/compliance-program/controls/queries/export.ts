/** Queries for the export and import of controls (controls, rule 17). */
import { type CodedControl, createControlCodes, listCodedControls } from '#domain/controls/codes';
import { controlColumns } from '#domain/controls/columns';
import { addDerivedFields } from '#domain/controls/derived-fields';
import type { OrganizationDatabase } from '#platform/database/handle';
import { type Control, visibleControls } from './controls.ts';

/** @param restrictedTo a member who sees only some controls @returns unarchived controls with their codes, sorted by name */
export async function listControlsWithCodes(db: OrganizationDatabase, restrictedTo: string | undefined) {
  const [controls, codedControls] = await Promise.all([
    visibleControls(db, restrictedTo)
      .select(controlColumns)
      .where('control.archived_at', 'is', null)
      .orderBy('control.name')
      .orderBy('control.id')
      .execute(),
    listCodedControls(db),
  ]);
  const { codeOf } = createControlCodes(codedControls);
  return (await addDerivedFields(db, controls)).map((control) => ({ ...control, code: codeOf(control) }));
}

/** Locks controls until the transaction ends, in a fixed order to avoid deadlocks. @returns the complete controls by id */
export async function lockControls(db: OrganizationDatabase, codedControls: readonly CodedControl[]) {
  if (!codedControls.length) return new Map<string, Control>();
  const rows = await db
    .selectFrom('control')
    .select(controlColumns)
    .where(
      'id',
      'in',
      codedControls.map(({ id }) => id),
    )
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
  return new Map(rows.map((control) => [control.id, control]));
}
