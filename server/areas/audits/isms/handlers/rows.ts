/** Handlers that list, create, update and delete rows of registers. */
import type { Handlers } from '#contract/types';
import { changesOnCreate, changesOnDelete } from '#platform/audit/changes';
import { invalid, refusal } from '#platform/refusals/refusal';
import { findDocument, lockDocument, reopen } from '../queries/documents.ts';
import type { StoredDocument } from '../rules/stored.ts';
import { deleteRow, findAssignment, findRow, insertRows, listRows, updateRow } from '../queries/rows.ts';
import { documentNotFound, parentNotFound, documentPending, registerNotFound, reviewSigned, rowNotFound } from '../refusals.ts';
import { findMembersNamed } from '../queries/signers.ts';
import { chairIds, changesSignature, isLocked, isLockedByParent, signerNames } from '../rules/locks.ts';
import { type RegisterName, registers } from '../rules/registers.ts';
import { rowOf, type StoredRow, parseRowValues } from '../rules/rows.ts';
import { auditEntityOf } from './editable.ts';
import { initialValues, insertChildren } from './initial-values.ts';
import { type Change, validateChange, withControlLabel, withAttendees } from './validate-row.ts';
import type { OrganizationDatabase } from '#platform/database/handle';
import { authorOf } from '#platform/identity/author';

export const rows: Pick<
  Handlers<'isms'>,
  'listIsmsRegisterRows' | 'createIsmsRegisterRow' | 'updateIsmsRegisterRow' | 'deleteIsmsRegisterRow'
> = {
  async listIsmsRegisterRows({ path: { documentId, register }, query, page, db }) {
    const document = await findDocument(db, documentId);
    if (!document) return documentNotFound();
    const { type, parent } = registers[register];
    if (document.type !== type) return registerNotFound();
    const { parentId } = query;
    if (parentId !== undefined) {
      const row = parent && (await findRow(db, parent.register, parentId));
      if (row?.documentId !== documentId) return parentNotFound();
    }
    return { status: 200, page: await listRows(db, { documentId, register, ...query }, page) };
  },

  async createIsmsRegisterRow({ path: { documentId, register }, body, ...context }) {
    const { db, actor, audit, skipAudit } = context;
    const document = await lockDocument(db, documentId);
    if (!document) return documentNotFound();
    if (document.type !== registers[register].type) return registerNotFound();
    if (isWaitingForApproval(document, register)) return documentPending();
    const values = parseRowValues(register, body);
    const parent = await findParent(db, documentId, register, values.parentId);
    if (parent === null) return parentNotFound();
    if (isLockedByParent(register, parent, [])) return reviewSigned();
    const change: Change = { document, register, written: values, ...(parent && { parent }) };
    const errors = await validateChange(context, change);
    if (errors) return invalid(errors);
    const existingAssignment =
      register === 'role-assignments' && parent ? await findAssignment(db, parent.id, values.memberId ?? '') : undefined;
    if (existingAssignment) {
      skipAudit();
      return { status: 200, body: rowOf(existingAssignment) };
    }
    const attendeesResult = await withAttendees(db, change);
    if ('errors' in attendeesResult) return invalid(attendeesResult.errors);
    const labeledValues = await withControlLabel(db, { ...change, written: attendeesResult.written });
    const [row] = await insertRows(
      db,
      documentId,
      register,
      [await initialValues(db, document, register, labeledValues, authorOf(actor))],
      parent?.id,
    );
    if (!row) throw new Error('the row that was created was not found');
    await insertChildren(db, row);
    await reopenAfterChange(db, document, register);
    const { id, documentId: _document, register: _register, createdAt, updatedAt, version, ...fields } = rowOf(row);
    audit.performed(`Added a row to ${document.title} (${register})`, { ...auditEntityOf(document), changes: changesOnCreate(fields) });
    return { status: 201, body: rowOf(row) };
  },

  async updateIsmsRegisterRow({ path: { register, rowId }, body, ...context }) {
    const { db, actor, audit, requireVersion } = context;
    const rowWithDocument = await lockWithDocument(db, register, rowId);
    if (!rowWithDocument) return rowNotFound();
    const { document, row: before } = rowWithDocument;
    requireVersion(before);
    if (isWaitingForApproval(document, register)) return documentPending();
    const parent = before.parentId === null ? undefined : await findParent(db, document.id, register, before.parentId);
    if (isLockedByParent(register, parent ?? undefined, Object.keys(body)) || isLocked(before, Object.keys(body))) return reviewSigned();
    if (actor.credential === 'key' && changesSignature(before, body)) return refusal('session_required');
    if (await isSignedForOther(db, before, body, actor.memberId)) return refusal('isms_signer_required');
    const change: Change = { document, register, before, written: parseRowValues(register, body), ...(parent && { parent }) };
    const errors = await validateChange(context, change);
    if (errors) return invalid(errors);
    const attendeesResult = await withAttendees(db, change);
    if ('errors' in attendeesResult) return invalid(attendeesResult.errors);
    const after = await updateRow(db, before, await withControlLabel(db, { ...change, written: attendeesResult.written }));
    await reopenAfterChange(db, document, register);
    audit.changed(rowOf(before), rowOf(after), {
      ...auditEntityOf(document),
      description: `Updated a row of ${document.title} (${register})`,
    });
    return { status: 200, body: rowOf(after) };
  },

  async deleteIsmsRegisterRow({ path: { register, rowId }, db, audit, requireVersion }) {
    const rowWithDocument = await lockWithDocument(db, register, rowId);
    if (!rowWithDocument) return rowNotFound();
    const { document, row } = rowWithDocument;
    requireVersion(row);
    if (isWaitingForApproval(document, register)) return documentPending();
    if ((register === 'roles' || register === 'metrics') && row.key !== null) return refusal('isms_row_seeded');
    const parent = row.parentId === null ? undefined : await findParent(db, document.id, register, row.parentId);
    if (isLockedByParent(register, parent ?? undefined, []) || isLocked(row, [])) return reviewSigned();
    await deleteRow(db, row.id);
    await reopenAfterChange(db, document, register);
    const { id, documentId, register: _register, createdAt, updatedAt, version, ...fields } = rowOf(row);
    audit.performed(`Deleted a row of ${document.title} (${register})`, { ...auditEntityOf(document), changes: changesOnDelete(fields) });
    return { status: 204 };
  },
};

