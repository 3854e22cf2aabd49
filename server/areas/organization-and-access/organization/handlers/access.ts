/** Automatic approval of access to the service, where the rules allow it (organization, rule 7). */
import { changesOnCreate } from '#platform/audit/changes';
import type { Handlers } from '#contract/types';
import { grantAccess, lockAccess } from '../queries/access.ts';
import { organizationNotFound } from '../refusals.ts';
import { accessReason } from '../rules/organization.ts';

export const access: Pick<Handlers<'organization'>, 'autoApproveOrganizationAccess'> = {
  async autoApproveOrganizationAccess({ actor, db, ports, audit }) {
    const row = await lockAccess(db);
    if (!row) return organizationNotFound();
    // An API key has no address of its own, and that of its user does not count.
    const email = actor.credential === 'session' && actor.user?.emailVerified ? actor.user.email : undefined;
    const reason = await accessReason({ hasAccess: row.hasAccess, website: row.website, email }, ports.access);
    const hasAccess = reason !== 'not_eligible';
    const autoApproved = hasAccess && !row.hasAccess;
    if (autoApproved) await grantAccess(db);
    audit.performed(autoApproved ? 'Approved access' : 'Asked for access', {
      changes: autoApproved ? { hasAccess: { previous: false, current: true }, ...changesOnCreate({ reason }) } : {},
    });
    return { status: 200, body: { hasAccess, autoApproved, reason } };
  },
};
