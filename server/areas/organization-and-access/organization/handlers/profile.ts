/** Reads and updates the settings of the organization, and deletes the organization. */
import { createConfirmationRefusal } from '#contract/confirmation/require-confirmation';
import { refusal } from '#platform/refusals/refusal';
import type { Handlers } from '#contract/types';
import { violates } from '#platform/database/violations';
import type { Files } from '#platform/ports/files';
import { logoLink } from '#platform/files/logo-link';
import {
  deleteOrganization,
  findOnboarding,
  findOrganization,
  lockOrganization,
  findOwnership,
  findPrimaryColor,
  type OrganizationRow,
  updateOrganization,
} from '../queries/organization.ts';
import { countRecords } from '../queries/record-counts.ts';
import { organizationNotFound } from '../refusals.ts';

type ProfileOperation =
  'getOrganization' | 'updateOrganization' | 'deleteOrganization' | 'getOrganizationOnboarding' | 'getOrganizationPrimaryColor';

export const profile: Pick<Handlers<'organization'>, ProfileOperation> = {
  async getOrganization({ query, db, actor, ports: { files } }) {
    const [row, ownership] = await Promise.all([findOrganization(db), query.includeOwnership ? findOwnership(db, actor.memberId) : {}]);
    return row ? { status: 200, body: { ...organizationOf(row, files), ...ownership } } : organizationNotFound();
  },

  async updateOrganization({ body, db, actor, ports: { files }, audit }) {
    const before = await lockOrganization(db);
    if (!before) return organizationNotFound();
    // Turning off approval of evidence may complete tasks that wait for approval, so an API key must not do this.
    const endsApproval = before.evidenceApprovalEnabled && body.evidenceApprovalEnabled === false;
    if (endsApproval && actor.credential === 'key') return refusal('session_required');
    try {
      const row = await updateOrganization(db, body);
      if (!row) return organizationNotFound();
      audit.changed(before, row);
      return { status: 200, body: organizationOf(row, files) };
    } catch (error) {
      if (violates(error, 'organization_slug_key')) return refusal('slug_taken');
      throw error;
    }
  },

  async deleteOrganization({ query, db, actor, ports: { files }, afterCommit }) {
    const organization = await lockOrganization(db);
    if (!organization) return organizationNotFound();
    if (query.confirm !== organization.name) return createConfirmationRefusal(actor, organization.name, await countRecords(db));
    if (!(await deleteOrganization(db))) return organizationNotFound();
    afterCommit(async (isCommitted) => {
      if (isCommitted) await files.removeAll(db.organizationId);
    });
    return { status: 204 };
  },

  async getOrganizationOnboarding({ db }) {
    return { status: 200, body: await findOnboarding(db) };
  },

  async getOrganizationPrimaryColor({ db }) {
    const color = await findPrimaryColor(db);
    return color ? { status: 200, body: color } : organizationNotFound();
  },
};

function organizationOf({ logoKey, ...organization }: OrganizationRow, files: Files) {
  return { ...organization, logoUrl: logoKey === null ? null : logoLink(files, logoKey) };
}
