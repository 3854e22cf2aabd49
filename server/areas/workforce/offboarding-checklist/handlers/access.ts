/** Revokes the access of leaving members to vendors (offboarding-checklist, rules 6 to 10). */
import type { Handlers } from '#contract/types';
import { requireConfirmation } from '#contract/confirmation/require-confirmation';
import { lockAccessItem, reopenAfterUndo, completeIfAllRevoked } from '#domain/people/offboarding/access-item';
import { changesOnCreate, type Changes, changesOnDelete } from '#platform/audit/changes';
import { mapPage } from '#platform/database/page';
import { findActingMember, notActive } from '#platform/identity/acting-member';
import { invalid, isRefusal, refusal } from '#platform/refusals/refusal';
import { evidenceOf, listEvidence } from '../queries/evidence.ts';
import { findLeaver } from '../queries/members.ts';
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

type Revoking = 'listAccessRevocations' | 'revokeAllVendorAccess' | 'revokeVendorAccess' | 'undoVendorRevocation';

export const access: Pick<Handlers<'offboarding-checklist'>, Revoking> = {
  async listAccessRevocations({ path: { memberId }, query, page, db, ports }) {
    if (!(await findLeaver(db, memberId))) return memberNotFound();
    const found = await listAccess(db, memberId, query, page);
    const evidence = await listEvidence(
      db,
      ports,
      found.rows.flatMap(({ revocationId }) => revocationId ?? []),
    );
    return {
      status: 200,
      page: mapPage(found, ({ revocationId, ...row }) => ({ ...row, evidence: evidence.get(revocationId ?? '') ?? [] })),
    };
  },

  async revokeAllVendorAccess({ path: { memberId }, query, body: { vendorIds, notes, userId }, actor, db, audit, skipAudit }) {
    const item = await lockAccessItem(db);
    if (!(await findLeaver(db, memberId))) return memberNotFound();
    const existing = vendorIds && (await findExistingVendors(db, vendorIds));
    const unknown = vendorIds?.flatMap((id, index) =>
      existing?.has(id) ? [] : [[`vendorIds.${index}`, 'must be a vendor of the organization'] as const],
    );
    if (unknown?.length) return invalid(Object.fromEntries(unknown));
    const by = await findActingMember(db, actor, userId);
    if (!by) return invalid({ userId: notActive });
    const unrevoked = await listUnrevokedVendors(db, memberId, vendorIds);
    if (vendorIds === undefined && query.confirm !== 'true')
      return requireConfirmation(actor, 'true', [{ count: unrevoked.length, kind: 'access to a vendor', plural: 'accesses to vendors' }]);
    if (unrevoked.length === 0) {
      skipAudit();
      return { status: 200, body: { count: 0 } };
    }
    await insertRevocations(db, { memberId, vendorIds: unrevoked, by, notes: notes || null });
    const isDone = await completeIfAllRevoked(db, item, memberId, by.userId);
    audit.performed('Revoked access to vendors', {
      changes: { ...changesOnCreate({ count: unrevoked.length }), ...itemChange(isDone, true) },
    });
    return { status: 200, body: { count: unrevoked.length } };
  },

  async revokeVendorAccess({ path: { memberId, vendorId }, body, actor, audit, ...context }) {
    const { db, ports } = context;
    const item = await lockAccessItem(db);
    if (!(await findLeaver(db, memberId))) return memberNotFound();
    const vendor = await findVendorName(db, vendorId);
    if (vendor === undefined) return vendorNotFound();
    const by = await findActingMember(db, actor, body.userId);
    if (!by) return invalid({ userId: notActive });
    const file = await inspectEvidence({ ...context, actor }, body);
    if (file && isRefusal(file)) return file;
    const [unrevoked] = await listUnrevokedVendors(db, memberId, [vendorId]);
    const revocation = unrevoked && (await insertRevocations(db, { memberId, vendorIds: [unrevoked], by, notes: body.notes || null }));
    if (!revocation) return refusal('access_already_revoked');
    const attached = file && (await file.attach({ entityId: revocation.id, by }));
    if (attached && isRefusal(attached)) return attached;
    const isDone = await completeIfAllRevoked(db, item, memberId, by.userId);
    const { notes } = revocation;
    const fields = { vendor, ...(notes !== null && { notes }), ...(attached && { fileName: attached.name, fileSize: attached.size }) };
    audit.performed('Revoked access to vendor', { changes: { ...changesOnCreate(fields), ...itemChange(isDone, true) } });
    return { status: 201, body: { ...revocation, evidence: attached ? [await evidenceOf(db, ports, attached)] : [] } };
  },

  async undoVendorRevocation({ path: { memberId, vendorId }, db, audit }) {
    const item = await lockAccessItem(db);
    if (!(await findLeaver(db, memberId))) return memberNotFound();
    const vendor = await findVendorName(db, vendorId);
    if (vendor === undefined) return vendorNotFound();
    if (!(await deleteRevocation(db, memberId, vendorId))) return refusal('access_revocation_not_found');
    const isOpen = await reopenAfterUndo(db, item, memberId);
    audit.performed('Undid revocation of access to vendor', { changes: { ...changesOnDelete({ vendor }), ...itemChange(isOpen, false) } });
    return { status: 204 };
  },
};

/** The audit entry's change of the access item, if its completion changed with the revocations. */
function itemChange(hasChanged: boolean, completed: boolean): Changes {
  return hasChanged ? { accessItemCompleted: { previous: !completed, current: completed } } : {};
}