/** Returns whether the rows of a register cannot be edited now. Recording measurements is always allowed (isms, rule 10). */
function isWaitingForApproval({ status }: StoredDocument, register: RegisterName): boolean {
  return status === 'needs_review' && register !== 'measurements';
}

async function reopenAfterChange(db: OrganizationDatabase, document: StoredDocument, register: RegisterName): Promise<void> {
  if (register !== 'measurements') await reopen(db, document, 'people');
}

/** @returns the parent row; null if it does not exist, undefined if rows of the register have no parent */
async function findParent(
  db: OrganizationDatabase,
  documentId: string,
  register: RegisterName,
  id: string | undefined,
): Promise<StoredRow | null | undefined> {
  const { parent } = registers[register];
  if (!parent) return undefined;
  const row = await findRow(db, parent.register, id ?? '');
  return row?.documentId === documentId ? row : null;
}

/** @returns whether a change adds a signature although the signed name, or the role of chair, belongs only to other members (rule 25) */
async function isSignedForOther(db: OrganizationDatabase, before: StoredRow, writtenFields: object, memberId: string | undefined) {
  const names = signerNames(before, writtenFields);
  if (!names.length) return false;
  const [namedSigners, chairs] = [await findMembersNamed(db, names), chairIds(before)];
  return [namedSigners, chairs].some((signers) => signers.length > 0 && !signers.some((id) => id === memberId));
}

/** @returns the row and its document, both locked until the transaction ends */
async function lockWithDocument(db: OrganizationDatabase, register: RegisterName, id: string) {
  const unlockedRow = await findRow(db, register, id);
  const document = unlockedRow && (await lockDocument(db, unlockedRow.documentId));
  // Reads the row again, because it may have changed before the document was locked.
  const row = document && (await findRow(db, register, id));
  return row && { document, row };
}
