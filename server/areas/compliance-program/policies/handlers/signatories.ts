/** Lists and exports the members who have to sign a policy, and reminds them (policies, rules 21 and 22). */
import type { components } from '#generated/api';
import type { Handlers } from '#contract/types';
import { toCsv } from '#documents/spreadsheets/csv';
import { listObligedMembers } from '#domain/people/members/obliged';
import { findOrganizationName } from '#domain/people/members/portal';
import { isLoadedPolicyVisibleTo } from '#domain/policies/visible';
import type { OrganizationDatabase } from '#platform/database/handle';
import type { Actor } from '#platform/identity/actor';
import { mapPage } from '#platform/database/page';
import { filterAll, pageOfAll } from '#platform/database/page-of-all';
import { notify, withLink } from '#platform/mail/notify';
import { dispositionOf } from '#platform/ports/file-links';
import { isRefusal, refusal } from '#platform/refusals/refusal';
import { findSignatures, recordReminders } from '../queries/signatures.ts';
import { tableNameOf } from '../rules/files.ts';
import { sortSignatories, type Signatory } from '../rules/signatories.ts';
import { needsSignatures } from './notify-signers.ts';
import { lockRequiredPolicy, requirePolicy } from './require-policy.ts';

type Policy = components['schemas']['Policy'];
type Operations = 'listPolicyAcknowledgements' | 'exportPolicyAcknowledgements' | 'remindPolicySignatories';

export const signatories: Pick<Handlers<'policies'>, Operations> = {
  async listPolicyAcknowledgements({ path, query, page, db, actor, ports }) {
    const policy = await requirePolicy(db, actor, path.id);
    if (isRefusal(policy)) return policy;
    const signatoryList = await listVisibleSignatories(db, actor, ports.access.staffEmailDomains, policy);
    const matchingSignatories = filterAll(signatoryList, query, ({ name, email }) => `${name}\n${email}`).filter(
      ({ status }) => !query.status || query.status.includes(status),
    );
    return {
      status: 200,
      page: mapPage(pageOfAll(sortSignatories(matchingSignatories, page), page), ({ id, userId: _userId, ...signatory }) => ({
        memberId: id,
        ...signatory,
      })),
    };
  },

  async exportPolicyAcknowledgements({ path, db, actor, ports, audit }) {
    const policy = await requirePolicy(db, actor, path.id);
    if (isRefusal(policy)) return policy;
    const version = policy.currentVersion?.version ?? '';
    const rows = (await listVisibleSignatories(db, actor, ports.access.staffEmailDomains, policy)).map(
      ({ name, email, status, acknowledgedAt, via }) => [name, email, status, version, acknowledgedAt ?? '', via ?? ''],
    );
    audit.performed('Exported signatures of policy', { changes: {} });
    return {
      status: 200,
      type: 'text/csv',
      headers: { 'Content-Disposition': dispositionOf(tableNameOf(policy.name), false) },
      body: toCsv([['Name', 'Email', 'Status', 'Version', 'Signed at', 'Recorded by'], ...rows]).toString(),
    };
  },

  async remindPolicySignatories({ path, db, actor, ports, audit, skipAudit }) {
    const policy = await lockRequiredPolicy(db, actor, path.id);
    if (isRefusal(policy)) return policy;
    const { currentVersionId } = policy;
    if (policy.status !== 'published' || !needsSignatures(policy) || currentVersionId === null) return refusal('policy_not_to_be_signed');
    const pendingSignatories = (await listSignatories(db, ports.access.staffEmailDomains, policy)).filter(
      ({ id, status }) => status === 'pending' && id !== actor.memberId,
    );
    const ids = await recordReminders(
      db,
      currentVersionId,
      pendingSignatories.map(({ id }) => id),
    );
    const remindedSignatories = pendingSignatories.filter(({ id }) => ids.includes(id));
    await notify(
      { db, ports },
      {
        kind: 'policyNotifications',
        userIds: remindedSignatories.map(({ userId }) => userId),
        subject: `Reminder to sign: ${policy.name}`,
        text: withLink(`${await findOrganizationName(db)} still waits for your signature on the policy "${policy.name}".`),
        record: { type: 'policy', id: policy.id },
        isInPortal: true,
      },
    );
    if (remindedSignatories.length)
      audit.performed('Reminded members to sign policy', {
        changes: { reminded: { previous: null, current: remindedSignatories.length } },
      });
    else skipAudit();
    return { status: 200, body: { remindedCount: remindedSignatories.length } };
  },
};

/** Lists the signatories that the caller may see. Restricted members see only themselves. */
async function listVisibleSignatories(db: OrganizationDatabase, { restrictedTo }: Actor, staffDomains: readonly string[], policy: Policy) {
  const allSignatories = await listSignatories(db, staffDomains, policy);
  return restrictedTo === undefined ? allSignatories : allSignatories.filter(({ id }) => id === restrictedTo);
}

/**
 * Lists the members who have to sign the current version, sorted by name. The list is empty if the policy was never published or
 * needs no signatures.
 */
async function listSignatories(db: OrganizationDatabase, staffDomains: readonly string[], policy: Policy): Promise<Signatory[]> {
  if (policy.lastPublishedAt === null || !needsSignatures(policy)) return [];
  const [signers, signatures] = await Promise.all([listObligedMembers(db, staffDomains), findSignatures(db, policy.currentVersionId)]);
  return signers
    .filter((signer) => isLoadedPolicyVisibleTo(policy, signer))
    .map(({ id, userId, name, email }) => {
      const signature = signatures.get(id);
      return {
        id,
        userId,
        name,
        email,
        status: signature ? 'signed' : 'pending',
        acknowledgedAt: signature?.acknowledgedAt ?? null,
        via: signature?.via ?? null,
      };
    });
}
