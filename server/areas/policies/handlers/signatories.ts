/** Who has to sign a policy, as a list and as a table, and the reminders (spec/areas/policies, rules 21 and 22). */
import type { components } from '../../../../generated/api.d.ts';
import type { Handlers } from '../../../contract/types.ts';
import { csvOf } from '../../../documents/spreadsheets/csv.ts';
import { listObliged } from '../../../domain/members/obliged.ts';
import { organizationName, portalLink } from '../../../domain/members/portal.ts';
import { isShownTo } from '../../../domain/policies/visible.ts';
import type { OrganizationDatabase } from '../../../platform/database/handle.ts';
import { mapPage } from '../../../platform/database/page.ts';
import { pageOfAll } from '../../../platform/database/page-of-all.ts';
import { notify } from '../../../platform/mail/notify.ts';
import { dispositionOf } from '../../../platform/ports/file-links.ts';
import { isRefusal, refusal } from '../../../platform/refusals/refusal.ts';
import { findSignatures, noteReminders } from '../queries/signatures.ts';
import { tableNameOf } from '../rules/files.ts';
import { inOrder, type Signatory } from '../rules/signatories.ts';
import { isToBeSigned } from './announcing.ts';
import { lockRequiredPolicy, requirePolicy } from './require-policy.ts';

type Policy = components['schemas']['Policy'];
type Operations = 'listPolicyAcknowledgements' | 'exportPolicyAcknowledgements' | 'remindPolicySignatories';

export const signatories: Pick<Handlers<'policies'>, Operations> = {
  async listPolicyAcknowledgements({ path, query, page, db, actor, ports }) {
    const policy = await requirePolicy(db, actor, path.id);
    if (isRefusal(policy)) return policy;
    const all = await signatoriesOf(db, ports.access.staffEmailDomains, policy);
    const wanted = all.filter(({ status }) => !query.status || query.status.includes(status));
    return {
      status: 200,
      page: mapPage(pageOfAll(inOrder(wanted, page), page), ({ id, userId: _userId, ...signatory }) => ({ memberId: id, ...signatory })),
    };
  },

  async exportPolicyAcknowledgements({ path, db, actor, ports, audit }) {
    const policy = await requirePolicy(db, actor, path.id);
    if (isRefusal(policy)) return policy;
    const version = policy.currentVersion?.version ?? '';
    const rows = (await signatoriesOf(db, ports.access.staffEmailDomains, policy)).map(({ name, email, status, acknowledgedAt, via }) => [
      name,
      email,
      status,
      version,
      acknowledgedAt ?? '',
      via ?? '',
    ]);
    audit.did('Exported signatures of policy', { changes: {} });
    return {
      status: 200,
      type: 'text/csv',
      headers: { 'Content-Disposition': dispositionOf(tableNameOf(policy.name), false) },
      body: csvOf([['Name', 'Email', 'Status', 'Version', 'Signed at', 'Recorded by'], ...rows]).toString(),
    };
  },

  async remindPolicySignatories({ path, db, actor, ports, audit, skipAudit }) {
    const policy = await lockRequiredPolicy(db, actor, path.id);
    if (isRefusal(policy)) return policy;
    const { currentVersionId } = policy;
    if (policy.status !== 'published' || !isToBeSigned(policy) || currentVersionId === null) return refusal('policy_not_to_be_signed');
    const pending = (await signatoriesOf(db, ports.access.staffEmailDomains, policy)).filter(
      ({ id, status }) => status === 'pending' && id !== actor.memberId,
    );
    const ids = await noteReminders(
      db,
      currentVersionId,
      pending.map(({ id }) => id),
    );
    const reminded = pending.filter(({ id }) => ids.includes(id));
    const portal = portalLink(ports, db.organizationId);
    await notify(db, {
      kind: 'policyNotifications',
      userIds: reminded.map(({ userId }) => userId),
      subject: `Reminder to sign: ${policy.name}`,
      text: `${await organizationName(db)} still waits for your signature on the policy "${policy.name}".\n\n${portal}\n`,
      appUrl: portal,
    });
    if (reminded.length)
      audit.did('Reminded members to sign policy', { changes: { reminded: { previous: null, current: reminded.length } } });
    else skipAudit();
    return { status: 200, body: { remindedCount: reminded.length } };
  },
};

/** @returns the members who have to sign the current version, by name; none of a policy that was never published, and none of one that nobody has to sign */
async function signatoriesOf(db: OrganizationDatabase, staffDomains: readonly string[], policy: Policy): Promise<Signatory[]> {
  if (policy.lastPublishedAt === null || !isToBeSigned(policy)) return [];
  const [signers, signatures] = await Promise.all([listObliged(db, staffDomains), findSignatures(db, policy.currentVersionId)]);
  return signers
    .filter((signer) => isShownTo(policy, signer))
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
