/** The access to vendors that is withdrawn from a member who leaves (spec/areas/offboarding-checklist, rules 6 to 10). */
import type { Handlers } from '../../../contract/types.ts';
import { lockAccessItem, revocationUndone, vendorsRevoked } from '../../../domain/offboarding/access-item.ts';
import { added, type Changes, removed } from '../../../platform/audit/changes.ts';
import { mapPage } from '../../../platform/database/page.ts';
import { findActingMember, notActive } from '../../../platform/identity/acting-member.ts';
import { invalid, isRefusal, refusal } from '../../../platform/refusals/refusal.ts';
import { evidenceOf, listEvidence } from '../queries/evidence.ts';
import { findLeaver } from '../queries/members.ts';
import { deleteRevocation, findVendorName, insertRevocations, knownVendors, listAccess, openVendors } from '../queries/revocations.ts';
import { memberNotFound, vendorNotFound } from '../refusals.ts';
import { proofIn } from './proof.ts';

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

  async revokeAllVendorAccess({ path: { memberId }, body: { vendorIds, notes, userId }, actor, db, audit, skipAudit }) {
    const item = await lockAccessItem(db);
    if (!(await findLeaver(db, memberId))) return memberNotFound();
    const known = vendorIds && (await knownVendors(db, vendorIds));
    const unknown = vendorIds?.flatMap((id, index) =>
      known?.has(id) ? [] : [[`vendorIds.${index}`, 'must be a vendor of the organization'] as const],
    );
    if (unknown?.length) return invalid(Object.fromEntries(unknown));
    const by = await findActingMember(db, actor, userId);
    if (!by) return invalid({ userId: notActive });
    const open = await openVendors(db, memberId, vendorIds);
    if (open.length === 0) {
      skipAudit();
      return { status: 200, body: { count: 0 } };
    }
    await insertRevocations(db, { memberId, vendorIds: open, by, notes: notes?.trim() || null });
    const isDone = await vendorsRevoked(db, item, memberId, by.userId);
    audit.did('Revoked access to vendors', { changes: { ...added({ count: open.length }), ...itemChange(isDone, true) } });
    return { status: 200, body: { count: open.length } };
  },

  async revokeVendorAccess({ path: { memberId, vendorId }, body, actor, audit, ...context }) {
    const { db, ports } = context;
    const item = await lockAccessItem(db);
    if (!(await findLeaver(db, memberId))) return memberNotFound();
    const vendor = await findVendorName(db, vendorId);
    if (vendor === undefined) return vendorNotFound();
    const by = await findActingMember(db, actor, body.userId);
    if (!by) return invalid({ userId: notActive });
    const file = await proofIn(context, body);
    if (file && isRefusal(file)) return file;
    const [open] = await openVendors(db, memberId, [vendorId]);
    const revocation = open && (await insertRevocations(db, { memberId, vendorIds: [open], by, notes: body.notes?.trim() || null }));
    if (!revocation) return refusal('access_already_revoked');
    const kept = file && (await file.attach({ entityId: revocation.id, userId: by.userId }));
    if (kept && isRefusal(kept)) return kept;
    const isDone = await vendorsRevoked(db, item, memberId, by.userId);
    const { notes } = revocation;
    const fields = { vendor, ...(notes !== null && { notes }), ...(kept && { fileName: kept.name, fileSize: kept.size }) };
    audit.did('Revoked access to vendor', { changes: { ...added(fields), ...itemChange(isDone, true) } });
    return { status: 201, body: { ...revocation, evidence: kept ? [await evidenceOf(db, ports, kept)] : [] } };
  },

  async undoVendorRevocation({ path: { memberId, vendorId }, db, audit }) {
    const item = await lockAccessItem(db);
    if (!(await findLeaver(db, memberId))) return memberNotFound();
    const vendor = await findVendorName(db, vendorId);
    if (vendor === undefined) return vendorNotFound();
    if (!(await deleteRevocation(db, memberId, vendorId))) return refusal('access_revocation_not_found');
    const isOpen = await revocationUndone(db, item, memberId);
    audit.did('Undid revocation of access to vendor', { changes: { ...removed({ vendor }), ...itemChange(isOpen, false) } });
    return { status: 204 };
  },
};

/** What the log tells of the access item, if it has changed with the revocations. */
function itemChange(hasChanged: boolean, completed: boolean): Changes {
  return hasChanged ? { accessItemCompleted: { previous: !completed, current: completed } } : {};
}
