/** Lists the sub-processors on the page, and changes how they are shown (trust-portal, rules 9 to 11). */
import type { Handlers } from '#contract/types';
import { findPortalVendor, listPortalVendors, lockPortalVendor, syncBadges, updatePortalVendor } from '../queries/vendors.ts';
import { fieldErrors } from '#platform/refusals/field-errors';
import { invalid } from '#platform/refusals/refusal';
import { vendorNotFound } from '../refusals.ts';

export const vendors: Pick<Handlers<'trust-portal'>, 'listTrustPortalVendors' | 'syncTrustPortalVendors' | 'updateVendorTrustSettings'> = {
  async listTrustPortalVendors({ query, page, db }) {
    return { status: 200, page: await listPortalVendors(db, query, page) };
  },

  async syncTrustPortalVendors({ db, audit }) {
    const { checked, changed } = await syncBadges(db);
    const names = changed.map(({ id, name }) => `${name} (${id})`);
    audit.performed('Updated the badges of vendors', { ...(names.length && { changes: { vendors: { previous: null, current: names } } }) });
    return { status: 200, body: { checkedCount: checked, updatedCount: changed.length } };
  },

  async updateVendorTrustSettings({ path, body, db, audit, requireVersion }) {
    const types = body.complianceBadges?.map(({ type }) => type) ?? [];
    const duplicateIndex = types.findIndex((type, index) => types.indexOf(type) < index);
    if (duplicateIndex >= 0) return invalid({ [`complianceBadges.${duplicateIndex}.type`]: fieldErrors.duplicate() });
    const before = await lockPortalVendor(db, path.id);
    if (!before) return vendorNotFound();
    requireVersion(before);
    await updatePortalVendor(db, path.id, body);
    const after = (await findPortalVendor(db, path.id)) ?? before;
    audit.changed(
      { ...before, complianceBadges: before.complianceBadges?.map(({ type }) => type) ?? null },
      { ...after, complianceBadges: after.complianceBadges?.map(({ type }) => type) ?? null },
      {
        fields: ['logoUrl', 'showOnTrustPortal', 'trustPortalOrder', 'complianceBadges'],
        description: `Updated ${after.name} on the trust portal`,
      },
    );
    return { status: 200, body: after };
  },
};
