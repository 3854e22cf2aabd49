/** Approves access to the service automatically, if the rules allow it (organization, rule 7). */
import { changesOnCreate } from '#platform/audit/changes';
import type { Handlers } from '#contract/types';
import { grantAccess, lockAccess } from '../queries/access.ts';
import { organizationNotFound } from '../refusals.ts';
import { findAccessReason } from '../rules/organization.ts';

export const access: Pick<Handlers<'organization'>, 'autoApproveOrganizationAccess'> = {
  async autoApproveOrganizationAccess({ actor, db, ports, audit }) {
    const row = await lockAccess(db);
    if (!row) return organizationNotFound();
    // Only a signed-in user counts. An API key has no email address, and the address of its creator does not count.
    const email = actor.credential === 'session' && actor.user?.emailVerified ? actor.user.email : undefined;
    const reason = await findAccessReason({ hasAccess: row.hasAccess, website: row.website, email }, ports.access);
    const hasAccess = reason !== 'not_eligible';
    const autoApproved = hasAccess && !row.hasAccess;
    if (autoApproved) await grantAccess(db);
    audit.performed(autoApproved ? 'Approved access' : 'Asked for access', {
      changes: autoApproved ? { hasAccess: { previous: false, current: true }, ...changesOnCreate({ reason }) } : {},
    });
    return { status: 200, body: { hasAccess, autoApproved, reason } };
  },
};
