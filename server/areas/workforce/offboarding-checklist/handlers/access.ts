/** Lists, revokes and restores the access of leaving members to vendors (offboarding-checklist, rules 6 to 10). */
import type { Handlers } from '#contract/types';
import { createConfirmationRefusal } from '#contract/confirmation/require-confirmation';
import { lockAccessItem, reopenAfterUndo, completeIfAllRevoked } from '#domain/people/offboarding/access-item';
import { changesOnCreate, type Changes, changesOnDelete } from '#platform/audit/changes';
import { mapPage } from '#platform/database/page';
import { findActingMember, inactiveMember } from '#platform/identity/acting-member';
import { fieldErrors } from '#platform/refusals/field-errors';
import { invalid, isRefusal, refusal } from '#platform/refusals/refusal';
import { evidenceOf, listEvidence } from '../queries/evidence.ts';
import { findLeavingMember } from '../queries/members.ts';
import {
  deleteRevocation,
  findVendorName,
  insertRevocations,
  findExistingVendors,
  listAccess,
  listUnrevokedVendors,
} from '../queries/revocations.ts';
import { memberNotFound, vendorNotFound } from '../refusals.ts';
import { inspectEvidence } from './inspect-evidence.ts';

type AccessOperations = 'listAccessRevocations' | 'revokeAllVendorAccess' | 'revokeVendorAccess' | 'undoVendorRevocation';

export const access: Pick<Handlers<'offboarding-checklist'>, AccessOperations> = {
  async listAccessRevocations({ path: { memberId }, query, page, db, ports }) {
    if (!(await findLeavingMember(db, memberId))) return memberNotFound();
    const accessPage = await listAccess(db, memberId, query, page);
    const evidence = await listEvidence(
      db,
      ports,
      accessPage.rows.flatMap(({ revocationId }) => revocationId ?? []),
    );
    return {
      status: 200,
      page: mapPage(accessPage, ({ revocationId, ...row }) => ({ ...row, evidence: evidence.get(revocationId ?? '') ?? [] })),
    };
  },

  async revokeAllVendorAccess({ path: { memberId }, query, body: { vendorIds, notes, userId }, actor, db, audit, skipAudit }) {
    const item = await lockAccessItem(db);
    if (!(await findLeavingMember(db, memberId))) return memberNotFound();
    const existingIds = vendorIds && (await findExistingVendors(db, vendorIds));
    const unknownIdErrors = vendorIds?.flatMap((id, index) =>
      existingIds?.has(id) ? [] : [[`vendorIds.${index}`, fieldErrors.unknownReference('vendor')] as const],
    );
    if (unknownIdErrors?.length) return invalid(Object.fromEntries(unknownIdErrors));
    const revoker = await findActingMember(db, actor, userId);
    if (!revoker) return invalid({ userId: inactiveMember });
    const activeIds = await listUnrevokedVendors(db, memberId, vendorIds);
    if (vendorIds === undefined && query.confirm !== 'true')
      return createConfirmationRefusal(actor, 'true', [
        { count: activeIds.length, kind: 'access to a vendor', plural: 'accesses to vendors' },
      ]);
    if (activeIds.length === 0) {
      skipAudit();
      return { status: 200, body: { count: 0 } };
    }
    await insertRevocations(db, { memberId, vendorIds: activeIds, by: revoker, notes: notes || null });
    const isItemCompleted = await completeIfAllRevoked(db, item, memberId, revoker.userId);
    audit.performed('Revoked access to vendors', {
      changes: { ...changesOnCreate({ count: activeIds.length }), ...itemChange(isItemCompleted, true) },
    });
    return { status: 200, body: { count: activeIds.length } };
  },

  async revokeVendorAccess({ path: { memberId, vendorId }, body, actor, audit, ...context }) {
    const { db, ports } = context;
    const item = await lockAccessItem(db);
    if (!(await findLeavingMember(db, memberId))) return memberNotFound();
    const vendorName = await findVendorName(db, vendorId);
    if (vendorName === undefined) return vendorNotFound();
    const revoker = await findActingMember(db, actor, body.userId);
    if (!revoker) return invalid({ userId: inactiveMember });
    const file = await inspectEvidence({ ...context, actor }, body);
    if (file && isRefusal(file)) return file;
    const [activeId] = await listUnrevokedVendors(db, memberId, [vendorId]);
    const revocation =
      activeId && (await insertRevocations(db, { memberId, vendorIds: [activeId], by: revoker, notes: body.notes || null }));
    if (!revocation) return refusal('access_already_revoked');
    const row = file && (await file.attach({ entityId: revocation.id, by: revoker }));
    if (row && isRefusal(row)) return row;
    const isItemCompleted = await completeIfAllRevoked(db, item, memberId, revoker.userId);
    const { notes } = revocation;
    const fields = { vendor: vendorName, ...(notes !== null && { notes }), ...(row && { fileName: row.name, fileSize: row.size }) };
    audit.performed('Revoked access to vendor', { changes: { ...changesOnCreate(fields), ...itemChange(isItemCompleted, true) } });
    return { status: 201, body: { ...revocation, evidence: row ? [await evidenceOf(db, ports, row)] : [] } };
  },

  async undoVendorRevocation({ path: { memberId, vendorId }, db, audit }) {
    const item = await lockAccessItem(db);
    if (!(await findLeavingMember(db, memberId))) return memberNotFound();
    const vendor = await findVendorName(db, vendorId);
    if (vendor === undefined) return vendorNotFound();
    if (!(await deleteRevocation(db, memberId, vendorId))) return refusal('access_revocation_not_found');
    const isOpen = await reopenAfterUndo(db, item, memberId);
    audit.performed('Undid revocation of access to vendor', { changes: { ...changesOnDelete({ vendor }), ...itemChange(isOpen, false) } });
    return { status: 204 };
  },
};

/** @returns the change of the access item for the audit entry; empty if the revocations did not complete or reopen the item */
function itemChange(hasChanged: boolean, completed: boolean): Changes {
  return hasChanged ? { accessItemCompleted: { previous: !completed, current: completed } } : {};
}
